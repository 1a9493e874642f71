// SPDX-License-Identifier: MIT
import CLcms
import CVips
import Foundation
import PictureMessages
import TestSupport
import Testing

@testable import PictureDecoding

extension PictureDecodingTests {
  @Suite struct DescriptionTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A profile in the layout of that ICC version: 2 has its name in a `desc`, 4 in an `mluc`.
    private func profile(_ name: String, version: Double) throws -> [UInt8] {
      let profile = try #require(cmsCreate_sRGBProfile())
      defer { cmsCloseProfile(profile) }
      cmsSetProfileVersion(profile, version)
      let texts = try #require(cmsMLUalloc(nil, 1))
      defer { cmsMLUfree(texts) }
      let units = name.utf16.map { wchar_t($0) } + [0]
      #expect(cmsMLUsetWide(texts, "en", "US", units) != 0)
      #expect(cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(texts)) != 0)
      var count: cmsUInt32Number = 0
      #expect(cmsSaveProfileToMem(profile, nil, &count) != 0)
      var bytes = [UInt8](repeating: 0, count: Int(count))
      #expect(cmsSaveProfileToMem(profile, &bytes, &count) != 0)
      return bytes
    }

    private func name(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { ProfileName.name(ofProfile: $0) } }

    @Test(arguments: ["jpegsave": "JPEG", "pngsave": "PNG", "webpsave": "WebP", "tiffsave": "TIFF", "gifsave": "GIF"])
    func `The format is the content's, whatever the name`(_ save: String, _ format: String) throws {
      let file = scratch.file("picture.txt")
      try Made.quarters(width: 20, height: 10).tagged("orientation", 6).save(save, file)
      let description = try PictureDecoder.description(ofFile: file)
      #expect(description.formatName == format)
      // GIF and WebP by this library keep no orientation.
      #expect(description.pixelSize == (try PictureDecoder.info(ofFile: file).pixelSize))
      #expect(description.profileName == nil)
    }

    @Test func `An AVIF is one, and not a HEIF`() throws {
      let file = scratch.file("picture.avif")
      try Made.quarters(width: 64, height: 64).save(
        "heifsave", file, ("compression", .choice(VIPS_FOREIGN_HEIF_COMPRESSION_AV1)))
      #expect(try PictureDecoder.description(ofFile: file).formatName == "AVIF")
    }

    @Test(arguments: [2.1, 4.3]) func `The profile's name is read`(_ version: Double) throws {
      let bytes = try profile("Bildschirm P3", version: version)
      let picture = try Made.quarters(width: 20, height: 10).applying("copy")
      vips_image_set_blob_copy(picture.pointer, VIPS_META_ICC_NAME, bytes, bytes.count)
      for save in ["jpegsave", "pngsave", "tiffsave"] {
        let file = scratch.file(save)
        try picture.save(save, file)
        #expect(try PictureDecoder.description(ofFile: file).profileName == "Bildschirm P3")
      }
      let long = try profile(String(repeating: "long ", count: 1000), version: version)
      #expect(try #require(name(long)).count <= 100)
    }

    @Test func `A name has any characters, on one line`() throws {
      #expect(name(try profile("  Écran\n\u{1}P3 – 色 𝔸 ", version: 4.3)) == "Écran P3 – 色 𝔸")
      #expect(name(try profile(" \n ", version: 4.3)) == nil)
    }

    @Test func `Bytes that are no profile have no name, and damaged ones do no harm`() throws {
      #expect(name([]) == nil)
      #expect(name(Array("no profile".utf8)) == nil)
      var generator = SeededGenerator(11)
      for version in [2.1, 4.3] {
        let whole = try profile("Whole", version: version)
        #expect(name(whole) == "Whole")
        for _ in 0..<2000 {
          var damaged = Array(whole.prefix(.random(in: 100...whole.count, using: &generator)))
          for _ in 0..<4 {
            damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
          }
          #expect((name(damaged) ?? "").count <= 100)
        }
      }
    }

    @Test func `What cannot be shown has the decoder's reason`() throws {
      let file = scratch.file("text.jpg")
      try Data("text".utf8).write(to: URL(filePath: file))
      #expect(throws: PictureError.notAPicture) { try PictureDecoder.description(ofFile: file) }
      #expect(throws: PictureError.notFound) { try PictureDecoder.description(ofFile: scratch.file("none")) }
    }
  }
}
