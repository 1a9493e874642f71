// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// A copy that is held follows the fingers.
@Suite struct HoldTests {
  /// A way for two fingers to go, from their places on the picture.
  struct Gesture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Of the pinch in the end, as a ratio.
    let scale: Double
    /// In degrees.
    let turn: Double
    let move: Point
  }

  static let gestures = [
    Gesture(testDescription: "pinch", scale: 1.8, turn: 0, move: .zero),
    Gesture(testDescription: "pinch and move", scale: 1.6, turn: 0, move: Point(60, 40)),
    Gesture(testDescription: "pinch and turn", scale: 1.8, turn: 34, move: .zero),
    Gesture(testDescription: "pinch, turn and move", scale: 1.6, turn: 29, move: Point(50, 70)),
  ]

  @Test(arguments: gestures, ["feed", "photos"])
  func `L3: the two picture points under the fingers stay under them at every step`(
    gesture: Gesture, page: String
  ) throws {
    let folder = try TemporaryFolder("pictures")
    let size = Size(1200, 900)
    try TestPicture.make(width: 1200, height: 900, at: folder.path + "/marked.png")
    let session = try Session(folder: folder, page: page)
    let rest = try session.waitForPicture(size: size).transform

    let center = rest.apply(to: Point(600, 450))
    let spread = Point(rest.scale * 200, rest.scale * 60)
    let start = (center - spread, center + spread)
    let held = (rest.inverse.apply(to: start.0), rest.inverse.apply(to: start.1))
    try session.rig.touch.down(0, at: start.0)
    try session.rig.touch.down(1, at: start.1)

    let steps = 30
    for step in 1...steps {
      let progress = Double(step) / Double(steps)
      let motion = Similarity(
        scale: 1 + (gesture.scale - 1) * progress, angle: gesture.turn * progress * .pi / 180,
        taking: center, to: center + gesture.move * progress)
      let fingers = (motion.apply(to: start.0), motion.apply(to: start.1))
      try session.rig.touch.move(0, to: fingers.0)
      try session.rig.touch.move(1, to: fingers.1)
      try session.window.catchUp()
      let shown = try #require(
        session.window.screenshot().measureTransform(of: Mark.six, pictureSize: size), "step \(step)")
      #expect(shown.transform.apply(to: held.0).distance(to: fingers.0) <= 1, "step \(step)")
      #expect(shown.transform.apply(to: held.1).distance(to: fingers.1) <= 1, "step \(step)")
    }
    try session.rig.touch.upAll()
    session.expectHealthy()
  }
}
