// SPDX-License-Identifier: MIT
import Glibc
import PictureMessages

/// One level while it is being written, row by row.
struct PyramidLevel {
  private let file: Descriptor
  /// As it is stored.
  private let size: PixelSize
  private let bandCount: Int
  /// Where the next row goes.
  private var offset: Int
  private var rowCount = 0
  /// The row before the one that comes next, if both make one of the next level.
  private var upper: [UInt8] = []
  /// A row of the next level.
  private(set) var half: [UInt8]

  /// - Parameter offset: in the file
  init(size: PixelSize, bandCount: Int, file: Descriptor, offset: Int) {
    self.size = size
    self.bandCount = bandCount
    self.file = file
    self.offset = offset
    half = Array(repeating: 0, count: (size.width + 1) / 2 * bandCount)
  }

  /// - Returns: whether a row of the next level is complete with this one
  mutating func add(_ row: UnsafeRawBufferPointer) throws(VipsFailure) -> Bool {
    guard pwrite(file.number, row.baseAddress, row.count, offset) == row.count else {
      throw VipsFailure(isOutOfMemory: false)
    }
    offset += row.count
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
