// SPDX-License-Identifier: MIT

import Foundation
import Geometry
import TestSupport
import Testing
import TouchRig

/// What the other tests measure with is measured here.
@Suite struct RigTests {
  @Test(arguments: 0..<20) func aMarkIsFoundWithinAFiftiethOfAPixelWhereverItLies(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let color = try #require(Mark.six.randomElement(using: &random)).color
    let position = Point(.random(in: 0.3...0.7, using: &random), .random(in: 0.3...0.7, using: &random))
    let gray = UInt8.random(in: 0...255, using: &random)
    let picture = TestPicture.draw(
      width: 200, height: 150, background: Color(gray, gray, gray), marks: [Mark(color, at: position)],
      radius: .random(in: 0.02...0.2, using: &random))
    let found = try #require(picture.findMark(color))
    #expect(found.center.distance(to: Point(position.x * 200, position.y * 150)) < 0.02)
  }

  @Test func marksDoNotDisturbEachOther() {
    let picture = TestPicture.draw(width: 300, height: 200)
    for mark in Mark.six {
      let alone = TestPicture.draw(width: 300, height: 200, marks: [mark])
      #expect(picture.findMark(mark.color)?.center == alone.findMark(mark.color)?.center)
      #expect(TestPicture.draw(width: 300, height: 200, marks: []).findMark(mark.color) == nil)
    }
  }

  @Test func aMarkBehindADimBackdropIsFoundWhereItWas() throws {
    let bright = TestPicture.draw(width: 300, height: 200)
    let dim = Screenshot(
      width: 300, height: 200,
      pixels: bright.pixels.map { Color(UInt8($0.red / 4), UInt8($0.green / 4), UInt8($0.blue / 4)) })
    for mark in Mark.six {
      let (before, after) = (try #require(bright.findMark(mark.color)), try #require(dim.findMark(mark.color)))
      // A quarter of the levels is left to weigh the edge with.
      #expect(before.center.distance(to: after.center) < 0.05)
    }
  }

  @Test(arguments: 0..<20) func aSimilarityIsFittedExactly(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    func point(_ range: ClosedRange<Double>) -> Point {
      Point(.random(in: range, using: &random), .random(in: range, using: &random))
    }
    let truth = Similarity(
      scale: .random(in: 0.1...8, using: &random), angle: .random(in: -3...3, using: &random),
      translation: point(-500...500))
    let points = (0..<Int.random(in: 2...6, using: &random)).map { _ in point(0...1000) }
    let measured = try #require(MeasuredTransform(from: points, to: points.map(truth.apply)))
    #expect(measured.residual < 1e-9)
    #expect(abs(measured.transform.scale - truth.scale) < 1e-9)
    #expect(abs(measured.transform.angle - truth.angle) < 1e-9)
  }

  @Test func aStretchedPictureIsNoSimilarity() throws {
    let points = Mark.six.map { Point($0.position.x * 300, $0.position.y * 200) }
    let stretched = points.map { Point($0.x * 1.1, $0.y) }
    #expect(try #require(MeasuredTransform(from: points, to: stretched)).residual > 1)
  }

  @Test func aScreenshotIsWrittenAsOtherProgramsReadIt() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture.draw(width: 301, height: 200)
    try picture.write(to: folder.path + "/picture.png")
    try TestPicture.convert([folder.path + "/picture.png", "-depth", "8", "rgb:" + folder.path + "/raw"])
    let bytes = try #require(FileManager.default.contents(atPath: folder.path + "/raw"))
    #expect(Array(bytes) == picture.pixels.flatMap { [UInt8($0.red), UInt8($0.green), UInt8($0.blue)] })
  }

  @Test func everyRigIsAComputerOfItsOwn() throws {
    let (tablet, phone) = (try Rig(width: 1280, height: 800), try Rig(width: 360, height: 800))
    #expect(tablet.display != phone.display)
    let picture = try phone.screenshot()
    #expect(picture.width == 360 && picture.height == 800)
  }

  @Test func anAppThatEndsWithoutAWindowIsNotWaitedFor() throws {
    let rig = try Rig(width: 360, height: 800)
    let app = try rig.launch("sh", arguments: ["-c", "echo no picture today >&2; exit 3"])
    let error = #expect(throws: RigError.self) { try app.waitForWindow() }
    #expect(error?.description.contains("status 3\nno picture today") == true)
    #expect(try app.waitForExit() == 3)
  }

  @Test func anAppEndsWithItsObject() throws {
    let rig = try Rig(width: 360, height: 800)
    let pid = try rig.launch("sleep", arguments: ["1000"]).pid
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }
}
