// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Glibc

/// The path as the file system has it, with the NUL at its end; nil for what is neither a path nor a `file:` URI.
func fileSystemPath(of path: String) -> [CChar]? {
  guard path.hasPrefix("file:") else { return Array(path.utf8CString) }
  guard let name = g_filename_from_uri(path, nil, nil) else { return nil }
  defer { g_free(name) }
  return Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
}

/// The folder, without the slash at its end, and the file's name for people to read.
func displayParts(ofPath path: String) -> (folder: Substring, name: Substring) {
  let shown = displayName(ofPath: path)
  guard let slash = shown.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", shown[...]) }
  return (shown[..<slash], shown[shown.index(after: slash)...])
}

/// The path for people to read; what is not UTF-8 in it is replaced.
private func displayName(ofPath path: String) -> String {
  guard path.hasPrefix("file:"), let bytes = fileSystemPath(of: path), let name = g_filename_display_name(bytes) else {
    return path
  }
  defer { g_free(name) }
  return String(cString: name)
}

/// An open file's metadata.
final class Metadata {
  private let pointer: UnsafeMutablePointer<GExiv2Metadata>
  private lazy var hasXMP = gexiv2_metadata_has_xmp(pointer) != 0
  private lazy var hasIPTC = gexiv2_metadata_has_iptc(pointer) != 0

  /// Nil when the file cannot be read or its format is unknown to exiv2.
  init?(ofFile path: String) {
    guard let pointer = gexiv2_metadata_new() else { return nil }
    self.pointer = pointer
    guard let name = fileSystemPath(of: path), gexiv2_metadata_open_path(pointer, name, nil) != 0 else { return nil }
  }

  deinit { g_object_unref(pointer) }

  var date: PhotoDate? { takenAt?.date }

  /// Where the clock stood that the date is from: minutes that it was ahead of Greenwich; nil where nobody says.
  var zone: Int? { takenAt.flatMap { string($0.zoneTag) }.flatMap(Self.minutes) }

  private lazy var takenAt: (date: PhotoDate, zoneTag: String)? = {
    for (tag, fractionTag, zoneTag) in [
      // exiv2 has no name for what EXIF 2.31 calls OffsetTimeOriginal and OffsetTime.
      ("Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.0x9011"),
      ("Exif.Image.DateTime", "Exif.Photo.SubSecTime", "Exif.Photo.0x9010"),
    ] {
      guard let written = string(tag).flatMap(WrittenTime.init(in:)), written.hasTimeOfDay else { continue }
      let nanoseconds = string(fractionTag).map(Self.nanoseconds) ?? 0
      return (PhotoDate(time: written.time, nanoseconds: nanoseconds, source: .exif), zoneTag)
    }
    return nil
  }()

  /// Of “+02:00”.
  static func minutes(_ zone: String) -> Int? {
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
    // From Baker Island to the Line Islands.
    guard let sign = zone.first, sign == "+" || sign == "-", parts.count == 2, (0...14).contains(parts[0]),
      (0..<60).contains(parts[1])
    else { return nil }
    let minutes = parts[0] * 60 + parts[1]
    return sign == "-" ? -minutes : minutes
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

  /// Characters: as many as IPTC allows. A page that lays out megabytes of text stands still.
  private static let greatestCaptionLength = 2000

  private static func caption(_ text: String) -> String? {
    var text = text[...]
    // exiv2 gives an XMP text with its language in front.
    if text.hasPrefix("lang=\""), let end = text.firstRange(of: "\" ") { text = text[end.upperBound...] }
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    let caption = String(text.prefix(greatestCaptionLength))
    return caption.isEmpty || cameraCaptions.contains(caption.uppercased()) ? nil : caption
  }

  /// The decoders of these formats turn the picture by the file's own instructions, whatever EXIF says.
  private static let formatsThatTurn: Set<String> = ["image/heif", "image/heic", "image/avif", "image/jxl"]

  /// Of the content, whatever the name says: a MIME type.
  private(set) lazy var format = gexiv2_metadata_get_mime_type(pointer).map { String(cString: $0) } ?? ""

  private(set) lazy var orientation: Int = {
    let value = Int(gexiv2_metadata_try_get_orientation(pointer, nil).rawValue)
    return (1...8).contains(value) && !Self.formatsThatTurn.contains(format) ? value : 1
  }()

  var pixelSize: Photo.PixelSize? {
    let width = Int(gexiv2_metadata_get_pixel_width(pointer))
    let height = Int(gexiv2_metadata_get_pixel_height(pointer))
    guard width > 0, height > 0 else { return nil }
    return orientation >= 5
      ? Photo.PixelSize(width: height, height: width) : Photo.PixelSize(width: width, height: height)
  }

  /// What somebody filed the picture under, each once.
  var keywords: [String] {
    var keywords: [String] = []
    for tag in ["Xmp.dc.subject", "Iptc.Application2.Keywords"] {
      for keyword in strings(tag).compactMap(Self.caption) where !keywords.contains(keyword) {
        keywords.append(keyword)
        if keywords.count == Self.greatestKeywordCount { return keywords }
      }
    }
    return keywords
  }

  /// More are no help to anybody, and a hostile file has millions.
  private static let greatestKeywordCount = 100

  /// Stars, 0 to 5, or −1 for what was rejected.
  var rating: Int? { number("Xmp.xmp.Rating", "Exif.Image.Rating", in: -1...5).map { Int($0.rounded()) } }

  // MARK: Place

  /// In words, the nearest first, each once.
  var placeName: String? {
    var names: [String] = []
    for (xmp, iptc) in [
      ("Xmp.iptc.Location", "SubLocation"), ("Xmp.photoshop.City", "City"), ("Xmp.photoshop.State", "ProvinceState"),
      ("Xmp.photoshop.Country", "CountryName"),
    ] {
      guard let name = words(xmp) ?? words("Iptc.Application2." + iptc), !names.contains(name) else { continue }
      names.append(name)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  // gexiv2's own functions take 0/0 for 0 and large numbers for negative ones.

  var place: PhotoDetails.Place? {
    guard let latitude = degrees("GPSLatitude", positive: "N", negative: "S"), abs(latitude) <= 90,
      let longitude = degrees("GPSLongitude", positive: "E", negative: "W"), abs(longitude) <= 180,
      // What cameras write that do not know where they are; in the sea off Africa.
      latitude != 0 || longitude != 0
    else { return nil }
    return PhotoDetails.Place(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  /// Degrees, minutes and seconds with the hemisphere: “47/1 22/1 3684/100” and “N” in EXIF, “47,22.614N” in XMP.
  private func degrees(_ tag: String, positive: Character, negative: Character) -> Double? {
    var text = string("Exif.GPSInfo.\(tag)") ?? ""
    var hemisphere = string("Exif.GPSInfo.\(tag)Ref")?.first
    if text.isEmpty {
      text = string("Xmp.exif.\(tag)") ?? ""
      hemisphere = text.popLast()
    }
    let parts = text.split { $0 == " " || $0 == "," }.map { Self.number(String($0)) }
    guard (1...3).contains(parts.count), hemisphere == positive || hemisphere == negative else { return nil }
    var degrees = 0.0
    for (part, unit) in zip(parts, [1.0, 60, 3600]) {
      guard let part, part >= 0 else { return nil }
      degrees += part / unit
    }
    return hemisphere == negative ? -degrees : degrees
  }

  /// Metres above sea level.
  private var altitude: Double? {
    let isBelow = (string("Exif.GPSInfo.GPSAltitudeRef") ?? string("Xmp.exif.GPSAltitudeRef"))?.first == "1"
    // The deepest sea, and the edge of space.
    return number("Exif.GPSInfo.GPSAltitude", "Xmp.exif.GPSAltitude", in: 0...(isBelow ? 11_000 : 100_000))
      .map { isBelow ? -$0 : $0 }
  }

  // MARK: Camera

  var camera: String? {
    let make = words("Exif.Image.Make") ?? words("Xmp.tiff.Make")
    guard let model = words("Exif.Image.Model") ?? words("Xmp.tiff.Model") else { return make }
    guard let make else { return model }
    // “NIKON CORPORATION” and “NIKON D850”.
    let isTold = make.split(separator: " ").contains { $0.lowercased() == model.prefix { $0 != " " }.lowercased() }
    return isTold ? model : "\(make) \(model)"
  }

  var lens: String? {
    ["Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens"].lazy.compactMap(words).first
  }

  /// Seconds.
  var exposureTime: Double? {
    number("Exif.Photo.ExposureTime", "Xmp.exif.ExposureTime", in: 1e-7...1e6)
      // Tv = −log2(time), CIPA DC-008.
      ?? number("Exif.Photo.ShutterSpeedValue", "Xmp.exif.ShutterSpeedValue", in: -20...23).map { exp2(-$0) }
  }

  /// An f-number.
  var aperture: Double? {
    number("Exif.Photo.FNumber", "Xmp.exif.FNumber", in: 0.1...1000)
      // Av = 2 · log2(f-number), CIPA DC-008.
      ?? number("Exif.Photo.ApertureValue", "Xmp.exif.ApertureValue", in: -6...20).map { exp2($0 / 2) }
  }

  var sensitivity: Int? {
    // 65535 is “more than fits”; the others have room for it.
    let speed =
      number("Exif.Photo.ISOSpeedRatings", "Xmp.exif.ISOSpeedRatings", in: 1...65534)
      ?? number("Exif.Photo.RecommendedExposureIndex", "Exif.Photo.ISOSpeed", in: 1...1e8)
    return speed.map { Int($0.rounded()) }
  }

  /// Millimetres.
  var focalLength: Double? { number("Exif.Photo.FocalLength", "Xmp.exif.FocalLength", in: 0.1...100_000) }

  /// Millimetres.
  var equivalentFocalLength: Double? {
    number("Exif.Photo.FocalLengthIn35mmFilm", "Xmp.exif.FocalLengthIn35mmFilm", in: 0.1...100_000)
  }

  /// Whether EXIF has the colours in sRGB.
  var saysSRGB: Bool { number("Exif.Photo.ColorSpace", in: 1...1) != nil }

  // MARK: Values

  /// Characters. No camera's or lens's name is as long; what a hostile file says must not fill a page.
  private static let greatestNameLength = 200

  /// The tag's text on one line, where it has a letter: dashes or zeros stand for a lens that the camera does not know.
  private func words(_ tag: String) -> String? {
    guard let text = string(tag)?.prefix(Self.greatestNameLength), text.contains(where: \.isLetter) else { return nil }
    return text.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } }
      .joined(separator: " ")
  }

  /// The number that the first of the tags has which has one in that range.
  private func number(_ tags: String..., in range: ClosedRange<Double>) -> Double? {
    tags.lazy.compactMap { self.string($0).flatMap(Self.number) }.first(where: range.contains)
  }

  /// The value of “28/10” or “2.8”, the first where there are several; nil for no number, 0/0 and infinity.
  static func number(_ text: String) -> Double? {
    guard let first = text.split(separator: " ").first else { return nil }
    let parts = first.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    let number: Double? =
      switch parts.count {
      case 1: parts[0]
      case 2: parts[0].flatMap { numerator in parts[1].map { numerator / $0 } }
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The first value of a tag as it is stored, for instance “28/10”; nil where there is none.
  func string(_ tag: String) -> String? {
    guard mayHave(tag), let text = gexiv2_metadata_try_get_tag_string(pointer, tag, nil) else { return nil }
    defer { g_free(text) }
    return Self.string(text)
  }

  /// All values of a tag that can have several.
  private func strings(_ tag: String) -> [String] {
    guard mayHave(tag), let texts = gexiv2_metadata_try_get_tag_multiple(pointer, tag, nil) else { return [] }
    defer { g_strfreev(texts) }
    var strings: [String] = []
    while let text = texts[strings.count] { strings.append(Self.string(text)) }
    return strings
  }

  /// Most files have EXIF alone, and looking a tag up takes its time.
  private func mayHave(_ tag: String) -> Bool {
    tag.hasPrefix("Xmp.") ? hasXMP : tag.hasPrefix("Iptc.") ? hasIPTC : true
  }

  private static func string(_ text: UnsafeMutablePointer<CChar>) -> String {
    if let valid = String(validatingCString: text) { return valid }
    // Older programs wrote Latin-1, whose bytes are Unicode's first 256 numbers.
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text))
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(UInt8(bitPattern: $0)) }))
  }
}
