// SPDX-License-Identifier: MIT

import Geometry

extension Double {
  /// The nearest value in `range`; its lower bound for what is not a number.
  func clamped(to range: ClosedRange<Double>) -> Double {
    guard self > range.lowerBound else { return range.lowerBound }
    return min(self, range.upperBound)
  }

  /// This angle in radians without whole turns, from −π to π.
  var withoutWholeTurns: Double { remainder(dividingBy: 2 * .pi) }
}

extension Similarity {
  /// False if it can't be drawn or inverted, because a part is infinite, not a number, or the scale is not positive.
  var isProper: Bool { scale > 0 && scale.isFinite && angle.isFinite && translation.isFinite }
}
