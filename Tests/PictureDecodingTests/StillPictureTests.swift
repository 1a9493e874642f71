// SPDX-License-Identifier: MIT
import CVips
import Foundation
import PictureMessages
import TestSupport
import Testing

@testable import PictureDecoding

extension PictureDecodingTests {
  @Suite struct StillPictureTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: 1...8) func `Every EXIF orientation stands upright, once`(_ orientation: Int) throws {
      let (width, height) = (64, 48)
      let file = scratch.file("turned.jpg")
      let stored = Made.quarters(width: width, height: height)
      try stored.tagged("orientation", orientation).save("jpegsave", file)

      // Which stored quarter (0 top left, 1 top right, 2 bottom left, 3 bottom right) is shown in each place,
      // from the drawings in CIPA DC-008.
      let shown = [
        [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
      ][orientation - 1]
      let colours: [Colour] = [.red, .green, .blue, .white]
      let turns = orientation > 4
      let size = turns ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
      #expect(try PictureDecoder.info(ofFile: file).pixelSize == size)

      for divisor in [1, 2, 3] {
        let covering = PixelSize(width: size.width / divisor, height: size.height / divisor)
        let pixels = try PictureDecoder.decode(file: file, coveringSize: covering)
        #expect(pixels.size == covering)
        for (place, colour) in pixels.quarters.enumerated() {
          // JPEG at quality 75 is off by a few in flat areas.
          #expect(colour.isNear(colours[shown[place]], within: 6), "place \(place): \(colour)")
        }
      }
    }

    @Test func `Regions of a level are exactly the parts of the whole level`() throws {
      var generator = SeededGenerator(1)
      for orientation in 1...8 {
        for save in ["jpegsave", "pngsave"] {
          let file = scratch.file("noise-\(orientation)-\(save)")
          try Made.noise(width: 213, height: 157, seed: UInt64(orientation)).tagged("orientation", orientation)
            .save(save, file)
          let native = try PictureDecoder.info(ofFile: file).pixelSize
          for divisor in [1, 3] {
            let level = PixelSize(width: native.width / divisor, height: native.height / divisor)
            let whole = try PictureDecoder.decode(file: file, levelSize: level, region: PixelRect(level))
            #expect(whole.size == level)
            for _ in 0..<4 {
              let width = Int.random(in: 1...level.width, using: &generator)
              let height = Int.random(in: 1...level.height, using: &generator)
              let region = PixelRect(
                x: Int.random(in: 0...(level.width - width), using: &generator),
                y: Int.random(in: 0...(level.height - height), using: &generator), width: width, height: height)
              let part = try PictureDecoder.decode(file: file, levelSize: level, region: region)
              #expect(part.size == PixelSize(width: width, height: height))
              let expected = (0..<height).flatMap { row in
                whole.bytes[((region.y + row) * whole.stride + region.x * 3)...].prefix(width * 3)
              }
              // Compared outside, since a difference of so many bytes takes minutes to describe.
              let isEqual = part.bytes == expected
              #expect(isEqual, "orientation \(orientation), \(region) of \(level)")
            }
          }
        }
      }
    }

    @Test func `A region that reaches outside is cut at the picture's edge`() throws {
      let file = scratch.file("quarters.png")
      try Made.quarters(width: 40, height: 40).save("pngsave", file)
      let region = PixelRect(x: 30, y: -5, width: 256, height: 15)
      let pixels = try PictureDecoder.decode(
        file: file, levelSize: PixelSize(width: 40, height: 40), region: region)
      #expect(pixels.size == PixelSize(width: 10, height: 10))
      #expect(pixels.colour(5, 5) == .green)
    }

    @Test func `A picture covers the size that was asked for and is never enlarged`() throws {
      var generator = SeededGenerator(2)
      for _ in 0..<1000 {
        let size = PixelSize(
          width: .random(in: 1...9000, using: &generator), height: .random(in: 1...9000, using: &generator))
        let asked = PixelSize(
          width: .random(in: 1...9000, using: &generator), height: .random(in: 1...9000, using: &generator))
        let scaled = size.scaledToCover(asked)
        #expect(scaled.width >= 1 && scaled.height >= 1)
        #expect(scaled.width <= size.width && scaled.height <= size.height)
        #expect(scaled.width >= min(asked.width, size.width) || scaled.height >= min(asked.height, size.height))
        if asked.width <= size.width && asked.height <= size.height {
          #expect(scaled.width >= asked.width && scaled.height >= asked.height)
          #expect(scaled.width == asked.width || scaled.height == asked.height)
        }
      }
      let file = scratch.file("small.png")
      try Made.quarters(width: 30, height: 20).save("pngsave", file)
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 3000, height: 3000))
      #expect(pixels.size == PixelSize(width: 30, height: 20))
    }

    @Test(arguments: [1, 2, 3, 5, 7, 8, 13, 40]) func `A JPEG has exactly the size asked at every reduction`(
      _ divisor: Int
    ) throws {
      let file = scratch.file("odd.jpg")
      try Made.quarters(width: 301, height: 201).save("jpegsave", file)
      let asked = PixelSize(width: 301 / divisor, height: 1)
      let pixels = try PictureDecoder.decode(file: file, coveringSize: asked)
      #expect(pixels.width == 301 / divisor)
      #expect(abs(pixels.height * 301 - pixels.width * 201) <= 301)
      #expect(pixels.quarters[0].isNear(.red, within: 6))
      #expect(pixels.quarters[3].isNear(.white, within: 6))
    }

    @Test func `An embedded profile that swaps red and green is applied`() throws {
      guard let file = Shared.picture("icc-swap.jpg") else { return }
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 200, height: 100))
      #expect(pixels.colour(20, 50).isNear(.red, within: 8))
      #expect(pixels.colour(pixels.width - 20, 50).isNear(.green, within: 8))
    }

    @Test func `A profile of another colour space gives the colours that were meant`() throws {
      let file = scratch.file("p3.png")
      let original = Made.picture(width: 8, height: 8) { _, _, band in [200, 90, 60][band] }
      let converted = try original.applying(
        "icc_transform", ["output-profile": .text("p3"), "input-profile": .text("srgb")])
      try converted.save("pngsave", file)
      let stored = try #require(try? OpenPicture(PictureFile(path: file)).header.pixels().colour(4, 4))
      let meant = Colour(red: 200, green: 90, blue: 60)
      #expect(!stored.isNear(meant, within: 8))
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 8, height: 8))
      // Two roundings to eight bits.
      #expect(pixels.colour(4, 4).isNear(meant, within: 2), "\(pixels.colour(4, 4))")
    }

    @Test func `CMYK has natural colours`() throws {
      let file = scratch.file("cmyk.jpg")
      let original = Made.picture(width: 16, height: 16) { _, _, band in [150, 120, 110][band] }
      try original.applying("icc_transform", ["output-profile": .text("cmyk"), "input-profile": .text("srgb")])
        .save("jpegsave", file)
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 16, height: 16))
      #expect(!pixels.hasAlpha)
      // There and back through a table of inks, then JPEG.
      #expect(pixels.colour(8, 8).isNear(Colour(red: 150, green: 120, blue: 110), within: 12), "\(pixels.colour(8, 8))")
    }

    @Test(arguments: [1, 2]) func `Grey becomes red, green and blue`(_ bands: Int) throws {
      let file = scratch.file("grey.png")
      try Made.picture(width: 9, height: 9, bands: bands) { _, _, band in [100, 50][band] }.save("pngsave", file)
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 9, height: 9))
      #expect(pixels.hasAlpha == (bands == 2))
      #expect(pixels.colour(4, 4) == Colour(red: 100, green: 100, blue: 100, alpha: bands == 2 ? 50 : 255))
    }

    @Test func `Sixteen bits and alpha become eight bits and alpha`() throws {
      let file = scratch.file("deep.png")
      let deep = try Made.picture(width: 12, height: 12, bands: 4) { _, _, band in [200, 90, 60, 128][band] }
        .applying("cast", ["format": .choice(VIPS_FORMAT_USHORT), "shift": .flag(true)])
        .applying("copy", ["interpretation": .choice(VIPS_INTERPRETATION_RGB16)])
      try deep.save("pngsave", file)
      for side in [12, 5] {
        let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: side, height: side))
        #expect(pixels.hasAlpha)
        // Premultiplying and back, then eight of sixteen bits.
        let colour = pixels.colour(2, 2)
        #expect(colour.isNear(Colour(red: 200, green: 90, blue: 60, alpha: 128), within: 1), "\(side): \(colour)")
      }
    }

    @Test func `What is transparent does not bleed when scaled`() throws {
      let file = scratch.file("edge.png")
      // Opaque red on the left; on the right, green which nobody may see.
      try Made.picture(width: 64, height: 64, bands: 4) { x, _, band in
        (x < 32 ? [255, 0, 0, 255] : [0, 255, 0, 0])[band]
      }.save("pngsave", file)
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 21, height: 21))
      for x in 0..<21 where pixels.colour(x, 10).alpha > 8 {
        #expect(pixels.colour(x, 10).green <= 1, "\(x): \(pixels.colour(x, 10))")
      }
    }

    @Test func `Formats are told by content, whatever the name says`() throws {
      let picture = Made.quarters(width: 32, height: 32)
      for (operation, format) in [
        ("jpegsave", "jpeg"), ("pngsave", "png"), ("webpsave", "webp"), ("tiffsave", "tiff"), ("gifsave", "gif"),
        ("heifsave", "heif"), ("jxlsave", "jxl"), ("jp2ksave", "jp2k"),
      ] {
        let file = scratch.file("a.text")
        // AV1, as in AVIF; Debian's libheif cannot write HEVC without another package.
        try picture.save(operation, file, operation == "heifsave" ? ("compression", .integer(4)) : nil)
        let info = try PictureDecoder.info(ofFile: file)
        #expect(info.format == format)
        #expect(info.pixelSize == PixelSize(width: 32, height: 32))
        #expect(info.frameCount == 1 && info.frameDelays.isEmpty)
        let quarters = try PictureDecoder.decode(file: file, coveringSize: info.pixelSize).quarters
        for (colour, expected) in zip(quarters, [Colour.red, .green, .blue, .white]) {
          // JPEG XL gives up that much at the corners of the colour cube.
          #expect(colour.isNear(expected, within: 40), "\(format): \(quarters)")
        }
      }
    }

    @Test func `A drawing is rendered at the size asked for`() throws {
      let file = scratch.file("drawing.svg")
      try """
      <svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="200" height="200" fill="#f00"/>
        </svg>
      """.write(toFile: file, atomically: true, encoding: .utf8)
      let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 100, height: 50))
      #expect(pixels.size == PixelSize(width: 100, height: 50))
      #expect(pixels.hasAlpha)
      #expect(pixels.colour(25, 25) == .red)
      #expect(pixels.colour(75, 25).alpha == 0)
    }

    @Test func `Many threads decode at once and agree`() async throws {
      let file = scratch.file("noise.jpg")
      try Made.noise(width: 300, height: 200, seed: 3).save("jpegsave", file)
      let size = PixelSize(width: 90, height: 60)
      let first = try PictureDecoder.decode(file: file, coveringSize: size).bytes
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<64 {
          group.addTask { try PictureDecoder.decode(file: file, coveringSize: size).bytes }
        }
        for try await bytes in group {
          let isEqual = bytes == first
          #expect(isEqual)
        }
      }
    }
  }
}

/// Pictures beside the checkout that other programs trip over; tests of them pass where they are missing.
enum Shared {
  static func picture(_ name: String) -> String? {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.deletingLastPathComponent().appending(path: "shared/pictures/\(name)").path
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }
}
