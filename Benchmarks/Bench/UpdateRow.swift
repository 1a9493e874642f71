// SPDX-License-Identifier: MIT
import TouchRig

/// What a declarative update costs.
enum UpdateRow {
  private static let updates = 10_000
  /// Seconds until that many frames have been drawn, on the busiest machine.
  private static let patience = 1200.0

  /// Both run at the same time, so that whatever else the machine does falls on both.
  static func measure() throws -> Outcome {
    let subject = try Stage(Programs.updatingRows, ["--updates", "\(updates)"])
    let baseline = try Stage(Programs.bareRows, ["\(updates)"])
    let starts = try [subject, baseline].map { stage in
      try stage.app.waitForOutput("start", timeout: patience)
      return try stage.app.usage().processorTime
    }
    let used = try zip([subject, baseline], starts).map { stage, start in
      try stage.app.waitForOutput("done", timeout: patience)
      return try stage.app.usage().processorTime - start
    }
    return Outcome(
      value: used[0] / used[1],
      detail: "\(decimal(used[0], digits: 2)) s against \(decimal(used[1], digits: 2)) s for \(updates) updates")
  }
}
