// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// The page becomes dark behind a picture that is up.
@Suite struct BackdropTests {
  private struct Shown {
    let scale: Double
    /// Of the backdrop, in several places.
    let opacities: [Double]
  }

  @Test func `L6: the backdrop follows the shown scale, up to its greatest opacity and back`() throws {
    let picture = MarkedPicture.numbered(4)
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: "photos", width: 900, height: 600)
    let (places, before) = try session.waitForPictures([picture])
    let home = places[0].transform
    // An empty part of the page and one of the header, where the copy does not come.
    let samples = [Point(880, 580), Point(450, 4)]

    func measure(_ screenshot: Screenshot) -> Shown? {
      guard screenshot.findMarks(picture.marks).count == picture.marks.count,
        let found = screenshot.measureTransform(of: picture.marks, pictureSize: picture.size)
      else { return nil }
      let opacities = samples.map {
        1 - Double(screenshot.color(at: $0).green) / Double(before.color(at: $0).green)
      }
      return Shown(scale: found.transform.scale / home.scale, opacities: opacities)
    }
    func expectRight(_ measured: Shown?, _ what: String) throws {
      let shown = try #require(measured, "\(what)")
      let expected = 0.77 * min(1, max(0, shown.scale - 1))
      for opacity in shown.opacities {
        // A level of colour and a hundredth of scale.
        #expect(abs(opacity - expected) <= 0.012, "\(what), at \(shown.scale)")
        #expect(opacity <= 0.775, "\(what)")
      }
    }

    let grip = Grip(at: places[0].center, spread: Point(24, 10))
    try session.putDown(grip)
    let scales = Array(stride(from: 1.0, through: 2.4, by: 0.1)) + [2, 1.5, 1.1, 1, 0.8, 1, 1.3, 1.7]
    for scale in scales {
      try session.move(grip, by: grip.motion(scale: scale, distance: Point(200, 150)))
      try expectRight(measure(try session.window.screenshot()), "held at \(scale)")
    }
    let measureFrame = { (frame: Frame) in measure(frame.picture) }
    let frames = try session.window.record(measuring: measureFrame) {
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
    }
    for frame in frames { try expectRight(frame, "on its return") }
    session.expectHealthy()
  }
}
