// SPDX-License-Identifier: MIT
import CVips
import PictureMessages

extension PictureDecoder {
  /// A thumbnail, and what it says of the picture that it was made of.
  public struct Thumbnail {
    public var pixels: Pixels
    /// The picture's size as it is shown; nil where the thumbnail does not say it.
    public var pictureSize: PixelSize?
    /// Whether it is known to be of a format that has no animations.
    public var isStill: Bool
  }

  /// MIME types by libvips' formats; `image/heif` is AVIF's, too, for libvips.
  private static let mimeTypes = [
    "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp", "gif": "image/gif", "heif": "image/heif",
    "tiff": "image/tiff", "svg": "image/svg+xml", "jxl": "image/jxl", "jp2k": "image/jp2",
  ]
  /// Those that may be animations. Of animated PNGs the first frame is shown anyway.
  private static let animatedTypes: Set = ["image/webp", "image/gif"]

  private static let widthKey = "Thumb::Image::Width"
  private static let heightKey = "Thumb::Image::Height"
  private static let typeKey = "Thumb::Mimetype"

  /// Reads a thumbnail, whoever has made it.
  ///
  /// - Parameters:
  ///   - shownSide: of a square that it is scaled down to fit into just so
  ///   - room: gives memory for its pixels
  /// - Throws: `.damaged` if it is not of this record, larger than a thumbnail may be, or no PNG file
  public static func thumbnail(
    in file: PictureFile, of record: ThumbnailRecord, shownSide: Int,
    room: PixelRoom = PixelMemory.init(byteCount:)
  ) throws(PictureError) -> Thumbnail {
    defer { Vips.leaveThread() }
    let picture = try OpenPicture(file)
    let texts = picture.header.pngTexts
    guard picture.format == "png", picture.storedSize.isThumbnail, record.matches(texts) else { throw .damaged }
    let pixels: Pixels
    do throws(VipsFailure) {
      pixels = try picture.header.scaled(to: picture.storedSize.scaledToFit(side: shownSide)).inSRGB()
        .pixels(in: room)
    } catch {
      throw error.pictureError
    }
    let stated = texts[widthKey].flatMap { Int($0) }.flatMap { width in
      texts[heightKey].flatMap { Int($0) }.map { PixelSize(width: width, height: $0) }
    }
    return Thumbnail(
      pixels: pixels, pictureSize: stated.flatMap { $0.asShown(by: picture.storedSize) },
      isStill: texts[typeKey].map { !animatedTypes.contains($0) } ?? false)
  }

  /// Makes a thumbnail: pixels to show, and a PNG file to keep.
  ///
  /// - Parameters:
  ///   - side: of a square that what is kept fits into just so; it is never larger than the picture
  ///   - shownSide: the same of what is shown, which is never larger than what is kept
  ///   - room: gives memory for its pixels
  ///   - writeFile: gets the file's bytes
  ///   - isCancelled: asked on this thread every sixteen rows of the result
  public static func makeThumbnail(
    of file: PictureFile, record: ThumbnailRecord, side: Int, shownSide: Int,
    in room: PixelRoom = PixelMemory.init(byteCount:), isCancelled: () -> Bool = { false }, writeFile: FileWriter
  ) throws(PictureError) -> (info: PictureInfo, pixels: Pixels) {
    defer {
      Vips.leaveThread()
      Vips.releaseBuffers()
    }
    let picture = try OpenPicture(file)
    let size = picture.size.scaledToFit(side: side)
    let kept = try picture.decoded(
      levelSize: size, region: PixelRect(size), in: PixelMemory.init(byteCount:), isCancelled: isCancelled)
    var texts = Array(record.texts) + [(widthKey, "\(picture.size.width)"), (heightKey, "\(picture.size.height)")]
    if let type = mimeTypes[picture.format] { texts.append((typeKey, type)) }
    do throws(VipsFailure) {
      let pixels = try withExtendedLifetime(kept) { () throws(VipsFailure) in
        let thumbnail = try VipsPicture(borrowing: kept)
        try thumbnail.withPNG(texts: texts, writeFile)
        return try thumbnail.scaled(to: size.scaledToFit(side: shownSide)).pixels(in: room)
      }
      return (picture.info, pixels)
    } catch {
      throw error.pictureError
    }
  }

  /// Makes the PNG file which says that there can be no thumbnail: a pixel that cannot be seen.
  public static func markFailure(
    of record: ThumbnailRecord, writeFile: FileWriter
  ) throws(PictureError) {
    defer { Vips.leaveThread() }
    guard Vips.isReady else { throw .damaged }
    do throws(VipsFailure) {
      let pixel = try VipsPicture.made(
        by: "black", ["width": .integer(1), "height": .integer(1), "bands": .integer(4)])
      try pixel.withPNG(texts: Array(record.texts), writeFile)
    } catch {
      throw error.pictureError
    }
  }

  /// Reads a file's header and, where a camera has put a small picture into the EXIF data, that one, upright and with the
  /// bars cut off that make it fit.
  ///
  /// - Parameter room: gives memory for its pixels
  public static func preview(
    of file: PictureFile, in room: PixelRoom = PixelMemory.init(byteCount:)
  ) throws(PictureError) -> (info: PictureInfo, pixels: Pixels?) {
    defer { Vips.leaveThread() }
    let picture = try OpenPicture(file)
    // A profile of the picture's is not the preview's.
    guard let preview = picture.header.exifPreview else { return (picture.info, nil) }
    let pixels = try? picture.orientation.upright(preview.withoutBars(of: picture.storedSize)).pixels(in: room)
    return (picture.info, pixels)
  }
}

extension PixelSize {
  fileprivate func scaledToFit(side: Int) -> PixelSize { scaledToFit(PixelSize(width: side, height: side)) }

  /// Whether it may be that of a thumbnail, or of a picture that a camera has put into another.
  fileprivate var isThumbnail: Bool { max(width, height) <= ThumbnailLayout.greatestSide }

  /// This size, or with its sides changed, which has the shape of a thumbnail; nil if neither has: other programs write
  /// either the size as it is shown or as it is stored.
  fileprivate func asShown(by thumbnail: PixelSize) -> PixelSize? {
    guard isPossible else { return nil }
    return [self, transposed].first { size in
      let fitting = size.scaledToFit(side: max(thumbnail.width, thumbnail.height))
      return abs(fitting.width - thumbnail.width) <= 1 && abs(fitting.height - thumbnail.height) <= 1
    }
  }
}

extension VipsPicture {
  /// What libvips calls the texts of a PNG file: this, a number and the key.
  private static let textPrefix = "png-comment-"

  fileprivate var pngTexts: [String: String] {
    let pairs = fieldNames.filter { $0.hasPrefix(Self.textPrefix) }.compactMap { name -> (String, String)? in
      let rest = name.dropFirst(Self.textPrefix.count)
      guard let dash = rest.firstIndex(of: "-"), let value = text(name) else { return nil }
      return (String(rest[rest.index(after: dash)...]), value)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Calls `body` with a PNG file that has these texts.
  fileprivate func withPNG(
    texts: [(key: String, value: String)], _ body: FileWriter
  ) throws(VipsFailure) {
    let named = texts.enumerated().map { ("\(Self.textPrefix)\($0.offset)-\($0.element.key)", $0.element.value) }
    try withPNG(fields: named, body)
  }

  /// Cut down to the part that shows a picture of that shape, which cameras put between two dark bars.
  ///
  /// - Parameter size: of the picture, as it is stored
  fileprivate func withoutBars(of size: PixelSize) throws(VipsFailure) -> VipsPicture {
    let own = PixelSize(width: width, height: height)
    let shape = size.filling(own)
    guard own.isThumbnail, shape.width > 0, shape.height > 0 else { throw VipsFailure() }
    let decoded = try inSRGB().pixels()
    let picture = try VipsPicture(copying: decoded)
    guard max(own.width - shape.width, own.height - shape.height) > Self.greatestDifference else { return picture }
    let shown = PixelRect(
      x: (own.width - shape.width + 1) / 2, y: (own.height - shape.height + 1) / 2, width: shape.width,
      height: shape.height)
    guard decoded.isDark(outside: shown) else { throw VipsFailure() }
    return try picture.cropped(to: shown)
  }

  /// Pixels by which a preview's shape may differ from its picture's: rounding, to multiples of two at that.
  private static let greatestDifference = 2
}

extension PixelSize {
  /// The largest size of this shape in another one, rounded down.
  fileprivate func filling(_ room: PixelSize) -> PixelSize {
    width * room.height > height * room.width
      ? PixelSize(width: room.width, height: height * room.width / width)
      : PixelSize(width: width * room.height / height, height: room.height)
  }
}

extension Pixels {
  /// What a JPEG file makes of black beside a picture, of 255.
  private static let greatestDarkness = 24

  /// Whether all pixels outside of a part are black, on average: those at its edge have some of it.
  fileprivate func isDark(outside part: PixelRect) -> Bool {
    let bandCount = hasAlpha ? 4 : 3
    var (sum, count) = (0, 0)
    withBytes { bytes in
      for y in 0..<height {
        let isBarRow = y < part.y || y >= part.y + part.height
        for x in 0..<width where isBarRow || x < part.x || x >= part.x + part.width {
          let start = y * stride + x * bandCount
          for band in 0..<3 { sum += Int(bytes[start + band]) }
          count += 3
        }
      }
    }
    return sum <= count * Self.greatestDarkness
  }
}
