// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// What cannot be shown is told, and nothing else suffers.
@Suite struct BadInputTests {
  /// The button that offers another folder, by the colour of libadwaita's accent.
  private func buttonArea(_ screenshot: Screenshot) -> Int {
    screenshot.pixels.count { $0.isClose(to: Color(53, 132, 228), within: 3) }
  }

  @Test func `a folder that is missing, empty or not one shows a page that says so and offers another`() throws {
    let folder = try TemporaryFolder("pictures")
    let empty = try folder.folder("empty")
    let others = try folder.folder("others")
    try folder.write("no picture", to: "others/notes.txt")
    var pages: [Screenshot] = []
    for path in [folder.path + "/missing", empty, "/dev/null"] {
      let session = try Session(UnderTest.aloft, [path], width: 640, height: 560)
      try session.window.waitUntil("the page for \(path)") { buttonArea($0) > 1500 }
      try session.window.waitUntilIdle()
      pages.append(try session.window.screenshot())
      // Two fingers find nothing to lift.
      try session.putDown(Grip(at: Point(320, 300), spread: Point(40, 20)))
      try session.move(Grip(at: Point(320, 300), spread: Point(40, 20)), by: Similarity(translation: Point(30, 40)))
      try session.rig.touch.upAll()
      session.waitUntilRestored(pages[pages.count - 1])
      session.expectHealthy()
      try session.window.close()
      #expect(try session.app.waitForExit() == 0)
      #expect(session.app.errors == "")
    }
    // Each page says something else.
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
      #expect(pages[first].differingPixels(from: pages[second]) > 200)
    }
    let session = try Session(UnderTest.aloft, [others], width: 640, height: 560)
    try session.window.waitUntil("the page for a folder without pictures") { buttonArea($0) > 1500 }
    session.expectHealthy()
  }

  @Test func `a folder that may not be read shows a page that says so`() throws {
    let folder = try TemporaryFolder("pictures")
    let path = try folder.folder("secret")
    let picture = path + "/picture.png"
    try MarkedPicture.numbered(0).write(to: picture)
    chmod(path, 0)
    defer { chmod(path, 0o700) }
    // The superuser may read everything, unless that is taken away.
    let limits = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : ["env"]
    let command = limits + [UnderTest.aloft, path]
    let session = try Session(command[0], Array(command.dropFirst()), width: 640, height: 560)
    try session.window.waitUntil("the page for a folder that may not be read") { buttonArea($0) > 1500 }
    try session.takePointerAway()
    try session.window.waitUntilIdle()
    let page = try session.window.screenshot()
    session.expectHealthy()
    // Not the page for a folder in which there is nothing.
    chmod(path, 0o700)
    try FileManager.default.removeItem(atPath: picture)
    let empty = try Session(UnderTest.aloft, [path], width: 640, height: 560)
    try empty.window.waitUntil("the page for an empty folder") { buttonArea($0) > 1500 }
    try empty.takePointerAway()
    try empty.window.waitUntilIdle()
    #expect(try empty.window.screenshot().differingPixels(from: page) > 200)
    empty.expectHealthy()
  }

  /// Files that are no pictures, whatever their names say.
  private func writeBrokenFiles(to folder: TemporaryFolder) throws -> Int {
    func write(_ bytes: [UInt8], hour: Int, _ format: String) throws {
      let name = "IMG_20240527_\(10 + hour)0000.\(format)"
      try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
    }
    try write([], hour: 0, "png")
    try write(Array("No picture at all.\n".utf8), hour: 1, "jpg")
    let whole = folder.path + "/whole.png"
    try TestPicture.make(width: 200, height: 150, at: whole)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    try FileManager.default.removeItem(atPath: whole)
    // Cut off in its header.
    try write(Array(bytes.prefix(20)), hour: 2, "png")
    // Beyond reason: two billion pixels each way, and a checksum that is wrong.
    try write(
      Array(bytes[..<16]) + [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff] + Array(bytes[24...]), hour: 3, "png")
    return 4
  }

  @Test func `broken files show a symbol and the reason on hover, and the pictures among them work`() throws {
    let pictures = (0..<3).map { MarkedPicture.numbered($0) }
    let folder = try TemporaryFolder("pictures")
    try folder.write(pictures)
    let count = try writeBrokenFiles(to: folder)
    let session = try Session(folder: folder, page: "photos", width: 560, height: 480)
    let (places, _) = try session.waitForPictures(pictures)
    let (cell, row) = (places[1].center.x - places[0].center.x, places[0].center.y)
    let columns = Int(560 / cell)
    let broken = (0..<count).map { index in
      let position = places.count + index
      return Point(
        places[0].center.x + cell * Double(position % columns), row + cell * Double(position / columns))
    }
    let page = try session.window.waitUntil("a symbol is in each place") { page in
      broken.allSatisfy { Set(page.cropped(to: Rect(center: $0, size: Size(40, 40))).pixels).count > 5 }
    }
    for center in broken {
      try session.rig.pointer.move(to: center)
      try session.window.waitUntil("the reason shows at \(center)") {
        // A tooltip is dark, and there is nothing dark about here otherwise.
        let near = $0.cropped(to: Rect(center: center + Point(0, 40), size: Size(240, 120)))
        return near.pixels.count { $0.red < 70 && $0.green < 70 && $0.blue < 70 } > 1500
      }
      try session.takePointerAway()
      // The next one must not be taken for this one.
      try session.window.waitUntil("the reason is gone") { $0.differingPixels(from: page, tolerance: 2) < 500 }
      let grip = Grip(at: center, spread: Point(20, 8))
      try session.putDown(grip)
      try session.move(grip, by: grip.motion(scale: 1.5))
      try session.rig.touch.upAll()
    }
    try session.takePointerAway()
    for (picture, place) in zip(pictures, places) {
      let grip = Grip(at: place.center, spread: Point(20, 8))
      let motion = grip.motion(scale: 1.2, distance: Point(120, 150))
      try session.putDown(grip)
      try session.move(grip, by: motion)
      try session.expect(picture, at: place.transform.then(motion))
      try session.rig.touch.upAll()
      try session.waitUntilBack(Array(zip(pictures, places)))
    }
    session.expectHealthy()
    try session.window.close()
    #expect(try session.app.waitForExit() == 0)
  }

  /// Pictures that other programs trip over, where they are beside the checkout.
  private static let odd = URL(filePath: #filePath).appending(path: "../../../../shared/pictures").standardized
    .path(percentEncoded: false)

  @Test(.enabled(if: FileManager.default.fileExists(atPath: odd)))
  func `odd and hostile pictures on both pages leave the pictures among them as they are`() throws {
    let picture = MarkedPicture.numbered(0)
    let folder = try TemporaryFolder("pictures")
    // The newest of all.
    try picture.write(to: folder.path + "/IMG_20991231_230000.png")
    for page in ["feed", "photos"] {
      let session = try Session(
        UnderTest.aloft, [folder.path, Self.odd, "--page", page, "--release", "return"], width: 640, height: 560)
      try session.window.waitUntil("the picture shows") { $0.find(picture) != nil }
      // Some of the others may play for ever, so that it is not waited for them all.
      try session.turnWheel(20, rests: false)
      try session.turnWheel(-60, rests: false)
      try session.window.waitUntil("the picture is back") { $0.find(picture) != nil }
      let place = try #require(try session.window.screenshot().find(picture))
      let grip = Grip(at: place.center, spread: Point(20, 8))
      let motion = grip.motion(scale: 1.2, distance: Point(20, 50))
      try session.putDown(grip)
      try session.move(grip, by: motion)
      try session.expect(picture, at: place.transform.then(motion))
      try session.rig.touch.upAll()
      try session.waitUntilBack([(picture, place)])
      let memory = try session.app.usage().residentMemory
      #expect(memory < 600 << 20, "\(memory >> 20) MB")
      session.expectHealthy()
    }
  }
}
