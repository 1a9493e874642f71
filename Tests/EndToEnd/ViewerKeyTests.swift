// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// The viewer with a keyboard.
@Suite struct ViewerKeyTests {
  private typealias Start = ViewerTests.Start

  @Test func `Ctrl with +, −, 0 and 2 scales the picture about the middle`() throws {
    let start = try Start()
    try start.open()
    // Two steps double the size; 200 % are two pixels of the screen for each of the picture.
    let steps: [(key: String, zoom: Double)] = [
      ("equal", 2.0.squareRoot()), ("equal", 2), ("minus", 2.0.squareRoot()), ("0", 1), ("2", 2 / 1.5), ("0", 1),
      ("minus", 1),
    ]
    for (key, zoom) in steps {
      try start.key(key, with: ["Control_L"])
      try start.waitUntilShown(at: Start.fit(zoom: zoom))
    }
    start.session.expectHealthy()
  }

  @Test func `Ctrl with arrows moves a larger picture as far as its edges, and turns no page`() throws {
    let start = try Start()
    try start.openZoomed()
    // A fifth of the window each time; of 750 pixels, 95 are beyond the window above and below.
    let steps: [(key: String, count: Int, offset: Point)] = [
      ("Right", 1, Point(-120, 0)), ("Down", 1, Point(-120, -95)), ("Left", 2, Point(120, -95)),
      ("Up", 2, Point(120, 95)),
    ]
    for (key, count, offset) in steps {
      for _ in 0..<count { try start.key(key, with: ["Control_L"]) }
      try start.waitUntilShown(at: Start.zoomed.then(Similarity(translation: offset)))
    }
    start.session.expectHealthy()
  }

  @Test func `Ctrl with R turns the picture by a quarter, and with Shift back`() throws {
    let start = try Start()
    try start.open()
    try start.key("r", with: ["Control_L"])
    try start.waitUntilShown(at: Start.fit(isTurned: true))
    for angle in [0, -Double.pi / 2] {
      try start.key("r", with: ["Control_L", "Shift_L"])
      let scale = Start.fit(isTurned: angle != 0).scale
      try start.waitUntilShown(
        at: Similarity(scale: scale, angle: angle, taking: Point(200, 100), to: Start.middle))
    }
    start.session.expectHealthy()
  }

  @Test func `F11 makes the window fill the screen, and again not`() throws {
    let start = try Start()
    try start.open()
    for isFullscreen in [true, false] {
      try start.key("F11")
      try start.window.waitForState("the window is in full screen: \(isFullscreen)") {
        $0.isFullscreen == isFullscreen
      }
    }
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test func `Alt with Left closes the viewer, as Escape does`() throws {
    let start = try Start()
    try start.open()
    try start.key("Left", with: ["Alt_L"])
    try start.waitUntilClosed()
    start.session.expectHealthy()
  }

  @Test(arguments: [("Menu", []), ("F10", ["Shift_L"])])
  func `Keys open the menu in the middle, and Escape closes it alone`(key: String, modifiers: [String]) throws {
    let start = try Start()
    try start.open()
    try start.key(key, with: modifiers)
    let menu = try start.waitForMenu()
    #expect(abs(menu.center.x - Start.middle.x) < 30 && menu.insetBy(-30).contains(Start.middle), "\(menu)")
    try start.key("Escape")
    try start.waitUntilMenuIsClosed()
    try start.waitUntilShown()
    try start.key("Right")
    try start.waitUntilShown(1)
    start.session.expectHealthy()
  }
}
