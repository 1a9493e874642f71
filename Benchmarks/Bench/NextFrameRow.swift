// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TestSupport
import TouchRig

/// How many frames it takes for a touch update to show.
enum NextFrameRow {
  private static let updates = 500
  /// Pixels between a finger and the point of the picture that it holds: twice what the behaviour allows, for the
  /// smooth edges of the marks, and far less than the fingers move.
  private static let tolerance = 2.0
  /// Pixels that a finger moves at least and at most in each direction.
  private static let least = 8.0
  private static let reach = 30.0

  static func measure() throws -> Outcome {
    // Without a pixel more than the page shows, there is nothing to load while it is held: the only frames are those
    // of the updates.
    let folder = try TemporaryFolder("marks")
    try TestPicture.make(width: 600, height: 400, at: folder.path + "/IMG_20240601_120000.png")
    let stage = try Stage(Programs.aloft, [folder.path, "--page", "feed"])
    let marks = [Mark.six[0], Mark.six[2]]
    let shown = try stage.window.waitUntil("the picture shows", timeout: Stage.patience) {
      $0.findMarks(Mark.six).count == Mark.six.count
    }
    try stage.waitUntilAtRest()
    let touch = stage.rig.touch
    for (finger, found) in shown.findMarks(marks).enumerated() { try touch.down(finger, at: found.center) }
    // Apart, to a scale from which the fingers reach no limit.
    let middle = (try at(0, touch) + at(1, touch)) / 2
    let bases = try (0..<2).map { middle + (try at($0, touch) - middle) * 1.5 }
    try touch.move([0: bases[0], 1: bases[1]], steps: 10) { try stage.window.catchUp() }
    try stage.waitUntilAtRest()

    var random = SeededGenerator(7)
    var expected: [(frame: Int, fingers: [Point])] = []
    let look = { (frame: Frame) in
      (number: frame.number, marks: marks.map { frame.picture.findMark($0.color)?.center })
    }
    let frames = try stage.window.record(measuring: look) {
      for update in 0..<updates {
        let finger = update % 2
        var target = bases[finger]
        repeat {
          let offset = Point(.random(in: -reach...reach, using: &random), .random(in: -reach...reach, using: &random))
          target = bases[finger] + offset
        } while target.distance(to: try at(finger, touch)) < least
        // At any moment of the pause that follows a frame.
        usleep(.random(in: 0...20_000, using: &random))
        let count = stage.window.frameCount
        try touch.move(finger, to: target)
        expected.append((count + 1, [try at(0, touch), try at(1, touch)]))
        try stage.window.waitForFrame(after: count)
      }
    }

    let delays = expected.map { update in
      frames.filter { $0.number >= update.frame }.firstIndex { frame in
        zip(frame.marks, update.fingers).allSatisfy { ($0?.distance(to: $1) ?? .infinity) <= tolerance }
      }.map { $0 + 1 } ?? .max
    }
    let inNext = delays.count { $0 == 1 }
    let detail = "\(inNext) of \(updates) updates in the next frame"
    let worst = delays.max() ?? 0
    return Outcome(value: worst == .max ? .infinity : Double(worst), detail: detail)
  }

  private static func at(_ finger: Int, _ touch: TouchScreen) throws -> Point {
    guard let point = touch.positions[finger] else { throw RigError("finger \(finger) is not down") }
    return point
  }
}
