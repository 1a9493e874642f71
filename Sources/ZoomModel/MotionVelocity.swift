// SPDX-License-Identifier: MIT

import Geometry

/// How fast a copy changes, in the four coordinates in which it returns.
public struct MotionVelocity: Hashable, Sendable {
  /// Change of the natural logarithm of the scale per second.
  public var logScale: Double
  /// Radians per second, clockwise on screen.
  public var angle: Double
  /// Logical pixels per second of the reference rectangle's centre.
  public var center: Point

  public init(logScale: Double = 0, angle: Double = 0, center: Point = .zero) {
    self.logScale = logScale
    self.angle = angle
    self.center = center
  }

  public static let zero = MotionVelocity()

  /// How much faster the point at `end` moves than that at `start`, in logical pixels per second, both being points of
  /// what turns and grows with this velocity.
  func difference(from start: Point, to end: Point) -> Point {
    let arm = end - start
    return arm * logScale + Point(-arm.y, arm.x) * angle
  }
}
