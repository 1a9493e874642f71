// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// The copy is drawn instead of its source, above everything.
@Suite struct LayerTests {
  @Test(arguments: ["feed", "photos"])
  func `L9: in every frame either the source or its copy is drawn, and never both`(page: String) throws {
    let picture = MarkedPicture.numbered(0, size: Size(400, 200))
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: page, width: 640, height: 520)
    let (places, before) = try session.waitForPictures([picture])
    let grip = Grip(at: places[0].center, spread: Point(24, 12))

    /// What is wrong with a frame.
    func faults(_ frame: Frame) -> [String] {
      picture.marks.compactMap { mark in
        guard let found = frame.picture.findMark(mark.color) else { return "frame \(frame.number): it is nowhere" }
        // Neither dimmed nor mixed with what is below.
        guard frame.picture.color(at: found.center).isClose(to: mark.color, within: 2) else {
          return "frame \(frame.number): it is \(frame.picture.color(at: found.center))"
        }
        let reach = (found.area / .pi).squareRoot() + 3
        let (width, height) = (Double(frame.picture.width), Double(frame.picture.height))
        let around = [
          Rect(x: 0, y: 0, width: width, height: found.center.y - reach),
          Rect(x: 0, y: found.center.y + reach, width: width, height: height),
          Rect(x: 0, y: 0, width: found.center.x - reach, height: height),
          Rect(x: found.center.x + reach, y: 0, width: width, height: height),
        ]
        let another = around.filter { !$0.isEmpty }.contains { frame.picture.findMark(mark.color, in: $0) != nil }
        return another ? "frame \(frame.number): it is there twice" : nil
      }
    }
    // Moving away at once and slowly, and not at all.
    for distance in [Point(60, 150), Point(8, 12), .zero] {
      let frames = try session.window.record(measuring: faults) {
        try session.window.catchUp()
        try session.putDown(grip)
        for part in [0.2, 0.4, 0.6, 0.8, 1] {
          try session.move(grip, by: grip.motion(scale: 1.2, angle: 0.2, distance: distance, part: part))
        }
        // So that it does not fly out of sight.
        try session.window.waitUntilIdle(quiet: 0.2)
        try session.rig.touch.upAll()
        session.waitUntilRestored(before)
        try session.window.catchUp()
      }
      #expect(frames.count > 8)
      #expect(frames.flatMap(\.self) == [])
    }
    session.expectHealthy()
  }

  @Test func `L10: the copy is drawn above the header and its tabs`() throws {
    let picture = MarkedPicture.numbered(1, size: Size(400, 200))
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: "feed", width: 700, height: 600)
    let (places, before) = try session.waitForPictures([picture])
    let grip = Grip(at: places[0].center, spread: Point(40, 20))
    try session.putDown(grip)
    let motion = grip.motion(scale: 1.1, distance: Point(0, -100))
    try session.move(grip, by: motion)
    try expectCovered(Rect(x: 160, y: 2, width: 380, height: 42), by: picture, in: session)
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test func `L10: the copy is drawn above the tabs at the bottom of a narrow window, and a toast`() throws {
    let picture = MarkedPicture.numbered(2, size: Size(400, 300))
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let missing = folder.path + "/missing"
    let session = try Session(UnderTest.aloft, [folder.path, missing], width: 400, height: 600)
    let (places, _) = try session.waitForPictures([picture])
    let plain = try Session(folder: folder, page: "feed", width: 400, height: 600)
    let (_, page) = try plain.waitForPictures([picture])
    let bottom = Rect(x: 60, y: 500, width: 280, height: 98)
    try session.window.waitUntil("the toast shows") {
      $0.cropped(to: bottom).differingPixels(from: page.cropped(to: bottom), tolerance: 2) > 2000
    }
    let grip = Grip(at: places[0].center, spread: Point(40, 20))
    try session.putDown(grip)
    let motion = grip.motion(scale: 1.1, distance: Point(0, 525 - places[0].center.y))
    try session.move(grip, by: motion)
    try session.expect(picture, at: places[0].transform.then(motion))
    try expectCovered(bottom, by: picture, in: session)
    try session.rig.touch.upAll()
    try session.window.waitUntil("the copy is home") { $0.find(picture) != nil }
    session.expectHealthy()
  }

  /// Expects nothing in `rect` but the picture, undimmed.
  private func expectCovered(
    _ rect: Rect, by picture: MarkedPicture, in session: Session, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let part = try session.window.screenshot().cropped(to: rect)
    let colors = [picture.background] + picture.marks.map(\.color)
    // Some are at the edges of marks.
    let foreign = part.pixels.count { pixel in !colors.contains { pixel.isClose(to: $0, within: 2) } }
    #expect(foreign * 20 < part.pixels.count, "\(foreign) pixels are not the picture's", sourceLocation: sourceLocation)
  }
}
