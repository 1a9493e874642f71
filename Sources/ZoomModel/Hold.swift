// SPDX-License-Identifier: MIT

import Geometry

/// A copy that fingers hold: it goes with them by pinching, moving and turning at once.
///
/// Everything is computed from where the fingers were when their number last changed, never from one event to the
/// next: no error adds up, and the number of events does not matter. Positions are in the container's logical pixels.
public struct Hold: Sendable {
  /// Where the source was at the lift, in the container's coordinates.
  public let reference: Rect
  /// Maps points of the reference rectangle to where the copy shows them.
  public private(set) var shown: Similarity

  private let rules: GestureRules
  private let coincidentDistance: Double
  private var history: MotionHistory
  /// The product of all pinching since the lift, which the limits turn into the shown scale.
  private var rawScale: Double
  /// What the shown scale is beyond the one that belongs to the raw scale: 1, except for a copy which was caught
  /// beyond the reach of the rubber band (a fast return may overshoot as far) and has to stay as it is.
  private let surplus: Double
  private var fingers = FingerCluster([:])
  private var base: Base

  /// The state when the number of fingers last changed.
  private struct Base {
    var fingers: FingerCluster
    var shown: Similarity
    var rawScale: Double
    /// Radians since then, with whole turns.
    var turn = 0.0
  }

  /// Holds a copy that is shown as `shown` at present: the identity at a lift, anything at a catch.
  public init(
    reference: Rect, shown: Similarity = .identity, rules: GestureRules, motion: ZoomMotion = .standard
  ) {
    self.reference = reference
    self.shown = shown
    self.rules = rules
    coincidentDistance = motion.coincidentDistance
    history = MotionHistory(motion: motion)
    rawScale = rules.rawScale(forShown: shown.scale)
    surplus = shown.scale / rules.shownScale(forRaw: rawScale)
    base = Base(fingers: fingers, shown: shown, rawScale: rawScale)
  }

  /// Sets which fingers hold the copy and where they are; the copy stays as it is.
  ///
  /// A finger without a finite position keeps its last one, or is left out if it has none.
  public mutating func setFingers(_ positions: [FingerID: Point]) {
    var usable: [FingerID: Point] = [:]
    for (finger, position) in positions {
      usable[finger] = position.isFinite ? position : fingers.positions[finger]
    }
    fingers = FingerCluster(usable)
    rebase()
  }

  /// Moves fingers at `time` in seconds; fingers that are not named stay, unknown ones and positions that are not
  /// finite are dropped.
  public mutating func move(_ positions: [FingerID: Point], at time: Double) {
    var moved = fingers.positions
    for (finger, position) in positions where moved[finger] != nil && position.isFinite {
      moved[finger] = position
    }
    guard !moved.isEmpty else { return }
    let cluster = FingerCluster(moved)
    guard cluster.centroid.isFinite, cluster.spread.isFinite else { return }
    fingers = cluster
    follow()
    history.record(shown, center: shown.apply(to: reference.center), at: time)
  }

  /// Where the fingers are.
  var positions: [FingerID: Point] { fingers.positions }

  /// The middle of the fingers; nil without any.
  public var focus: Point? { fingers.positions.isEmpty ? nil : fingers.centroid }

  /// How fast the copy is at `time` in seconds; zero if the fingers have paused.
  public func velocity(at time: Double) -> MotionVelocity { history.velocity(at: time) }

  /// As `velocity`, to tell whether the copy is thrown.
  func throwVelocity(at time: Double) -> MotionVelocity { history.throwVelocity(at: time) }

  private mutating func rebase() {
    base = Base(fingers: fingers, shown: shown, rawScale: rawScale)
  }

  private mutating func follow() {
    var ratio = 1.0
    if base.fingers.spread >= coincidentDistance {
      let change = base.fingers.ratioAndTurn(to: fingers)
      ratio = change.ratio
      // The direction between fingers that touch is noise: keep the last one.
      if rules.allowsRotation && fingers.spread >= coincidentDistance {
        base.turn += (change.turn - base.turn).withoutWholeTurns
      }
    }
    rawScale = (base.rawScale * ratio).clamped(to: ScaleLimits.rawRange)
    let held = base.shown.inverse.apply(to: base.fingers.centroid)
    let followed = Similarity(
      scale: rules.shownScale(forRaw: rawScale) * surplus, angle: base.shown.angle + base.turn,
      taking: held, to: fingers.centroid)
    if followed.isProper { shown = followed }
    if base.fingers.spread < coincidentDistance && fingers.spread >= coincidentDistance {
      // Fingers that began as one have come apart: from here on they have a distance.
      rebase()
    }
  }
}
