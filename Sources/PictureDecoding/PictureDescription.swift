// SPDX-License-Identifier: MIT
import CLcms
import CVips
import Glibc
import PictureMessages

extension PictureDecoder {
  /// Reads a file's header; takes some milliseconds and next to no memory.
  ///
  /// Works on the calling thread, as `info(of:)` does, and throws the same errors.
  public static func description(of file: PictureFile) throws(PictureError) -> PictureDescription {
    defer { Vips.leaveThread() }
    let picture = try OpenPicture(file)
    return PictureDescription(
      pixelSize: picture.size, formatName: picture.formatName,
      profileName: picture.header.withProfile { ProfileName.name(ofProfile: $0) })
  }
}

extension OpenPicture {
  fileprivate var formatName: String {
    switch format {
    case "jpeg": "JPEG"
    case "png": "PNG"
    case "webp": "WebP"
    case "gif": "GIF"
    // libheif's container holds either.
    case "heif": header.text("heif-compression") == "av1" ? "AVIF" : "HEIF"
    case "tiff": "TIFF"
    case "svg": "SVG"
    case "jxl": "JPEG XL"
    case "jp2k": "JPEG 2000"
    default: format.uppercased()
    }
  }
}

extension VipsPicture {
  /// Calls `body` with the embedded ICC profile; nil where there is none.
  fileprivate func withProfile<Result>(_ body: (UnsafeRawBufferPointer) -> Result?) -> Result? {
    var bytes: UnsafeRawPointer?
    var count = 0
    guard hasProfile, vips_image_get_blob(pointer, VIPS_META_ICC_NAME, &bytes, &count) == 0 else { return nil }
    return body(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

enum ProfileName {
  /// Characters. The longest that are in use have about 60; what a hostile file says must not fill a page.
  private static let greatestLength = 100

  /// The description in an ICC profile, in English where there are several; nil where the bytes are no profile, or it
  /// has none.
  static func name(ofProfile bytes: UnsafeRawBufferPointer) -> String? {
    guard let profile = cmsOpenProfileFromMem(bytes.baseAddress, cmsUInt32Number(clamping: bytes.count)) else {
      return nil
    }
    defer { cmsCloseProfile(profile) }
    var characters = [wchar_t](repeating: 0, count: greatestLength + 1)
    let size = cmsUInt32Number(characters.count * MemoryLayout<wchar_t>.stride)
    let byteCount = cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", &characters, size)
    guard byteCount != 0 else { return nil }
    // Little CMS makes room for UTF-16 and fills it with whole characters: for each that UTF-16 has in two parts, the
    // last one of the text is whatever was in memory before.
    var room = Int(byteCount) / MemoryLayout<wchar_t>.stride - 1
    let scalars = characters.prefix { character in
      room -= character > 0xFFFF ? 2 : 1
      return character != 0 && room >= 0
    }
    let name = String(String.UnicodeScalarView(scalars.map { Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }))
      .split(whereSeparator: { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.isControl) })
      .joined(separator: " ")
    return name.isEmpty ? nil : name
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
