// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#endif

/// One coordinate of a picture that goes on after it was let go of: friction slows it down, and at the end of its range a
/// spring takes it back.
///
/// Both are closed forms of time, so that frame times do not change the path. With friction k it is at
/// x₀ + v₀ · (1 − e^(−kt)) / k, with velocity v₀ · e^(−kt).
public struct Glide: Sendable {
  private let position: Double
  private let velocity: Double
  private let startTime: Double
  private let friction: Double
  /// Seconds from the start until it meets the end of its range; infinite if it does not.
  private let meetingTime: Double
  /// The end of the range that it meets, or beyond which it starts.
  private let edge: Double
  private let spring: DampedSpring
  private let motion: ZoomMotion

  /// - Parameters:
  ///   - position: in logical pixels
  ///   - velocity: in logical pixels per second
  ///   - range: where it can rest
  ///   - time: seconds
  public init(
    from position: Double, velocity: Double, in range: ClosedRange<Double>, at time: Double,
    motion: ZoomMotion = .standard
  ) {
    self.position = position
    self.velocity = velocity
    self.motion = motion
    startTime = time
    friction = motion.glideFriction
    spring = DampedSpring(dampingRatio: 1, response: motion.response)
    let rest = position + velocity / friction
    if !range.contains(position) {
      edge = position.clamped(to: range)
      meetingTime = 0
    } else if range.contains(rest) {
      edge = rest
      meetingTime = .infinity
    } else {
      edge = rest.clamped(to: range)
      meetingTime = -log(max(1 - friction * (edge - position) / velocity, .leastNormalMagnitude)) / friction
    }
  }

  /// Where it is at `time` in seconds, and how fast.
  public func state(at time: Double) -> (position: Double, velocity: Double) {
    let elapsed = max(0, time - startTime)
    guard elapsed > meetingTime else { return sliding(for: elapsed) }
    let met = sliding(for: meetingTime)
    let sprung = spring.advanced(
      displacement: met.position - edge, velocity: met.velocity, by: elapsed - meetingTime)
    return (edge + sprung.displacement, sprung.velocity)
  }

  /// Whether it is so near to where it comes to rest, and so slow, that nobody sees the difference.
  public func isSettled(at time: Double) -> Bool {
    let (position, velocity) = state(at: time)
    return abs(velocity) < motion.settleSpeed && abs(position - edge) <= motion.settleDistance
  }

  /// Where it comes to rest.
  public var restingPosition: Double { edge }

  private func sliding(for elapsed: Double) -> (position: Double, velocity: Double) {
    let left = exp(-friction * elapsed)
    return (position + velocity * (1 - left) / friction, velocity * left)
  }
}
