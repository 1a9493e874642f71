// SPDX-License-Identifier: MIT

import Geometry

/// What a part of the screen showed at one moment.
public struct Screenshot: Sendable {
  public let width: Int
  public let height: Int
  /// Row after row from the top left.
  public let pixels: [Color]

  public init(width: Int, height: Int, pixels: [Color]) {
    precondition(pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public subscript(x: Int, y: Int) -> Color { pixels[y * width + x] }

  /// The colour of the pixel that covers `point`; black outside.
  public func color(at point: Point) -> Color {
    let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    return x >= 0 && y >= 0 && x < width && y < height ? self[x, y] : .black
  }

  /// The part inside `rect`, cut to the screenshot's own bounds.
  public func cropped(to rect: Rect) -> Screenshot {
    let (left, top) = (max(0, Int(rect.minX)), max(0, Int(rect.minY)))
    let (right, bottom) = (max(left, min(width, Int(rect.maxX))), max(top, min(height, Int(rect.maxY))))
    var part: [Color] = []
    part.reserveCapacity((right - left) * (bottom - top))
    for y in top..<bottom { part += pixels[y * width + left..<y * width + right] }
    return Screenshot(width: right - left, height: bottom - top, pixels: part)
  }

  /// How many pixels differ from `other` by more than `tolerance` in one of their channels.
  public func differingPixels(from other: Screenshot, tolerance: Int = 0) -> Int {
    guard width == other.width, height == other.height else { return max(pixels.count, other.pixels.count) }
    return zip(pixels, other.pixels).reduce(0) { $0 + ($1.0.isClose(to: $1.1, within: tolerance) ? 0 : 1) }
  }

  /// Writes a PNG file.
  public func write(to path: String) throws {
    try writePNG(self, to: path)
  }
}

/// A colour as the screen shows it, 8 bits per channel.
public struct Color: Hashable, Sendable {
  /// 0x00RRGGBB.
  public let value: UInt32

  public init(value: UInt32) {
    self.value = value & 0xffffff
  }

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  public var red: Int { Int(value >> 16) }
  public var green: Int { Int(value >> 8 & 0xff) }
  public var blue: Int { Int(value & 0xff) }

  public static let black = Color(0, 0, 0)
  public static let white = Color(255, 255, 255)
  public static let red = Color(255, 0, 0)
  public static let green = Color(0, 255, 0)
  public static let blue = Color(0, 0, 255)
  public static let yellow = Color(255, 255, 0)
  public static let magenta = Color(255, 0, 255)
  public static let cyan = Color(0, 255, 255)

  /// No channel differs by more than `tolerance`.
  public func isClose(to other: Color, within tolerance: Int) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance && abs(blue - other.blue) <= tolerance
  }
}
