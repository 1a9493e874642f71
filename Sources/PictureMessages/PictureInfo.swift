// SPDX-License-Identifier: MIT

/// What a file's header tells about its picture.
public struct PictureInfo: Hashable, Sendable {
  /// Pixels, in all frames' common size. More is refused from the header alone.
  public static let greatestPixelCount = 1_000_000_000
  /// Pixels. A longer side is refused: three times what JPEG can have, room for panoramas in PNG and TIFF.
  public static let greatestSide = 200_000
  /// Frames. What comes after them, a quarter of an hour at 20 in a second, does not play.
  public static let greatestFrameCount = 16_384

  /// The size as it is shown, after the EXIF orientation.
  public var pixelSize: PixelSize
  /// 1 for a still picture.
  public var frameCount: Int
  /// Seconds that each frame is shown; empty for a still picture.
  public var frameDelays: [Double]
  /// How often an animation plays; 0 is for ever.
  public var loopCount: Int
  public var hasAlpha: Bool
  /// One lower-case word: jpeg, png, webp, gif, heif (AVIF too), tiff, svg, jxl, jp2k.
  public var format: String

  public init(
    pixelSize: PixelSize, frameCount: Int, frameDelays: [Double], loopCount: Int, hasAlpha: Bool, format: String
  ) {
    self.pixelSize = pixelSize
    self.frameCount = frameCount
    self.frameDelays = frameDelays
    self.loopCount = loopCount
    self.hasAlpha = hasAlpha
    self.format = format
  }
}

/// What people want to know about a picture file beyond its picture.
public struct PictureDescription: Hashable, Sendable {
  /// The size as it is shown, after the EXIF orientation.
  public var pixelSize: PixelSize
  /// What the format of the content is called, whatever the file's name says: “JPEG”, “PNG”.
  public var formatName: String
  /// What the embedded ICC profile calls itself, for instance “Display P3”; nil where there is none, or none with a
  /// name.
  public var profileName: String?

  public init(pixelSize: PixelSize, formatName: String, profileName: String?) {
    self.pixelSize = pixelSize
    self.formatName = formatName
    self.profileName = profileName
  }
}

extension PixelSize {
  /// Whether a picture may have this size.
  public var isPossible: Bool {
    width > 0 && height > 0 && max(width, height) <= PictureInfo.greatestSide
      && width * height <= PictureInfo.greatestPixelCount
  }
}
