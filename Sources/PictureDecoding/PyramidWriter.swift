// SPDX-License-Identifier: MIT
import CVips
import PictureMessages

extension PictureDecoder {
  /// Decodes all of a picture into a file of pixels, at full size, at half of it, a quarter and so on (`PyramidLayout`);
  /// takes somewhat longer than decoding all of it.
  ///
  /// - Parameters:
  ///   - output: is written to, from its start
  ///   - isCancelled: asked on this thread now and then
  /// - Throws: `.damaged` also where there is no room for the file
  public static func writePyramid(
    of file: PictureFile, to output: Descriptor, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> (layout: PyramidLayout, orientation: Orientation) {
    defer {
      Vips.leaveThread()
      Vips.releaseBuffers()
    }
    let picture = try OpenPicture(file)
    do throws(VipsFailure) {
      let source = try picture.header.inSRGB()
      let layout = PyramidLayout(
        size: PixelSize(width: source.width, height: source.height), hasAlpha: source.bandCount == 4)
      var levels = zip(layout.sizes, layout.offsets).map { size, offset in
        PyramidLevel(size: size, bandCount: layout.bandCount, file: output, offset: offset)
      }
      try source.forEachRow(isCancelled: isCancelled) { row throws(VipsFailure) in
        try levels.add(row)
      }
      return (layout, picture.orientation)
    } catch {
      throw isCancelled() ? .cancelled : error.pictureError
    }
  }
}
