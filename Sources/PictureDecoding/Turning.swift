// SPDX-License-Identifier: MIT
import CVips
import PictureMessages

extension Orientation {
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
