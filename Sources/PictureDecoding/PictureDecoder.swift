// SPDX-License-Identifier: MIT
import CVips
import PictureMessages

/// Makes upright sRGB pixels of picture files.
///
/// All functions work on the calling thread, and may take seconds. They share no lock.
public enum PictureDecoder {
  /// Reads a file's header; takes some milliseconds and next to no memory.
  public static func info(of file: PictureFile) throws(PictureError) -> PictureInfo {
    defer { Vips.leaveThread() }
    return try OpenPicture(file).info
  }

  /// Decodes a region of the picture as it is when the whole is scaled to `levelSize`. Regions of one level fit
  /// together without a seam.
  ///
  /// A region costs nearly as much time as all that is above it, since most formats can be read only from the
  /// top: ask for one large region rather than for many small ones.
  ///
  /// - Parameters:
  ///   - levelSize: the whole picture's size on that level, no larger than the picture
  ///   - region: in the upright picture's coordinates on that level; what is outside is left out
  ///   - magnification: 1, or how many pixels of the result each side of a pixel has, which is a square then
  ///   - room: gives memory for the result
  ///   - isCancelled: asked on this thread every sixteen rows of the result
  public static func decode(
    file: PictureFile, levelSize: PixelSize, region: PixelRect, magnification: Int = 1,
    in room: PixelRoom = PixelMemory.init(byteCount:), isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> Pixels {
    defer {
      Vips.leaveThread()
      Vips.releaseBuffers()
    }
    return try OpenPicture(file).decoded(
      levelSize: levelSize, region: region, magnification: magnification, in: room, isCancelled: isCancelled)
  }
}

extension OpenPicture {
  /// Seconds. What browsers show a frame for that asks for next to no time.
  static let customaryDelay = 0.1
  /// Milliseconds. Up to here a delay counts as next to no time.
  static let greatestIgnoredDelay = 10

  var info: PictureInfo {
    let frameCount = frameCount
    let delays = header.integers("delay")
    return PictureInfo(
      pixelSize: size,
      frameCount: frameCount,
      frameDelays: frameCount == 1
        ? []
        : (0..<frameCount).map { index in
          let delay = index < delays.count ? delays[index] : 0
          return delay <= Self.greatestIgnoredDelay ? Self.customaryDelay : Double(delay) / 1000
        },
      loopCount: max(0, header.integer("loop") ?? 0),
      hasAlpha: header.hasAlpha,
      format: format)
  }

  /// As `PictureDecoder.decode`.
  func decoded(
    levelSize: PixelSize, region: PixelRect, magnification: Int = 1, in room: PixelRoom, isCancelled: () -> Bool
  ) throws(PictureError) -> Pixels {
    if isCancelled() { throw .cancelled }
    let size = PixelSize(
      width: min(max(levelSize.width, 1), size.width), height: min(max(levelSize.height, 1), size.height))
    let storedSize = orientation.stored(size)
    let storedRegion = orientation.stored(region.clipped(to: size), in: size)
    do throws(VipsFailure) {
      // What is expensive is done once, in the stored order of rows; only the result is turned and magnified.
      return try loadedToCover(storedSize).scaled(to: storedSize).cropped(to: storedRegion).inSRGB()
        .pixels(upright: orientation, magnification: magnification, in: room, isCancelled: isCancelled)
    } catch {
      throw isCancelled() ? .cancelled : error.pictureError
    }
  }
}

extension VipsPicture {
  /// Turned upright from the orientation it is stored in, each pixel as a square of `magnification` pixels.
  func pixels(
    upright orientation: Orientation, magnification: Int, in room: PixelRoom, isCancelled: () -> Bool
  ) throws(VipsFailure) -> Pixels {
    if orientation != .upright {
      let stored = try pixels(isCancelled: isCancelled)
      return try withExtendedLifetime(stored) { () throws(VipsFailure) in
        try orientation.upright(VipsPicture(borrowing: stored))
          .pixels(upright: .upright, magnification: magnification, in: room, isCancelled: { false })
      }
    }
    guard magnification > 1 else { return try pixels(in: room, isCancelled: isCancelled) }
    let small = try pixels(isCancelled: isCancelled)
    return try withExtendedLifetime(small) { () throws(VipsFailure) in
      try VipsPicture.made(
        by: "zoom",
        [
          "input": .picture(VipsPicture(borrowing: small)), "xfac": .integer(magnification),
          "yfac": .integer(magnification),
        ]
      ).pixels(in: room)
    }
  }
}

extension VipsPicture {
  /// Scaled to exactly that size.
  func scaled(to size: PixelSize) throws(VipsFailure) -> VipsPicture {
    guard size != PixelSize(width: width, height: height) else { return self }
    // Cubic takes a fifth less time than libvips' default, Lanczos, and looks the same at these reductions.
    let arguments: KeyValuePairs<String, OperationValue> = [
      "scale": .number(Double(size.width) / Double(width)),
      "vscale": .number(Double(size.height) / Double(height)),
      "kernel": .choice(VIPS_KERNEL_CUBIC),
    ]
    guard hasAlpha else { return try applying("resize", arguments) }
    // A transparent pixel's colour must not bleed into its neighbours.
    return try applying("premultiply")
      .applying("resize", arguments)
      .applying("unpremultiply")
      .applying("cast", ["format": .choice(bandFormat)])
  }

  func cropped(to region: PixelRect) throws(VipsFailure) -> VipsPicture {
    guard region != PixelRect(x: 0, y: 0, width: width, height: height) else { return self }
    return try .made(
      by: "extract_area",
      [
        "input": .picture(self), "left": .integer(region.x), "top": .integer(region.y),
        "width": .integer(region.width), "height": .integer(region.height),
      ])
  }

  /// Three or four bands of one byte in sRGB, through the embedded profile where there is a usable one.
  func inSRGB() throws(VipsFailure) -> VipsPicture {
    let converted =
      if let applied = profileApplied() {
        applied
      } else {
        try applying(
          "colourspace",
          ["space": .choice(VIPS_INTERPRETATION_sRGB), "source-space": .choice(interpretation)])
      }
    let bytes =
      converted.bandFormat == VIPS_FORMAT_UCHAR
      ? converted
      : try converted.applying("cast", ["format": .choice(VIPS_FORMAT_UCHAR)])
    return bytes.bandCount <= 4 ? bytes : try bytes.applying("extract_band", ["band": .integer(0), "n": .integer(4)])
  }

  private func profileApplied() -> VipsPicture? {
    guard hasProfile else { return nil }
    // Relative colorimetric with black point compensation is what photo programs and browsers do by default.
    return try? applying(
      "icc_transform",
      [
        "output-profile": .text("srgb"), "embedded": .flag(true),
        "intent": .choice(VIPS_INTENT_RELATIVE),
        "black-point-compensation": .flag(true),
      ])
  }
}
