// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// What it costs a page of 1,000 pictures to be zoomable while it is scrolled.
enum ScrollRow {
  private static let rounds = 5
  /// Strokes of one finger up, and as many down again.
  private static let strokes = 2
  private static let steps = 120
  /// Seconds between two updates: usual for a touch screen.
  private static let interval = 1.0 / 120

  static func measure() throws -> Outcome {
    let results = try ["stack", "grid"].map { layout in
      let zoomable = try Stage(Programs.picturePage, ["--layout", layout, "--zoomable", "yes"])
      let plain = try Stage(Programs.picturePage, ["--layout", layout, "--zoomable", "no"])
      for stage in [zoomable, plain] {
        try stage.waitUntilAtRest()
        _ = try timePerFrame(on: stage)
      }
      let result = try Comparison(rounds: rounds) {
        try timePerFrame(on: zoomable)
      } baseline: {
        try timePerFrame(on: plain)
      }
      return (ratio: result.ratio, detail: "\(layout): \(result.detail("ms", digits: 2, factor: 1000))")
    }
    return Outcome(
      value: results.map(\.ratio).max() ?? .infinity, detail: results.map(\.detail).joined(separator: "; "))
  }

  /// Seconds of processor time per frame. The time on the clock is that between two refreshes of the monitor for both.
  private static func timePerFrame(on stage: Stage) throws -> Double {
    let frames = stage.window.frameCount
    let used = try stage.processorTime {
      for stroke in 0..<2 * strokes { try scroll(on: stage, isDown: stroke < strokes) }
    }
    return used / Double(stage.window.frameCount - frames)
  }

  private static func scroll(on stage: Stage, isDown: Bool) throws {
    let ends = [Point(640, 740), Point(640, 140)]
    let (start, end) = isDown ? (ends[0], ends[1]) : (ends[1], ends[0])
    try stage.rig.touch.down(0, at: start)
    try inIntervals(interval, count: steps) { step in
      try stage.rig.touch.move(0, to: start + (end - start) * (Double(step + 1) / Double(steps)))
    }
    // Long enough for the page not to go on by itself, in microseconds.
    usleep(200_000)
    try stage.rig.touch.up(0)
  }
}
