// SPDX-License-Identifier: MIT
import Geometry
import Glibc
import Testing
import TouchRig

/// The page of photos by month: headings, the scrubber, sizes, and keys.
@Suite struct PhotosPageTests {
  private static let count = 30

  /// A page with 30 photos in the first month of each of three years, the first of which can be told from one another.
  private struct Start {
    let folder: TemporaryFolder
    let session: Session
    /// Of each year, the newest first.
    let firsts = (0..<3).map { MarkedPicture.numbered($0 * 8, size: Size(200, 200)) }

    init(release: String = "return", options: Application.Options = Application.Options()) throws {
      folder = try TemporaryFolder("pictures")
      let plain = MarkedPicture(size: Size(40, 40), background: Color(120, 120, 120), marks: [])
      for (index, first) in firsts.enumerated() {
        let year = 2024 - index
        try first.write(to: "\(folder.path)/IMG_\(year)0131_120000.png")
        try plain.write(to: "\(folder.path)/IMG_\(year)0130_100000.png")
        for second in 10..<PhotosPageTests.count + 8 {
          #expect(
            link("\(folder.path)/IMG_\(year)0130_100000.png", "\(folder.path)/IMG_\(year)0130_1000\(second).png") == 0)
        }
      }
      session = try Session(
        folder: folder, page: "photos", release: release, width: 560, height: 480, options: options)
      _ = try session.waitForPictures([firsts[0]])
    }

    /// Where a heading stays.
    static let heading = Rect(x: 2, y: 50, width: 200, height: 24)
    /// In the strip of the scrubber.
    static let stripX = 560 - 12.0

    func heading() throws -> Screenshot { try session.window.screenshot().cropped(to: Self.heading) }

    var window: Window { session.window }
    var pointer: Pointer { session.rig.pointer }

    /// Scrolls until the condition holds.
    func scroll(_ what: String, until condition: (Screenshot) -> Bool) throws {
      try pointer.move(to: Point(280, 440))
      for _ in 0..<60 {
        if try condition(window.screenshot()) { return }
        try pointer.wheel(1)
        try window.catchUp()
      }
      Issue.record("scrolled in vain until \(what)")
    }
  }

  @Test func `The heading of a month stays at the top while its photos go by, until the next pushes it away`() throws {
    let start = try Start()
    let first = try start.heading()
    #expect(first.pixels.count { $0.red < 100 } > 50, "it says something")
    try start.scroll("the first photo is out of sight") { $0.find(start.firsts[0]) == nil }
    #expect(try start.heading().differingPixels(from: first) == 0)
    try start.scroll("the next month is at the top") { screenshot in
      screenshot.find(start.firsts[1]).map { $0.bounds.minY < 120 } ?? false
    }
    let second = try start.heading()
    #expect(second.differingPixels(from: first) > 20)
    #expect(second.pixels.count { $0.red < 100 } > 50, "it says something, too")
    start.session.expectHealthy()
  }

  @Test(arguments: [false, true])
  func `The scrubber is dragged to another year, which it names, and leaves the photos what is not its own`(
    withFinger: Bool
  ) throws {
    var options = Application.Options()
    // As most have it: nothing is there until one scrolls.
    options.settings = ["gtk-overlay-scrolling": "1"]
    let start = try Start(options: options)
    let (session, window) = (start.session, start.window)
    let strip = Rect(x: Start.stripX - 6, y: 50, width: 12, height: 420)
    /// Where the handle is, by what differs from the page without it.
    let without = try window.screenshot().cropped(to: strip)
    func isShown(_ screenshot: Screenshot) -> Bool {
      screenshot.cropped(to: Rect(x: Start.stripX - 3, y: 60, width: 6, height: 30)).pixels.count { $0.red < 160 } > 100
    }
    #expect(try !isShown(window.screenshot()))
    try start.pointer.move(to: Point(280, 440))
    try start.pointer.wheel(1)
    try start.pointer.wheel(-1)
    try window.waitUntil("the handle is there", isShown)

    // Down to where the year 2022 begins: two thirds.
    let (top, there) = (Point(Start.stripX, 75), Point(Start.stripX, 330))
    func expectBubble() throws {
      // Black, beside the handle.
      let bubble = Rect(x: Start.stripX - 90, y: there.y - 8, width: 60, height: 16)
      try window.waitUntil("its name shows", in: bubble) { $0.pixels.count { $0.red < 30 } > 400 }
    }
    if withFinger {
      try session.rig.touch.down(0, at: top)
      try session.rig.touch.move([0: there], steps: 6) { try window.catchUp() }
      try expectBubble()
      try session.rig.touch.upAll()
    } else {
      try start.pointer.move(to: top)
      try start.pointer.press()
      try start.pointer.move(to: there, steps: 6) { try window.catchUp() }
      try expectBubble()
      try start.pointer.release()
    }
    try session.takePointerAway()
    try window.waitUntil("2022 is in sight") { $0.find(start.firsts[2]) != nil }
    try window.waitUntil("the scrubber is gone") { screenshot in
      // Nothing dark is left in the strip: photos and the page are lighter.
      screenshot.cropped(to: strip).pixels.count { $0.red < 100 } == without.pixels.count { $0.red < 100 }
    }
    session.expectHealthy()
  }

  @Test func `Photos get larger and smaller by keys, and by the wheel with Ctrl beside them about the pointer`() throws
  {
    let start = try Start()
    let (session, window) = (start.session, start.window)
    let before = try window.screenshot()
    let place = try #require(before.find(start.firsts[0]))
    func scale(_ screenshot: Screenshot) -> Double {
      screenshot.find(start.firsts[0]).map { $0.transform.scale / place.transform.scale } ?? 0
    }
    try session.rig.keyboard.press("equal", with: ["Control_L"])
    try window.waitUntil("photos are larger") { scale($0) > 1.3 }
    try session.rig.keyboard.press("minus", with: ["Control_L"])
    try session.rig.keyboard.press("minus", with: ["Control_L"])
    try window.waitUntil("photos are smaller") { (0.3..<0.9).contains(scale($0)) }
    try session.rig.keyboard.press("0", with: ["Control_L"])
    session.waitUntilRestored(before)

    // On the heading of the second month.
    try start.scroll("the second month is in the middle") { screenshot in
      screenshot.find(start.firsts[1]).map { $0.bounds.minY < 330 } ?? false
    }
    try window.waitUntilIdle()
    let second = try #require(try window.screenshot().find(start.firsts[1]))
    let heading = Point(300, second.bounds.minY - 16)
    try start.pointer.move(to: heading)
    try session.rig.keyboard.down("Control_L")
    for (clicks, sizes) in [(-1, 1.3..<2), (2, 0.3..<0.9), (-1, 0.999..<1.001)] {
      try start.pointer.wheel(clicks)
      let now = try window.waitUntil("the wheel has been followed") { screenshot in
        screenshot.find(start.firsts[1]).map { sizes.contains($0.transform.scale / second.transform.scale) } ?? false
      }
      #expect(abs(try #require(now.find(start.firsts[1])).bounds.minY - second.bounds.minY) <= 6, "\(clicks) clicks")
    }
    try session.rig.keyboard.up("Control_L")
    session.expectHealthy()
  }

  @Test(arguments: [false, true])
  func `Keys move the focus from photo to photo, and the page with it; screen readers hear which`(isRightToLeft: Bool)
    throws
  {
    let bus = try AccessibilityBus()
    var options = Application.Options()
    options.accessibilityBus = bus
    options.isRightToLeft = isRightToLeft
    let start = try Start(release: "viewer", options: options)
    let (session, window) = (start.session, start.window)
    func name(_ year: Int) -> String { "IMG_\(year)0131_120000.png, 31 January \(year), 12:00" }
    func waitForFocus(on expected: String) throws {
      let deadline = monotonicTime() + Window.timeout
      while try bus.focused()?.name != expected {
        guard monotonicTime() < deadline else {
          Issue.record("the focus is on \(String(describing: try bus.focused())) instead of \(expected)")
          return
        }
      }
    }
    for _ in 0..<12 where try bus.focused()?.name != name(2024) { try session.rig.keyboard.press("Tab") }
    try waitForFocus(on: name(2024))
    let (forwards, backwards) = isRightToLeft ? ("Left", "Right") : ("Right", "Left")
    for _ in 0..<Self.count - 1 { try session.rig.keyboard.press(forwards) }
    try session.rig.keyboard.press(forwards)
    try waitForFocus(on: name(2023))
    try window.waitUntil("it is in sight") { $0.find(start.firsts[1]) != nil }
    try session.rig.keyboard.press(backwards)
    try session.rig.keyboard.press("Down")
    try session.rig.keyboard.press("End")
    try session.rig.keyboard.press("Home")
    try waitForFocus(on: name(2024))
    try window.waitUntil("the beginning is in sight") { $0.find(start.firsts[0]) != nil }
    try session.rig.keyboard.press("Return")
    try window.waitUntil("the viewer shows it") { screenshot in
      screenshot.find(start.firsts[0]).map { $0.bounds.size.height > 300 } ?? false
    }
    session.expectHealthy()
  }
}
