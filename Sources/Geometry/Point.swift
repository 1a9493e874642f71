// SPDX-License-Identifier: MIT

/// A position, or the difference of two positions, in logical pixels; x runs to the right, y runs down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(0, 0)

  public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
  public static func / (a: Point, divisor: Double) -> Point { Point(a.x / divisor, a.y / divisor) }
  public static func += (a: inout Point, b: Point) { a = a + b }

  /// The distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  public func distance(to other: Point) -> Double { (self - other).length }

  public func midpoint(with other: Point) -> Point { (self + other) / 2 }

  /// False if a coordinate is infinite or not a number.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}
