// SPDX-License-Identifier: MIT
import Geometry
import TestSupport
import Testing
import TouchRig

/// What the viewer makes of a picture's pixels.
@Suite struct RealPixelTests {
  private static let window = Size(800, 600)
  /// Between the header and the lower edge.
  private static let seen = Rect(x: 200, y: 150, width: 400, height: 300)

  /// Of pixels that nothing but themselves looks like.
  private static func noise(width: Int, height: Int) -> Screenshot {
    var generator = SeededGenerator(9)
    return Screenshot(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in Color(value: UInt32.random(in: 0...0xffffff, using: &generator)) })
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("pictures") }

  /// The program with one picture in the viewer.
  private func open(_ picture: Screenshot) throws -> Session {
    let path = folder.path + "/picture.png"
    try picture.write(to: path)
    return try open(path)
  }

  private func open(_ path: String) throws -> Session {
    let session = try Session(
      UnderTest.aloft, [path], width: Int(Self.window.width), height: Int(Self.window.height))
    try session.window.focus()
    return session
  }

  @Test func `V9: at 100 % the screen shows exactly the picture's pixels`() throws {
    // Of odd size, so that the picture's middle is none of the window's pixels.
    let picture = Self.noise(width: 1601, height: 1201)
    let session = try open(picture)
    try session.rig.keyboard.press("1", with: ["Control_L"])
    try session.window.waitUntil("the picture's pixels are the screen's", in: Self.seen) { screenshot in
      [(-401, -301), (-401, -300), (-400, -301), (-400, -300)].contains { left, top in
        let part = Self.seen.offset(by: Point(Double(-left), Double(-top)))
        return screenshot.differingPixels(from: picture.cropped(to: part)) == 0
      }
    }
    session.expectHealthy()
  }

  @Test func `V9: above 200 % each pixel is a square`() throws {
    let picture = Self.noise(width: 90, height: 60)
    let session = try open(picture)
    let scale = 800.0 / 90
    let top = (600 - 60 * scale) / 2
    try session.window.waitUntil("the pixels are squares") { screenshot in
      (20..<40).allSatisfy { row in
        (30..<60).allSatisfy { column in
          let middle = Point((Double(column) + 0.5) * scale, top + (Double(row) + 0.5) * scale)
          // Halfway to its neighbours, where anything smooth would be half theirs.
          return [Point(-2, -2), Point(2, -2), Point(0, 0), Point(-2, 2), Point(2, 2)].allSatisfy {
            screenshot.color(at: middle + $0) == picture[column, row]
          }
        }
      }
    }
    session.expectHealthy()
  }

  @Test func `V9: fine stripes of a picture that is shown small are one grey, without moiré`() throws {
    let (width, height) = (2410, 1630)
    let session = try open(
      Screenshot(
        width: width, height: height,
        pixels: (0..<width * height).map { $0 % width % 2 == 0 ? .black : .white }))
    try session.window.waitUntil("all is one grey", in: Self.seen) { screenshot in
      // What is left of the stripes is less than anybody sees.
      screenshot.pixels.allSatisfy { $0.isClose(to: Color(127, 127, 127), within: 4) }
    }
    session.expectHealthy()
  }

  @Test func `V9: a picture that can be seen through stands on a checkerboard`() throws {
    let path = folder.path + "/picture.png"
    try TestPicture.convert(["-size", "400x300", "xc:none", "-fill", "black", "-draw", "rectangle 200,0 399,299", path])
    let session = try open(path)
    let colors = [Color(102, 102, 102), Color(153, 153, 153)]
    try session.window.waitUntil("squares of both colours are where nothing else is", in: Self.seen) { screenshot in
      let (left, right) = (
        screenshot.cropped(to: Rect(x: 0, y: 0, width: 192, height: 304)),
        screenshot.cropped(to: Rect(x: 208, y: 0, width: 192, height: 304))
      )
      let counts = colors.map { color in left.pixels.count { $0 == color } }
      return counts[0] == counts[1] && counts[0] + counts[1] == left.pixels.count
        && (0..<left.width - 8).allSatisfy { left[$0, 100] != left[$0 + 8, 100] }
        && right.pixels.allSatisfy { $0 == .black }
    }
    session.expectHealthy()
  }
}
