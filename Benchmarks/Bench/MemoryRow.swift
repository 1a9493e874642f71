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
  private static let interval = 0.05

  static func measure() throws -> Outcome {
    let folder = try Photos.large()
    var peaks: [Double] = []
    var lasting: [Double] = []
    for _ in 0..<rounds {
      let stage = try Stage(Programs.aloft, [folder, "--page", "feed"])
      try stage.waitUntilAtRest()
      let before = try memory(of: stage)
      let touch = stage.rig.touch
      let (middle, arm) = (Point(640, 290), Point(40, 0))
      try touch.pinch(
        from: (middle - arm, middle + arm), to: (middle - arm * scale, middle + arm * scale), steps: 30
      ) { try stage.window.catchUp() }
      var peak = before
      try inIntervals(interval, count: Int(time / interval)) { _ in peak = max(peak, try memory(of: stage)) }
      peaks.append(peak - before)
      lasting.append(try memory(of: stage) - before)
    }
    return Outcome(
      value: lasting.median,
      detail: "\(lasting.spread(digits: 1)) MB; at most, while parts are decoded, \(peaks.spread(digits: 1)) MB")
  }

  /// Millions of bytes that the program and its helpers have for themselves. Not counted are files that are mapped, such
  /// as libraries: they take no more memory for being used, and their share depends on what else runs.
  private static func memory(of stage: Stage) throws -> Double {
    let processes = [stage.app.pid] + ProcessUsage.descendants(of: stage.app.pid)
    return try processes.flatMap { process in
      try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8).split(separator: "\n")
    }
    .filter { $0.hasPrefix("Pss_Anon:") || $0.hasPrefix("Pss_Shmem:") }
    .compactMap { $0.split(separator: " ").compactMap { Double($0) }.first }
    .reduce(0, +) * 1024 / 1e6
  }
}
