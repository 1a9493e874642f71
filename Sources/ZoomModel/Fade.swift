// SPDX-License-Identifier: MIT

/// Something that fades: a copy whose source is gone, or what a copy still has of the viewer.
public struct Fade: Hashable, Sendable {
  /// Seconds.
  let startTime: Double
  /// Seconds.
  let duration: Double

  /// - Parameters:
  ///   - startTime: seconds
  ///   - duration: seconds
  public init(startTime: Double, duration: Double) {
    self.startTime = startTime
    self.duration = duration
  }

  /// From 1 at the start to 0 when the duration is over.
  public func opacity(at time: Double) -> Double {
    guard duration > 0 else { return 0 }
    return 1 - ((time - startTime) / duration).clamped(to: 0...1)
  }
}
