// SPDX-License-Identifier: MIT
/// A width and a height in whole pixels of a picture.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The size of the same shape that covers `size` just so: no side is shorter, and none is longer than it
  /// is here. Fractions are rounded to the nearest pixel.
  public func scaledToCover(_ size: PixelSize) -> PixelSize { scaled(to: size, by: max) }

  /// The size of the same shape that fits into `size` just so, and is not larger than it is here. Fractions are rounded to
  /// the nearest pixel.
  public func scaledToFit(_ size: PixelSize) -> PixelSize { scaled(to: size, by: min) }

  private func scaled(to size: PixelSize, by choose: (Double, Double) -> Double) -> PixelSize {
    guard width > 0, height > 0 else { return self }
    let scale = min(1, choose(Double(size.width) / Double(width), Double(size.height) / Double(height)))
    func scaled(_ side: Int) -> Int { min(side, max(1, Int((Double(side) * scale).rounded()))) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

/// An upright rectangle in whole pixels; `x` runs to the right, `y` downwards.
public struct PixelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole of a picture of that size.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The part inside a picture of that size; at least one pixel of the nearest edge.
  public func clipped(to size: PixelSize) -> PixelRect {
    let left = min(max(x, 0), size.width - 1)
    let top = min(max(y, 0), size.height - 1)
    let right = min(max(x + width, left + 1), size.width)
    let bottom = min(max(y + height, top + 1), size.height)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
