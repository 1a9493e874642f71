// SPDX-License-Identifier: MIT

import Geometry

/// One lifted copy, from the fingers' begin until the source is drawn again; `LiftState` has the transitions.
///
/// Rectangles and positions are in the container's logical pixels, times in seconds of one clock that does not go back.
/// Source bounds that are nil, empty or not finite mean that the source is not there any more.
public struct Lift: Sendable {
  /// Where the source was at the lift.
  public let reference: Rect
  public private(set) var state: LiftState
  /// Maps points of the reference rectangle to where the copy shows them; at the end, where it was last.
  public private(set) var shown = Similarity.identity
  /// Of the whole copy: 1, falling to 0 while it fades.
  public private(set) var opacity = 1.0

  private let rules: GestureRules
  private let motion: ZoomMotion

  /// Lifts a source which is at `reference` now.
  public init(
    reference: Rect, fingers: [FingerID: Point], rules: GestureRules, motion: ZoomMotion = .standard
  ) {
    self.reference = reference
    self.rules = rules
    self.motion = motion
    var hold = Hold(reference: reference, rules: rules, motion: motion)
    hold.setFingers(fingers)
    state = .held(hold)
  }

  /// Brings home a copy that something else has shown so far, to a source which is at `reference` now.
  ///
  /// - Parameters:
  ///   - start: maps points of `reference` to where the copy is shown
  ///   - time: seconds
  public init(
    returningTo reference: Rect, from start: Similarity, velocity: MotionVelocity, at time: Double, rules: GestureRules,
    motion: ZoomMotion = .standard
  ) {
    self.reference = reference
    self.rules = rules
    self.motion = motion
    shown = start
    state = .returning(
      TransformSpring(from: start, velocity: velocity, reference: reference, at: time, motion: motion))
  }

  /// Whether it is over: the copy goes, and the source is drawn again.
  public var isDone: Bool {
    if case .done = state { true } else { false }
  }

  /// Whether fingers hold the copy.
  public var isHeld: Bool {
    if case .held = state { true } else { false }
  }

  /// Other fingers hold the copy; it does not move. Nothing if it is not held.
  public mutating func setFingers(_ positions: [FingerID: Point]) {
    guard case .held(var hold) = state else { return }
    hold.setFingers(positions)
    state = .held(hold)
  }

  /// The copy follows its fingers. Nothing if it is not held.
  public mutating func move(_ positions: [FingerID: Point], at time: Double) {
    guard case .held(var hold) = state else { return }
    hold.move(positions, at: time)
    shown = hold.shown
    state = .held(hold)
  }

  /// How fast the copy moves at `time`.
  public func velocity(at time: Double) -> MotionVelocity {
    switch state {
    case .held(let hold): hold.velocity(at: time)
    case .returning(let spring): spring.velocity
    case .fading, .done: .zero
    }
  }

  /// Whether fingers that let go at `time` have pulled the copy open so fast that it should come up at any scale.
  public func isPulledOpen(at time: Double) -> Bool {
    guard case .held(let hold) = state, shown.scale > 1 else { return false }
    return hold.throwVelocity(at: time).logScale >= motion.openSpeed
  }

  /// The fingers let go: the copy goes home with their velocity, fades, or is done at once if not `animated`.
  public mutating func release(at time: Double, animated: Bool, sourceBounds: Rect?) {
    letGo(velocity: velocity(at: time), at: time, animated: animated, sourceBounds: sourceBounds)
  }

  /// The fingers were taken away: as `release`, but from rest, because nobody threw the copy.
  public mutating func cancel(at time: Double, animated: Bool, sourceBounds: Rect?) {
    letGo(velocity: .zero, at: time, animated: animated, sourceBounds: sourceBounds)
  }

  /// Goes on to the frame at `time`, for a source that is at `sourceBounds` now.
  public mutating func frame(at time: Double, sourceBounds: Rect?) {
    switch state {
    case .held:
      if target(for: sourceBounds) == nil { fade(at: time) }
    case .returning(var spring):
      guard let target = target(for: sourceBounds) else { return fade(at: time) }
      shown = spring.advance(to: time, target: target)
      state = .returning(spring)
      if spring.isSettled(target: target) { finish(shown: target) }
    case .fading(let fade):
      opacity = min(opacity, fade.opacity(at: time))
      if opacity == 0 { state = .done }
    case .done:
      break
    }
  }

  /// Fingers take hold of the returning copy, exactly as it is shown. False if it is not returning.
  public mutating func catchCopy(fingers: [FingerID: Point]) -> Bool {
    guard case .returning = state else { return false }
    var hold = Hold(reference: reference, shown: shown, rules: rules, motion: motion)
    hold.setFingers(fingers)
    state = .held(hold)
    return true
  }

  private mutating func letGo(
    velocity: MotionVelocity, at time: Double, animated: Bool, sourceBounds: Rect?
  ) {
    guard isHeld else { return }
    let target = target(for: sourceBounds)
    if !animated {
      finish(shown: target ?? shown)
    } else if target == nil {
      fade(at: time)
    } else {
      state = .returning(
        TransformSpring(from: shown, velocity: velocity, reference: reference, at: time, motion: motion))
    }
  }

  private mutating func finish(shown final: Similarity) {
    shown = final
    state = .done
  }

  private mutating func fade(at time: Double) {
    state = .fading(Fade(startTime: time, duration: motion.fadeDuration))
  }

  /// What maps the reference rectangle onto `bounds`: widths decide the scale, centres meet.
  private func target(for bounds: Rect?) -> Similarity? {
    guard let bounds, !bounds.isEmpty, !reference.isEmpty else { return nil }
    let target = Similarity(
      scale: bounds.size.width / reference.size.width, angle: 0, taking: reference.center, to: bounds.center)
    return target.isProper ? target : nil
  }
}
