// SPDX-License-Identifier: MIT
import Declarative
import Foundation
import Geometry
import GtkCore
import Testing
import TouchRig

@testable import Pictures

/// A view that shows a picture in some size.
final class Viewer: PictureViewer {
  var urgency: PictureUrgency
  var shownSize: Size
  var shownPart: Rect
  let showsSquares: Bool
  let scaleFactor = 1

  init(
    _ urgency: PictureUrgency = .visible, size: Size, part: Rect = Rect(x: 0, y: 0, width: 1, height: 1),
    showsSquares: Bool = false
  ) {
    self.urgency = urgency
    shownSize = size
    shownPart = part
    self.showsSquares = showsSquares
  }
}

extension ToolkitTests {
  @MainActor struct PictureTests {
    private let folder: TemporaryFolder
    private let store = PictureStore()

    init() throws {
      folder = try TemporaryFolder("pictures")
    }

    private func picture(_ name: String, width: Int = 1200, height: Int = 800) throws -> Picture {
      let path = "\(folder.path)/\(name).png"
      try TestPicture.make(width: width, height: height, at: path)
      return store.picture(at: path)
    }

    @Test func `all who show a file share one picture, which has the size of the file`() async throws {
      let first = try picture("a")
      #expect(store.picture(at: first.path) === first)
      let viewer = Viewer(size: Size(300, 200))
      first.beginShowing(in: viewer)
      #expect(await eventually { first.byteCount > 0 })
      #expect(first.paintable.intrinsicSize == Size(1200, 800))
      first.endShowing(in: viewer)
    }

    @Test func `a picture has pixels for the size that it is shown in, and no more than the file`() async throws {
      let picture = try picture("a")
      let viewer = Viewer(size: Size(300, 200))
      picture.beginShowing(in: viewer)
      #expect(await eventually { picture.byteCount == 300 * 200 * 3 })
      viewer.shownSize = Size(5000, 3333)
      picture.showingChanged()
      #expect(await eventually { picture.byteCount == (300 * 200 + 1200 * 800) * 3 })
      picture.endShowing(in: viewer)
    }

    @Test func `nothing is read of a picture that nobody shows`() async throws {
      let picture = try picture("a")
      let viewer = Viewer(size: Size(300, 200))
      picture.beginShowing(in: viewer)
      picture.endShowing(in: viewer)
      let other = try self.picture("b")
      other.beginShowing(in: viewer)
      #expect(await eventually { other.byteCount > 0 })
      #expect(picture.byteCount == 0)
      other.endShowing(in: viewer)
    }

    @Test func `what can be seen comes before what is near, and what was asked for last before the rest`() async throws
    {
      var order: [String] = []
      // With one worker they are shown in the order in which they were begun.
      let store = PictureStore(loader: PictureLoader(limits: PictureLimits(workerCount: 1)))
      let pictures = try (0..<8).map { store.picture(at: try picture("\($0)", width: 600, height: 400).path) }
      let viewers = pictures.indices.map { Viewer($0 < 4 ? .visible : .nearby, size: Size(60, 40)) }
      var connections: [SignalConnection] = []
      for (index, picture) in pictures.enumerated() {
        connections.append(
          picture.paintable.on("invalidate-contents") {
            if picture.byteCount > 0 && !order.contains("\(index)") { order.append("\(index)") }
          })
      }
      for (picture, viewer) in zip(pictures, viewers) { picture.beginShowing(in: viewer) }
      #expect(await eventually { order.count == 8 })
      // The first was begun before anything else had been asked for.
      #expect(order == ["0", "3", "2", "1", "7", "6", "5", "4"])
      for connection in connections { connection.disconnect() }
      for (picture, viewer) in zip(pictures, viewers) { picture.endShowing(in: viewer) }
    }

    @Test func `L16: of a held picture only what can be seen is fetched, at the scale at hand`() async throws {
      let picture = try picture("a", width: 3000, height: 2000)
      let page = Viewer(size: Size(300, 200))
      picture.beginShowing(in: page)
      #expect(await eventually { picture.byteCount == 300 * 200 * 3 })
      let held = Viewer(.held, size: Size(1800, 1200), part: Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2))
      picture.beginShowing(in: held)
      // A fifth of each side, and a quarter of it on both sides.
      let detail = 1800 * 0.3 * 1200 * 0.3 * 3
      #expect(await eventually { picture.byteCount > 300 * 200 * 3 })
      #expect(abs(Double(picture.byteCount - 300 * 200 * 3) / detail - 1) < 0.02)
      picture.endShowing(in: held)
      #expect(picture.byteCount == 300 * 200 * 3)
      picture.endShowing(in: page)
    }

    @Test func `V9: above 200 % the pixels of what is seen become squares, for those who show them so`() async throws {
      let picture = try picture("a", width: 60, height: 40)
      let page = Viewer(size: Size(600, 400))
      picture.beginShowing(in: page)
      #expect(await eventually { picture.byteCount == 60 * 40 * 3 })
      let viewer = Viewer(size: Size(450, 300), showsSquares: true)
      picture.beginShowing(in: viewer)
      // 7.5 device pixels for one of the picture: eight, so that none is enlarged.
      #expect(await eventually { picture.byteCount == 60 * 40 * 3 * (1 + 64) })
      viewer.shownSize = Size(120, 80)
      picture.showingChanged()
      await store.waitUntilIdle()
      #expect(picture.byteCount == 60 * 40 * 3 * (1 + 64))
      picture.endShowing(in: viewer)
      #expect(picture.byteCount == 60 * 40 * 3)
      picture.endShowing(in: page)
    }

    @Test func `a huge picture that is held is made of tiles, those that are seen first`() async throws {
      let limits = PictureLimits(greatestRegionArea: 1600 * 1100 - 1)
      let store = PictureStore(loader: PictureLoader(limits: limits))
      let picture = store.picture(at: try picture("a", width: 1600, height: 1100).path)
      let page = Viewer(size: Size(160, 110))
      picture.beginShowing(in: page)
      #expect(await eventually { picture.byteCount == 160 * 110 * 3 })
      let held = Viewer(.held, size: Size(1600, 1100), part: Rect(x: 0.1, y: 0.1, width: 0.1, height: 0.1))
      picture.beginShowing(in: held)
      await store.waitUntilIdle()
      // Two tiles are seen, and what there is of two around them; the first region is still there.
      let region: Double = 0.15 * 1600 * 0.15 * 1100 * 3
      let rest = picture.byteCount - 12 * 256 * 256 * 3 - 160 * 110 * 3
      #expect(abs(Double(rest) - region) < 0.05 * region)
      picture.endShowing(in: held)
      #expect(picture.byteCount == 160 * 110 * 3)
      picture.endShowing(in: page)
    }

    @Test func `what cannot be seen yet is made ready within a budget, and what is seen is loaded beyond it`()
      async throws
    {
      let limits = PictureLimits(greatestBytes: 2 * 300 * 200 * 3)
      let store = PictureStore(loader: PictureLoader(limits: limits))
      let pictures = try ["a", "b", "c"].map { store.picture(at: try picture($0).path) }
      let viewers = pictures.map { _ in Viewer(.nearby, size: Size(300, 200)) }
      for (picture, viewer) in zip(pictures, viewers) { picture.beginShowing(in: viewer) }
      await store.waitUntilIdle()
      #expect(pictures.count { $0.byteCount > 0 } == 2)
      for (picture, viewer) in zip(pictures, viewers) {
        viewer.urgency = .visible
        picture.showingChanged()
      }
      await store.waitUntilIdle()
      #expect(pictures.allSatisfy { $0.byteCount == 300 * 200 * 3 })
      for (picture, viewer) in zip(pictures, viewers) { picture.endShowing(in: viewer) }
    }

    @Test func `a file that is no picture says so, and is not tried again`() async throws {
      let path = folder.path + "/text.jpg"
      try "no picture".write(toFile: path, atomically: true, encoding: .utf8)
      let picture = store.picture(at: path)
      let viewer = Viewer(size: Size(300, 200))
      picture.beginShowing(in: viewer)
      #expect(await eventually { picture.failure != nil })
      #expect(picture.failure == "The file is not a picture of a known format.")
      picture.endShowing(in: viewer)
    }

    @Test func `what can be seen of a file that is gone is not taken away, though there will be nothing sharper`()
      async throws
    {
      let picture = try picture("a")
      let viewer = Viewer(size: Size(300, 200))
      picture.beginShowing(in: viewer)
      #expect(await eventually { picture.byteCount == 300 * 200 * 3 })
      try FileManager.default.removeItem(atPath: picture.path)
      viewer.shownSize = Size(1200, 800)
      picture.showingChanged()
      await store.waitUntilIdle()
      #expect(picture.byteCount == 300 * 200 * 3)
      #expect(picture.failure == nil)
      picture.endShowing(in: viewer)
    }

    @Test func `a file that has changed is read anew, and what was shown stays until then`() async throws {
      let picture = try picture("a")
      let viewer = Viewer(size: Size(300, 200))
      picture.beginShowing(in: viewer)
      #expect(await eventually { picture.byteCount == 300 * 200 * 3 })
      try TestPicture.make(width: 600, height: 600, at: picture.path)
      viewer.shownSize = Size(200, 200)
      store.fileChanged(at: picture.path)
      #expect(picture.byteCount == 300 * 200 * 3)
      await store.waitUntilIdle()
      #expect(picture.byteCount == 200 * 200 * 3)
      #expect(picture.paintable.intrinsicSize == Size(600, 600))
      picture.endShowing(in: viewer)
    }

    @Test func `an animation plays while it is shown, on one clock for all, and stands still otherwise`() async throws {
      let path = folder.path + "/animation.gif"
      try TestPicture.makeAnimation(
        width: 60, height: 40, backgrounds: [.black, .white, Color(90, 90, 90)], interval: 0.05, at: path)
      let picture = store.picture(at: path)
      var frames = 0
      let connection = picture.paintable.on("invalidate-contents") { frames += 1 }
      let viewers = [Viewer(size: Size(60, 40)), Viewer(size: Size(30, 20))]
      for viewer in viewers { picture.beginShowing(in: viewer) }
      #expect(await eventually { frames > 6 })
      for viewer in viewers { picture.endShowing(in: viewer) }
      let shown = frames
      // Six frames' time.
      let end = MainLoop.now + 0.3
      #expect(await eventually { MainLoop.now > end })
      #expect(frames == shown)
      connection.disconnect()
    }
  }
}
