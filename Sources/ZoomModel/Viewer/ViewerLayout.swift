// SPDX-License-Identifier: MIT

import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// How a picture lies in the viewer, and where it can rest there.
///
/// Transforms map points of `reference`, which is where the picture lies when it just fits and is not turned. All in the
/// viewer's logical pixels, with (0, 0) at its top left.
public struct ViewerLayout: Hashable, Sendable {
  public let room: Size
  /// The picture's size at 100 %: one of its pixels for one of the device's.
  public let pictureSize: Size
  /// Where the picture lies at fit.
  public let reference: Rect

  /// The largest scale, as a ratio to that at fit; `greatestEnlargement` may be more.
  private static let greatestZoom = 8.0
  /// The largest scale, as a ratio of the device's pixels to the picture's.
  private static let greatestEnlargement = 2.0
  /// How far from fit, as a ratio, still counts as fit: less than can be seen.
  private static let fitTolerance = 1.01
  /// How near to the end of its range, in logical pixels, a picture counts as being there.
  private static let edgeTolerance = 1.0

  /// What an extent can be, in pixels: any wall of screens, and any picture that a file format can hold.
  private static let extents = 1.0...1e6

  /// A room or picture without an extent in some direction, or one that is not a number, is taken to have one of a
  /// pixel; an extent of more than a million pixels counts as a million.
  public init(room: Size, pictureSize: Size) {
    self.room = Size(room.width.clamped(to: Self.extents), room.height.clamped(to: Self.extents))
    self.pictureSize = Size(
      pictureSize.width.clamped(to: Self.extents), pictureSize.height.clamped(to: Self.extents))
    let scale = min(self.room.width / self.pictureSize.width, self.room.height / self.pictureSize.height)
    reference = Rect(center: Point(self.room.width / 2, self.room.height / 2), size: self.pictureSize * scale)
  }

  public var center: Point { reference.center }

  /// Scale at which a picture turned by the quarter turn nearest to `angle` in radians just fits.
  public func fitScale(angle: Double) -> Double {
    guard abs(angle.nearestQuarter.remainder(dividingBy: .pi)) > 1 else { return 1 }
    return min(room.width / reference.size.height, room.height / reference.size.width)
  }

  /// Scale at which one pixel of the picture is one of the device.
  public var actualScale: Double { pictureSize.width / reference.size.width }

  public func scales(angle: Double) -> ClosedRange<Double> {
    let fit = fitScale(angle: angle)
    return fit...max(Self.greatestZoom * fit, Self.greatestEnlargement * actualScale)
  }

  /// Whether a picture is shown as small as it can rest, or smaller.
  public func isAtFit(_ shown: Similarity) -> Bool {
    shown.scale <= fitScale(angle: shown.angle) * Self.fitTolerance
  }

  /// Where the centre of a picture shown like that can rest: where it is larger than the room it fills the room, where it
  /// is smaller it is in the middle. For a turned picture, what counts is the upright rectangle around it.
  public func centers(for shown: Similarity) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    let bounds = shown.bounds(of: reference).size
    return (
      Self.centers(extent: bounds.width, room: room.width), Self.centers(extent: bounds.height, room: room.height)
    )
  }

  private static func centers(extent: Double, room: Double) -> ClosedRange<Double> {
    let slack = max(0, extent - room) / 2
    return (room / 2 - slack)...(room / 2 + slack)
  }

  /// The place nearest to `point` where the centre of a picture shown like that can rest.
  func center(near point: Point, for shown: Similarity) -> Point {
    let range = centers(for: shown)
    return Point(point.x.clamped(to: range.x), point.y.clamped(to: range.y))
  }

  /// Whether the picture's edge has come in on the side towards which it would be moved, so that it can't go further:
  /// its left edge for a movement to the right.
  public func isAtEdge(_ shown: Similarity, movingBy offset: Double) -> Bool {
    let range = centers(for: shown).x
    let center = shown.apply(to: reference.center).x
    return offset > 0
      ? center >= range.upperBound - Self.edgeTolerance : center <= range.lowerBound + Self.edgeTolerance
  }

  /// The nearest transform in which the picture can rest: turned by whole quarters, neither too small nor too large, and
  /// without a gap at one side.
  ///
  /// - Parameter point: what is there stays there, as far as the edges allow
  public func restingPlace(near shown: Similarity, about point: Point) -> Similarity {
    let angle = shown.angle.nearestQuarter
    let scale = shown.scale.clamped(to: scales(angle: angle))
    let turned = Similarity(scale: scale, angle: angle, taking: shown.inverse.apply(to: point), to: point)
    return Similarity(
      scale: scale, angle: angle, taking: reference.center,
      to: center(near: turned.apply(to: reference.center), for: turned))
  }

  /// The picture at fit, turned by the quarter turn nearest to `angle` in radians.
  public func fit(angle: Double = 0) -> Similarity {
    let angle = angle.nearestQuarter
    return Similarity(scale: fitScale(angle: angle), angle: angle, taking: reference.center, to: center)
  }

  /// The same picture as it is shown in `other`, as large in pixels of the device and as far from the middle.
  public func adopted(_ shown: Similarity, from other: ViewerLayout) -> Similarity {
    let scale = shown.scale * other.reference.size.width / reference.size.width
    let offset = shown.apply(to: other.reference.center) - other.center
    return Similarity(scale: scale, angle: shown.angle, taking: reference.center, to: center + offset)
  }
}

extension Double {
  /// The nearest whole number of quarter turns, in radians.
  var nearestQuarter: Double { (self / (.pi / 2)).rounded() * (.pi / 2) }
}
