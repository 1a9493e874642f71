// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#endif

/// A map of the plane that keeps shapes: p ↦ scale · R(angle) · p + translation.
///
/// `scale` is a ratio and positive, `angle` is in radians and turns clockwise on screen (y runs down),
/// `translation` is in logical pixels.
public struct Similarity: Hashable, Sendable {
  public var scale: Double
  public var angle: Double
  public var translation: Point

  public init(scale: Double = 1, angle: Double = 0, translation: Point = .zero) {
    self.scale = scale
    self.angle = angle
    self.translation = translation
  }

  public static let identity = Similarity()

  /// The similarity of that scale and angle which takes `point` to `image`.
  public init(scale: Double, angle: Double, taking point: Point, to image: Point) {
    self.init(scale: scale, angle: angle)
    translation = image - apply(to: point)
  }

  public func apply(to p: Point) -> Point {
    let c = cos(angle) * scale
    let s = sin(angle) * scale
    return Point(c * p.x - s * p.y + translation.x, s * p.x + c * p.y + translation.y)
  }

  public var inverse: Similarity {
    let back = Similarity(scale: 1 / scale, angle: -angle)
    return Similarity(
      scale: back.scale, angle: back.angle, translation: back.apply(to: translation) * -1)
  }

  /// First `self`, then `next`.
  public func then(_ next: Similarity) -> Similarity {
    Similarity(
      scale: scale * next.scale, angle: angle + next.angle,
      translation: next.apply(to: translation))
  }

  /// The smallest upright rectangle around the image of `rect`.
  public func bounds(of rect: Rect) -> Rect {
    let corners = rect.corners.map(apply(to:))
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      return .zero
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
