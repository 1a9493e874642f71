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

  /// Pixels. Reading a tile takes some milliseconds, and a dozen fill a window.
  public static let tileSide = 512

  /// The upright picture's size on each level.
  public let sizes: [PixelSize]
  private let files: [TemporaryFile]
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
      var levels = [try Level(size: PixelSize(width: source.width, height: source.height), bandCount: source.bandCount)]
      while let last = levels.last, max(last.size.width, last.size.height) > Self.tileSide {
        levels.append(try Level(size: last.size.halved, bandCount: source.bandCount))
      }
      try source.forEachRow(isCancelled: isCancelled) { row throws(VipsFailure) in
        try Self.add(row, to: &levels, from: 0)
      }
      files = levels.map(\.file)
      sizes = levels.map { picture.orientation.upright($0.size) }
      bandCount = source.bandCount
    } catch {
      throw isCancelled() ? .cancelled : .damaged
    }
    orientation = picture.orientation
  }

  private static func add(
    _ row: UnsafeRawBufferPointer, to levels: inout [Level], from index: Int
  ) throws(VipsFailure) {
    guard index < levels.count, try levels[index].add(row) else { return }
    try levels[index].half.withUnsafeBufferPointer { half throws(VipsFailure) in
      try add(UnsafeRawBufferPointer(half), to: &levels, from: index + 1)
    }
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

  /// One level while it is being written, row by row.
  private struct Level {
    let file: TemporaryFile
    /// As it is stored.
    let size: PixelSize
    private let bandCount: Int
    private var rowCount = 0
    /// The row before the one that comes next, if both make one of the next level.
    private var upper: [UInt8] = []
    /// A row of the next level.
    private(set) var half: [UInt8]

    init(size: PixelSize, bandCount: Int) throws(VipsFailure) {
      file = try TemporaryFile()
      self.size = size
      self.bandCount = bandCount
      half = Array(repeating: 0, count: size.halved.width * bandCount)
    }

    /// - Returns: whether a row of the next level is complete with this one
    mutating func add(_ row: UnsafeRawBufferPointer) throws(VipsFailure) -> Bool {
      try file.write(row, at: rowCount * row.count)
      rowCount += 1
      // The last row of an odd number stands for two.
      if rowCount % 2 == 1 && rowCount < size.height {
        upper.removeAll(keepingCapacity: true)
        upper.append(contentsOf: row)
        return false
      }
      let isPair = rowCount % 2 == 0
      upper.withUnsafeBytes { upper in
        half.withUnsafeMutableBytes {
          row.halve(with: isPair ? upper : row, bandCount: bandCount, into: $0)
        }
      }
      return true
    }
  }
}

extension PixelSize {
  /// Each pixel of the half stands for four of this size; at an odd edge for two.
  fileprivate var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}

extension UnsafeRawBufferPointer {
  /// Makes a row of half the width of this row of pixels and the one above, each the mean of four. What is transparent
  /// counts by its alpha.
  fileprivate func halve(
    with upper: UnsafeRawBufferPointer, bandCount: Int, into half: UnsafeMutableRawBufferPointer
  ) {
    let (width, last) = (half.count / bandCount, count / bandCount - 1)
    for x in 0..<width {
      let (left, right) = (2 * x * bandCount, Swift.min(2 * x + 1, last) * bandCount)
      func sum(_ band: Int) -> Int {
        Int(self[left + band]) + Int(self[right + band]) + Int(upper[left + band]) + Int(upper[right + band])
      }
      if bandCount == 3 {
        for band in 0..<3 { half[x * 3 + band] = UInt8((sum(band) + 2) / 4) }
        continue
      }
      let alphas = (Int(self[left + 3]), Int(self[right + 3]), Int(upper[left + 3]), Int(upper[right + 3]))
      let opacity = Swift.max(1, sum(3))
      for band in 0..<3 {
        let weighted =
          Int(self[left + band]) * alphas.0 + Int(self[right + band]) * alphas.1
          + Int(upper[left + band]) * alphas.2 + Int(upper[right + band]) * alphas.3
        half[x * 4 + band] = UInt8((weighted + opacity / 2) / opacity)
      }
      half[x * 4 + 3] = UInt8((sum(3) + 2) / 4)
    }
  }
}

/// A file without a name, for as long as this object lives.
private final class TemporaryFile: Sendable {
  private let descriptor: CInt

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

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(VipsFailure) {
    guard pwrite(descriptor, bytes.baseAddress, bytes.count, offset) == bytes.count else { throw VipsFailure() }
  }

  /// - Parameters:
  ///   - rect: of a picture that was written row after row
  ///   - width: the picture's
  func pixels(of rect: PixelRect, width: Int, bandCount: Int) throws(VipsFailure) -> Pixels {
    let stride = rect.width * bandCount
    guard let memory = g_try_malloc(gsize(stride * rect.height)) else { throw VipsFailure() }
    let pixels = Pixels(width: rect.width, height: rect.height, hasAlpha: bandCount == 4, owning: memory)
    for row in 0..<rect.height {
      let offset = ((rect.y + row) * width + rect.x) * bandCount
      guard pread(descriptor, memory + row * stride, stride, offset) == stride else { throw VipsFailure() }
    }
    return pixels
  }
}
