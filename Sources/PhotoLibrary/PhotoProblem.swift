// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Glibc

/// Why nothing can be read from a photo's file.
public enum PhotoProblem: Hashable, Sendable {
  /// The reason is in the system's words.
  case unreadable(reason: String)
  case empty
  /// Its content is nothing that a picture begins with, whatever its name says.
  case notAPicture

  /// Looks at the first bytes of a file; nil where there is nothing wrong with them, or the file is gone.
  ///
  /// - Parameter path: as in `PhotoID`
  public init?(ofFile path: String) {
    guard let name = fileSystemPath(of: path) else { return nil }
    let file = open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      self = .unreadable(reason: String(cString: strerror(errno)))
      return
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.headLength)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else {
      self = .unreadable(reason: String(cString: strerror(errno)))
      return
    }
    guard count > 0 else {
      self = .empty
      return
    }
    if Self.isPicture(bytes.prefix(count)) { return nil }
    self = .notAPicture
  }

  /// Bytes: an XML file may have a comment before it says that it is a drawing.
  private static let headLength = 1024

  /// What files of formats begin with that have numbers or ASCII letters there.
  private static let beginnings: [[UInt8]] = [
    [0xFF, 0xD8], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8), Array("II".utf8),
    Array("MM".utf8), [0xFF, 0x0A], [0xFF, 0x4F, 0xFF, 0x51], [0, 0, 0, 0x0C], [0x1F, 0x8B], Array("<?xml".utf8),
    // Marks of Unicode's encodings.
    [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF],
  ]

  /// Only says no where it is sure: decoders know better.
  private static func isPicture(_ head: ArraySlice<UInt8>) -> Bool {
    if beginnings.contains(where: head.starts) { return true }
    // HEIC and AVIF, behind the length of the first box.
    if head.dropFirst(4).starts(with: "ftyp".utf8) { return true }
    return head.contains(Array("<svg".utf8))
  }

  /// What is wrong with photos' files. Opens those of which the index does not know the format; call it on a worker.
  ///
  /// - Parameters:
  ///   - photos: in the order of the answer
  ///   - read: those that have just been read, or should have been
  public static func all(
    of photos: [Photo], read: Set<PhotoID>, index: PhotoIndex?
  ) -> [(photo: PhotoID, problem: PhotoProblem)] {
    let suspects = index?.photoIDsWithoutFormat() ?? read
    return photos.lazy.map(\.id).compactMap { id in
      guard suspects.contains(id) || (read.contains(id) && !isReadable(id)) else { return nil }
      return PhotoProblem(ofFile: id.path).map { (id, $0) }
    }
  }

  private static func isReadable(_ id: PhotoID) -> Bool { fileSystemPath(of: id.path).map { access($0, R_OK) } == 0 }
}
