// SPDX-License-Identifier: MIT

/// How far a copy may be scaled, and how it gives way like rubber beyond that.
///
/// Inside the limits the shown scale is the raw scale. Beyond a limit it is `limit · f(raw / limit)` with `RubberBand`'s
/// stretch:
///
///     above the maximum, x = raw / maximum − 1:  f = 1 + a · x / (a + x)
///     below the minimum, x = minimum / raw − 1:  f = 1 − b · x / (b + x)
///
/// `f` and its slope are 1 at the limit, so nothing jerks there; it never decreases, and it approaches `1 + a` and
/// `1 − b` but does not reach them. It takes the total raw scale, so it does not matter in how many steps fingers move.
public struct ScaleLimits: Hashable, Sendable {
  /// The smallest scale without resistance, as a ratio.
  public let minimum: Double
  /// The largest scale without resistance, as a ratio.
  public let maximum: Double
  /// `b`: the share of the minimum by which the shown scale can fall below it.
  public let giveBelow: Double
  /// `a`: the share of the maximum by which the shown scale can exceed it.
  public let giveAbove: Double

  /// Raw scales are kept in this range, so that their logarithm and their reciprocal stay finite; a pinch from
  /// 1 px to the diagonal of a wall of screens still fits.
  static let rawRange = 1e-4...1e4

  /// Limits in order; a maximum below the minimum becomes the minimum.
  public init(
    minimum: Double = 1, maximum: Double = 6, giveBelow: Double = 0.25, giveAbove: Double = 0.5
  ) {
    self.minimum = minimum.clamped(to: Self.rawRange)
    self.maximum = max(self.minimum, maximum.clamped(to: Self.rawRange))
    self.giveBelow = giveBelow.clamped(to: 0...0.99)
    self.giveAbove = giveAbove.clamped(to: 0...1e3)
  }

  /// The scale to draw for `raw`, the product of all pinching since the lift.
  public func shown(forRaw raw: Double) -> Double {
    let raw = raw.clamped(to: Self.rawRange)
    if raw > maximum { return maximum * (1 + RubberBand.stretch(raw / maximum - 1, give: giveAbove)) }
    if raw < minimum { return minimum * (1 - RubberBand.stretch(minimum / raw - 1, give: giveBelow)) }
    return raw
  }

  /// The raw scale which is shown as `shown`; for a scale that no raw scale is shown as, one near that end.
  public func raw(forShown shown: Double) -> Double {
    if shown > maximum {
      return (maximum * (1 + RubberBand.pull(shown / maximum - 1, give: giveAbove))).clamped(to: Self.rawRange)
    }
    if shown < minimum {
      return (minimum / (1 + RubberBand.pull(1 - shown / minimum, give: giveBelow))).clamped(to: Self.rawRange)
    }
    return shown.clamped(to: Self.rawRange)
  }
}
