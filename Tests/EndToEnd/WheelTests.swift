// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// Turning the wheel while Ctrl is down.
@Suite struct WheelTests {
  /// By how much a click makes larger: four double.
  private static let click = pow(2, 0.25)

  @Test(arguments: PointerPage.names)
  func `the wheel with Ctrl lifts the picture under the pointer about it, and letting Ctrl go returns it`(
    name: String
  ) throws {
    let page = try PointerPage(name)
    let rig = page.session.rig
    func expect(clicks: Int) throws {
      let scale = pow(Self.click, Double(clicks))
      try page.waitUntilScaled(to: scale)
      try page.expectLifted(by: .about(page.point, scale: scale), "\(clicks) clicks")
    }
    try rig.keyboard.down("Control_L")
    var turned = 0
    for clicks in [1, 1, 1, 1, 1, -1, -1, -3, 5] {
      try rig.pointer.wheel(-clicks)
      turned += clicks
      try expect(clicks: turned)
    }
    try rig.keyboard.up("Control_L")
    // The pointer does not tell that Ctrl is up: it stays.
    try page.waitUntilScaled(to: 1)
    page.finish()
  }

  @Test(arguments: PointerPage.names)
  func `a copy that the wheel has lifted glides to its scale about the pointer, and goes with the pointer`(
    name: String
  ) throws {
    let page = try PointerPage(name)
    let (rig, window) = (page.session.rig, page.session.window)
    try rig.keyboard.down("Control_L")
    let scale = pow(Self.click, 3)
    let frames = try window.record(measuring: { $0.picture.find(page.picture)?.transform }) {
      try rig.pointer.wheel(-3)
      try page.waitUntilScaled(to: scale)
    }
    let held = page.place.transform.inverse.apply(to: page.point)
    let seen = frames.compactMap(\.self)
    #expect(seen.count == frames.count, "it is seen in every frame")
    for shown in seen { #expect(shown.apply(to: held).distance(to: page.point) <= 1) }
    let scales = seen.map { $0.scale / page.place.transform.scale }
    // What a scale can be measured to.
    let tolerance = 0.002
    for (last, next) in zip(scales, scales.dropFirst()) { #expect(next >= last - tolerance, "it only grows") }
    #expect(scales.count { $0 > 1 + tolerance && $0 < scale - tolerance } >= 1, "it is seen on its way")
    try page.expectLifted(by: .about(page.point, scale: scale))

    let way = Point(-50, -20)
    try rig.pointer.move(to: page.point + way, steps: 5) { try window.catchUp() }
    try page.expectLifted(by: .about(page.point, scale: scale, moved: way), "the pointer has moved")
    try rig.keyboard.up("Control_L")
    page.finish()
  }

  @Test func `without animations the copy has its scale in the first frame, and is home in the first without Ctrl`()
    throws
  {
    var options = Application.Options()
    options.animations = false
    let page = try PointerPage("feed", options: options)
    let (rig, window) = (page.session.rig, page.session.window)
    try rig.keyboard.down("Control_L")
    try window.catchUp()
    let scales = try window.record(measuring: { page.scale(in: $0.picture) }) {
      try rig.pointer.wheel(-1)
      try window.catchUp()
      try rig.keyboard.up("Control_L")
      try window.catchUp()
    }
    let seen = try scales.map { try #require($0) }
    // What a scale can be measured to.
    let tolerance = 0.002
    #expect(seen.allSatisfy { abs($0 - 1) < tolerance || abs($0 - Self.click) < tolerance }, "\(seen)")
    #expect(seen.contains { abs($0 - Self.click) < tolerance })
    page.finish()
  }

  @Test func `beyond the limits the wheel stretches rubber`() throws {
    let picture = MarkedPicture(
      size: Size(400, 300), marks: [Mark(.red, at: Point(0.44, 0.44)), Mark(.blue, at: Point(0.56, 0.56))],
      markRadius: 0.03)
    let folder = try TemporaryFolder("pictures")
    let plain = MarkedPicture(size: Size(40, 30), background: Color(120, 120, 120), marks: [])
    for hour in 0..<24 { try folder.write(hour == 11 ? picture : plain, hoursOld: hour) }
    let session = try Session(folder: folder, page: "photos", width: 900, height: 700)
    let (places, before) = try session.waitForPictures([picture])
    let (place, point) = (places[0].transform, places[0].center)
    try session.rig.pointer.move(to: point)
    try session.rig.keyboard.down("Control_L")
    // Beyond 6 by the share x, rubber that gives half at most is stretched by x / 2 / (x + 1 / 2); below 1 likewise, and
    // a quarter at most.
    let beyond = pow(Self.click, 14) / 6 - 1
    let below = pow(Self.click, 4) - 1
    let cases = [(14, 6 * (1 + 0.5 * beyond / (0.5 + beyond))), (-18, 1 - 0.25 * below / (0.25 + below))]
    for (clicks, scale) in cases {
      try session.rig.pointer.wheel(-clicks)
      let shown = place.then(.about(point, scale: scale))
      try session.window.waitUntil("\(clicks) clicks have been followed") { screenshot in
        screenshot.find(picture, near: shown).map { abs($0.transform.scale / shown.scale - 1) < 0.005 } ?? false
      }
      try session.expect(picture, at: shown, "\(clicks) clicks")
    }
    try session.rig.keyboard.up("Control_L")
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test(arguments: PointerPage.names)
  func `without Ctrl the wheel scrolls, on a picture too`(name: String) throws {
    let page = try PointerPage(name)
    let (rig, window) = (page.session.rig, page.session.window)
    try rig.pointer.wheel(1)
    try window.waitUntilIdle()
    let scrolled = try #require(try window.screenshot().find(page.picture))
    let rise = page.place.transform.translation.y - scrolled.transform.translation.y
    #expect(rise > 20)
    #expect(abs(scrolled.transform.scale / page.place.transform.scale - 1) < 0.002)
    // Nor does it lift when Ctrl comes later.
    try rig.keyboard.press("Control_L")
    try window.waitUntilIdle()
    #expect(try window.screenshot().find(page.picture)?.transform == scrolled.transform)
    try rig.pointer.wheel(-1)
    page.finish()
  }

  @Test func `beside the pictures the wheel with Ctrl does what it would do otherwise`() throws {
    let page = try PointerPage("feed")
    let (rig, window) = (page.session.rig, page.session.window)
    try rig.keyboard.down("Control_L")
    for point in [Point(200, 24), Point(50, 300)] {
      try rig.pointer.move(to: point)
      try rig.pointer.wheel(-2)
      try window.waitUntilIdle()
      #expect(try window.screenshot().differingPixels(from: page.before) == 0, "it lifts nothing")
    }
    try rig.keyboard.up("Control_L")
    page.finish()
  }

  @Test func `a window that is hidden while the pointer holds a picture shows its page when it comes back`() throws {
    let page = try PointerPage("photos")
    let (rig, window) = (page.session.rig, page.session.window)
    let holds: [(String, begin: () throws -> Void, end: () throws -> Void)] = [
      (
        "the wheel",
        {
          try rig.keyboard.down("Control_L")
          try rig.pointer.wheel(-2)
        }, { try rig.keyboard.up("Control_L") }
      ),
      (
        "the touchpad",
        {
          try rig.touchpad.beginPinch()
          try rig.touchpad.updatePinch(scale: 1.4)
        }, { try rig.touchpad.endPinch() }
      ),
    ]
    for (name, begin, end) in holds {
      for endsHidden in [false, true] {
        try rig.pointer.move(to: page.point)
        try begin()
        try window.waitUntil("\(name) holds the picture") { (page.scale(in: $0) ?? 1) > 1.3 }
        try window.minimize()
        if endsHidden { try end() }
        try window.restore()
        page.session.waitUntilRestored(page.before)
        if !endsHidden { try end() }
        try window.waitUntilIdle()
      }
    }
    page.finish()
  }
}
