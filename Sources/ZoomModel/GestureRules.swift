// SPDX-License-Identifier: MIT

/// What a source allows fingers to do with its copy.
public struct GestureRules: Hashable, Sendable {
  public var limits: ScaleLimits
  /// How much of a pinch counts: the scale before the limits is 1 + (raw − 1) · damping. With 1 the copy follows the
  /// fingers; with anything else only their midpoint stays on its picture point.
  public var damping: Double
  public var allowsRotation: Bool

  public init(limits: ScaleLimits = ScaleLimits(), damping: Double = 1, allowsRotation: Bool = true) {
    self.limits = limits
    self.damping = damping
    self.allowsRotation = allowsRotation
  }

  /// The scale to draw for `raw`, the product of all pinching since the lift.
  public func shownScale(forRaw raw: Double) -> Double {
    // 1 + (raw − 1) is not always raw in floating point, and an undamped pinch has to be exact.
    limits.shown(forRaw: damping == 1 ? raw : 1 + (raw - 1) * damping)
  }

  /// The raw scale which is shown as `shown`, or as near to it as there is one.
  public func rawScale(forShown shown: Double) -> Double {
    let damped = limits.raw(forShown: shown)
    guard damping != 1 else { return damped }
    return damping == 0 ? 1 : (1 + (damped - 1) / damping).clamped(to: ScaleLimits.rawRange)
  }
}
