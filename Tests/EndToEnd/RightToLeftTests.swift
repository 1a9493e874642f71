// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// The viewer where reading goes from right to left.
@Suite struct RightToLeftTests {
  private typealias Start = ViewerTests.Start

  @Test func `The next picture is on the left: for keys, swipes and buttons`() throws {
    var options = Application.Options()
    options.isRightToLeft = true
    let start = try Start(options: options)
    try start.open()
    for (key, number) in [("Left", 1), ("Right", 0), ("End", 2), ("Home", 0)] {
      try start.key(key)
      try start.waitUntilShown(number)
    }
    // The picture goes with the finger, and the next one comes in from the left.
    try start.drag(from: Start.middle, to: Start.middle + Point(250, 0))
    let held = try start.window.screenshot()
    let offset = try #require(held.transform(of: start.pictures[0])).translation - Start.fit().translation
    #expect(offset.x > 200)
    try start.touch.upAll()
    try start.waitUntilShown(1)
    try start.showSideButtons()
    let pointer = start.session.rig.pointer
    try pointer.click(Point(32, Start.middle.y))
    try start.waitUntilShown(2)
    for number in [1, 0] {
      try pointer.click(Point(Start.window.width - 32, Start.middle.y))
      try start.waitUntilShown(number)
    }
    start.session.expectHealthy()
  }
}
