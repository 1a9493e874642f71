// SPDX-License-Identifier: MIT

/// A width and a height in logical pixels, unless the declaration says otherwise.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(0, 0)

  public static func * (size: Size, factor: Double) -> Size {
    Size(size.width * factor, size.height * factor)
  }

  public var isEmpty: Bool { !(width > 0 && height > 0) }
}

/// An upright rectangle in logical pixels.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(_ origin: Point, _ size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(Point(x, y), Size(width, height))
  }

  public init(center: Point, size: Size) {
    self.init(Point(center.x - size.width / 2, center.y - size.height / 2), size)
  }

  public static let zero = Rect(.zero, .zero)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }
  public var isEmpty: Bool { size.isEmpty }

  /// Top left, top right, bottom right, bottom left.
  public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The part that both cover; empty where they only touch or lie apart.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let width = min(maxX, other.maxX) - left
    let height = min(maxY, other.maxY) - top
    return width > 0 && height > 0
      ? Rect(x: left, y: top, width: width, height: height) : Rect(Point(left, top), .zero)
  }

  /// The smallest rectangle around both.
  public func union(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Shrunk by `margin` on every side; a negative margin grows it.
  public func insetBy(_ margin: Double) -> Rect {
    Rect(
      x: minX + margin, y: minY + margin,
      width: max(0, size.width - 2 * margin), height: max(0, size.height - 2 * margin))
  }

  public func offset(by delta: Point) -> Rect { Rect(origin + delta, size) }

  /// How far `point` lies outside; 0 inside.
  public func distance(to point: Point) -> Double {
    let dx = max(minX - point.x, 0, point.x - maxX)
    let dy = max(minY - point.y, 0, point.y - maxY)
    return Point(dx, dy).length
  }

  /// The point of this rectangle at `unit`, where (0, 0) is its top left and (1, 1) its bottom right corner.
  public func point(atUnit unit: Point) -> Point {
    Point(minX + unit.x * size.width, minY + unit.y * size.height)
  }

  /// About the origin.
  public func scaled(by factor: Double) -> Rect { Rect(origin * factor, size * factor) }

  /// From this rectangle at 0 to `other` at 1, edge by edge.
  public func interpolated(to other: Rect, by fraction: Double) -> Rect {
    let left = minX + (other.minX - minX) * fraction
    let top = minY + (other.minY - minY) * fraction
    let right = maxX + (other.maxX - maxX) * fraction
    let bottom = maxY + (other.maxY - maxY) * fraction
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Which part of `whole` it is: (0, 0, 1, 1) is all of it, also where `whole` is empty.
  public func part(of whole: Rect) -> Rect {
    guard !whole.isEmpty else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    return Rect(
      x: (minX - whole.minX) / whole.size.width, y: (minY - whole.minY) / whole.size.height,
      width: size.width / whole.size.width, height: size.height / whole.size.height)
  }

  /// Where this part of `whole` lies, if (0, 0, 1, 1) is all of it.
  public func scaled(to whole: Rect) -> Rect {
    Rect(
      x: whole.minX + minX * whole.size.width, y: whole.minY + minY * whole.size.height,
      width: size.width * whole.size.width, height: size.height * whole.size.height)
  }
}
