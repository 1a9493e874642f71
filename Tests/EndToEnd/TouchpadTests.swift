// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// Pinching on a touchpad, where the pointer is.
@Suite struct TouchpadTests {
  @Test(arguments: PointerPage.names)
  func `a pinch lifts the picture under the pointer about it, turns and moves it, and its end returns it`(
    name: String
  ) throws {
    let page = try PointerPage(name)
    let touchpad = page.session.rig.touchpad
    for fingers in [2, 4] {
      try touchpad.beginPinch(fingers: fingers)
      try page.session.window.catchUp()
      try page.expectLifted(by: .identity, "it has begun")
      let steps = 8
      for step in 1...steps {
        let part = Double(step) / Double(steps)
        try touchpad.updatePinch(
          scale: 1 + 0.4 * part, turn: 24 / Double(steps), moved: Point(-40, -24) / Double(steps), fingers: fingers)
        try page.session.window.catchUp()
        let motion = Similarity.about(
          page.point, scale: 1 + 0.4 * part, angle: 24 * part * .pi / 180, moved: Point(-40, -24) * part)
        try page.expectLifted(by: motion, "\(fingers) fingers, step \(step)")
      }
      try touchpad.endPinch(fingers: fingers)
      page.session.waitUntilRestored(page.before)
      // It may only have crossed its place on its way.
      try page.session.window.waitUntilIdle()
      try page.session.rig.pointer.move(to: page.point)
    }
    page.finish()
  }

  @Test(arguments: PointerPage.names)
  func `a pinch that ends lets go with its speed, and one that is cancelled without`(name: String) throws {
    let page = try PointerPage(name)
    let touchpad = page.session.rig.touchpad
    for isCancelled in [false, true] {
      try page.session.window.waitUntilIdle()
      try page.session.rig.pointer.move(to: page.point)
      try touchpad.beginPinch()
      try touchpad.updatePinch(scale: 1.2, moved: Point(-120, 0))
      // What came before is no part of the speed.
      try page.session.window.waitUntilIdle(quiet: 0.2)
      // Back to its place, from the left.
      for _ in 1...6 {
        try touchpad.updatePinch(scale: 1.2, moved: Point(20, 0))
        try page.session.window.catchUp()
      }
      // At once, or the fingers have paused.
      let shifts = try page.session.window.record(measuring: { page.shift(in: $0.picture) }) {
        try touchpad.endPinch(cancelled: isCancelled)
        page.session.waitUntilRestored(page.before)
      }
      let farthest = try #require(shifts.compactMap(\.self).max())
      // More or less than what a place can be measured to.
      if isCancelled { #expect(farthest <= 0.3) } else { #expect(farthest >= 1) }
    }
    page.finish()
  }

  @Test func `a pinch beside the pictures and a swipe lift nothing`() throws {
    let page = try PointerPage("photos")
    let (rig, window) = (page.session.rig, page.session.window)
    func expectNothing(at point: Point, _ body: (() throws -> Void) throws -> Void) throws {
      try rig.pointer.move(to: point)
      try window.waitUntilIdle()
      let before = try window.screenshot()
      try body {
        try window.catchUp()
        #expect(try window.screenshot().differingPixels(from: before) == 0)
      }
    }
    // On the header, where nothing answers to the pointer.
    try expectNothing(at: Point(200, 24)) { try rig.touchpad.pinch(scale: 2, between: $0) }
    try expectNothing(at: page.point) { try rig.touchpad.swipe(Point(0, -60), between: $0) }
    page.finish()
  }

  @Test func `fingers and a pinch on the touchpad hold two pictures at once`() throws {
    let page = try PointerPage("photos")
    let rig = page.session.rig
    let other = MarkedPicture.numbered(20, size: Size(400, 200))
    let place = try #require(page.before.find(other))
    let grip = Grip(at: place.center, spread: Point(24, 12))
    try page.session.putDown(grip)
    try page.session.move(grip, by: grip.motion(scale: 1.3, distance: Point(40, 60)))
    try rig.pointer.move(to: page.point)
    try rig.touchpad.beginPinch()
    for part in [0.5, 1] {
      let motion = grip.motion(scale: 1.3 + 0.3 * part, distance: Point(40, 60))
      try rig.touchpad.updatePinch(scale: 1 + 0.3 * part)
      try page.session.move(grip, by: motion)
      try page.expectLifted(
        by: .about(page.point, scale: 1 + 0.3 * part), "the touchpad's")
      try page.session.expect(other, at: place.transform.then(motion), "the fingers'")
    }
    try rig.touchpad.endPinch()
    try page.session.expect(
      other, at: place.transform.then(grip.motion(scale: 1.6, distance: Point(40, 60))), "after the touchpad's")
    try rig.touch.upAll()
    page.finish()
  }

  @Test(arguments: PointerPage.names)
  func `fingers take over a copy that the touchpad holds without a jump`(name: String) throws {
    let page = try PointerPage(name)
    let (rig, window) = (page.session.rig, page.session.window)
    try rig.touchpad.beginPinch()
    try rig.touchpad.updatePinch(scale: 1.3, turn: 10)
    let lifted = Similarity.about(page.point, scale: 1.3, angle: 10 * .pi / 180)
    let grip = Grip(at: lifted.apply(to: page.place.center), spread: Point(30, 12))
    try page.session.putDown(grip)
    try window.catchUp()
    try page.expectLifted(by: lifted, "the fingers are down")
    // Not theirs any more.
    try rig.touchpad.updatePinch(scale: 1.6)
    try rig.touchpad.endPinch()
    let motion = grip.motion(scale: 1.1, angle: -0.2, distance: Point(-20, -10))
    try page.session.move(grip, by: motion)
    try page.expectLifted(by: lifted.then(motion), "the fingers have moved")
    try rig.touch.upAll()
    page.finish()
  }

  @Test func `a policy's rules hold for a pinch on the touchpad, and a source that is not enabled is not lifted`()
    throws
  {
    let picture = MarkedPicture(size: Size(800, 400))
    let folder = try TemporaryFolder("pictures")
    let path = try folder.writeEach([picture])[0]
    for policy in ["upright", "damped", "disabled"] {
      let session = try Session(playground: "policies", ["--policy", policy, "--picture", path])
      var place: Place?
      let before = try session.waitForPage("the picture shows") { screenshot in
        place = screenshot.find(picture)
        return place != nil
      }
      let (rest, point) = try (#require(place).transform, #require(place).center + Point(40, -30))
      try session.rig.pointer.move(to: point)
      try session.rig.touchpad.beginPinch()
      try session.rig.touchpad.updatePinch(scale: 1.3, turn: 20)
      try session.window.catchUp()
      let shown =
        switch policy {
        case "upright": Similarity.about(point, scale: 1.3)
        case "damped": Similarity.about(point, scale: 1.15, angle: 20 * .pi / 180)
        default: Similarity.identity
        }
      try session.expect(picture, at: rest.then(shown), policy)
      try session.rig.touchpad.endPinch()
      session.waitUntilRestored(before)
      session.expectHealthy()
    }
  }
}

/// A page that can be scrolled, with a picture for the pointer to lift, and another that tells whether the page stands
/// still.
struct PointerPage {
  static let names = ["feed", "photos"]

  let folder: TemporaryFolder
  let session: Session
  let picture: MarkedPicture
  let place: Place
  private let witness: MarkedPicture
  private let witnessPlace: Place
  /// Without the pointer.
  let before: Screenshot
  /// Of the pointer: on the picture, but not in its middle.
  let point: Point

  init(_ name: String, options: Application.Options = Application.Options()) throws {
    let isFeed = name == "feed"
    let index = isFeed ? 0 : 11
    // The brightest of all, so that no other looks like it when it is dimmed.
    let pictures = (0..<40).map { MarkedPicture.numbered($0 == index ? 47 : $0, size: Size(400, 200)) }
    folder = try TemporaryFolder("pictures")
    try folder.write(pictures)
    session = try Session(folder: folder, page: name, width: 900, height: isFeed ? 700 : 480, options: options)
    // In the grid one in the second row; at its right end, in the last row that is in sight, nothing covers the witness.
    (picture, witness) = (pictures[index], pictures[isFeed ? 1 : 31])
    let (places, before) = try session.waitForPictures([picture, witness])
    (place, witnessPlace) = (places[0], places[1])
    self.before = before
    point = place.center + Point(place.bounds.size.width * 0.15, place.bounds.size.height * -0.1)
    try session.rig.pointer.move(to: point)
  }

  /// Expects the picture, lifted, where `motion` takes it from its place, and the page as it was.
  func expectLifted(
    by motion: Similarity, _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let screenshot = try session.window.screenshot()
    try session.expect(
      picture, at: place.transform.then(motion), comment(), in: screenshot, sourceLocation: sourceLocation)
    // Unless the copy lies above it.
    let covered = place.bounds.insetBy(-10)
    let isInSight = witness.marks.allSatisfy { mark in
      !covered.contains(motion.inverse.apply(to: witnessPlace.transform.apply(to: witness.position(of: mark))))
    }
    guard isInSight else { return }
    try session.expect(
      witness, at: witnessPlace.transform, "the page stands still: \(comment())", in: screenshot,
      sourceLocation: sourceLocation)
  }

  /// How large the picture is shown, as a ratio to its size on the page; nil while not all of its marks are in sight.
  func scale(in screenshot: Screenshot) -> Double? {
    screenshot.find(picture).map { $0.transform.scale / place.transform.scale }
  }

  /// Waits until the picture is that much larger than on the page, as far as a scale can be measured.
  func waitUntilScaled(to scale: Double) throws {
    try session.window.waitUntil("the picture has the scale \(scale)") { screenshot in
      self.scale(in: screenshot).map { abs($0 / scale - 1) < 0.002 } ?? false
    }
  }

  /// How far to the right the place under the pointer has moved, in pixels; nil while not all marks are in sight.
  func shift(in screenshot: Screenshot) -> Double? {
    let held = place.transform.inverse.apply(to: point)
    return screenshot.find(picture).map { $0.transform.apply(to: held).x - point.x }
  }

  /// Takes the pointer away, and waits until the page is as it was.
  func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    session.waitUntilRestored(before, sourceLocation: sourceLocation)
    session.expectHealthy(sourceLocation: sourceLocation)
  }
}

extension Similarity {
  /// Scales and turns about a point, in radians, and then moves all.
  static func about(_ point: Point, scale: Double, angle: Double = 0, moved: Point = .zero) -> Similarity {
    Similarity(scale: scale, angle: angle, taking: point, to: point + moved)
  }
}
