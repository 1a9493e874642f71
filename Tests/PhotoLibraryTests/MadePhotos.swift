// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Foundation

@testable import PhotoLibrary

/// A folder for one test's files, removed with this object.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "photo-library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a file, and the folders it is in.
  @discardableResult func file(_ name: String, _ data: Data = Data("x".utf8), modified: Int? = nil) throws -> String {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    if let modified {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(modified))], ofItemAtPath: url.path)
    }
    return url.path
  }

  /// Makes a JPEG with those EXIF, XMP and IPTC tags.
  func jpeg(_ name: String, width: Int = 40, height: Int = 30, _ tags: [String: String] = [:]) throws -> String {
    let path = try file(name, Self.jpegWithoutPixels(width: width, height: height), modified: 1_600_000_000)
    // Also starts exiv2, as the app does before any thread of its own.
    _ = gexiv2_initialize()
    let metadata = gexiv2_metadata_new()!
    defer { g_object_unref(metadata) }
    guard gexiv2_metadata_open_path(metadata, path, nil) != 0 else { throw CocoaError(.fileReadCorruptFile) }
    for (tag, value) in tags where gexiv2_metadata_try_set_tag_string(metadata, tag, value, nil) == 0 {
      throw CocoaError(.formatting)
    }
    guard gexiv2_metadata_save_file(metadata, path, nil) != 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }

  /// All that a reader of metadata looks at: the header, the frame's size, and the start of a scan without data.
  private static func jpegWithoutPixels(width: Int, height: Int) -> Data {
    func bigEndian(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    let header: [UInt8] = [0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8] + bigEndian(height) + bigEndian(width) + [1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    return Data([0xFF, 0xD8] + header + frame + scan + [0xFF, 0xD9])
  }
}

extension Photo {
  static func made(_ path: String, _ time: CivilTime, hasTimeOfDay: Bool = true, caption: String? = nil) -> Photo {
    var photo = Photo(id: PhotoID(path: path)) { 0 }
    photo.date = PhotoDate(time: time, hasTimeOfDay: hasTimeOfDay, source: .exif)
    photo.caption = caption
    return photo
  }
}

/// The photos with what their files tell.
func completed(_ photos: [Photo]) async -> [Photo] {
  await MetadataReader.completed(photos).reduce(into: []) { $0 += $1 }
}
