// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// What those hear who do not see the screen.
@Suite struct ScreenReaderTests {
  private typealias Start = ViewerTests.Start
  private typealias Element = AccessibilityBus.Element

  private let bus: AccessibilityBus
  private let start: Start

  init() throws {
    bus = try AccessibilityBus()
    var options = Application.Options()
    options.accessibilityBus = bus
    start = try Start(options: options)
  }

  /// Waits until what has the focus is called that, and returns it.
  private func waitForFocus(_ what: String, _ condition: (Element) -> Bool) throws -> Element {
    let deadline = monotonicTime() + Window.timeout
    while true {
      let focused = try bus.focused()
      if let focused, condition(focused) { return focused }
      guard monotonicTime() < deadline else {
        Issue.record("waited in vain for the focus on \(what); it is on \(String(describing: focused))")
        throw RigError("no focus")
      }
    }
  }

  /// The name of the picture with that number.
  private func name(_ number: Int) -> String { "IMG_20240528_\(23 - number)0000.png, 28 May 2024, \(23 - number):00" }

  @Test func `The viewer has the focus, and says which picture of how many it shows, and how large`() throws {
    try start.open()
    let opened = try waitForFocus("the first picture") { $0.name == "\(name(0)), 1 of 3, 150 %" }
    #expect(opened.role == "image")
    try start.key("Right")
    _ = try waitForFocus("the second picture") { $0.name == "\(name(1)), 2 of 3, 150 %" }
    try start.key("2", with: ["Control_L"])
    _ = try waitForFocus("200 %") { $0.name == "\(name(1)), 2 of 3, 200 %" }
    // Not in every frame: nobody could listen to that.
    let grip = Grip(at: Start.middle, spread: Point(40, 24))
    try start.session.putDown(grip)
    try start.session.move(grip, by: grip.motion(scale: 1.5))
    #expect(try bus.focused()?.name == "\(name(1)), 2 of 3, 200 %")
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    _ = try waitForFocus("300 %") { $0.name == "\(name(1)), 2 of 3, 300 %" }
    try start.key("Left")
    try start.key("Escape")
    try start.waitUntilClosed()
    let source = try waitForFocus("the source") { $0.name == name(0) }
    #expect(source.role != "image" || source.name == name(0))
    start.session.expectHealthy()
  }

  @Test func `Every control in the viewer has a name`() throws {
    try start.open()
    try start.showSideButtons()
    _ = try waitForFocus("the picture") { $0.role == "image" }
    try start.window.waitUntilIdle()
    // They come after the picture.
    let controls = try bus.elements().drop { !$0.isFocused }.dropFirst().filter(\.isFocusable)
    // Between marks that keep a percentage together where one reads from right to left.
    let own = ["Back", "Zoom \u{2068}150 %\u{2069}", "Turn Right", "Full Screen", "Information", "Next"]
    #expect(own.allSatisfy(controls.map(\.name).contains), "\(controls)")
    // GTK calls what has no name by its type.
    #expect(controls.allSatisfy { !$0.name.isEmpty && !$0.name.hasPrefix("Gtk") }, "\(controls)")
    start.session.expectHealthy()
  }
}
