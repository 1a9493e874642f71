// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

extension ViewerTests {
  /// A page of pictures of which the first is opened.
  struct Start {
    static let window = Size(600, 560)
    static let pictureSize = Size(400, 200)
    /// A pixel of the feed that shows the second picture's background.
    private static let secondPicture = (x: 100, y: 520)

    let folder: TemporaryFolder
    let session: Session
    let pictures: [MarkedPicture]
    let places: [Place]
    let page: Screenshot

    /// - Parameter count: of pictures; the first two are on screen.
    init(_ page: String = "feed", count: Int = 3, options: Application.Options = Application.Options()) throws {
      folder = try TemporaryFolder("pictures")
      pictures = Self.pictures(count)
      try folder.write(pictures)
      session = try Session(
        folder: folder, page: page, release: "viewer", width: Int(Self.window.width), height: Int(Self.window.height),
        options: options)
      (places, self.page) = try session.waitForPictures(Array(pictures.prefix(page == "feed" ? 1 : 3))) { [pictures] in
        // Of the second one nothing but the beginning is on screen.
        page != "feed" || $0[Self.secondPicture.x, Self.secondPicture.y].isClose(to: pictures[1].background, within: 8)
      }
    }

    /// With marks near the middle, which are in the window also when the picture is larger. The first and the last one
    /// have colours that no other has.
    static func pictures(_ count: Int) -> [MarkedPicture] {
      (0..<count).map { number in
        let colors = number == 0 ? [Color.red, .green] : number == count - 1 ? [.magenta, .cyan] : [.blue, .yellow]
        let places = [Point(0.44, 0.42), Point(0.56, 0.58)]
        return MarkedPicture(
          size: pictureSize, background: MarkedPicture.numbered(number).background,
          marks: zip(colors, places).map { Mark($0, at: $1) }, markRadius: 0.05)
      }
    }

    var touch: TouchScreen { session.rig.touch }
    var window: Window { session.window }

    /// The middle of the window.
    static var middle: Point { Point(window.width / 2, window.height / 2) }

    /// How a picture lies that just fits, turned by a quarter turn or not, and larger by `zoom`, about the middle.
    static func fit(zoom: Double = 1, isTurned: Bool = false) -> Similarity {
      let extent = isTurned ? Size(pictureSize.height, pictureSize.width) : pictureSize
      let scale = min(window.width / extent.width, window.height / extent.height)
      return Similarity(
        scale: scale * zoom, angle: isTurned ? .pi / 2 : 0,
        taking: Point(pictureSize.width / 2, pictureSize.height / 2), to: middle)
    }

    /// Waits until a picture is where it should be, and nothing moves any more.
    func waitUntilShown(_ number: Int = 0, at expected: Similarity = fit()) throws {
      let picture = pictures[number]
      try window.waitUntil("picture \(number) is in its place") { screenshot in
        guard let found = screenshot.find(picture, near: expected) else { return false }
        return picture.marks.map(picture.position).allSatisfy {
          found.transform.apply(to: $0).distance(to: expected.apply(to: $0)) <= 1
        }
      }
      try window.waitUntilIdle()
    }

    func open() throws {
      try touch.tap(places[0].center)
      try waitUntilShown()
    }

    /// Opens the first picture, and scales it by 2.5 about the middle.
    func openZoomed() throws {
      try open()
      try doubleTap(Self.middle)
      try waitUntilShown(at: Self.zoomed)
    }

    static let zoomed = fit(zoom: 2.5)

    func waitUntilClosed() throws { try session.waitUntilBack([(pictures[0], places[0])]) }

    /// How it lies after having been scaled at fit, or moved from there, by `motion`.
    static func fit(_ motion: Similarity) -> Similarity { fit().then(motion) }

    /// Moves the mouse, until there are buttons for it at the sides of the picture.
    func showSideButtons() throws {
      // After a touch, what moves the pointer is not taken for a mouse for half a second.
      try window.waitUntilIdle(quiet: 0.6)
      let before = try window.screenshot()
      try session.rig.pointer.move(to: Self.middle + Point(0, 60))
      try session.rig.pointer.move(to: Self.middle + Point(0, 40))
      let sides = [4.0, Self.window.width - 64].map { Rect(x: $0, y: Self.middle.y - 30, width: 60, height: 60) }
      try window.waitUntil("there is a button at a side") { screenshot in
        sides.contains { screenshot.cropped(to: $0).differingPixels(from: before.cropped(to: $0), tolerance: 20) > 500 }
      }
      try window.waitUntilIdle()
    }

    /// Waits until a menu is open, and returns where.
    func waitForMenu() throws -> Rect {
      var found: Rect?
      try window.waitUntil("a menu is open") { screenshot in
        found = Self.menu(in: screenshot)
        return found != nil
      }
      try window.waitUntilIdle()
      return try #require(found)
    }

    func waitUntilMenuIsClosed() throws {
      try window.waitUntil("the menu is closed") { Self.menu(in: $0) == nil }
      try window.waitUntilIdle()
    }

    /// Where nearly all is white, which neither pictures nor controls are.
    private static func menu(in screenshot: Screenshot) -> Rect? {
      let step = 4
      func isLight(_ x: Int, _ y: Int) -> Bool { screenshot[x, y].isClose(to: .white, within: 6) }
      let columns = stride(from: 0, to: screenshot.width, by: step)
      // Below the header, whose text is white.
      let rows = stride(from: 60, to: screenshot.height, by: step)
      let places = rows.flatMap { y in columns.filter { isLight($0, y) }.map { Point(Double($0), Double(y)) } }
      guard places.count > 300, let left = places.map(\.x).min(), let right = places.map(\.x).max(),
        let top = places.map(\.y).min(), let bottom = places.map(\.y).max()
      else { return nil }
      return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    func key(_ name: String, with modifiers: [String] = []) throws {
      try window.focus()
      try session.rig.keyboard.press(name, with: modifiers)
    }

    /// One finger from a place to another, without a pause at the end.
    func drag(from start: Point, to end: Point) throws {
      try touch.down(0, at: start)
      try touch.move([0: end], steps: 8) { try window.catchUp() }
    }

    /// One finger from a place to another as fast as a hand would, and up: speed is told by the clock, not by frames.
    func flick(from start: Point, to end: Point) throws {
      try touch.down(0, at: start)
      try touch.move([0: end], steps: 10) { usleep(8000) }
      try touch.upAll()
    }

    func doubleTap(_ point: Point) throws {
      try touch.tap(point)
      try touch.tap(point)
    }

    /// Where a picture is in every frame that is drawn meanwhile.
    func record(_ number: Int = 0, during body: () throws -> Void) throws -> [Similarity?] {
      let picture = pictures[number]
      return try window.record(measuring: { $0.picture.transform(of: picture) }, during: body)
    }
  }
}
