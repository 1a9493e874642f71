// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// What a large photograph costs while it is held.
enum MemoryRow {
  private static let rounds = 3
  private static let scale = 6.0
  /// Seconds that it is held, and that between two looks at the memory.
  private static let time = 4.0
  private static let interval = 0.01

  static func measure() throws -> Outcome {
    let folder = try Photos.large()
    var peaks: [Double] = []
    var lasting: [Double] = []
    for _ in 0..<rounds {
      let stage = try Stage(Programs.aloft, [folder, "--page", "feed"])
      try stage.waitUntilAtRest()
      func memory() throws -> Double { Double(try stage.app.totalUsage().proportionalMemory) / 1e6 }
      let before = try memory()
      let touch = stage.rig.touch
      let (middle, arm) = (Point(640, 290), Point(40, 0))
      try touch.pinch(
        from: (middle - arm, middle + arm), to: (middle - arm * scale, middle + arm * scale), steps: 30
      ) { try stage.window.catchUp() }
      var peak = before
      try inIntervals(interval, count: Int(time / interval)) { _ in peak = max(peak, try memory()) }
      peaks.append(peak - before)
      lasting.append(try memory() - before)
    }
    return Outcome(
      value: peaks.median,
      detail: "at most \(peaks.spread(digits: 1)), in the end \(lasting.spread(digits: 1)) MB of proportional memory")
  }
}
