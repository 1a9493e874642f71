// SPDX-License-Identifier: MIT
import CVips
import Foundation
import PictureMessages
import TestSupport
import Testing

@testable import PictureDecoding
@testable import PictureHelpers

extension PictureDecodingTests {
  @Suite struct TilePyramidTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// All tiles of a level, in rows.
    private func tiles(of pyramid: TilePyramid, level: Int) -> [TilePyramid.Tile] {
      let size = pyramid.sizes[level]
      let side = TilePyramid.tileSide
      return (0..<(size.height + side - 1) / side).flatMap { row in
        (0..<(size.width + side - 1) / side).map { TilePyramid.Tile(level: level, column: $0, row: row) }
      }
    }

    @Test(arguments: 1...8) func `Tiles of the full size are exactly the picture, whichever way it is turned`(
      _ orientation: Int
    ) throws {
      let file = scratch.file("noise.png")
      try Made.noise(width: 310, height: 270, seed: UInt64(orientation)).tagged("orientation", orientation)
        .save("pngsave", file)
      let pyramid = try TilePyramid(file: file)
      let size = try PictureDecoder.info(ofFile: file).pixelSize
      #expect(pyramid.sizes.first == size)
      var area = 0
      for tile in tiles(of: pyramid, level: 0) {
        let rect = pyramid.rect(of: tile)
        area += rect.width * rect.height
        let pixels = try pyramid.pixels(of: tile)
        let region = try PictureDecoder.decode(file: file, levelSize: size, region: rect)
        // Compared outside, since a difference of so many bytes takes minutes to describe.
        let isEqual = pixels.size == region.size && pixels.bytes == region.bytes
        #expect(isEqual, "tile \(tile)")
      }
      #expect(area == size.width * size.height)
    }

    @Test func `Each level has half the size of the one before, and the last fits into a tile`() throws {
      let file = scratch.file("quarters.jpg")
      try Made.quarters(width: 2100, height: 1300).save("jpegsave", file)
      let pyramid = try TilePyramid(file: file)
      #expect(
        pyramid.sizes == [
          PixelSize(width: 2100, height: 1300), PixelSize(width: 1050, height: 650), PixelSize(width: 525, height: 325),
          PixelSize(width: 263, height: 163), PixelSize(width: 132, height: 82),
        ])
      let smallest = try pyramid.pixels(of: TilePyramid.Tile(level: 4, column: 0, row: 0))
      for (colour, expected) in zip(smallest.quarters, [Colour.red, .green, .blue, .white]) {
        // JPEG at quality 75 is off by a few in flat areas.
        #expect(colour.isNear(expected, within: 6))
      }
    }

    @Test func `Tiles have the colours that the picture has when it is decoded without them`() throws {
      let file = scratch.file("cmyk.jpg")
      let cmyk = try Made.noise(width: 300, height: 300, bands: 4, seed: 1)
        .applying("copy", ["interpretation": .choice(VIPS_INTERPRETATION_CMYK)])
      try cmyk.save("jpegsave", file)
      let pyramid = try TilePyramid(file: file)
      let tile = TilePyramid.Tile(level: 0, column: 1, row: 0)
      let region = try PictureDecoder.decode(
        file: file, levelSize: pyramid.sizes[0], region: pyramid.rect(of: tile))
      let isEqual = try pyramid.pixels(of: tile).bytes == region.bytes
      #expect(isEqual)
    }

    @Test func `A pyramid that is not wanted any more is not made`() throws {
      let file = scratch.file("noise.jpg")
      try Made.noise(width: 1000, height: 1000, seed: 1).save("jpegsave", file)
      var questions = 0
      #expect(throws: PictureError.cancelled) {
        _ = try TilePyramid(file: file) {
          questions += 1
          return questions > 2
        }
      }
    }

    @Test func `A file that is damaged further down has no pyramid`() throws {
      let file = scratch.file("noise.jpg")
      try Made.noise(width: 1000, height: 1000, seed: 1).save("jpegsave", file)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: file))
      #expect(throws: PictureError.damaged) { _ = try TilePyramid(file: file) }
    }
  }
}
