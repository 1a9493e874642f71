// SPDX-License-Identifier: MIT

/// What tells a thumbnail's file from that of another, or of the same before it changed: the Thumbnail Managing Standard
/// of freedesktop.org, version 0.9.
public struct ThumbnailRecord: Equatable, Sendable {
  /// The program that has made it.
  public static let software = "Aloft"

  /// Of the file that it was made of, in ASCII.
  public var uri: String
  /// When that file was last changed, in whole seconds since 1970.
  public var modificationTime: Int
  /// Of that file.
  public var byteCount: Int

  public init(uri: String, modificationTime: Int, byteCount: Int) {
    self.uri = uri
    self.modificationTime = modificationTime
    self.byteCount = byteCount
  }

  /// As they stand in a PNG file, in tEXt chunks.
  public var texts: KeyValuePairs<String, String> {
    [
      "Thumb::URI": uri, "Thumb::MTime": String(modificationTime), "Thumb::Size": String(byteCount),
      "Software": Self.software,
    ]
  }

  /// Whether a thumbnail with these texts was made of the file as it is. Not all programs write its size.
  public func matches(_ texts: [String: String]) -> Bool {
    texts["Thumb::URI"] == uri && texts["Thumb::MTime"].flatMap(Int.init) == modificationTime
      && texts["Thumb::Size"].map { Int($0) == byteCount } ?? true
  }
}

/// Where things lie in the file in memory that a thumbnail is made in: first its pixels, and then the PNG file.
public struct ThumbnailLayout: Sendable {
  /// Pixels of a side at most: the largest size of the standard.
  public static let greatestSide = 1024

  /// Bytes in front of the PNG file.
  public let fileOffset: Int
  /// Bytes that the PNG file may have: its pixels', were they not to be compressed at all, and some for what else is in it.
  public let greatestFileByteCount: Int

  /// - Parameter side: of the thumbnail, at most
  public init(side: Int) {
    fileOffset = side * side * 4
    greatestFileByteCount = fileOffset + fileOffset / 64 + 65_536
  }

  public var byteCount: Int { fileOffset + greatestFileByteCount }
}
