// SPDX-License-Identifier: MIT

import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A picture on its way to where it rests: log scale, angle and an anchor's x and y each follow a spring, which starts with
/// the fingers' velocity.
///
/// The target may move between frames; the picture then keeps its place and its velocity. Each step is the exact
/// solution, so that frame times, even irregular ones, do not change the path.
public struct TransformSpring: Sendable {
  /// Maps points of the reference rectangle to where the picture shows them.
  public private(set) var shown: Similarity

  private let reference: Rect
  private let motion: ZoomMotion
  private let spring: DampedSpring
  private var time: Double
  /// The point of the picture whose way is followed, in the reference rectangle's coordinates: a point that is where it
  /// will be in the end stays there all the time.
  private let anchor: Point
  /// Where the anchor is shown.
  private var place: Point
  /// With the anchor in place of the rectangle's centre.
  private var anchorVelocity: MotionVelocity
  /// The target's angle, with the whole turns that make the way from the first angle the shortest one.
  private var targetAngle: Double?

  /// Starts from `start` with `velocity` at `time` in seconds; `reference` is what `start` maps.
  ///
  /// - Parameter anchor: in the coordinates of `reference`; nil for its centre
  public init(
    from start: Similarity, velocity: MotionVelocity, reference: Rect, anchor: Point? = nil, at time: Double,
    motion: ZoomMotion = .standard
  ) {
    shown = start
    self.reference = reference
    self.motion = motion
    spring = DampedSpring(dampingRatio: motion.dampingRatio, response: motion.response)
    self.time = time
    self.anchor = anchor ?? reference.center
    place = start.apply(to: self.anchor)
    anchorVelocity = velocity
    anchorVelocity.center += velocity.difference(from: start.apply(to: reference.center), to: place)
  }

  public var velocity: MotionVelocity {
    var velocity = anchorVelocity
    velocity.center += velocity.difference(from: place, to: shown.apply(to: reference.center))
    return velocity
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
    let rest = target.apply(to: anchor)
    guard step > 0 else { return shown }

    let scale = advanced(log(shown.scale), anchorVelocity.logScale, rest: log(target.scale), by: step)
    let angle = advanced(shown.angle, anchorVelocity.angle, rest: restAngle, by: step)
    let x = advanced(place.x, anchorVelocity.center.x, rest: rest.x, by: step)
    let y = advanced(place.y, anchorVelocity.center.y, rest: rest.y, by: step)
    place = Point(x.value, y.value)
    shown = Similarity(scale: exp(scale.value), angle: angle.value, taking: anchor, to: place)
    anchorVelocity = MotionVelocity(
      logScale: scale.velocity, angle: angle.velocity, center: Point(x.velocity, y.velocity))
    return shown
  }

  /// Whether it is so near to `target`, and so slow, that what rests there can be shown in its place unseen.
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
