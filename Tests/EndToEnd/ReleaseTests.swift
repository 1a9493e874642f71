// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// Letting go of a picture.
@Suite struct ReleaseTests {
  static let pages = ["feed", "photos"]

  /// Pictures on a page, one of them about to be held.
  private struct Start {
    let folder: TemporaryFolder
    let session: Session
    let picture: MarkedPicture
    let home: Similarity
    let before: Screenshot
    let grip: Grip

    init(
      _ page: String, count: Int = 1, held: Int = 0, pictureSize: Size = Size(400, 200), width: Int = 600,
      height: Int = 560,
      options: Application.Options = Application.Options()
    ) throws {
      folder = try TemporaryFolder("pictures")
      let picture = MarkedPicture.numbered(0, size: pictureSize)
      self.picture = picture
      // Nothing on the page is mistaken for it or its marks.
      let plain = (1..<48).map { number in
        MarkedPicture(size: Size(40, 20), background: MarkedPicture.numbered(number).background, marks: [])
      }
      try folder.write((0..<count).map { $0 == held ? picture : plain[$0 % plain.count] })
      session = try Session(folder: folder, page: page, width: width, height: height, options: options)
      let places: [Place]
      (places, before) = try session.waitForPictures([picture])
      home = places[0].transform
      grip = Grip(at: places[0].center, spread: Point(30, 16))
    }

    /// Takes hold of the picture and moves it away; the fingers are still moving as it were.
    func hold(scale: Double = 1.3, angle: Double = 0.2, distance: Point = Point(30, 60)) throws -> Similarity {
      try session.putDown(grip)
      for part in [0.25, 0.5, 0.75] {
        try session.move(grip, by: grip.motion(scale: scale, angle: angle, distance: distance, part: part))
      }
      let motion = grip.motion(scale: scale, angle: angle, distance: distance)
      try session.move(grip, by: motion)
      try session.expect(picture, at: home.then(motion), "held")
      return home.then(motion)
    }

    /// Lets go and waits. The copy is seen in every frame and springs to `place`, not to the `old` one.
    func expectReturn(
      from old: Similarity, to place: Similarity, sourceLocation: SourceLocation = #_sourceLocation,
      wait: () throws -> Void
    ) throws {
      let middle = Point(200, 100)
      let frames = try session.window.record(measuring: { ($0.time, $0.picture.transform(of: picture)) }) {
        try session.rig.touch.upAll()
        try wait()
      }
      try expectSpring(
        frames, of: middle, to: place.apply(to: middle), insteadOf: old.apply(to: middle),
        sourceLocation: sourceLocation)
    }

    /// Lets go and waits; as long as the copy is seen, it is where it was held.
    func expectFading(
      at held: Similarity, sourceLocation: SourceLocation = #_sourceLocation, wait: () throws -> Void
    ) throws {
      let measure = { (frame: Frame) in frame.picture.transform(of: picture) }
      let frames = try session.window.record(measuring: measure) {
        try session.rig.touch.upAll()
        try wait()
      }
      let seen = frames.compactMap { $0 }
      // One finger goes up before the other, so that one frame at least still shows it.
      #expect(!seen.isEmpty, sourceLocation: sourceLocation)
      for mark in picture.marks {
        let position = picture.position(of: mark)
        #expect(
          seen.allSatisfy { $0.apply(to: position).distance(to: held.apply(to: position)) <= 1 },
          "it stays where it is", sourceLocation: sourceLocation)
      }
      #expect(frames.last.flatMap { $0 } == nil, "nothing stays up", sourceLocation: sourceLocation)
    }
  }

  // MARK: R1

  @Test(arguments: pages)
  func `R1: the copy springs back with the fingers' velocity and a small overshoot`(page: String) throws {
    let start = try Start(page)
    let session = start.session
    let home = start.home
    let picture = start.picture
    // Fingers that fly past its place to the right as they let go.
    func motion(_ x: Double) -> Similarity { start.grip.motion(scale: 1.2, distance: Point(x, 40)) }
    try session.putDown(start.grip)
    for part in [0.3, 0.6, 1] {
      try session.move(start.grip, by: start.grip.motion(scale: 1.2, distance: Point(-100, 40), part: part))
    }
    // What came before is no part of the velocity.
    try session.window.waitUntilIdle(quiet: 0.2)
    for x in stride(from: -80.0, through: 20, by: 20) { try session.move(start.grip, by: motion(x)) }
    let held = home.then(motion(20))
    let measure = { (frame: Frame) in (frame.time, frame.picture.transform(of: picture)) }
    let path = try session.window.record(measuring: measure) {
      try session.rig.touch.upAll()
      session.waitUntilRestored(start.before)
    }
    let offsets = try path.map { time, transform in
      let transform = try #require(transform, "the picture is seen in every frame")
      let middle = Point(200, 100)
      return (
        time: time, offset: transform.apply(to: middle) - home.apply(to: middle), scale: transform.scale / home.scale
      )
    }
    let atRelease = held.apply(to: Point(200, 100)) - home.apply(to: Point(200, 100))
    #expect(offsets.contains { $0.offset.x > atRelease.x + 2 }, "it flies on before it turns back")
    #expect(offsets.allSatisfy { $0.offset.length < 100 }, "it stays near")
    // exp(-πζ / √(1 - ζ²)) at ζ = 0.8 is 1.5 %, of what velocity adds to as well.
    #expect(offsets.allSatisfy { $0.offset.y > -0.05 * atRelease.y - 1 && $0.scale > 0.97 }, "a small overshoot")
    let first = try #require(offsets.first).time
    let arrival = try #require(offsets.first { $0.offset.length < 2 && abs($0.scale - 1) < 0.01 }).time
    // About the spring's period; a busy machine draws later, and not sooner.
    #expect(arrival - first > 0.1 && arrival - first < 1)
    session.expectHealthy()
  }

  @Test func `R1: the copy returns to where its source is after the page has scrolled`() throws {
    let start = try Start("feed", count: 6, held: 1, height: 760)
    let session = start.session
    // As it looks without a lift.
    try session.turnWheel(2)
    let scrolled = try session.window.screenshot()
    let place = try #require(scrolled.find(start.picture))
    try session.turnWheel(-9)
    session.waitUntilRestored(start.before)

    _ = try start.hold()
    // A mouse is not one of the fingers that hold the picture.
    try session.turnWheel(2)
    try start.expectReturn(from: start.home, to: place.transform) { session.waitUntilRestored(scrolled) }
    session.expectHealthy()
  }

  @Test(arguments: pages)
  func `R1: the copy returns to where its source is after the window has changed its size`(page: String) throws {
    let start = try Start(page, count: 12, held: page == "feed" ? 0 : 5, width: 700, height: 560)
    let session = start.session
    // Narrower, so that there are fewer columns.
    try session.window.resize(width: 560, height: 500)
    let (places, _) = try session.waitForPictures([start.picture])
    let there = places[0].transform
    let grip = Grip(at: places[0].center, spread: Point(30, 16))
    try session.putDown(grip)
    let motion = grip.motion(scale: 1.3, angle: 0.2, distance: Point(30, 60))
    try session.move(grip, by: motion)
    try session.expect(start.picture, at: there.then(motion), "held")
    try session.window.resize(width: 700, height: 560)
    try session.expect(start.picture, at: there.then(motion), "still held")
    try start.expectReturn(from: there, to: start.home) { try session.window.waitUntilIdle() }
    session.expectHealthy()
  }

  // MARK: R2

  @Test(arguments: pages)
  func `R2: a copy whose source has been scrolled out of sight fades where it is`(page: String) throws {
    // So many that its cell shows others in the end.
    let start = try Start(page, count: 300)
    let session = start.session
    let picture = start.picture
    let held = try start.hold(scale: 1.2, angle: 0.1, distance: Point(20, 30))
    try session.dragScrollbar(down: true)
    try session.expect(picture, at: held, "scrolled, and still held")
    try start.expectFading(at: held) { try session.window.waitUntilIdle() }
    try session.dragScrollbar(down: false)
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }

  @Test func `R2: a copy whose source is on a tab that is not shown any more fades`() throws {
    let start = try Start("photos", count: 60, held: 13)
    let session = start.session
    let other = try Session(folder: start.folder, page: "feed", width: 600, height: 560)
    try other.takePointerAway()
    try other.window.waitUntil("the feed shows") { screenshot in
      [200.0, 500].enumerated().allSatisfy { index, y in
        screenshot.color(at: Point(300, y)).isClose(to: MarkedPicture.numbered(index + 1).background, within: 1)
      }
    }
    try other.window.waitUntilIdle()
    let feed = try other.window.screenshot()
    #expect(feed.find(start.picture) == nil, "it is too far down there")

    let held = try start.hold(scale: 1.1, distance: Point(-60, -40))
    try session.rig.pointer.click(Tabs.feed(in: session))
    try session.takePointerAway()
    try session.window.waitUntilIdle()
    try session.expect(start.picture, at: held, "the tab was switched, and it is still held")
    try start.expectFading(at: held) { session.waitUntilRestored(feed) }
    try session.rig.pointer.click(Tabs.photos(in: session))
    session.waitUntilRestored(start.before)
    _ = try start.hold()
    try session.rig.touch.upAll()
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }

  @Test func `R1: a copy returns to its picture on the tab that is shown by then`() throws {
    let start = try Start("feed")
    let session = start.session
    let other = try Session(folder: start.folder, page: "photos", width: 600, height: 560)
    let (places, _) = try other.waitForPictures([start.picture])
    let held = try start.hold()
    try session.rig.pointer.click(Tabs.photos(in: session))
    try session.takePointerAway()
    try session.window.waitUntilIdle()
    let shown = try #require(try session.window.screenshot().transform(of: start.picture))
    #expect(shown.apply(to: .zero).distance(to: held.apply(to: .zero)) <= 1, "the copy alone is seen")
    try start.expectReturn(from: start.home, to: places[0].transform) {
      try session.waitUntilBack([(start.picture, places[0])])
    }
    try session.rig.pointer.click(Tabs.feed(in: session))
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }

  // MARK: R3

  @Test(arguments: pages)
  func `R3: two fingers catch a returning copy at exactly its present transform`(page: String) throws {
    let start = try Start(page)
    let session = start.session
    let picture = start.picture
    let home = start.home
    for delay in [1, 2] {
      var held = try start.hold(scale: 1.2, angle: 0.4, distance: Point(60, 100))
      let middle = Point(200, 100)
      let center = held.apply(to: middle).midpoint(with: home.apply(to: middle))
      let grip = Grip(at: center, spread: Point(25, 15))
      // Fingers that have paused throw nothing, so that the copy does not fly out of sight.
      try session.window.waitUntilIdle(quiet: 0.2)
      var caughtAt = 0
      let measure = { (frame: Frame) in (frame.number, frame.picture.transform(of: picture)) }
      let frames = try session.window.record(measuring: measure) {
        try session.rig.touch.upAll()
        for _ in 0..<delay { try session.window.waitForFrame() }
        try session.putDown(grip)
        try session.window.catchUp()
        caughtAt = session.window.frameCount
        for _ in 0..<3 { try session.window.catchUp() }
      }
      let path = try frames.map { number, transform in (number, try #require(transform, "seen in every frame")) }
      held = try #require(path.first { $0.0 >= caughtAt }).1
      // Not between two places that it had on its way: it is where it was last, or one frame further.
      for (number, transform) in path where number >= caughtAt {
        #expect(transform.apply(to: .zero).distance(to: held.apply(to: .zero)) <= 0.1, "caught, it stands still")
      }
      if delay == 1 {
        // Later, a busy machine may have it home already.
        #expect(held.apply(to: middle).distance(to: home.apply(to: middle)) > 1, "it was caught on its way")
      }
      for part in [0.5, 1] {
        let motion = grip.motion(scale: 0.95, angle: -0.3, distance: Point(40, 30), part: part)
        try session.move(grip, by: motion)
        try session.expect(picture, at: held.then(motion), "after \(delay) frames")
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(start.before)
    }
    session.expectHealthy()
  }

  // MARK: R5

  @Test(arguments: pages)
  func `R5: a touch screen that goes away lets go of the picture`(page: String) throws {
    let start = try Start(page)
    let session = start.session
    _ = try start.hold()
    try session.rig.removeTouchScreen()
    session.waitUntilRestored(start.before)
    // It comes back, and everything is as it was.
    try session.rig.returnTouchScreen()
    _ = try start.hold(distance: Point(60, 30))
    try session.rig.touch.upAll()
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }

  @Test(arguments: pages, [false, true])
  func `R5: a window that closes while a picture is held ends the app in peace`(page: String, byKey: Bool) throws {
    let start = try Start(page)
    _ = try start.hold()
    if byKey {
      try start.session.rig.keyboard.press("q", with: ["Control_L"])
    } else {
      try start.session.window.close()
    }
    try start.session.window.waitUntilClosed()
    #expect(try start.session.app.waitForExit() == 0)
    #expect(start.session.app.errors == "")
  }

  @Test(arguments: pages)
  func `R5: a window that is hidden while a picture is held shows its page when it is back`(page: String) throws {
    let start = try Start(page)
    let session = start.session
    _ = try start.hold()
    try session.window.minimize()
    try session.rig.touch.upAll()
    try session.window.restore()
    session.waitUntilRestored(start.before)
    _ = try start.hold(distance: Point(60, 30))
    try session.rig.touch.upAll()
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }

  @Test func `R5: a window that closes while a copy returns ends the app in peace`() throws {
    let start = try Start("photos")
    _ = try start.hold()
    try start.session.rig.touch.upAll()
    try start.session.window.close()
    #expect(try start.session.app.waitForExit() == 0)
    #expect(start.session.app.errors == "")
  }

  @Test func `R5: a menu that opens while a picture is held lets go of it`() throws {
    let start = try Start("feed", width: 620)
    let session = start.session
    _ = try start.hold()
    // The menu's button in the header.
    try session.rig.pointer.click(Point(620 - 137, 24))
    try session.window.waitUntil("the menu shows above the page") { screenshot in
      screenshot.cropped(to: Rect(x: 380, y: 55, width: 200, height: 80))
        .differingPixels(from: start.before.cropped(to: Rect(x: 380, y: 55, width: 200, height: 80))) > 5000
    }
    try session.rig.touch.upAll()
    try session.rig.keyboard.press("Escape")
    session.waitUntilRestored(start.before)
    _ = try start.hold()
    try session.rig.touch.upAll()
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }

  @Test func `R5: a picture whose file is deleted while it is held fades`() throws {
    let start = try Start("photos", count: 2)
    _ = try start.hold()
    for name in try FileManager.default.contentsOfDirectory(atPath: start.folder.path) {
      try FileManager.default.removeItem(atPath: start.folder.path + "/" + name)
    }
    try start.session.window.waitUntil("no picture is left") { screenshot in
      screenshot.findMarks(start.picture.marks).isEmpty
    }
    try start.session.rig.touch.upAll()
    try start.session.window.waitUntilIdle()
    start.session.expectHealthy()
  }

  // MARK: R6

  @Test(arguments: pages)
  func `R6: without animations the copy is home in the next frame`(page: String) throws {
    var options = Application.Options()
    options.animations = false
    let start = try Start(page, options: options)
    let session = start.session
    let held = try start.hold()
    let home = start.home
    let measure = { (frame: Frame) in frame.picture.transform(of: start.picture) }
    let frames = try session.window.record(measuring: measure) {
      try session.rig.touch.upAll()
      try session.window.catchUp()
    }
    #expect(!frames.isEmpty)
    // One finger goes up before the other: until then the copy stays.
    for transform in frames {
      let middle = try #require(transform, "the picture is seen in every frame").apply(to: Point(200, 100))
      let distances = [held, home].map { $0.apply(to: Point(200, 100)).distance(to: middle) }
      #expect(distances.contains { $0 <= 1 }, "something in between is shown")
    }
    session.waitUntilRestored(start.before)
    session.expectHealthy()
  }
}
