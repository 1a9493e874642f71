// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Dispatch
import Glibc

/// Completes photos with what their files tell: date, caption, size, orientation.
public enum MetadataReader {
  /// How many photos the first update has: a page full, soon.
  private static let firstBatchCount = 32
  /// How many the others have: few enough to see them come, and many enough to lay out pages seldom.
  private static let batchCount = 256

  /// exiv2's XMP parser is not safe to use from several threads, so all files are read on this one.
  private static let queue = DispatchQueue(label: "photo-metadata", qos: .utility)

  /// Reads the files' metadata in the background, in the order given, and delivers the photos in batches as they
  /// are ready. A file that has none or cannot be read is delivered as it was. Ending the iteration ends the reading.
  public static func completed(_ photos: [Photo]) -> AsyncStream<[Photo]> {
    AsyncStream { continuation in
      queue.async {
        var rest = photos[...]
        var count = firstBatchCount
        while !rest.isEmpty {
          let batch = rest.prefix(count).map(completed)
          if case .terminated = continuation.yield(batch) { return }
          rest = rest.dropFirst(count)
          count = batchCount
        }
        continuation.finish()
      }
    }
  }

  private static let isReady: Bool = {
    // Odd files are common, and nobody reads the terminal.
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    return gexiv2_initialize() != 0
  }()

  private static func completed(_ photo: Photo) -> Photo {
    guard isReady, let metadata = Metadata(ofFile: photo.path) else { return photo }
    var photo = photo
    if let date = metadata.date { photo.date = date }
    photo.caption = metadata.caption
    photo.orientation = metadata.orientation
    photo.pixelSize = metadata.pixelSize
    return photo
  }
}

/// An open file's metadata.
private final class Metadata {
  private let pointer: UnsafeMutablePointer<GExiv2Metadata>

  /// Nil when the file cannot be read or its format is unknown to exiv2.
  init?(ofFile path: String) {
    guard let pointer = gexiv2_metadata_new() else { return nil }
    self.pointer = pointer
    let isOpen: gboolean
    if path.hasPrefix("file:") {
      guard let name = g_filename_from_uri(path, nil, nil) else { return nil }
      defer { g_free(name) }
      isOpen = gexiv2_metadata_open_path(pointer, name, nil)
    } else {
      isOpen = gexiv2_metadata_open_path(pointer, path, nil)
    }
    if isOpen == 0 { return nil }
  }

  deinit { g_object_unref(pointer) }

  var date: PhotoDate? {
    for (tag, fractionTag) in [
      ("Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal"),
      ("Exif.Image.DateTime", "Exif.Photo.SubSecTime"),
    ] {
      guard let written = string(tag).flatMap(WrittenTime.init(in:)), written.hasTimeOfDay else { continue }
      return PhotoDate(
        time: written.time, nanoseconds: string(fractionTag).map(Self.nanoseconds) ?? 0, source: .exif)
    }
    return nil
  }

  /// The digits behind the decimal point, as SubSecTime has them, possibly padded with spaces.
  private static func nanoseconds(_ fraction: String) -> Int {
    let digits = fraction.utf8.prefix { (0x30...0x39).contains($0) }.prefix(9)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return (digits.count..<9).reduce(number) { number, _ in number * 10 }
  }

  var caption: String? {
    for tag in ["Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription"] {
      if let caption = string(tag).flatMap(Self.caption) { return caption }
    }
    return nil
  }

  /// What cameras write into each picture's description, upper case.
  private static let cameraCaptions: Set<String> = [
    "OLYMPUS DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "DIGITAL CAMERA",
    "SONY DSC", "EXIF_JPEG_PICTURE", "SAMSUNG CAMERA PICTURES", "DCIM", "DEFAULT",
  ]

  private static func caption(_ text: String) -> String? {
    var text = text[...]
    // exiv2 gives an XMP text with its language in front.
    if text.hasPrefix("lang=\""), let end = text.firstRange(of: "\" ") { text = text[end.upperBound...] }
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text.isEmpty || cameraCaptions.contains(text.uppercased()) ? nil : String(text)
  }

  /// The decoders of these formats turn the picture by the file's own instructions, whatever EXIF says.
  private static let formatsThatTurn: Set<String> = ["image/heif", "image/heic", "image/avif", "image/jxl"]

  var orientation: Int {
    let format = gexiv2_metadata_get_mime_type(pointer).map { String(cString: $0) } ?? ""
    let value = Int(gexiv2_metadata_try_get_orientation(pointer, nil).rawValue)
    return (1...8).contains(value) && !Self.formatsThatTurn.contains(format) ? value : 1
  }

  var pixelSize: Photo.PixelSize? {
    let width = Int(gexiv2_metadata_get_pixel_width(pointer))
    let height = Int(gexiv2_metadata_get_pixel_height(pointer))
    guard width > 0, height > 0 else { return nil }
    return orientation >= 5
      ? Photo.PixelSize(width: height, height: width) : Photo.PixelSize(width: width, height: height)
  }

  private func string(_ tag: String) -> String? {
    guard let text = gexiv2_metadata_try_get_tag_string(pointer, tag, nil) else { return nil }
    defer { g_free(text) }
    if let valid = String(validatingCString: text) { return valid }
    // Older programs wrote Latin-1, whose bytes are Unicode's first 256 numbers.
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text))
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(UInt8(bitPattern: $0)) }))
  }
}
