// SPDX-License-Identifier: MIT

/// Where a picture's levels lie in a file of pixels: at full size, at half of it, a quarter and so on, one after the
/// other, row by row from the top.
public struct PyramidLayout: Equatable, Sendable {
  /// Pixels. Reading a tile takes a millisecond, and some dozens fill a window. Larger ones would reach farther beyond it,
  /// and all of a tile that is seen is paid for in each frame.
  public static let tileSide = 256
  /// Bytes that a pyramid may take: four for a pixel, and the smaller levels make a third more, or a row more each.
  public static let greatestByteCount = 4 * (PictureInfo.greatestPixelCount * 4 / 3 + 2 * PictureInfo.greatestSide)

  /// The picture's size on each level, as it is stored.
  public let sizes: [PixelSize]
  /// 3 or 4, of a byte each.
  public let bandCount: Int
  /// Bytes in front of each level.
  public let offsets: [Int]

  /// - Parameter size: the picture's, as it is stored
  public init(size: PixelSize, hasAlpha: Bool) {
    bandCount = hasAlpha ? 4 : 3
    var (sizes, offsets, offset) = ([size], [0], 0)
    while let last = sizes.last, max(last.width, last.height) > Self.tileSide {
      offset += last.width * last.height * bandCount
      offsets.append(offset)
      sizes.append(last.halved)
    }
    self.sizes = sizes
    self.offsets = offsets
  }
}

extension PixelSize {
  /// Each pixel of the half stands for four of this, at an odd edge for two.
  fileprivate var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
