// SPDX-License-Identifier: MIT
import CVips
import Foundation
import PictureMessages
import Testing

@testable import PictureDecoding

extension PictureDecodingTests {
  /// Small pictures that stand for others.
  @Suite struct ThumbnailTests {
    private let scratch: Scratch
    private let record = ThumbnailRecord(uri: "file:///a%20b.jpg", modificationTime: 1_600_000_000, byteCount: 1234)

    init() throws { scratch = try Scratch() }

    private func make(of path: String, side: Int, shownSide: Int = 1024) throws -> (
      info: PictureInfo, pixels: Pixels, file: String
    ) {
      var data = Data()
      let made = try PictureDecoder.makeThumbnail(
        of: PictureFile(path: path), record: record, side: side, shownSide: shownSide
      ) {
        data = Data($0)
      }
      let file = scratch.file("thumbnail.png")
      try data.write(to: URL(filePath: file))
      return (made.info, made.pixels, file)
    }

    private func read(
      _ path: String, of record: ThumbnailRecord, shownSide: Int = 1024
    ) throws -> PictureDecoder.Thumbnail {
      try PictureDecoder.thumbnail(in: PictureFile(path: path), of: record, shownSide: shownSide)
    }

    @Test func `a thumbnail is upright, fits into its square, and says what it is of`() throws {
      let path = scratch.file("turned.jpg")
      try Made.quarters(width: 600, height: 400).tagged(VIPS_META_ORIENTATION, 6).save("jpegsave", path)
      let made = try make(of: path, side: 128)
      #expect(made.info.pixelSize == PixelSize(width: 400, height: 600))
      #expect(made.pixels.size == PixelSize(width: 85, height: 128))
      let read = try self.read(made.file, of: record)
      #expect(read.pixels.bytes == made.pixels.bytes)
      #expect(zip(read.pixels.quarters, [.blue, .red, .white, .green]).allSatisfy { $0.isNear($1, within: 8) })
      #expect(read.pictureSize == PixelSize(width: 400, height: 600))
      #expect(read.isStill)
      // So large as it is shown.
      #expect(try make(of: path, side: 128, shownSide: 64).pixels.size == PixelSize(width: 43, height: 64))
      let small = try self.read(made.file, of: record, shownSide: 64)
      #expect(small.pixels.size == PixelSize(width: 43, height: 64))
      #expect(small.pictureSize == PixelSize(width: 400, height: 600))
      var other = record
      other.modificationTime += 1
      #expect(throws: PictureError.damaged) {
        try self.read(made.file, of: other)
      }
    }

    @Test func `a small picture with transparency is its own thumbnail`() throws {
      let path = scratch.file("small.png")
      try Made.noise(width: 30, height: 20, bands: 4, seed: 1).save("pngsave", path)
      let made = try make(of: path, side: 128)
      #expect(made.pixels.size == PixelSize(width: 30, height: 20))
      #expect(made.pixels.hasAlpha)
      let read = try self.read(made.file, of: record)
      #expect(read.pixels.bytes == made.pixels.bytes)
    }

    @Test func `what is larger than a thumbnail may be, or no PNG file, is none`() throws {
      let large = scratch.file("large.png")
      let texts = try Made.noise(width: 1025, height: 1, seed: 2).applying("copy")
      for (number, text) in record.texts.enumerated() {
        vips_image_set_string(texts.pointer, "png-comment-\(number)-\(text.key)", text.value)
      }
      try texts.save("pngsave", large)
      #expect(throws: PictureError.damaged) { try self.read(large, of: record) }
      let jpeg = scratch.file("thumbnail.jpg")
      try texts.cropped(to: PixelRect(x: 0, y: 0, width: 100, height: 1)).save("jpegsave", jpeg)
      #expect(throws: PictureError.damaged) { try self.read(jpeg, of: record) }
    }

    // MARK: Previews

    /// A JPEG file with the small picture that a camera puts into it.
    private func picture(width: Int, height: Int, preview: VipsPicture, orientation: Int = 1) throws -> String {
      let small = scratch.file("preview.jpg")
      // Without EXIF data of its own, as cameras make it.
      try preview.save("jpegsave", small, ("strip", .flag(true)))
      let data = [UInt8](try Data(contentsOf: URL(filePath: small)))
      let copy = try Made.quarters(width: width, height: height).tagged(VIPS_META_ORIENTATION, orientation)
      vips_image_set_blob_copy(copy.pointer, "jpeg-thumbnail-data", data, data.count)
      let path = scratch.file("camera.jpg")
      try copy.save("jpegsave", path)
      return path
    }

    /// With two black bars, above and below.
    private func letterboxed(width: Int, height: Int, bar: Int, barColour: Int = 0) throws -> VipsPicture {
      try Made.quarters(width: width, height: height - 2 * bar).applying(
        "embed",
        [
          "x": .integer(0), "y": .integer(bar), "width": .integer(width), "height": .integer(height),
          "extend": .choice(barColour == 0 ? VIPS_EXTEND_BLACK : VIPS_EXTEND_WHITE),
        ])
    }

    @Test func `a camera's preview is upright`() throws {
      let path = try picture(
        width: 640, height: 480, preview: Made.quarters(width: 160, height: 120), orientation: 6)
      let (info, pixels) = try PictureDecoder.preview(of: PictureFile(path: path))
      #expect(info.pixelSize == PixelSize(width: 480, height: 640))
      let preview = try #require(pixels)
      #expect(preview.size == PixelSize(width: 120, height: 160))
      #expect(zip(preview.quarters, [.blue, .red, .white, .green]).allSatisfy { $0.isNear($1, within: 8) })
    }

    @Test func `the bars of a preview are cut off, and a preview of another shape is not used`() throws {
      let path = try picture(width: 600, height: 400, preview: letterboxed(width: 160, height: 120, bar: 7))
      let preview = try #require(try PictureDecoder.preview(of: PictureFile(path: path)).pixels)
      #expect(preview.size == PixelSize(width: 160, height: 106))
      // The bar's last row and the picture's first are in one block of the JPEG file.
      #expect(preview.colour(0, 1).isNear(.red, within: 40))
      let other = try picture(
        width: 600, height: 400, preview: letterboxed(width: 160, height: 120, bar: 7, barColour: 255))
      #expect(try PictureDecoder.preview(of: PictureFile(path: other)).pixels == nil)
    }

    @Test func `a file without a preview, or with a damaged one, still has a header`() throws {
      let plain = scratch.file("plain.png")
      try Made.quarters(width: 60, height: 40).save("pngsave", plain)
      let (info, pixels) = try PictureDecoder.preview(of: PictureFile(path: plain))
      #expect(info.pixelSize == PixelSize(width: 60, height: 40))
      #expect(pixels == nil)
      let path = try picture(width: 640, height: 480, preview: Made.quarters(width: 160, height: 120))
      var data = try Data(contentsOf: URL(filePath: path))
      // The preview's frame header says that it is 1,000 times as high.
      let frame = try #require(data.range(of: Data([0xFF, 0xC0, 0, 17, 8, 0, 120])))
      data[frame.upperBound - 2] = 0xFF
      try data.write(to: URL(filePath: path))
      let damaged = try PictureDecoder.preview(of: PictureFile(path: path))
      #expect(damaged.info.pixelSize == PixelSize(width: 640, height: 480))
      #expect(damaged.pixels == nil)
    }
  }
}
