// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

extension PlaygroundTests {
  /// What sources and the page do with one finger, and do not do because of two.
  @Suite struct InputTests {
    // MARK: Drawing

    private static func isInk(at point: Point, in screenshot: Screenshot) -> Bool {
      let color = screenshot.color(at: point)
      // The page's blue, which no dimmed grey or white is.
      return color.blue - color.red > 100
    }

    @Test func `L13: a surface draws with one finger, and undoes a stroke when a second one comes and lifts it`()
      throws
    {
      let session = try Session(playground: "drawing")
      let empty = try session.waitForPage("the page shows")
      let surface = Rect(x: 260, y: 105, width: 750, height: 390)
      let lines = Rect(x: 0, y: 580, width: 1260, height: 220)

      /// Moves a finger in a straight line.
      func draw(from start: Point, to end: Point) throws {
        try session.rig.touch.down(0, at: start)
        try session.rig.touch.move([0: end], steps: 8) { try session.window.catchUp() }
      }
      try draw(from: Point(400, 200), to: Point(600, 300))
      try session.rig.touch.up(0)
      try session.app.waitForOutput("count strokes 1\n")
      let page = try session.waitForPage("the stroke is there") { Self.isInk(at: Point(500, 250), in: $0) }
      #expect(
        page.cropped(to: lines).differingPixels(from: empty.cropped(to: lines)) == 0, "the page stands while it draws")

      // A second one, which the second finger undoes.
      let second = Point(500, 410)
      try draw(from: Point(450, 400), to: Point(550, 420))
      #expect(try Self.isInk(at: second, in: session.window.screenshot()))
      let grip = Grip(Point(550, 420), Point(750, 260))
      try session.rig.touch.down(1, at: grip.second)
      try session.window.catchUp()
      try session.app.waitForOutput("count cancelled 1\n")
      let lifted = try session.window.screenshot()
      #expect(
        lifted.cropped(to: surface).differingPixels(from: page.cropped(to: surface)) == 0,
        "at the lift the copy is its source without that stroke")
      for part in [0.5, 1] {
        // Without growing, so that the page is not dimmed.
        let motion = grip.motion(distance: Point(30, -90), part: part)
        try session.move(grip, by: motion)
        let held = try session.window.screenshot()
        #expect(Self.isInk(at: motion.apply(to: Point(500, 250)), in: held), "the first stroke is on the copy")
        #expect(!Self.isInk(at: motion.apply(to: second), in: held), "the other one is not")
        #expect(
          held.cropped(to: lines).differingPixels(from: page.cropped(to: lines)) == 0, "the page stands (L14)")
      }
      let motion = grip.motion(scale: 1.3, angle: 0.2, distance: Point(30, -90))
      try session.move(grip, by: motion)
      #expect(try Self.isInk(at: motion.apply(to: Point(500, 250)), in: session.window.screenshot()))
      try session.rig.touch.upAll()
      _ = try session.waitForPage("the surface is back") { screenshot in
        screenshot.cropped(to: surface).differingPixels(from: page.cropped(to: surface)) == 0
      }

      // It draws as before, and beside it the page scrolls; there it draws again, and is lifted.
      try draw(from: Point(700, 200), to: Point(900, 200))
      try session.rig.touch.up(0)
      try session.app.waitForOutput("count strokes 2\n")
      try session.rig.touch.down(0, at: Point(1100, 700))
      try session.rig.touch.move([0: Point(1100, 600)], steps: 10) { try session.window.catchUp() }
      // Longer than what GTK takes a finger's velocity from: the page stays where it is.
      try session.window.waitUntilIdle()
      try session.rig.touch.up(0)
      _ = try session.waitForPage("the page has scrolled") { !Self.isInk(at: Point(800, 200), in: $0) }
      try draw(from: Point(700, 300), to: Point(900, 300))
      #expect(try Self.isInk(at: Point(800, 300), in: session.window.screenshot()))
      try session.rig.touch.down(1, at: Point(700, 250))
      try session.app.waitForOutput("count cancelled 2\n")
      try session.window.catchUp()
      #expect(try !Self.isInk(at: Point(800, 300), in: session.window.screenshot()))
      try session.rig.touch.upAll()
      #expect(session.lines == ["count strokes 1", "count cancelled 1", "count strokes 2", "count cancelled 2"])
      session.expectHealthy()
    }

    // MARK: Card and list

    private static let like = Point(535, 203)
    private static let label = Point(500, 357)
    private static let open = Point(925, 357)
    /// Between two rows.
    private static let rowDistance = 88.0

    private func startCard() throws -> (session: Session, page: Screenshot, folder: TemporaryFolder) {
      let folder = try TemporaryFolder("pictures")
      let pictures = (0..<7).map { MarkedPicture.numbered($0) }
      let session = try Session(playground: "card", folder.writeEach(pictures))
      let page = try session.waitForPage("card and rows show their pictures") { screenshot in
        screenshot.color(at: Point(402, 181)) == pictures[0].background
          && (1..<6).allSatisfy { row in
            let center = Point(350, Self.label.y + Double(row - 1) * Self.rowDistance)
            return screenshot.color(at: center) == pictures[row].background
          }
      }
      return (session, page, folder)
    }

    @Test func `L13: a pinch over buttons and rows presses and activates nothing, and a tap afterwards does it once`()
      throws
    {
      let (session, page, folder) = try startCard()
      _ = folder
      let margin = Point(20, 780)

      let pinches = [
        ("the button and the card", Grip(Self.like, Point(700, 203)), false),
        ("the button after a rest, and the card", Grip(Self.like, Point(700, 203)), true),
        ("the card and the button", Grip(Point(380, 180), Self.like), false),
        ("the button with both", Grip(at: Self.like, spread: Point(22, 6)), true),
        ("a row's picture with both", Grip(at: Point(350, 357), spread: Point(20, 14)), true),
        ("a row's picture and the row beside it", Grip(Point(350, 357), Point(440, 360)), false),
        ("the row after a rest, and its picture", Grip(Point(440, 360), Point(350, 357)), true),
        ("two rows' pictures", Grip(Point(350, 370), Point(345, 357 + Self.rowDistance)), false),
      ]
      for (name, grip, rests) in pinches {
        try session.rig.touch.down(0, at: grip.first)
        // Longer than a long press takes.
        if rests { try session.window.waitUntilIdle(quiet: 0.6) }
        try session.rig.touch.down(1, at: grip.second)
        try session.move(grip, by: grip.motion(scale: 1.5, distance: Point(0, 40)))
        let color = try session.window.screenshot().color(at: margin)
        #expect(
          color.isClose(to: page.color(at: margin).dimmed(by: 0.77 * 0.5), within: 2), "\(name): something is lifted")
        if rests {
          // The fingers go up where they came down. The copy is there by then, but has not come to rest.
          try session.move(grip, by: .identity)
          try session.rig.touch.upAll()
          try session.window.waitUntilIdle()
        }
        try session.rig.touch.upAll()
        session.waitUntilRestored(page)
      }
      #expect(session.app.output == "", "a pinch presses nothing")

      try session.rig.touch.tap(Self.like)
      try session.app.waitForOutput("count likes 1\n")
      try session.rig.touch.tap(Self.label)
      try session.app.waitForOutput("count activated 1\n")
      try session.rig.touch.tap(Self.open)
      try session.app.waitForOutput("count row-button 1\n")
      try session.window.catchUp()
      #expect(session.lines == ["count likes 1", "count activated 1", "count row-button 1"])
      session.expectHealthy()
    }

    @Test func `L14: while a card is held neither its fingers nor further ones reach buttons, rows and scrolling`()
      throws
    {
      let (session, page, folder) = try startCard()
      _ = folder
      let rows = Rect(x: 0, y: 500, width: 1280, height: 300)
      func expectStill(_ what: String) throws {
        let shown = try session.window.screenshot().cropped(to: rows)
        #expect(shown.differingPixels(from: page.cropped(to: rows)) == 0, "\(what)")
      }

      // Without growing, so that the page is not dimmed.
      let grip = Grip(Self.like, Point(700, 203))
      try session.putDown(grip)
      for step in 1...8 {
        try session.move(grip, by: grip.motion(distance: Point(0, 15 * Double(step))))
        try expectStill("its fingers move as if they scrolled")
      }
      let elsewhere = Point(500, 700)
      try session.rig.touch.down(2, at: elsewhere)
      try session.rig.touch.move([2: elsewhere - Point(0, 150)], steps: 6) {
        try session.window.catchUp()
        try expectStill("a third finger moves as if it scrolled")
      }
      try session.rig.touch.up(2)
      for place in [elsewhere, Point(Self.open.x, Self.open.y + 3 * Self.rowDistance)] {
        try session.rig.touch.tap(place, finger: 3)
        // GTK itself shows which button a finger is on, and fades that.
        try session.window.waitUntilIdle()
        try expectStill("a further finger taps")
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(page)
      #expect(session.app.output == "")

      // One finger scrolls the list as ever.
      try session.rig.touch.swipe(from: elsewhere, to: elsewhere - Point(0, 150)) { try session.window.catchUp() }
      try session.window.waitUntil("the list has scrolled") {
        $0.cropped(to: rows).differingPixels(from: page.cropped(to: rows)) > 0
      }
      #expect(session.app.output == "")
      session.expectHealthy()
    }
  }
}
