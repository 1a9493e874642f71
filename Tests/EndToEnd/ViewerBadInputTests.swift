// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// Pictures in the viewer that are at the edge of what can be shown, or beyond.
@Suite struct ViewerBadInputTests {
  private typealias Start = ViewerTests.Start

  /// Parts of the screen, below the header, that are red.
  private func redArea(_ screenshot: Screenshot) -> Int {
    let room = Rect(x: 0, y: 60, width: Double(screenshot.width), height: Double(screenshot.height) - 120)
    return screenshot.cropped(to: room).pixels.count { $0.red > 200 && $0.green < 60 && $0.blue < 60 }
  }

  @Test(arguments: [(1, 1), (1, 30000), (30000, 1)])
  func `A picture of the least width or height opens, scales to its limit and back, and closes`(
    width: Int, height: Int
  ) throws {
    let folder = try TemporaryFolder("pictures")
    let path = folder.path + "/picture.png"
    try Screenshot(width: width, height: height, pixels: Array(repeating: .red, count: width * height)).write(to: path)
    let size = Start.window
    let session = try Session(UnderTest.aloft, [path], width: Int(size.width), height: Int(size.height))
    func key(_ name: String, with modifiers: [String] = []) throws {
      try session.window.focus()
      try session.rig.keyboard.press(name, with: modifiers)
    }
    // A square in the middle; or a line, which is never thinner than a pixel.
    let isSquare = width == height
    func isAtFit(_ screenshot: Screenshot) -> Bool {
      let area = redArea(screenshot)
      return (isSquare ? area > 100_000 : (1...600).contains(area))
        && screenshot[5, 200].isClose(to: .black, within: 60)
    }
    try session.window.waitUntil("it is open", isAtFit)
    // To 8 times its size at fit, or 200 %, whichever is more: each step is half of a doubling.
    for _ in 0..<20 { try key("equal", with: ["Control_L"]) }
    let room = Size(size.width, size.height - 120)
    let least = Int(isSquare ? room.width * room.height : 2 * (width > height ? room.width : room.height))
    try session.window.waitUntil("it is as large as it can be") { redArea($0) >= least }
    try session.window.waitUntilIdle()
    #expect(try redArea(session.window.screenshot()) == least)
    try key("0", with: ["Control_L"])
    try session.window.waitUntil("it fits again", isAtFit)
    try session.window.waitUntilIdle()
    try key("Escape")
    try session.window.waitUntil("the page is there") { $0[5, 200] != .black }
    session.expectHealthy()
  }

  @Test func `What cannot be shown says why in its place, and the pictures around it are a key away`() throws {
    let folder = try TemporaryFolder("pictures")
    let pictures = Start.pictures(5)
    for number in [0, 4] { try folder.write(pictures[number], hoursOld: number) }
    // No picture at all, and pictures of no width and height.
    let header: [UInt8] = [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 0, 0, 0, 0, 0, 8, 2,
      0, 0, 0, 0x9f, 0x0d, 0x47, 0x7d,
    ]
    let broken: [(hour: Int, format: String, bytes: [UInt8])] = [
      (22, "jpg", Array("No picture at all.\n".utf8)), (21, "gif", Array("GIF89a".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x3b]),
      (20, "png", header),
    ]
    for (hour, format, bytes) in broken {
      try Data(bytes).write(to: URL(filePath: "\(folder.path)/IMG_20240528_\(hour)0000.\(format)"))
    }
    let session = try Session(
      UnderTest.aloft, [folder.path + "/IMG_20240528_230000.png"], width: Int(Start.window.width),
      height: Int(Start.window.height))
    func key(_ name: String) throws {
      try session.window.focus()
      try session.rig.keyboard.press(name)
    }
    func waitFor(_ picture: MarkedPicture) throws {
      try session.window.waitUntil("the picture is shown") { screenshot in
        screenshot.find(picture, near: Start.fit()).map { abs($0.transform.scale - 1.5) < 0.01 } ?? false
      }
    }
    try waitFor(pictures[0])
    // A symbol above a line of text, light on dark.
    let symbol = Rect(center: Start.middle - Point(0, 14), size: Size(64, 64))
    let text = Rect(center: Start.middle + Point(0, 37), size: Size(400, 20))
    func isNote(_ screenshot: Screenshot) -> Bool {
      func lightPixels(in part: Rect) -> Int { screenshot.cropped(to: part).pixels.count { $0.green > 90 } }
      return lightPixels(in: symbol) > 300 && (200..<4000).contains(lightPixels(in: text))
        && screenshot[5, 400].isClose(to: .black, within: 40)
    }
    for _ in broken {
      try key("Right")
      try session.window.waitUntil("the reason shows", isNote)
      try session.window.waitUntilIdle()
    }
    try key("Right")
    try waitFor(pictures[4])
    try key("Left")
    try session.window.waitUntil("the reason shows", isNote)
    try key("Home")
    try waitFor(pictures[0])
    session.expectHealthy()
  }
}
