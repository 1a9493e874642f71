// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import Testing
import TouchRig
import Zoom

/// A picture whose size comes when the test says so.
private final class LatePicture: CustomPaintable, PictureContent {
  var size: Size? {
    didSet { sizeChanged() }
  }

  var paintable: Paintable { self }
  var hasAssumedSize: Bool { size == nil }
  override var intrinsicSize: Size { size ?? Size(4, 3) }

  func beginShowing(in viewer: any PictureViewer) {}
  func endShowing(in viewer: any PictureViewer) {}
  func showingChanged() {}
}

extension ToolkitTests {
  @MainActor struct ViewerTests {
    private struct Item: Identifiable {
      let id: Int
    }

    private struct Page: View {
      let picture: LatePicture
      let proxy: ViewerProxy

      var body: some View {
        ZoomContainer {
          Label("page")
        } viewer: {
          ZoomViewer([Item(id: 0)], selection: Binding(get: { 0 }, set: { _ in }), proxy: proxy) { _ in
            "picture"
          } picture: { _ in
            picture
          } controls: {
            EmptyView()
          }
        }
      }
    }

    private func open(_ picture: LatePicture, _ proxy: ViewerProxy) async throws -> Declarative.Window {
      try #require(Display.rig != nil)
      let window = Window(application: nil, title: "test", size: Size(400, 300)) {
        Page(picture: picture, proxy: proxy)
      }
      window.present()
      try #require(await eventually { proxy.isOpen && window.widget.isMapped && window.widget.size.width > 0 })
      return window
    }

    @Test func `a scale asked for before the size of a picture is known is reached once it is`() async throws {
      let (picture, proxy) = (LatePicture(), ViewerProxy())
      let window = try await open(picture, proxy)
      proxy.zoom(to: 2)
      #expect(proxy.enlargement == nil)
      picture.size = Size(4000, 3000)
      #expect(await eventually { proxy.enlargement == 2 })
      window.widget.destroy()
    }

    @Test func `of what is asked for before the size of a picture is known the last counts`() async throws {
      let (picture, proxy) = (LatePicture(), ViewerProxy())
      let window = try await open(picture, proxy)
      proxy.zoom(to: 2)
      proxy.zoomToFit()
      picture.size = Size(4000, 3000)
      #expect(await eventually { proxy.enlargement != nil })
      #expect(proxy.isAtFit)
      window.widget.destroy()
    }
  }
}
