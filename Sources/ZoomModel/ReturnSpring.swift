// SPDX-License-Identifier: MIT

import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A copy on its way home: log scale, angle and the centre's x and y each follow a spring from the fingers' velocity.
///
/// The target may move between frames; the copy then keeps its place and its velocity. Each step is the exact
/// solution, so that frame times, even irregular ones, do not change the path.
public struct ReturnSpring: Sendable {
  /// Maps points of the reference rectangle to where the copy shows them.
  public private(set) var shown: Similarity
  public private(set) var velocity: MotionVelocity

  private let reference: Rect
  private let motion: ZoomMotion
  private let spring: DampedSpring
  private var time: Double
  private var center: Point
  /// The target's angle, with the whole turns that make the way from the first angle the shortest one.
  private var targetAngle: Double?

  /// Starts from `start` with `velocity` at `time` in seconds; `reference` is what `start` maps.
  public init(
    from start: Similarity, velocity: MotionVelocity, reference: Rect, at time: Double,
    motion: ZoomMotion = .standard
  ) {
    shown = start
    self.velocity = velocity
    self.reference = reference
    self.motion = motion
    spring = DampedSpring(dampingRatio: motion.dampingRatio, response: motion.response)
    self.time = time
    center = start.apply(to: reference.center)
  }

  /// Goes on to `time` in seconds, towards `target`, and returns what is shown then.
  ///
  /// A time before the last one, as a frame clock may give just after an event, changes nothing; neither does a
  /// target of no size.
  @discardableResult
  public mutating func advance(to time: Double, target: Similarity) -> Similarity {
    guard time.isFinite, target.isProper else { return shown }
    let step = max(0, time - self.time)
    self.time += step

    let lastAngle = targetAngle ?? shown.angle
    let restAngle = lastAngle + (target.angle - lastAngle).withoutWholeTurns
    targetAngle = restAngle
    let rest = target.apply(to: reference.center)
    guard step > 0 else { return shown }

    let scale = advanced(log(shown.scale), velocity.logScale, rest: log(target.scale), by: step)
    let angle = advanced(shown.angle, velocity.angle, rest: restAngle, by: step)
    let x = advanced(center.x, velocity.center.x, rest: rest.x, by: step)
    let y = advanced(center.y, velocity.center.y, rest: rest.y, by: step)
    center = Point(x.value, y.value)
    shown = Similarity(scale: exp(scale.value), angle: angle.value, taking: reference.center, to: center)
    velocity = MotionVelocity(
      logScale: scale.velocity, angle: angle.velocity, center: Point(x.velocity, y.velocity))
    return shown
  }

  /// Whether the copy is so near to `target`, and so slow, that the source can be shown in its place unseen.
  public func isSettled(target: Similarity) -> Bool {
    let isNear = reference.corners.allSatisfy {
      shown.apply(to: $0).distance(to: target.apply(to: $0)) <= motion.settleDistance
    }
    let radius = shown.scale * Point(reference.size.width, reference.size.height).length / 2
    let cornerSpeed = velocity.center.length + radius * (abs(velocity.logScale) + abs(velocity.angle))
    return isNear && cornerSpeed < motion.settleSpeed
  }

  private func advanced(
    _ value: Double, _ velocity: Double, rest: Double, by step: Double
  ) -> (value: Double, velocity: Double) {
    let next = spring.advanced(displacement: value - rest, velocity: velocity, by: step)
    return (rest + next.displacement, next.velocity)
  }
}
