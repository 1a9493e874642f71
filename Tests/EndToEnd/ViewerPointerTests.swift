// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// The viewer with a touchpad, a mouse, and a finger that rests.
@Suite struct ViewerPointerTests {
  private typealias Start = ViewerTests.Start

  /// Expects the first picture to lie as at fit, but moved, turned and scaled by `motion`.
  private func expect(_ start: Start, _ motion: Similarity, from place: Similarity, _ comment: String) throws {
    try start.session.expect(start.pictures[0], at: place.then(motion), comment)
  }

  @Test func `On a touchpad a pinch about the pointer scales, turns and moves the picture, and dismisses it from fit`()
    throws
  {
    let start = try Start()
    try start.open()
    let touchpad = start.session.rig.touchpad
    let point = Start.middle + Point(40, 20)
    try start.session.rig.pointer.move(to: point)
    try touchpad.beginPinch()
    let steps = 6
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      try touchpad.updatePinch(scale: 1 + part, turn: 60 / Double(steps), moved: Point(-48, 30) / Double(steps))
      try start.window.catchUp()
      try expect(
        start, .about(point, scale: 1 + part, angle: .pi / 3 * part, moved: Point(-48, 30) * part), from: Start.fit(),
        "step \(step)")
    }
    // At rest: it comes to lie at the nearest quarter.
    try start.window.waitUntilIdle()
    try touchpad.endPinch()
    try start.window.waitUntilIdle()
    let rest = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    #expect(abs(rest.angle - .pi / 2) < 0.005 && abs(rest.scale / Start.fit().scale - 2) < 0.01)

    try start.key("0", with: ["Control_L"])
    try start.key("r", with: ["Control_L", "Shift_L"])
    try start.waitUntilShown()
    try start.session.rig.pointer.move(to: Start.middle)
    try touchpad.pinch(scale: 0.6) { try start.window.catchUp() }
    try start.waitUntilClosed()
    start.session.waitUntilRestored(start.page)
    start.session.expectHealthy()
  }

  @Test func `Three fingers on a touchpad swipe to the next picture and back, and the picture goes with them`() throws {
    let start = try Start()
    try start.open()
    let touchpad = start.session.rig.touchpad
    try start.session.rig.pointer.move(to: Start.middle)
    try touchpad.beginSwipe()
    // The first ten pixels decide what they do.
    try touchpad.updateSwipe(moved: Point(-12, 3))
    for step in 1...5 {
      try touchpad.updateSwipe(moved: Point(-50, 9))
      try start.window.catchUp()
      try expect(start, Similarity(translation: Point(-50 * Double(step), 0)), from: Start.fit(), "step \(step)")
    }
    try touchpad.endSwipe()
    try start.waitUntilShown(1)
    try touchpad.swipe(Point(250, 0)) { try start.window.catchUp() }
    try start.waitUntilShown(0)
    // What was only begun comes back.
    try touchpad.beginSwipe()
    for _ in 1...5 { try touchpad.updateSwipe(moved: Point(-60, 0)) }
    try touchpad.endSwipe(cancelled: true)
    try start.waitUntilShown(0)
    start.session.expectHealthy()
  }

  @Test func `With Ctrl the wheel scrolls a larger picture, as far as its edges`() throws {
    let start = try Start()
    try start.openZoomed()
    try start.session.rig.pointer.move(to: Start.middle)
    try start.session.rig.keyboard.down("Control_L")
    // A tenth of the window for each click; 95 pixels of the picture are beyond the window.
    for (clicks, offset) in [(1, -56.0), (-2, 56), (-3, 95)] {
      try start.session.rig.pointer.wheel(clicks)
      try start.waitUntilShown(at: Start.zoomed.then(Similarity(translation: Point(0, offset))))
    }
    try start.session.rig.keyboard.up("Control_L")
    start.session.expectHealthy()
  }

  @Test func `The mouse drags a larger picture, and leaves one that fits where it is`() throws {
    let start = try Start()
    try start.open()
    let (pointer, window) = (start.session.rig.pointer, start.window)
    func drag(by offset: Point) throws {
      try pointer.move(to: Start.middle)
      try pointer.press()
      // The first ten pixels decide what it does.
      try pointer.move(to: Start.middle + offset / offset.length * 12)
      try window.catchUp()
      try pointer.move(to: Start.middle + offset / offset.length * 12 + offset, steps: 5) { try window.catchUp() }
    }
    for offset in [Point(-200, 0), Point(0, 200)] {
      try drag(by: offset)
      try expect(start, .identity, from: Start.fit(), "it fits")
      try pointer.release()
    }
    try start.waitUntilShown()
    try start.doubleTap(Start.middle)
    try start.waitUntilShown(at: Start.zoomed)
    try drag(by: Point(-150, 40))
    try expect(start, Similarity(translation: Point(-150, 40)), from: Start.zoomed, "it is larger")
    try window.waitUntilIdle()
    try pointer.release()
    try start.waitUntilShown(at: Start.zoomed.then(Similarity(translation: Point(-150, 40))))
    start.session.expectHealthy()
  }

  @Test func `A mouse button that is held still opens no menu`() throws {
    let start = try Start()
    try start.open()
    try start.doubleTap(Start.middle)
    try start.waitUntilShown(at: Start.zoomed)
    let pointer = start.session.rig.pointer
    try pointer.move(to: Start.middle)
    try start.window.waitUntilIdle()
    let before = try start.window.screenshot()
    try pointer.press()
    // So far that GTK takes it for a drag, but not so far that it is decided what it does.
    try pointer.move(to: Start.middle + Point(9, 0), steps: 3) { try start.window.catchUp() }
    // Twice as long as a finger would have to.
    try start.window.waitUntilIdle(quiet: 1)
    #expect(try start.window.screenshot().differingPixels(from: before) == 0)
    try pointer.release()
    start.session.expectHealthy()
  }

  @Test func `A double click makes the window fill the screen, and another one not`() throws {
    let start = try Start()
    try start.open()
    for isFullscreen in [true, false] {
      try start.session.rig.pointer.click(Start.middle, count: 2)
      try start.window.waitForState("the window is in full screen: \(isFullscreen)") {
        $0.isFullscreen == isFullscreen
      }
      // Longer than between two clicks of one double click.
      try start.window.waitUntilIdle(quiet: 0.5)
    }
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test func `A mouse has buttons at the sides to leaf with, and keys go on from there`() throws {
    let start = try Start()
    try start.open()
    let (next, previous) = (Point(Start.window.width - 32, Start.middle.y), Point(32, Start.middle.y))
    try start.showSideButtons()
    let pointer = start.session.rig.pointer
    for number in 1...2 {
      try pointer.click(next)
      try start.waitUntilShown(number)
    }
    // There is no button any more where there is nothing more.
    try start.key("Left")
    try start.waitUntilShown(1)
    for _ in 0..<2 { try pointer.click(previous) }
    try start.waitUntilShown(0)
    try start.key("Right")
    try start.waitUntilShown(1)
    start.session.expectHealthy()
  }

  @Test func `The back button of a mouse sends the picture home, over the controls, too`() throws {
    let start = try Start()
    for point in [Start.middle, Point(Start.window.width / 2, 24)] {
      try start.open()
      try start.session.rig.pointer.click(point, .back)
      try start.waitUntilClosed()
    }
    start.session.waitUntilRestored(start.page)
    start.session.expectHealthy()
  }

  @Test func `A right click and a long press open the menu there, and its first item turns the picture`() throws {
    let start = try Start()
    try start.open()
    let pointer = start.session.rig.pointer
    let point = Start.middle + Point(-80, 30)
    let openings: [(name: String, open: () throws -> Void, end: () throws -> Void)] = [
      ("a right click", { try pointer.click(point, .right) }, {}),
      ("a long press", { try start.touch.down(0, at: point) }, { try start.touch.upAll() }),
    ]
    for (name, open, end) in openings {
      try open()
      let menu = try start.waitForMenu()
      try end()
      #expect(abs(menu.center.x - point.x) < 30 && menu.insetBy(-30).contains(point), "\(name): \(menu) at \(point)")
      // It is the menu's alone.
      try start.key("Escape")
      try start.waitUntilMenuIsClosed()
      try start.waitUntilShown()
    }
    try pointer.click(point, .right)
    let menu = try start.waitForMenu()
    try pointer.click(Point(menu.center.x, menu.minY + 20))
    try start.waitUntilShown(at: Start.fit(isTurned: true))
    start.session.expectHealthy()
  }
}
