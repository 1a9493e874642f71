// SPDX-License-Identifier: MIT
import CVips

/// How a stored picture has to be turned to stand upright: the values of the EXIF tag Orientation
/// (CIPA DC-008, 4.6.4), named by what has to be done.
enum Orientation: Int, CaseIterable {
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

  func upright(_ stored: PixelSize) -> PixelSize { turnsSides ? stored.transposed : stored }
  func stored(_ upright: PixelSize) -> PixelSize { turnsSides ? upright.transposed : upright }

  /// Where a region of the upright picture is found in the stored one.
  ///
  /// - Parameter size: the upright picture's size
  func stored(_ region: PixelRect, in size: PixelSize) -> PixelRect {
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

  /// The stored picture, turned upright. `image` must allow reading in any order.
  func upright(_ image: VipsPicture) throws(VipsFailure) -> VipsPicture {
    func turned(_ image: VipsPicture, _ angle: VipsAngle) throws(VipsFailure) -> VipsPicture {
      try image.applying("rot", ["angle": .choice(angle)])
    }
    func mirrored(_ image: VipsPicture, _ direction: VipsDirection) throws(VipsFailure) -> VipsPicture {
      try image.applying("flip", ["direction": .choice(direction)])
    }
    return switch self {
    case .upright: image
    case .mirrored: try mirrored(image, VIPS_DIRECTION_HORIZONTAL)
    case .turnedHalf: try turned(image, VIPS_ANGLE_D180)
    case .flipped: try mirrored(image, VIPS_DIRECTION_VERTICAL)
    case .transposed: try mirrored(turned(image, VIPS_ANGLE_D90), VIPS_DIRECTION_HORIZONTAL)
    case .turnedClockwise: try turned(image, VIPS_ANGLE_D90)
    case .transversed: try mirrored(turned(image, VIPS_ANGLE_D270), VIPS_DIRECTION_HORIZONTAL)
    case .turnedAnticlockwise: try turned(image, VIPS_ANGLE_D270)
    }
  }
}
