// SPDX-License-Identifier: MIT

/// A copy that fades where it is, because its source is gone.
public struct Fade: Hashable, Sendable {
  /// Seconds.
  let startTime: Double
  /// Seconds.
  let duration: Double

  /// From 1 at the start to 0 when the duration is over.
  func opacity(at time: Double) -> Double {
    guard duration > 0 else { return 0 }
    return 1 - ((time - startTime) / duration).clamped(to: 0...1)
  }
}
