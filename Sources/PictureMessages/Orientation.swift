// SPDX-License-Identifier: MIT
/// How a stored picture has to be turned to stand upright: the values of the EXIF tag Orientation
/// (CIPA DC-008, 4.6.4), named by what has to be done.
public enum Orientation: Int, CaseIterable, Sendable {
  case upright = 1
  case mirrored
  case turnedHalf
  case flipped
  case transposed
  case turnedClockwise
  case transversed
  case turnedAnticlockwise

  /// Whether width and height change places.
  var turnsSides: Bool { rawValue >= 5 }

  public func upright(_ stored: PixelSize) -> PixelSize { turnsSides ? stored.transposed : stored }
  public func stored(_ upright: PixelSize) -> PixelSize { turnsSides ? upright.transposed : upright }

  /// Where a region of the upright picture is found in the stored one.
  ///
  /// - Parameter size: the upright picture's size
  public func stored(_ region: PixelRect, in size: PixelSize) -> PixelRect {
    let fromRight = size.width - region.x - region.width
    let fromBottom = size.height - region.y - region.height
    let x =
      switch self {
      case .upright, .flipped: region.x
      case .mirrored, .turnedHalf: fromRight
      case .transposed, .turnedClockwise: region.y
      case .transversed, .turnedAnticlockwise: fromBottom
      }
    let y =
      switch self {
      case .upright, .mirrored: region.y
      case .turnedHalf, .flipped: fromBottom
      case .transposed, .turnedAnticlockwise: region.x
      case .turnedClockwise, .transversed: fromRight
      }
    return turnsSides
      ? PixelRect(x: x, y: y, width: region.height, height: region.width)
      : PixelRect(x: x, y: y, width: region.width, height: region.height)
  }
}
