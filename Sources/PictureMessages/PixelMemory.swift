// SPDX-License-Identifier: MIT
import CIsolation
import Glibc

/// An open file or socket, which is closed with this object.
public final class Descriptor: Sendable {
  public let number: CInt

  public init(owning number: CInt) { self.number = number }

  deinit { close(number) }

  /// Bytes in the file; 0 where there are none to be counted.
  public var byteCount: Int {
    var status = stat()
    return fstat(number, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension Descriptor {
  /// Writes to a place in the file; gives the number of bytes, which is 0 where there is no room for all of them.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    pwrite(number, bytes.baseAddress, bytes.count, offset) == bytes.count ? bytes.count : 0
  }
}

/// Room for pixels, given back with this object.
public final class PixelMemory: @unchecked Sendable {
  // Unchecked because of the pointer alone: it is written to before anybody else has it.
  public let start: UnsafeMutableRawPointer
  private let byteCount: Int
  private let isMapped: Bool

  /// This process's own; nil where there is no room for it.
  public init?(byteCount: Int) {
    guard let start = malloc(byteCount) else { return nil }
    self.start = start
    self.byteCount = byteCount
    isMapped = false
  }

  /// What is in a file, shared with other processes that have it; nil where the file has fewer bytes.
  public init?(sharing file: Descriptor, byteCount: Int, isWritten: Bool) {
    guard byteCount > 0, byteCount <= file.byteCount else { return nil }
    // What others wrote is there at once when it is drawn, without a fault for each page.
    let (access, flags) = isWritten ? (PROT_READ | PROT_WRITE, MAP_SHARED) : (PROT_READ, MAP_SHARED | MAP_POPULATE)
    guard let start = mmap(nil, byteCount, access, flags, file.number, 0), start != MAP_FAILED else { return nil }
    self.start = start
    self.byteCount = byteCount
    isMapped = true
  }

  deinit {
    if isMapped {
      munmap(start, byteCount)
    } else {
      free(start)
    }
  }

  /// A file in memory of that size for good: whoever else has it cannot take away what is mapped here, which would be a
  /// crash. Its pages come when they are written to. Nil where the system has none left.
  public static func file(byteCount: Int) -> Descriptor? {
    let number = aloft_make_memory_file(byteCount)
    return number >= 0 ? Descriptor(owning: number) : nil
  }
}
