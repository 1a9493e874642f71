// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

extension PlaygroundTests {
  /// Under the picture of an exhibit that stands alone: what it does follows two seconds later.
  static let delayedButton = Point(310, 511)

  /// Sources that change while they are held.
  @Suite struct ChangeTests {
    private let picture = MarkedPicture(size: Size(800, 400))
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("pictures") }

    /// An exhibit, the picture's place on the page, and how the page looks.
    private func start(_ policy: String) throws -> (session: Session, place: Place, page: Screenshot) {
      let session = try Session(
        playground: "policies", ["--policy", policy, "--picture"] + folder.writeEach([picture]))
      var place: Place?
      let page = try session.waitForPage("the picture shows") { screenshot in
        place = screenshot.find(picture)
        return place != nil
      }
      return (session, try #require(place), page)
    }

    /// Expects frames that show the picture, and each of them where it was held.
    private func expectUnmoved(
      _ frames: [Similarity?], from held: Similarity, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let seen = frames.compactMap { $0 }
      #expect(!seen.isEmpty, sourceLocation: sourceLocation)
      for corner in [Point.zero, Point(picture.size.width, picture.size.height)] {
        #expect(
          seen.allSatisfy { $0.apply(to: corner).distance(to: held.apply(to: corner)) <= 1 }, "it stays where it is",
          sourceLocation: sourceLocation)
      }
    }

    @Test func `R1: a copy returns to where its source has moved meanwhile, at the size that it has there`() throws {
      let (session, large, page) = try start("moving")
      // As it looks when nobody holds it.
      try session.rig.pointer.click(PlaygroundTests.delayedButton)
      try session.app.waitForOutput("event moved\n")
      var found: Place?
      _ = try session.waitForPage("it has moved") { screenshot in
        found = screenshot.find(picture)
        return found.map { $0.transform.scale < 0.9 * large.transform.scale } ?? false
      }
      let small = try #require(found)

      try session.rig.pointer.click(PlaygroundTests.delayedButton)
      let grip = Grip(at: small.center, spread: Point(60, 20))
      try session.putDown(grip)
      let motion = grip.motion(scale: 1.3, angle: 0.3, distance: Point(30, 80))
      try session.move(grip, by: motion)
      #expect(session.lines.count == 1, "it is held before it moves")
      try session.app.waitForOutput("event moved\nevent moved\n")
      try session.window.catchUp()
      try session.expect(picture, at: small.transform.then(motion), "it stays with the fingers")
      let middle = Point(picture.size.width / 2, picture.size.height / 2)
      let frames = try session.window.record(measuring: { ($0.time, $0.picture.transform(of: picture)) }) {
        try session.rig.touch.upAll()
        session.waitUntilRestored(page)
      }
      try expectSpring(
        frames, of: middle, to: large.transform.apply(to: middle), insteadOf: small.transform.apply(to: middle))
      session.expectHealthy()
    }

    @Test func `R2: a copy whose source ceases to exist fades, and the source is seen when it is back`() throws {
      let (session, place, page) = try start("vanishing")
      try session.rig.pointer.click(PlaygroundTests.delayedButton)
      let grip = Grip(at: place.center, spread: Point(60, 20))
      try session.putDown(grip)
      let motion = grip.motion(scale: 1.2, angle: 0.2, distance: Point(30, 80))
      try session.move(grip, by: motion)
      let held = place.transform.then(motion)
      try session.expect(picture, at: held, "held")
      #expect(session.app.output == "", "it is held before the source goes")

      let fading = try session.window.record(measuring: { $0.picture.transform(of: picture) }) {
        try session.app.waitForOutput("event removed\n")
        try session.window.waitUntil("nothing is up") { $0.findMarks(picture.marks).isEmpty }
      }
      expectUnmoved(fading, from: held)
      // The fingers that are left do nothing.
      try session.move(grip, by: grip.motion(scale: 1.5))
      try session.window.waitUntilIdle()
      let gone = try session.window.screenshot()
      #expect(gone.findMarks(picture.marks).isEmpty)
      #expect(gone.color(at: Point(60, 400)) == page.color(at: Point(60, 400)), "nothing is dimmed")

      try session.rig.touch.upAll()
      #expect(session.lines == ["event removed"], "they go before the source is back")
      try session.app.waitForOutput("event returned\n")
      session.waitUntilRestored(page)

      // And it can be lifted again.
      try session.putDown(grip)
      try session.move(grip, by: motion)
      try session.expect(picture, at: held, "held again")
      try session.rig.touch.upAll()
      session.waitUntilRestored(page)
      session.expectHealthy()
    }

    @Test func `R2: a copy whose page is left fades where it is when it is let go, and its source is there again`()
      throws
    {
      let (session, place, page) = try start("contain")
      let grip = Grip(at: place.center, spread: Point(60, 20))
      try session.putDown(grip)
      let motion = grip.motion(scale: 1.2, angle: 0.2, distance: Point(30, 80))
      try session.move(grip, by: motion)
      // A mouse is not one of the fingers that hold it.
      try session.rig.pointer.click(Point(393, 23))
      try session.window.catchUp()
      let held = place.transform.then(motion)
      try session.expect(picture, at: held, "another page, and still held")
      let fading = try session.window.record(measuring: { $0.picture.transform(of: picture) }) {
        try session.rig.touch.upAll()
        try session.window.waitUntil("nothing is up") { $0.findMarks(picture.marks).isEmpty }
      }
      expectUnmoved(fading, from: held)
      try session.rig.pointer.click(Point(886, 23))
      session.waitUntilRestored(page)
      session.expectHealthy()
    }

    @Test func `R5: a touch screen that goes away lets go of all that is held`() throws {
      let (session, place, page) = try start("dimAndBlur")
      let grip = Grip(at: place.center, spread: Point(60, 20))
      for distance in [Point(30, 80), Point(-40, 120)] {
        try session.putDown(grip)
        let motion = grip.motion(scale: 1.4, angle: 0.2, distance: distance)
        try session.move(grip, by: motion)
        try session.expect(picture, at: place.transform.then(motion), "held")
        try session.rig.removeTouchScreen()
        session.waitUntilRestored(page)
        try session.rig.returnTouchScreen()
      }
      session.expectHealthy()
    }
  }
}
