// SPDX-License-Identifier: MIT
import TouchRig

/// What a viewer does in which nothing moves.
enum IdleRow {
  /// Seconds.
  private static let time = 5.0
  /// Seconds after which the controls have faded, too.
  private static let quiet = 4.0

  static func measure() throws -> Outcome {
    let stage = try Stage(Programs.aloft, [try Photos.photo24()])
    try stage.window.waitUntilIdle(quiet: quiet, timeout: Stage.patience)
    let count = stage.window.frameCount
    let used = try stage.processorTime { try inIntervals(time, count: 1) { _ in } }
    return Outcome(
      value: Double(stage.window.frameCount - count),
      detail: "\(decimal(used * 1000, digits: 0)) ms of processor time in \(decimal(time, digits: 0)) s")
  }
}
