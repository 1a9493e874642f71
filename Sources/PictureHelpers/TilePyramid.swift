// SPDX-License-Identifier: MIT
import Glibc
import PictureMessages

/// Any part of a picture at any scale, at once: for pictures so large that decoding them anew for each part that is
/// looked at takes too long.
///
/// A helper process decodes the whole picture once, into a temporary file at full size, at half of it, a quarter and so on
/// (a pyramid; four bytes on the disk for each pixel of the picture, roughly). The file has no name and goes with this
/// object. Tiles are read from there by this process, on several threads at a time if need be.
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

  /// Pixels.
  public static let tileSide = PyramidLayout.tileSide

  /// The upright picture's size on each level.
  public let sizes: [PixelSize]
  private let storage: Descriptor
  private let layout: PyramidLayout
  private let orientation: Orientation

  /// - Parameter storage: has the levels' pixels, as they are stored
  init(storage: Descriptor, layout: PyramidLayout, orientation: Orientation) {
    self.storage = storage
    self.layout = layout
    self.orientation = orientation
    sizes = layout.sizes.map(orientation.upright)
  }

  /// Where a tile lies on its level, in pixels of the upright picture; smaller at the right and at the bottom.
  public func rect(of tile: Tile) -> PixelRect {
    let side = Self.tileSide
    return PixelRect(x: tile.column * side, y: tile.row * side, width: side, height: side)
      .clipped(to: sizes[tile.level])
  }

  /// Reads a tile, which takes about a millisecond.
  public func pixels(of tile: Tile) throws(PictureError) -> Pixels {
    let rect = rect(of: tile)
    let stored = orientation.stored(rect, in: sizes[tile.level])
    let bandCount = layout.bandCount
    guard let read = PixelMemory(byteCount: stored.width * stored.height * bandCount) else { throw .tooMuchMemory }
    for row in 0..<stored.height {
      let length = stored.width * bandCount
      let place = (stored.y + row) * layout.sizes[tile.level].width + stored.x
      let offset = layout.offsets[tile.level] + place * bandCount
      guard pread(storage.number, read.start + row * length, length, offset) == length else { throw .damaged }
    }
    guard orientation != .upright else {
      return Pixels(width: rect.width, height: rect.height, hasAlpha: bandCount == 4, memory: read)
    }
    guard let turned = PixelMemory(byteCount: rect.width * rect.height * bandCount) else { throw .tooMuchMemory }
    let size = PixelSize(width: rect.width, height: rect.height)
    /// Where a pixel's bytes are in what was read.
    func offset(_ x: Int, _ y: Int) -> Int {
      let pixel = orientation.stored(PixelRect(x: x, y: y, width: 1, height: 1), in: size)
      return (pixel.y * stored.width + pixel.x) * bandCount
    }
    let (start, right, down) = (offset(0, 0), offset(1, 0) - offset(0, 0), offset(0, 1) - offset(0, 0))
    var target = turned.start
    for y in 0..<size.height {
      var source = read.start + start + y * down
      for _ in 0..<size.width {
        target.copyMemory(from: source, byteCount: bandCount)
        target += bandCount
        source += right
      }
    }
    return Pixels(width: rect.width, height: rect.height, hasAlpha: bandCount == 4, memory: turned)
  }
}

extension PictureHelpers {
  /// Has a picture file decoded into a pyramid, which takes somewhat longer than decoding all of it.
  ///
  /// - Parameter isCancelled: asked on this thread 50 times in a second
  /// - Throws: `.damaged` also where there is no room for the temporary file
  public func pyramid(
    ofFile path: String, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> TilePyramid {
    let file = try PictureFile(path: path)
    guard let storage = Descriptor.temporaryFile() else { throw .damaged }
    return try ask(
      .pyramid, file, storage, time: limits.pyramidTime, isPatient: true, isCancelled: isCancelled
    ) { reply in
      guard case .pyramid(let size, let hasAlpha, let orientation) = reply else { return nil }
      return TilePyramid(
        storage: storage, layout: PyramidLayout(size: size, hasAlpha: hasAlpha), orientation: orientation)
    }
  }
}

extension Descriptor {
  /// A file without a name, in the folder that the environment names for temporary files, or else in that of the large
  /// ones, which is on disk: `/tmp` often is memory. Nil where none can be made.
  static func temporaryFile() -> Descriptor? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var name = Array("\(folder)/aloft-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    guard number >= 0 else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return Descriptor(owning: number)
  }
}
