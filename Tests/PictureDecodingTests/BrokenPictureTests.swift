// SPDX-License-Identifier: MIT
import CVips
import Foundation
import PictureMessages
import TestSupport
import Testing

@testable import PictureDecoding

extension PictureDecodingTests {
  @Suite struct BrokenPictureTests {
    let scratch: Scratch
    let size = PixelSize(width: 100, height: 100)

    init() throws { scratch = try Scratch() }

    private func expect(_ error: PictureError, _ file: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(throws: error, sourceLocation: sourceLocation) { try PictureDecoder.info(ofFile: file) }
      #expect(throws: error, sourceLocation: sourceLocation) {
        try PictureDecoder.decode(file: file, coveringSize: size)
      }
      #expect(throws: error, sourceLocation: sourceLocation) {
        try AnimationDecoder(file: file, coveringSize: size).frame(0)
      }
    }

    private func written(_ data: Data) throws -> String {
      let file = scratch.file("written.jpg")
      try data.write(to: URL(filePath: file))
      return file
    }

    @Test func `What is no picture says why`() throws {
      expect(.notFound, scratch.file("none.jpg"))
      expect(.notFound, "file:///none/at%FFall.jpg")
      expect(.empty, try written(Data()))
      expect(.notAPicture, try written(Data("This is a letter to a friend.".utf8)))
      expect(.notAFile, scratch.path)
      #expect(mkfifo(scratch.file("pipe.jpg"), 0o600) == 0)
      expect(.notAFile, scratch.file("pipe.jpg"))
    }

    @Test func `Formats with a history of holes stay closed`() throws {
      expect(.notAPicture, try written(Data("%PDF-1.4\n%%EOF\n".utf8)))
      expect(.notAPicture, try written(Data("P6\n1 1\n255\nabc".utf8)))
      // X bitmap, which only ImageMagick would know.
      expect(.notAPicture, try written(Data("#define a_width 8\n#define a_height 1\nstatic char a_bits[] = {0};".utf8)))
    }

    @Test func `A truncated picture is reported as damaged`() throws {
      for save in ["jpegsave", "pngsave", "webpsave"] {
        let file = scratch.file("whole")
        try Made.noise(width: 200, height: 200, seed: 4).save(save, file)
        let data = try Data(contentsOf: URL(filePath: file))
        let half = try written(data.prefix(data.count / 2))
        #expect(throws: PictureError.damaged, "\(save)") { try PictureDecoder.decode(file: half, coveringSize: size) }
      }
    }

    @Test func `A truncated animation plays up to the damage`() throws {
      let file = scratch.file("whole.gif")
      try Made.noise(width: 32, height: 320, seed: 5).tagged("page-height", 32)
        .tagged("delay", Array(repeating: 50, count: 10)).save("gifsave", file)
      let data = try Data(contentsOf: URL(filePath: file))
      let half = try written(data.prefix(data.count / 2))
      let decoder = try AnimationDecoder(file: half, coveringSize: PixelSize(width: 32, height: 32))
      #expect(try decoder.frame(0).size == PixelSize(width: 32, height: 32))
      // Whatever comes after, it is an answer and not a crash.
      for index in 1..<10 { _ = try? decoder.frame(index) }
    }

    @Test func `Random damage never crashes`() throws {
      var generator = SeededGenerator(6)
      for save in ["jpegsave", "pngsave", "webpsave", "gifsave", "tiffsave"] {
        let file = scratch.file("whole")
        try Made.noise(width: 40, height: 40, seed: 7).save(save, file)
        let data = try Data(contentsOf: URL(filePath: file))
        for _ in 0..<25 {
          var damaged = data
          for _ in 0..<Int.random(in: 1...8, using: &generator) {
            damaged[Int.random(in: 0..<data.count, using: &generator)] = .random(in: 0...255, using: &generator)
          }
          _ = try? PictureDecoder.decode(file: written(damaged), coveringSize: PixelSize(width: 20, height: 20))
        }
      }
    }

    @Test func `A picture of a milliard pixels and more is refused by its header`() throws {
      // 100,000 in four bytes.
      let side: [UInt8] = [0, 1, 0x86, 0xA0]
      let png = HollowPNG.bytes(header: side + side + [8, 2, 0, 0, 0])
      expect(.tooLarge(width: 100_000, height: 100_000), try written(Data(png)))
    }

    @Test func `The known bomb is refused in words, without memory`() throws {
      guard let file = Shared.picture("decompression_bomb.gif") else { return }
      let before = peakMemory()
      #expect(throws: PictureError.self) { try PictureDecoder.decode(file: file, coveringSize: size) }
      // Kilobytes. The picture which it claims would be 4 GB of indices.
      #expect(peakMemory() - before < 500_000)
    }

    @Test func `Photos that are only oddly made are shown`() throws {
      for name in [
        "sugarshack_bad_mpo_header.jpg", "truncated_app14.jpg", "frozenpond.mpo", "paris_icc_exif_xmp.avif",
        "pil_sample_cmyk.jpg", "tiff_16bit_RGBa_target.png",
      ] {
        guard let file = Shared.picture(name) else { continue }
        let pixels = try PictureDecoder.decode(file: file, coveringSize: PixelSize(width: 40, height: 40))
        #expect(min(pixels.width, pixels.height) == 40, "\(name)")
      }
    }

    @Test func `A file whose name is not UTF-8 is opened by its URI`() throws {
      let plain = scratch.file("plain.png")
      try Made.quarters(width: 8, height: 8).save("pngsave", plain)
      let bytes = Array(scratch.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0x2E, 0x70, 0]
      #expect(rename(plain, bytes) == 0)
      #expect(try PictureDecoder.info(ofFile: "file://\(scratch.path)/%FF.p").format == "png")
    }

    @Test func `A cancelled picture stops early`() throws {
      let file = scratch.file("large.png")
      try Made.noise(width: 64, height: 64, seed: 8).applying(
        "replicate", ["across": .integer(30), "down": .integer(30)]
      )
      .save("pngsave", file)
      var questions = 0
      #expect(throws: PictureError.cancelled) {
        try PictureDecoder.decode(file: file, coveringSize: size) {
          questions += 1
          return questions > 3
        }
      }
      // Once more to learn why it stopped.
      #expect(questions == 5)
      #expect(throws: PictureError.cancelled) {
        try PictureDecoder.decode(file: file, coveringSize: size, isCancelled: { true })
      }
    }

    @Test func `Pictures leave no memory and no file behind`() throws {
      let file = scratch.file("noise.jpg")
      try Made.noise(width: 200, height: 200, seed: 9).tagged("orientation", 6).save("jpegsave", file)
      let broken = try written(Data(contentsOf: URL(filePath: file)).prefix(5_000))
      func openFileCount() throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
          (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name))?.hasPrefix(scratch.path) == true
        }
      }
      func objectCount() -> Int {
        var count = 0
        vips_object_map(
          { _, count, _ in
            count?.assumingMemoryBound(to: Int.self).pointee += 1
            return nil
          }, &count, nil)
        return count
      }
      let before = objectCount()
      for _ in 0..<100 {
        weak var left: Pixels?
        do {
          let pixels = try PictureDecoder.decode(file: file, coveringSize: size)
          left = pixels
          #expect(left != nil)
        }
        #expect(left == nil)
        #expect(throws: PictureError.damaged) { try PictureDecoder.decode(file: broken, coveringSize: size) }
      }
      // A leak would leave a hundred at least, and for ever; other tests that decode at the time come to their end.
      let deadline = ContinuousClock.now + .seconds(20)
      while objectCount() - before >= 50, .now < deadline { sched_yield() }
      #expect(objectCount() - before < 50)
      #expect(try openFileCount() == 0)
    }

    /// Kilobytes.
    private func peakMemory() -> Int {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    }
  }
}
