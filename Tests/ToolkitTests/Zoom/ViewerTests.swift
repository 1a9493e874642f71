// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import Observation
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

    @Observable
    final class Model {
      var ids: [Int]
      var selected: Int?

      init(ids: [Int], selected: Int) {
        self.ids = ids
        self.selected = selected
      }
    }

    private struct Page: View {
      let model: Model
      let picture: LatePicture
      let proxy: ViewerProxy

      var body: some View {
        ZoomContainer {
          Label("page")
        } viewer: {
          ZoomViewer(
            model.ids.map { Item(id: $0) },
            selection: Binding(get: { model.selected }, set: { model.selected = $0 }), proxy: proxy
          ) { _ in
            "picture"
          } picture: { _ in
            picture
          } controls: {
            EmptyView()
          }
        }
      }
    }

    private func open(
      _ model: Model = Model(ids: [0], selected: 0), picture: LatePicture = LatePicture(), proxy: ViewerProxy
    ) async throws -> Declarative.Window {
      try #require(Display.rig != nil)
      let window = Window(application: nil, title: "test", size: Size(400, 300)) {
        Page(model: model, picture: picture, proxy: proxy)
      }
      window.present()
      try #require(await eventually { proxy.isOpen && window.widget.isMapped && window.widget.size.width > 0 })
      return window
    }

    @Test(arguments: [(1, [0, 2], 2), (2, [0, 1], 1), (0, [2], 2)])
    func `where the picture that is looked at goes from the list, its neighbour stands in its place`(
      selected: Int, left: [Int], neighbour: Int
    ) async throws {
      let model = Model(ids: [0, 1, 2], selected: selected)
      let proxy = ViewerProxy()
      let window = try await open(model, proxy: proxy)
      model.ids = left
      #expect(await eventually { model.selected == neighbour })
      #expect(proxy.isOpen)
      #expect(proxy.hasNext == (neighbour != left.last) && proxy.hasPrevious == (neighbour != left.first))
      window.widget.destroy()
    }

    @Test func `a list that loses all that it had closes the viewer`() async throws {
      let model = Model(ids: [0, 1], selected: 1)
      let proxy = ViewerProxy()
      let window = try await open(model, proxy: proxy)
      model.ids = []
      #expect(await eventually { !proxy.isOpen })
      window.widget.destroy()
    }

    @Test func `a scale asked for before the size of a picture is known is reached once it is`() async throws {
      let (picture, proxy) = (LatePicture(), ViewerProxy())
      let window = try await open(picture: picture, proxy: proxy)
      proxy.zoom(to: 2)
      #expect(proxy.enlargement == nil)
      picture.size = Size(4000, 3000)
      #expect(await eventually { proxy.enlargement == 2 })
      window.widget.destroy()
    }

    @Test func `of what is asked for before the size of a picture is known the last counts`() async throws {
      let (picture, proxy) = (LatePicture(), ViewerProxy())
      let window = try await open(picture: picture, proxy: proxy)
      proxy.zoom(to: 2)
      proxy.zoomToFit()
      picture.size = Size(4000, 3000)
      #expect(await eventually { proxy.enlargement != nil })
      #expect(proxy.isAtFit)
      window.widget.destroy()
    }
  }
}
