// SPDX-License-Identifier: MIT
import CVips
import Glibc

/// Any part of a picture at any scale, at once: for pictures so large that decoding them anew for each part that is
/// looked at takes too long.
///
/// The whole picture is decoded once, into temporary files of tiles at full size, at half of it, a quarter and so on
/// (a pyramid; four bytes for each pixel of the picture, roughly). The files have no names and go with this object. All
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

  /// Pixels. Reading a tile takes some milliseconds, and a dozen fill a window.
  public static let tileSide = 512

  /// The upright picture's size on each level.
  public let sizes: [PixelSize]
  private let files: [TemporaryFile]
  private let orientation: Orientation

  /// Decodes a picture file into a pyramid, which takes about as long as decoding all of it twice.
  ///
  /// - Parameter isCancelled: asked on this thread now and then
  /// - Throws: `.damaged` also where there is no room for the temporary files
  public init(file path: String, isCancelled: @escaping () -> Bool = { false }) throws(PictureError) {
    defer {
      Vips.leaveThread()
      Vips.releaseBuffers()
    }
    let picture = try OpenPicture(path: path)
    var files: [TemporaryFile] = []
    var sizes: [PixelSize] = []
    do throws(VipsFailure) {
      var level = picture.header
      while true {
        let file = try TemporaryFile()
        try Self.save(level, to: file, isCancelled: isCancelled)
        files.append(file)
        sizes.append(picture.orientation.upright(PixelSize(width: level.width, height: level.height)))
        guard max(level.width, level.height) > Self.tileSide else { break }
        // libvips can write all levels by itself, but 8.14 then crashes where the picture turns out to be damaged.
        level = try Self.open(file).applying(
          "shrink", ["hshrink": .integer(min(2, level.width)), "vshrink": .integer(min(2, level.height))])
      }
    } catch {
      throw isCancelled() ? .cancelled : .damaged
    }
    self.files = files
    self.sizes = sizes
    orientation = picture.orientation
  }

  private static func save(
    _ level: VipsPicture, to file: TemporaryFile, isCancelled: @escaping () -> Bool
  ) throws(VipsFailure) {
    try level.whileWatched(by: isCancelled) { () throws(VipsFailure) in
      try VipsPicture.run(
        "tiffsave_target", input: level,
        [
          "target": .target(VipsTargetFile(descriptor: file.descriptor)), "bigtiff": .flag(true),
          "tile": .flag(true), "tile-width": .integer(tileSide), "tile-height": .integer(tileSide),
          "compression": .choice(VIPS_FOREIGN_TIFF_COMPRESSION_NONE),
        ])
    }
  }

  private static func open(_ file: TemporaryFile) throws(VipsFailure) -> VipsPicture {
    try .made(by: "tiffload_source", ["source": .source(VipsFile(path: file.path))])
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
    let stored = orientation.stored(rect(of: tile), in: sizes[tile.level])
    do throws(VipsFailure) {
      // Opened anew, which takes next to no time: libvips would keep a row of tiles for each open level.
      let pixels = try Self.open(files[tile.level]).cropped(to: stored).inSRGB().pixels()
      return try pixels.upright(orientation)
    } catch {
      throw .damaged
    }
  }
}

/// A file without a name, for as long as this object lives.
final class TemporaryFile: Sendable {
  let descriptor: CInt

  /// In the folder that the environment names for temporary files, or else in that of the large ones, which is on disk:
  /// `/tmp` often is memory.
  init() throws(VipsFailure) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var name = Array("\(folder)/aloft-XXXXXX".utf8CString)
    descriptor = g_mkstemp_full(&name, O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw VipsFailure() }
    unlink(name)
  }

  deinit { close(descriptor) }

  /// Each who opens it there has a place of reading of its own.
  var path: String { "/proc/self/fd/\(descriptor)" }
}
