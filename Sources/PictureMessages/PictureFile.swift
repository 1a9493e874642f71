// SPDX-License-Identifier: MIT
import Glibc

/// A picture file that is open for reading. Nothing can be put in its place any more, and nothing has been read.
public struct PictureFile: Sendable {
  public let descriptor: Descriptor

  public init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Opens an ordinary file with content. Never waits for a pipe's writer.
  ///
  /// - Parameter path: an absolute or relative path, or a `file:` URI for a path that is not UTF-8
  public init(path: String) throws(PictureError) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let number: CInt
    if path.hasPrefix("file:") {
      guard let name = Self.fileName(ofURI: path) else { throw .notFound }
      number = open(name, flags)
    } else {
      number = open(path, flags)
    }
    guard number >= 0 else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR ? .notFound : .unreadable(reason: systemText(code))
    }
    descriptor = Descriptor(owning: number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .unreadable(reason: systemText(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size > 0 else { throw .empty }
  }

  /// When the file was last changed, in whole seconds since 1970, and how many bytes it has; nil where it cannot be told.
  public var state: (modificationTime: Int, byteCount: Int)? {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return nil }
    return (status.st_mtim.tv_sec, Int(status.st_size))
  }

  /// The path in `file:///path` or `file:/path`, which need not be UTF-8 (RFC 8089), ended by a zero.
  private static func fileName(ofURI uri: String) -> [CChar]? {
    var rest = uri.utf8.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var name: [CChar] = []
    while let byte = rest.popFirst() {
      var value = byte
      if byte == UInt8(ascii: "%") {
        let digits = rest.prefix(2)
        guard digits.count == 2, let decoded = Substring(digits).hexadecimalByte else { return nil }
        value = decoded
        rest = rest.dropFirst(2)
      }
      guard value != 0 else { return nil }
      name.append(CChar(bitPattern: value))
    }
    return name + [0]
  }
}

extension Substring {
  fileprivate var hexadecimalByte: UInt8? {
    allSatisfy(\.isHexDigit) ? UInt8(self, radix: 16) : nil
  }
}

/// The system's own words for an error's number.
public func systemText(_ code: CInt) -> String { String(cString: strerror(code)) }
