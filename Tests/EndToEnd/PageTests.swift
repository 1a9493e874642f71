// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// What the page does with one finger it does as if nothing on it could be lifted, and nothing because of a pinch.
@Suite struct PageTests {
  static let pages = ["feed", "photos"]

  /// Enough pictures for some screens on each page.
  private static let pictures = (0..<48).map { MarkedPicture.numbered($0, size: Size(400, 200)) }

  private static func start(_ page: String) throws -> (session: Session, folder: TemporaryFolder) {
    let folder = try TemporaryFolder("pictures")
    try folder.write(pictures)
    return (try Session(folder: folder, page: page, width: 560, height: 720), folder)
  }

  /// How far the page has been scrolled between two pictures of it, by what is seen in both.
  private static func distance(from before: Screenshot, to after: Screenshot) throws -> Double {
    for picture in pictures {
      guard let old = before.find(picture), let new = after.find(picture) else { continue }
      return old.transform.apply(to: .zero).y - new.transform.apply(to: .zero).y
    }
    throw RigError("no picture is on both screens")
  }

  @Test(arguments: pages, [5.0, 20, 60])
  func `L1: a lift wins over a finger that has scrolled the page already, which stops where it is`(
    page: String, distance: Double
  ) throws {
    let (session, folder) = try Self.start(page)
    _ = folder
    // Not in the first row, which would be scrolled out of sight.
    let (places, _) = try session.waitForPictures([Self.pictures[page == "feed" ? 1 : 9]])
    // Near enough to the middle of a picture that it is still under the finger, which the page follows.
    let start = places[0].center + Point(-20, 10)
    try session.rig.touch.down(0, at: start)
    // Fast, as a flick is.
    try session.rig.touch.move([0: start - Point(0, distance)], steps: 4) { try session.window.catchUp() }
    let scrolled = try session.window.screenshot()
    let seen = Self.pictures.indices.compactMap { index in scrolled.find(Self.pictures[index]).map { (index, $0) } }
    let finger = start - Point(0, distance)
    let (index, place) = try #require(seen.first { $0.1.bounds.contains(finger) })
    // Far enough not to be covered.
    let other = try #require(seen.max { $0.1.center.distance(to: finger) < $1.1.center.distance(to: finger) })

    let toCenter = place.center - finger
    let grip = Grip(finger, finger + toCenter * 2 + Point(12, 6))
    try session.rig.touch.down(1, at: grip.second)
    for part in stride(from: 0.25, through: 1, by: 0.25) {
      let motion = grip.motion(scale: 1.15, angle: 0.05, distance: Point(0, 10), part: part)
      try session.move(grip, by: motion)
      let screenshot = try session.window.screenshot()
      try session.expect(
        Self.pictures[index], at: place.transform.then(motion), "\(part) of the gesture", in: screenshot)
      let still = try #require(screenshot.find(Self.pictures[other.0], near: other.1.transform))
      let moved = still.transform.apply(to: .zero).distance(to: other.1.transform.apply(to: .zero))
      #expect(moved <= 0.5, "the page stands still")
    }
    try session.rig.touch.upAll()
    try session.waitUntilBack(seen.map { (Self.pictures[$0.0], $0.1) })
    session.expectHealthy()
  }

  @Test(arguments: pages) func `L1: a lift stops a page that still rolls from a flick`(page: String) throws {
    let (session, folder) = try Self.start(page)
    _ = folder
    _ = try session.waitForPictures([Self.pictures[0]])
    let start = Point(280, 600)
    try session.rig.touch.swipe(from: start, to: start - Point(0, 150), steps: 5) { try session.window.catchUp() }
    try session.window.waitForFrame()
    let grip = Grip(at: Point(270, 360), spread: Point(20, 12))
    try session.putDown(grip)
    try session.window.catchUp()
    // Nothing is dimmed yet: all are where the lift has stopped them.
    let stopped = try session.window.screenshot()
    let seen = Self.pictures.compactMap { picture in stopped.find(picture).map { (picture, $0) } }
    // Between two pictures it is one of them.
    var held = seen.filter { $0.1.bounds.insetBy(-8).contains(grip.center) }
    let other = try #require(
      seen.max { $0.1.center.distance(to: grip.center) < $1.1.center.distance(to: grip.center) })
    for part in [0.3, 0.6, 1] {
      let motion = grip.motion(scale: 1.15, angle: 0.05, distance: Point(0, 10), part: part)
      try session.move(grip, by: motion)
      let screenshot = try session.window.screenshot()
      held = held.filter { picture, place in
        let expected = place.transform.then(motion)
        guard let found = screenshot.find(picture, near: expected) else { return false }
        return picture.marks.map(picture.position).allSatisfy {
          found.transform.apply(to: $0).distance(to: expected.apply(to: $0)) <= 1
        }
      }
      #expect(held.count == 1, "\(part) of the gesture")
      let still = try #require(screenshot.find(other.0, near: other.1.transform))
      #expect(still.transform.apply(to: .zero).distance(to: other.1.transform.apply(to: .zero)) <= 0.5)
    }
    try session.rig.touch.upAll()
    try session.waitUntilBack(seen.map { ($0.0, $0.1) })
    session.expectHealthy()
  }

  @Test(arguments: pages)
  func `L13: one finger scrolls with the page following it, and a flick after a lift goes on by itself`(
    page: String
  ) throws {
    let (session, folder) = try Self.start(page)
    _ = folder
    let (places, before) = try session.waitForPictures([Self.pictures[0]])

    // A lift, which leaves nothing behind.
    let grip = Grip(at: places[0].center, spread: Point(20, 12))
    try session.putDown(grip)
    try session.move(grip, by: grip.motion(scale: 1.4, distance: Point(20, 60)))
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)

    // A slow finger: the page follows from where the drag was recognized, and stays where the finger leaves it.
    let start = Point(280, 500)
    try session.rig.touch.down(0, at: start)
    try session.rig.touch.move([0: start - Point(0, 40)], steps: 4) { try session.window.catchUp() }
    let early = try session.window.screenshot()
    try session.rig.touch.move([0: start - Point(0, 120)], steps: 8) { try session.window.catchUp() }
    let late = try session.window.screenshot()
    #expect(try abs(Self.distance(from: early, to: late) - 80) <= 1)
    // Longer than what GTK takes a finger's velocity from.
    try session.window.waitUntilIdle(quiet: 0.3)
    try session.rig.touch.up(0)
    try session.window.waitUntilIdle()
    #expect(try abs(Self.distance(from: late, to: session.window.screenshot())) <= 1)

    // A flick.
    try session.rig.touch.down(0, at: start)
    try session.rig.touch.move([0: start - Point(0, 120)], steps: 5) { try session.window.catchUp() }
    let atEnd = try session.window.screenshot()
    try session.rig.touch.up(0)
    try session.window.waitUntil("the page has gone on by itself") { screenshot in
      try Self.distance(from: atEnd, to: screenshot) > 20
    }
    session.expectHealthy()
  }

  @Test(arguments: pages)
  func `L13: a pinch selects and activates nothing`(page: String) throws {
    let (session, folder) = try Self.start(page)
    _ = folder
    let (places, before) = try session.waitForPictures([Self.pictures[0]])
    let grip = Grip(at: places[0].center, spread: Point(24, 10))
    // So that what is below sees one finger on the picture, and the other one elsewhere.
    let across = Grip(places[0].center, places[0].center + Point(10, 0.8 * places[0].bounds.size.height))
    let pinches = [
      ("both fingers at once", grip, false), ("a finger that has rested", grip, true),
      ("fingers across its edge", across, false), ("a finger that has rested, and one beyond the edge", across, true),
    ]
    for (name, grip, rests) in pinches {
      for motion in [.identity, grip.motion(scale: 1.5)] {
        try session.rig.touch.down(0, at: grip.first)
        // Longer than a long press takes.
        if rests { try session.window.waitUntilIdle(quiet: 0.7) }
        try session.rig.touch.down(1, at: grip.second)
        try session.move(grip, by: motion)
        try session.rig.touch.upAll()
        session.waitUntilRestored(before)
        #expect(session.app.windows.count == 1, "\(name)")
      }
    }
    session.expectHealthy()
  }

  @Test(arguments: pages)
  func `L14: while a picture is up, its fingers and further ones do nothing to the page`(page: String) throws {
    let (session, folder) = try Self.start(page)
    _ = folder
    let (_, before) = try session.waitForPictures([Self.pictures[0]])
    let seen = Self.pictures.indices.compactMap { index in before.find(Self.pictures[index]).map { (index, $0) } }
    let places = [seen[0].1]
    let other = try #require(seen.last)
    let grip = Grip(at: places[0].center, spread: Point(24, 10))
    try session.putDown(grip)
    try session.move(grip, by: grip.motion(scale: 1.2))
    let still = other.1.transform

    func expectStill(_ what: String) throws {
      let found = try #require(try session.window.screenshot().find(Self.pictures[other.0], near: still), "\(what)")
      #expect(found.transform.apply(to: .zero).distance(to: still.apply(to: .zero)) <= 0.5, "\(what)")
    }
    // The fingers that hold it, as if they scrolled.
    for step in 1...6 {
      try session.move(grip, by: grip.motion(scale: 1.2, distance: Point(0, -6 * Double(step))))
      try expectStill("scrolling with both fingers")
    }
    // A third one far from it, as if it scrolled, and a tap on a tab.
    let elsewhere = Point(280, 680)
    try session.rig.touch.down(2, at: elsewhere)
    try session.rig.touch.move([2: elsewhere - Point(0, 150)], steps: 6) {
      try session.window.catchUp()
      try expectStill("scrolling with a third finger")
    }
    try session.rig.touch.up(2)
    for x in [230.0, 330] { try session.rig.touch.tap(Point(x, 24), finger: 3) }
    try session.window.catchUp()
    try expectStill("tapping tabs")
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }
}
