// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// How smoothly a picture of 400 megapixels moves under a finger at 100 %.
enum VastPictureRow {
  /// Pixels a second.
  private static let speed = 1500.0
  /// Seconds between two updates: usual for a touch screen.
  private static let interval = 1.0 / 120
  /// Seconds that the app may take to prepare.
  private static let preparing = 300.0
  /// Seconds of a frame that is late, which one of two refreshes is already, and of one that takes three.
  private static let late = 0.033
  private static let veryLate = 0.042
  /// From the picture's middle to its right edge, down, and back where nothing has been looked at.
  private static let drags =
    Array(repeating: (from: Point(1240, 400), to: Point(40, 400)), count: 7) + [(Point(640, 760), Point(640, 40))]
    + Array(repeating: (Point(40, 400), Point(1240, 400)), count: 14)

  static func measure() throws -> Outcome {
    let stage = try Stage(Programs.aloft, [try Photos.photo400()])
    let start = monotonicTime()
    _ = try stage.window.waitUntil("the picture shows", in: PictureViewer.middle, timeout: Stage.patience) {
      Photos.mark(in: $0) != nil
    }
    try stage.waitUntilAtRest()
    try stage.rig.keyboard.press("1", with: ["Control_L"])
    try stage.waitUntilIdle(timeout: preparing)
    let ready = monotonicTime()
    var frames: [Double] = []
    for (start, end) in drags { frames += try drag(from: start, to: end, on: stage) }
    let stopped = monotonicTime()
    try stage.waitUntilAtRest()
    let sharp = monotonicTime() - Stage.quiet
    let memory = Double(try stage.app.totalUsage().proportionalMemory) / 1e6
    let milliseconds = frames.map { $0 * 1000 }
    func share(longerThan limit: Double) -> Double { Double(frames.count { $0 > limit }) / Double(frames.count) }
    let detail = [
      "\(frames.count) frames of \(milliseconds.spread(digits: 1, unit: " ms"))",
      "\(Row.Unit.share.text(share(longerThan: veryLate))) of them take three refreshes or more",
      "begun \(decimal(ready - start, digits: 0)) s after the window",
      "at rest \(decimal(sharp - stopped, digits: 1)) s after the last, with \(decimal(memory, digits: 0)) MB",
    ]
    return Outcome(value: share(longerThan: late), detail: detail.joined(separator: "; "))
  }

  /// Seconds from each frame to the next, from the first movement to the first frame after the last.
  private static func drag(from start: Point, to end: Point, on stage: Stage) throws -> [Double] {
    let touch = stage.rig.touch
    try touch.down(0, at: start)
    try stage.window.catchUp()
    let updates = Int((end - start).length / speed / interval)
    let begin = monotonicTime()
    let times = try stage.window.record(Rect(x: 0, y: 0, width: 1, height: 1), measuring: \.time) {
      try inIntervals(interval, count: updates) { update in
        try touch.move(0, to: start + (end - start) * (Double(update + 1) / Double(updates)))
      }
      try stage.window.catchUp()
    }
    // Long enough for the picture not to go on by itself, in microseconds.
    usleep(200_000)
    try touch.up(0)
    return zip([begin] + times, times).map { $1 - $0 }
  }
}
