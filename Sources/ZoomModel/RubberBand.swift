// SPDX-License-Identifier: MIT

/// How what is pulled beyond a limit gives way, for scales and for positions alike.
///
/// A pull of x stretches it by give · x / (give + x): as far as the fingers at first, ever less then, and never by as much
/// as `give`.
enum RubberBand {
  /// The share of the give up to which `pull` looks back: nearer to the asymptote a finger would have to travel too far
  /// to undo it.
  private static let invertibleGive = 0.95

  /// How far a pull of `pull` ≥ 0 stretches rubber that gives less than `give`, in the same unit.
  static func stretch(_ pull: Double, give: Double) -> Double {
    give > 0 ? give * pull / (give + pull) : 0
  }

  /// The pull that stretches rubber by `stretch`: the inverse.
  static func pull(_ stretch: Double, give: Double) -> Double {
    guard give > 0 else { return 0 }
    let stretch = min(stretch, give * invertibleGive)
    return give * stretch / (give - stretch)
  }

}

/// A position that one drag moves: with the finger inside a range, like rubber beyond. In logical pixels.
struct RubberPull: Sendable {
  let range: ClosedRange<Double>
  private let give: Double
  /// Where the finger would have it when the drag begins, without limits.
  private let raw: Double

  /// Begins where it is shown, which may be anywhere: it stays there until the finger moves.
  init(from shown: Double, in range: ClosedRange<Double>, give: Double) {
    self.range = range
    let edge = shown.clamped(to: range)
    let stretch = abs(shown - edge)
    // What a spring has thrown further out than rubber reaches is on longer rubber, and so neither jumps nor sticks.
    self.give = max(give, 2 * stretch)
    let pull = RubberBand.pull(stretch, give: self.give)
    raw = edge + (shown < edge ? -pull : pull)
  }

  /// Where it is shown after the finger has moved by `offset` since the drag began.
  func shown(movedBy offset: Double) -> Double {
    let moved = raw + offset
    let edge = moved.clamped(to: range)
    let stretch = RubberBand.stretch(abs(moved - edge), give: give)
    return edge + (moved < edge ? -stretch : stretch)
  }
}
