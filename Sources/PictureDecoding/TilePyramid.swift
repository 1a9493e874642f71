// SPDX-License-Identifier: MIT
import CVips
import Glibc

/// Any part of a picture at any scale, at once: for pictures so large that decoding them anew for each part that is
/// looked at takes too long.
///
/// The whole picture is decoded once, into temporary files at full size, at half of it, a quarter and so on (a pyramid;
/// four bytes on the disk for each pixel of the picture, roughly). The files have no names and go with this object. All
/// functions work on the calling thread; tiles may be read on several at a time.
public final class TilePyramid: Sendable {
  /// One tile of one level, counted from the upright picture's top left. Level 0 is the picture at full size.
  public struct Tile: Hashable, Sendable {
    public var level: Int
    public var column: Int
    public var row: Int

    public init(level: Int, column: Int, row: Int) {
      self.level = level
      self.column = column
      self.row = row
    }
  }

  /// Pixels. Reading a tile takes a millisecond, and some dozens fill a window. Larger ones would reach farther beyond it,
  /// and all of a tile that is seen is paid for in each frame.
  public static let tileSide = 256

  /// The upright picture's size on each level.
  public let sizes: [PixelSize]
  private let files: [PixelFile]
  private let bandCount: Int
  private let orientation: Orientation

  /// Decodes a picture file into a pyramid, which takes somewhat longer than decoding all of it.
  ///
  /// - Parameter isCancelled: asked on this thread now and then
  /// - Throws: `.damaged` also where there is no room for the temporary files
  public init(file path: String, isCancelled: () -> Bool = { false }) throws(PictureError) {
    defer {
      Vips.leaveThread()
      Vips.releaseBuffers()
    }
    let picture = try OpenPicture(path: path)
    do throws(VipsFailure) {
      let source = try picture.header.inSRGB()
      let size = PixelSize(width: source.width, height: source.height)
      var levels = [try PyramidLevel(size: size, bandCount: source.bandCount)]
      while let last = levels.last, max(last.size.width, last.size.height) > Self.tileSide {
        levels.append(try PyramidLevel(size: last.halfSize, bandCount: source.bandCount))
      }
      try source.forEachRow(isCancelled: isCancelled) { row throws(VipsFailure) in
        try levels.add(row)
      }
      files = levels.map(\.file)
      sizes = levels.map { picture.orientation.upright($0.size) }
      bandCount = source.bandCount
    } catch {
      throw isCancelled() ? .cancelled : .damaged
    }
    orientation = picture.orientation
  }

  /// Where a tile lies on its level, in pixels of the upright picture; smaller at the right and at the bottom.
  public func rect(of tile: Tile) -> PixelRect {
    let side = Self.tileSide
    return PixelRect(x: tile.column * side, y: tile.row * side, width: side, height: side)
      .clipped(to: sizes[tile.level])
  }

  /// Reads a tile.
  public func pixels(of tile: Tile) throws(PictureError) -> Pixels {
    defer { Vips.leaveThread() }
    let level = sizes[tile.level]
    do throws(VipsFailure) {
      let stored = try files[tile.level].pixels(
        of: orientation.stored(rect(of: tile), in: level), width: orientation.stored(level).width, bandCount: bandCount)
      return try stored.upright(orientation)
    } catch {
      throw .damaged
    }
  }
}
