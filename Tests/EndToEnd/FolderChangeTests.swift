// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// A folder whose files come and go while it is shown.
@Suite struct FolderChangeTests {
  private typealias Start = ViewerTests.Start

  /// The file of a picture that the start wrote.
  private func file(_ number: Int, of start: Start) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: start.folder.path).sorted(by: >)
    return start.folder.path + "/" + names[number]
  }

  @Test func `A file that goes while it is looked at says so in its place, and the pictures around it are a key away`()
    throws
  {
    let start = try Start()
    try start.open()
    try start.key("Right")
    try start.waitUntilShown(1)
    try FileManager.default.removeItem(atPath: file(1, of: start))
    // On the picture, which covers the middle.
    let note = Rect(center: Start.middle, size: Size(150, 60))
    try start.window.waitUntil("the note is there", in: note) { screenshot in
      screenshot.pixels.count { $0.red < 90 && $0.green < 90 && $0.blue < 90 } > screenshot.pixels.count / 2
        && screenshot.pixels.contains { $0.red > 120 && $0.green > 120 && $0.blue > 120 }
    }
    try start.key("Left")
    try start.waitUntilShown(0)
    try start.key("Right")
    try start.waitUntilShown(2)
    start.session.expectHealthy()
  }

  @Test(arguments: ["feed", "photos"])
  func `A file that comes is on the page, and one that goes is not`(page: String) throws {
    let start = try Start(page)
    let new = MarkedPicture(
      size: Start.pictureSize, background: Color(90, 90, 90), marks: [Mark(.cyan, at: Point(0.5, 0.5))],
      markRadius: 0.2)
    let path = start.folder.path + "/IMG_20240601_120000.png"
    try new.write(to: path)
    func shows(_ color: Color, _ screenshot: Screenshot) -> Bool {
      screenshot.pixels.count { $0.isClose(to: color, within: 20) } > 500
    }
    try start.window.waitUntil("the new one is there") { shows(.cyan, $0) }
    try FileManager.default.removeItem(atPath: path)
    try start.window.waitUntil("it is gone, and the first is the first again") {
      !shows(.cyan, $0) && $0.find(start.pictures[0]) != nil
    }
    start.session.expectHealthy()
  }

  @Test func `A file that is another one now is shown as it is now`() throws {
    let start = try Start()
    let changed = MarkedPicture(
      size: Start.pictureSize, background: Color(90, 90, 90), marks: [Mark(.cyan, at: Point(0.5, 0.5))],
      markRadius: 0.2)
    try changed.write(to: file(0, of: start))
    try start.window.waitUntil("the page shows the new content") { screenshot in
      screenshot.pixels.count { $0.isClose(to: .cyan, within: 20) } > 500
    }
    start.session.expectHealthy()
  }
}
