// SPDX-License-Identifier: MIT
import CVips
import Glibc

/// One level while it is being written, row by row.
struct PyramidLevel {
  let file: PixelFile
  /// As it is stored.
  let size: PixelSize
  private let bandCount: Int
  private var rowCount = 0
  /// The row before the one that comes next, if both make one of the next level.
  private var upper: [UInt8] = []
  /// A row of the next level.
  private(set) var half: [UInt8]

  /// Each pixel of the next level stands for four of this one, at an odd edge for two.
  var halfSize: PixelSize { PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2) }

  init(size: PixelSize, bandCount: Int) throws(VipsFailure) {
    file = try PixelFile()
    self.size = size
    self.bandCount = bandCount
    half = Array(repeating: 0, count: (size.width + 1) / 2 * bandCount)
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

extension [PyramidLevel] {
  /// Adds a row to the level at `index`, and what follows from it to those after it.
  mutating func add(_ row: UnsafeRawBufferPointer, from index: Int = 0) throws(VipsFailure) {
    guard index < count, try self[index].add(row) else { return }
    let half = self[index].half
    try half.withUnsafeBufferPointer { half throws(VipsFailure) in
      try add(UnsafeRawBufferPointer(half), from: index + 1)
    }
  }
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

/// Pixels in a file without a name, for as long as this object lives.
final class PixelFile: Sendable {
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
