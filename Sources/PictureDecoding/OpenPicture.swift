// SPDX-License-Identifier: MIT
import CVips
import Glibc
import PictureMessages

/// A picture file whose header has been read.
struct OpenPicture {
  let file: VipsFile
  /// The class name of libvips' loader.
  let loader: String
  /// The first frame, not decoded.
  let header: VipsPicture
  let orientation: Orientation

  /// Reads a file's header.
  init(_ opened: PictureFile) throws(PictureError) {
    guard Vips.isReady else { throw .unreadable(reason: "libvips cannot be started") }
    // It may have been read before.
    lseek(opened.descriptor.number, 0, SEEK_SET)
    do throws(VipsFailure) {
      file = try VipsFile(descriptor: opened.descriptor.number)
    } catch {
      throw .unreadable(reason: "libvips cannot open it")
    }
    guard let loader = file.loader ?? file.loaderInModules else { throw .notAPicture }
    self.loader = loader
    do throws(VipsFailure) {
      header = try Self.load(file, loader: loader)
    } catch {
      throw error.pictureError
    }
    let size = PixelSize(width: header.width, height: header.height)
    guard size.isPossible else { throw .tooLarge(width: size.width, height: size.height) }
    // The decoders of these two turn the picture themselves; the EXIF tag is only a record of it.
    let isTurnedByLoader = ["heif", "jxl"].contains(Self.format(ofLoader: loader))
    orientation =
      isTurnedByLoader ? .upright : header.integer(VIPS_META_ORIENTATION).flatMap(Orientation.init) ?? .upright
  }

  private static func load(
    _ file: VipsFile, loader: String, _ option: (name: String, value: OperationValue)? = nil
  ) throws(VipsFailure) -> VipsPicture {
    let source = OperationValue.source(file)
    // From top to bottom, so that only some rows are in memory at a time; a warning of the decoder is
    // forgiven, missing or wrong data is not.
    let access = OperationValue.choice(VIPS_ACCESS_SEQUENTIAL)
    let failOn = OperationValue.choice(VIPS_FAIL_ON_ERROR)
    // What has to be decoded as a whole would go to a temporary file otherwise, and there can be none.
    let inMemory = OperationValue.flag(true)
    return if let option {
      try .made(
        by: loader,
        ["source": source, "access": access, "fail-on": failOn, "memory": inMemory, option.name: option.value])
    } else {
      try .made(by: loader, ["source": source, "access": access, "fail-on": failOn, "memory": inMemory])
    }
  }

  private static func format(ofLoader loader: String) -> String {
    let name = loader.dropFirst("VipsForeignLoad".count).lowercased()
    let format = name.hasSuffix("source") ? String(name.dropLast("source".count)) : name
    return format == "nsgif" ? "gif" : format
  }

  /// One lower-case word: jpeg, png, webp, gif, heif (AVIF too), tiff, svg, jxl, jp2k.
  var format: String { Self.format(ofLoader: loader) }

  var storedSize: PixelSize { PixelSize(width: header.width, height: header.height) }
  var size: PixelSize { orientation.upright(storedSize) }

  /// Pages of a TIFF or a HEIF are no frames: only an animation has delays.
  var frameCount: Int {
    let pageCount = header.integer(VIPS_META_N_PAGES) ?? 1
    return header.integers("delay").isEmpty ? 1 : min(max(1, pageCount), PictureInfo.greatestFrameCount)
  }

  /// The first frame for decoding, as it is stored, at a size that the decoder can make cheaply and that is no
  /// smaller than `size`.
  ///
  /// - Parameter size: in the stored orientation
  func loadedToCover(_ size: PixelSize) throws(VipsFailure) -> VipsPicture {
    switch format {
    case "jpeg":
      // libjpeg makes 1/2, 1/4 and 1/8 from the coefficients: less work, less memory.
      let shrink = [8, 4, 2].first { storedSize.width / $0 >= size.width && storedSize.height / $0 >= size.height }
      return if let shrink { try Self.load(file, loader: loader, ("shrink", .integer(shrink))) } else { header }
    case "svg":
      let scale = max(
        Double(size.width) / Double(storedSize.width), Double(size.height) / Double(storedSize.height))
      return if scale < 1 { try Self.load(file, loader: loader, ("scale", .number(scale))) } else { header }
    default:
      return header
    }
  }

  /// All frames for decoding, one below the other.
  func loadedWithAllFrames() throws(VipsFailure) -> VipsPicture {
    try Self.load(file, loader: loader, ("n", .integer(-1)))
  }
}
