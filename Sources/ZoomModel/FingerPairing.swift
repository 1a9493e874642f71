// SPDX-License-Identifier: MIT

import Geometry

/// What two fingers would lift together, and how likely it is that they are meant to.
///
/// In this order: the source that both and their midpoint are on; else the source under their midpoint, for fingers
/// which straddle its edge or stand on its neighbours; else, with nothing under the midpoint, the source under one of
/// them, the one nearer to the midpoint first. In the last two both have to be within reach of that source, so that two
/// hands on two large pictures do not make a pair.
struct FingerPairing<Source: Hashable & Sendable>: Comparable {
  private enum Rank: Int {
    case sameSource
    case aroundSource
    case acrossGap
  }

  let source: Source
  private let rank: Rank
  /// Between the two fingers, in logical pixels.
  private let distance: Double

  /// Nil if the two have nothing to lift which `isAllowed`.
  init?(
    _ a: Point, _ b: Point, reach: Double, hit: (Point) -> HitTarget<Source>?,
    isAllowed: (Source) -> Bool
  ) {
    distance = a.distance(to: b)
    let midpoint = a.midpoint(with: b)
    if let target = hit(midpoint) {
      guard isAllowed(target.source) else { return nil }
      source = target.source
      if hit(a)?.source == target.source && hit(b)?.source == target.source {
        rank = .sameSource
      } else if target.isWithin(reach, of: a, and: b) {
        rank = .aroundSource
      } else {
        return nil
      }
    } else {
      let target = [hit(a), hit(b)].compactMap { $0 }
        .filter { isAllowed($0.source) && $0.isWithin(reach, of: a, and: b) }
        .min { $0.bounds.distance(to: midpoint) < $1.bounds.distance(to: midpoint) }
      guard let target else { return nil }
      source = target.source
      rank = .acrossGap
    }
  }

  /// The more likely pairing is the lesser one: by rank, then by distance.
  static func < (a: FingerPairing, b: FingerPairing) -> Bool {
    (a.rank.rawValue, a.distance) < (b.rank.rawValue, b.distance)
  }
}

extension HitTarget {
  fileprivate func isWithin(_ reach: Double, of a: Point, and b: Point) -> Bool {
    bounds.distance(to: a) <= reach && bounds.distance(to: b) <= reach
  }
}
