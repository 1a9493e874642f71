// SPDX-License-Identifier: MIT
import Foundation
import PictureMessages
import Testing

@testable import PictureDecoding

extension PictureDecodingTests {
  @Suite struct AnimationTests {
    let scratch: Scratch
    /// The grey of each frame.
    static let greys: [UInt8] = [0, 60, 120, 180, 240]

    init() throws { scratch = try Scratch() }

    private func saved(
      _ operation: String, delays: [Int] = [500, 0, 10, 20, 70], greys: [UInt8] = greys, loop: Int = 0
    ) throws -> String {
      let file = scratch.file("animation")
      try Made.picture(width: 16, height: 16 * greys.count) { _, y, _ in greys[y / 16] }
        .tagged("page-height", 16).tagged("delay", delays).tagged("loop", loop)
        .save(operation, file)
      return file
    }

    @Test(arguments: ["gifsave", "webpsave"]) func `Header tells frames, delays and loops`(_ operation: String) throws {
      let info = try PictureDecoder.info(ofFile: saved(operation))
      #expect(info.pixelSize == PixelSize(width: 16, height: 16))
      #expect(info.frameCount == 5)
      #expect(info.frameDelays == [0.5, 0.1, 0.1, 0.02, 0.07])
      #expect(info.loopCount == 0)
      #expect(try PictureDecoder.info(ofFile: saved(operation, loop: 3)).loopCount == 3)
    }

    @Test(arguments: ["gifsave", "webpsave"]) func `Frames come in order, over again, and in any order`(
      _ operation: String
    ) throws {
      let file = try saved(operation)
      let decoder = try AnimationDecoder(file: file, coveringSize: PixelSize(width: 8, height: 8))
      #expect(decoder.frameCount == 5)
      #expect(decoder.size == PixelSize(width: 8, height: 8))
      let orders = [Array(0..<15), [4, 0, 3, 3, 1, 2, 4]]
      for index in orders.joined() {
        let frame = try decoder.frame(index)
        #expect(frame.size == decoder.size)
        let grey = Int(Self.greys[index % 5])
        // WebP is lossy here.
        #expect(frame.colour(4, 4).isNear(Colour(red: grey, green: grey, blue: grey), within: 4), "frame \(index)")
      }
    }

    @Test func `Playing costs the same for each frame`() throws {
      // Going over the file from the start for each frame would take 150 times as long for all as for one pass;
      // the bound is far from both.
      let greys = (0..<300).map { UInt8($0 % 256) }
      let file = try saved("gifsave", delays: Array(repeating: 50, count: 300), greys: greys)
      let decoder = try AnimationDecoder(file: file, coveringSize: PixelSize(width: 16, height: 16))
      let clock = ContinuousClock()
      let inOrder = try clock.measure { for index in 0..<300 { _ = try decoder.frame(index) } }
      let backwards = try clock.measure { for index in (0..<300).reversed() { _ = try decoder.frame(index) } }
      #expect(inOrder * 3 < backwards, "\(inOrder) against \(backwards)")
    }

    @Test func `A still picture is an animation of one frame`() throws {
      let file = scratch.file("still.png")
      try Made.quarters(width: 16, height: 16).save("pngsave", file)
      let decoder = try AnimationDecoder(file: file, coveringSize: PixelSize(width: 16, height: 16))
      #expect(decoder.frameCount == 1)
      for index in 0..<3 { #expect(try decoder.frame(index).quarters == [.red, .green, .blue, .white]) }
    }

    @Test func `Frames with alpha keep it`() throws {
      guard let file = Shared.picture("iss634.webp") else { return }
      let decoder = try AnimationDecoder(file: file, coveringSize: PixelSize(width: 100, height: 100))
      #expect(decoder.frameCount == 42)
      for index in 0..<84 { #expect(try decoder.frame(index).size == PixelSize(width: 100, height: 100)) }
    }

    @Test func `Whatever disposal says, all frames of odd animations are shown`() throws {
      for name in ["pygif-animation.gif", "pygif-dispose-restore-previous.gif", "pygif-image-outside-bg.gif"] {
        guard let file = Shared.picture(name) else { continue }
        let info = try PictureDecoder.info(ofFile: file)
        let decoder = try AnimationDecoder(file: file, coveringSize: info.pixelSize)
        for index in 0..<info.frameCount { #expect(try decoder.frame(index).size == info.pixelSize) }
      }
    }
  }
}
