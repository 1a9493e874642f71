// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import PictureMessages
import TestSupport
import Testing
import TouchRig

@testable import PictureHelpers

/// Pictures by way of helper processes, which may do whatever they like. One after another: a program cannot be started
/// while a process that is just being started has it open for writing.
@Suite(.serialized) struct HelperTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("helpers") }

  private func picture(width: Int = 120, height: Int = 80) throws -> String {
    let path = folder.path + "/picture.png"
    try TestPicture.make(width: width, height: height, at: path)
    return path
  }

  /// One helper at a time, so that it is known which one is asked.
  private func helpers(
    executable: String = HelperExecutable.path, change: (inout DecodingLimits) -> Void = { _ in }
  ) -> PictureHelpers {
    var limits = DecodingLimits(coreCount: 1)
    limits.processCount = 1
    change(&limits)
    return PictureHelpers(executable: executable, limits: limits)
  }

  /// The helper that will be asked next.
  private func process(of helpers: PictureHelpers) throws -> pid_t {
    helpers.start()
    return try #require(helpers.idle.withLock { $0.last?.process })
  }

  @discardableResult
  private func expectWhole(
    _ path: String, by helpers: PictureHelpers, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Pixels {
    let size = try helpers.info(ofFile: path).pixelSize
    let pixels = try helpers.decode(file: path, levelSize: size, region: PixelRect(size))
    #expect(pixels.size == size, sourceLocation: sourceLocation)
    return pixels
  }

  @Test func `a helper decodes what it is asked for, again and again`() throws {
    let (path, helpers) = (try picture(), helpers())
    let first = try process(of: helpers)
    let pixels = try expectWhole(path, by: helpers)
    // The background, and the first mark's colour.
    pixels.withBytes { bytes in
      #expect(Array(bytes.prefix(3)) == [192, 192, 192])
    }
    let half = try helpers.decode(
      file: path, levelSize: PixelSize(width: 60, height: 40), region: PixelRect(x: 10, y: 20, width: 30, height: 40),
      magnification: 2)
    // What is outside is left out.
    #expect(half.size == PixelSize(width: 60, height: 40))
    #expect(try helpers.description(ofFile: path).formatName == "PNG")
    #expect(try process(of: helpers) == first)
  }

  @Test func `a helper that is killed in the middle costs that picture, and the next has a new one`() throws {
    let (path, helpers) = (try picture(), helpers())
    let first = try process(of: helpers)
    // It cannot be done with it before it is killed.
    kill(first, SIGSTOP)
    #expect(throws: PictureError.decoderFailed) {
      try helpers.decode(
        file: path, levelSize: PixelSize(width: 60, height: 40), region: PixelRect(x: 0, y: 0, width: 60, height: 40)
      ) {
        kill(first, SIGKILL)
        return false
      }
    }
    try expectWhole(path, by: helpers)
    #expect(try process(of: helpers) != first)
  }

  @Test func `a helper that is killed while nothing is asked of it costs nothing`() throws {
    let (path, helpers) = (try picture(), helpers())
    let first = try process(of: helpers)
    try expectWhole(path, by: helpers)
    kill(first, SIGKILL)
    waitForEnd(of: first)
    try expectWhole(path, by: helpers)
  }

  @Test func `a helper that does nothing any more is given up`() throws {
    let (path, helpers) = (try picture(), helpers { $0.idleTime = 0.1 })
    kill(try process(of: helpers), SIGSTOP)
    #expect(throws: PictureError.tooSlow) { try helpers.info(ofFile: path) }
    // A new one takes longer than that to start on a busy machine.
    let patient = self.helpers()
    try expectWhole(path, by: patient)
  }

  @Test func `a picture that takes more of the processor's time than it may is given up`() throws {
    // Decoding it takes at least some hundredths of a second, in which its helper is looked at.
    let (path, helpers) = (try picture(width: 5000, height: 4000), helpers { $0.pixelTime = 0.001 })
    let size = try helpers.info(ofFile: path).pixelSize
    let first = try process(of: helpers)
    #expect(throws: PictureError.tooSlow) {
      try helpers.decode(file: path, levelSize: size, region: PixelRect(size))
    }
    // Its header is still read, by another one.
    #expect(try helpers.info(ofFile: path).pixelSize == size)
    #expect(try process(of: helpers) != first)
  }

  @Test func `what is called off stops, and its helper goes on with something else`() throws {
    let (path, helpers) = (try picture(width: 2500, height: 2000), helpers())
    let size = try helpers.info(ofFile: path).pixelSize
    let first = try process(of: helpers)
    #expect(throws: PictureError.cancelled) {
      try helpers.decode(file: path, levelSize: size, region: PixelRect(size), isCancelled: { true })
    }
    #expect(throws: PictureError.cancelled) { _ = try helpers.pyramid(ofFile: path, isCancelled: { true }) }
    #expect(try helpers.info(ofFile: path).pixelSize == size)
    #expect(try process(of: helpers) == first)
  }

  @Test func `a picture that needs more memory than there may be says so, and its helper goes on`() throws {
    // An interlaced PNG has to be decoded as a whole, and this one has 8 bytes for each of 841 million pixels.
    let side: [UInt8] = [0, 0, 0x71, 0x48]
    let png = HollowPNG.bytes(header: side + side + [16, 6, 0, 0, 1])
    let path = folder.path + "/large.png"
    try Data(png).write(to: URL(filePath: path))
    let helpers = helpers()
    let first = try process(of: helpers)
    #expect(try helpers.info(ofFile: path).pixelSize == PixelSize(width: 29000, height: 29000))
    let size = PixelSize(width: 290, height: 290)
    #expect(throws: PictureError.tooMuchMemory) {
      try helpers.decode(file: path, levelSize: size, region: PixelRect(size))
    }
    try expectWhole(picture(), by: helpers)
    #expect(try process(of: helpers) == first)
  }

  @Test func `what is no picture is refused before any helper sees it, or by its content`() throws {
    let helpers = helpers()
    #expect(throws: PictureError.notFound) { try helpers.info(ofFile: folder.path + "/none.jpg") }
    #expect(throws: PictureError.notAFile) { try helpers.info(ofFile: folder.path) }
    let pipe = folder.path + "/pipe.jpg"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: PictureError.notAFile) { try helpers.info(ofFile: pipe) }
    try folder.write("", to: "empty.jpg")
    #expect(throws: PictureError.empty) { try helpers.info(ofFile: folder.path + "/empty.jpg") }
    #expect(helpers.idle.withLock { $0.isEmpty })
    try folder.write("A letter to a friend.", to: "letter.jpg")
    #expect(throws: PictureError.notAPicture) { try helpers.info(ofFile: folder.path + "/letter.jpg") }
  }

  @Test func `without the helper's program, pictures say why they do not show`() throws {
    let helpers = helpers(executable: folder.path + "/none")
    helpers.start()
    let reason = systemText(ENOENT)
    #expect(throws: PictureError.noDecoder(reason: reason)) { try helpers.info(ofFile: picture()) }
  }

  /// A helper that answers that, whatever it is asked, and then does nothing.
  private func impostor(_ answer: [UInt8]) throws -> String {
    let path = folder.path + "/impostor"
    try Data(answer).write(to: URL(filePath: path + ".answer"))
    try Data("#!/bin/sh\ncat \"$0.answer\" >&3\nexec sleep 60\n".utf8).write(to: URL(filePath: path))
    chmod(path, 0o700)
    return path
  }

  @Test(arguments: [
    Array("nonsense".utf8),
    Array(repeating: 0xFF, count: 60_000),
    // Of another request.
    Message(number: 2, content: DecoderReply.pixels(PixelSize(width: 8, height: 8), hasAlpha: false)).encoded,
    // What was not asked for.
    Message(number: 1, content: DecoderReply.animation(frameSize: PixelSize(width: 8, height: 8))).encoded,
    // More than there is room for, and so much that it cannot be counted.
    Message(number: 1, content: DecoderReply.pixels(PixelSize(width: 11, height: 10), hasAlpha: true)).encoded,
    Message(number: 1, content: DecoderReply.pixels(PixelSize(width: .max, height: .max), hasAlpha: true)).encoded,
    Message(number: 1, content: DecoderReply.pixels(PixelSize(width: 0, height: 8), hasAlpha: false)).encoded,
  ]) func `an answer that makes no sense is an error`(answer: [UInt8]) throws {
    let helpers = helpers(executable: try impostor(answer))
    #expect(throws: PictureError.decoderFailed) {
      try helpers.decode(
        file: picture(), levelSize: PixelSize(width: 10, height: 10),
        region: PixelRect(x: 0, y: 0, width: 10, height: 10))
    }
    #expect(helpers.idle.withLock { $0.isEmpty })
  }

  @Test func `a pyramid's tiles are the picture's pixels`() throws {
    let (path, helpers) = (try picture(width: 700, height: 300), helpers())
    let whole = try expectWhole(path, by: helpers)
    let pyramid = try helpers.pyramid(ofFile: path)
    #expect(pyramid.sizes.map(\.width) == [700, 350, 175])
    let tile = TilePyramid.Tile(level: 0, column: 2, row: 1)
    let rect = pyramid.rect(of: tile)
    #expect(rect == PixelRect(x: 512, y: 256, width: 188, height: 44))
    let pixels = try pyramid.pixels(of: tile)
    let isEqual = (0..<rect.height).allSatisfy { row in
      pixels.withBytes { tile in
        whole.withBytes { whole in
          tile[(row * rect.width * 3)..<((row + 1) * rect.width * 3)]
            .elementsEqual(whole[((256 + row) * 700 + 512) * 3..<((256 + row) * 700 + 700) * 3])
        }
      }
    }
    #expect(isEqual)
  }

  // MARK: Animations

  /// As many frames of one pixel, in turns black and white.
  private func animation(_ name: String, frameCount: Int) throws -> String {
    var gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for index in 0..<frameCount {
      // A tenth of a second; one pixel, by its code between those that begin and end.
      gif += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, index % 2 == 0 ? 0x44 : 0x4C, 1, 0]
    }
    let path = folder.path + "/" + name
    try Data(gif + [0x3B]).write(to: URL(filePath: path))
    return path
  }

  private func value(_ pixels: Pixels) -> UInt8 { pixels.withBytes { $0[0] } }

  @Test func `animations share a helper; one that it is lost over ends, and the others go on where they were`() throws {
    let helpers = helpers { $0.idleTime = 1 }
    let size = PixelSize(width: 1, height: 1)
    let file = try animation("a.gif", frameCount: 6)
    #expect(try helpers.info(ofFile: file).frameDelays == Array(repeating: 0.1, count: 6))
    let first = try AnimationDecoder(file: file, coveringSize: size, helpers: helpers)
    let second = try AnimationDecoder(file: animation("b.gif", frameCount: 5), coveringSize: size, helpers: helpers)
    for index in 0..<4 {
      let expected: UInt8 = index % 2 == 0 ? 0 : 255
      #expect(try value(first.frame(index)) == expected)
      #expect(try value(second.frame(index)) == expected)
    }
    let helper = helpers.animations[0]
    let process = try helper.withProcess { $0.process }
    kill(process, SIGSTOP)
    #expect(throws: PictureError.tooSlow) { try first.frame(4) }
    #expect(try value(second.frame(3)) == 255)
    // One that is killed while nothing is asked of it costs nothing.
    let next = try helper.withProcess { $0.process }
    #expect(next != process)
    kill(next, SIGKILL)
    waitForEnd(of: next)
    #expect(try value(second.frame(4)) == 0)
    #expect(try value(first.frame(5)) == 255)
  }

  @Test func `an animation that is not used any more is closed`() throws {
    let helpers = helpers()
    let helper = helpers.animations[0]
    func openFiles() throws -> Int {
      let process = try helper.withProcess { $0.process }
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
    let size = PixelSize(width: 1, height: 1)
    let file = try animation("a.gif", frameCount: 3)
    let kept = try AnimationDecoder(file: file, coveringSize: size, helpers: helpers)
    _ = try kept.frame(0)
    let before = try openFiles()
    for _ in 0..<20 { _ = try AnimationDecoder(file: file, coveringSize: size, helpers: helpers).frame(0) }
    // It has done so when it answers what comes after.
    _ = try kept.frame(1)
    // Those of the last answer may be about to be closed.
    #expect(try abs(openFiles() - before) <= 2)
    #expect(helper.animationCount == 1)
  }

  // MARK: Sandbox

  @Test func `a helper can neither write, nor look around, nor talk, nor start anything`() throws {
    let process = Process()
    process.executableURL = URL(filePath: HelperExecutable.path)
    process.arguments = ["--check"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.hasPrefix("refused: ") }, "\(text)")
  }
}

private func waitForEnd(of process: pid_t) {
  var information = siginfo_t()
  // It stays the child of whoever asks next.
  waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
}
