// SPDX-License-Identifier: MIT
/// Decoded pixels in sRGB: rows from the top, three bytes (red, green, blue) or four (and alpha, not
/// premultiplied) a pixel. They never change, so any thread may read them.
public final class Pixels: @unchecked Sendable {
  // Unchecked because of the pointer alone: nobody writes through it.
  public let width: Int
  public let height: Int
  public let hasAlpha: Bool
  private let memory: PixelMemory

  /// Bytes from the start of a row to the start of the next.
  public var stride: Int { width * (hasAlpha ? 4 : 3) }
  public var byteCount: Int { stride * height }
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// - Parameter memory: has room for all rows, which have been written to it
  public init(width: Int, height: Int, hasAlpha: Bool, memory: PixelMemory) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.memory = memory
  }

  /// Gives the bytes to `body`. They stay where they are as long as this object lives, so whoever retains
  /// it may keep the address.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: memory.start, count: byteCount))
  }
}
