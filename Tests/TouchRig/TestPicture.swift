// SPDX-License-Identifier: MIT

import Foundation
import Geometry

/// Makes picture files with marks.
public enum TestPicture {
  /// The discs' radius as a fraction of the picture's shorter side.
  public static let markRadius = 0.04

  /// A picture of one grey with discs on it.
  public static func draw(
    width: Int, height: Int, background: Color = Color(192, 192, 192), marks: [Mark] = Mark.six,
    radius: Double = markRadius
  ) -> Screenshot {
    var pixels = [Color](repeating: background, count: width * height)
    let radius = radius * Double(min(width, height))
    for mark in marks {
      let center = Point(mark.position.x * Double(width), mark.position.y * Double(height))
      let columns = max(0, Int(center.x - radius) - 1)...min(width - 1, Int(center.x + radius) + 1)
      let rows = max(0, Int(center.y - radius) - 1)...min(height - 1, Int(center.y + radius) + 1)
      for y in rows {
        for x in columns {
          // The distance from the edge, cut to a pixel, is close enough to the covered part for a disc of some pixels,
          // and symmetric, so that the centroid is exact.
          let distance = Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: center)
          let coverage = min(1, max(0, radius - distance + 0.5))
          pixels[y * width + x] = pixels[y * width + x].mixed(with: mark.color, coverage)
        }
      }
    }
    return Screenshot(width: width, height: height, pixels: pixels)
  }

  /// Writes a picture with marks; the name's ending tells the format: PNG by itself, all others by ImageMagick.
  ///
  /// - Parameter options: ImageMagick's, put before the output: `["-quality", "95"]`.
  @discardableResult
  public static func make(
    width: Int, height: Int, background: Color = Color(192, 192, 192), marks: [Mark] = Mark.six,
    radius: Double = markRadius, options: [String] = [], at path: String
  ) throws -> String {
    let picture = draw(width: width, height: height, background: background, marks: marks, radius: radius)
    guard !path.hasSuffix(".png") || !options.isEmpty else {
      try picture.write(to: path)
      return path
    }
    let folder = try TemporaryFolder("picture")
    let plain = folder.path + "/plain.png"
    try picture.write(to: plain)
    try convert([plain] + options + [path])
    return path
  }

  /// Writes an animation (GIF or WebP by the name's ending), one frame per background, with the same marks on each.
  ///
  /// - Parameter interval: Seconds per frame; GIF knows hundredths.
  public static func makeAnimation(
    width: Int, height: Int, backgrounds: [Color], interval: Double, marks: [Mark] = Mark.six, at path: String
  ) throws {
    let folder = try TemporaryFolder("picture")
    var frames: [String] = []
    for (index, background) in backgrounds.enumerated() {
      frames.append("\(folder.path)/\(index).png")
      try draw(width: width, height: height, background: background, marks: marks).write(to: frames[index])
    }
    try convert(["-delay", "\(Int((interval * 100).rounded()))", "-loop", "0"] + frames + [path])
  }

  /// Runs ImageMagick.
  public static func convert(_ arguments: [String]) throws {
    let log = try TemporaryFolder("convert")
    let output = open(log.path + "/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(output) }
    let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let process = try ChildProcess(
      ["convert"] + arguments, environment: environment, descriptors: [1: output, 2: output])
    // Seconds; huge pictures take some.
    guard process.waitForExit(timeout: 300) == .status(0) else {
      let text = (try? String(contentsOfFile: log.path + "/log", encoding: .utf8)) ?? ""
      throw RigError("convert \(arguments.joined(separator: " ")) failed\n\(text)")
    }
  }
}

extension Color {
  /// This colour with `part` of `other`, from 0 to 1, over it.
  func mixed(with other: Color, _ part: Double) -> Color {
    func channel(_ a: Int, _ b: Int) -> UInt8 { UInt8((Double(a) * (1 - part) + Double(b) * part).rounded()) }
    return Color(channel(red, other.red), channel(green, other.green), channel(blue, other.blue))
  }
}
