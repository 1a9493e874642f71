// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// The example program, with sources of every kind.
enum PlaygroundTests {}

extension Session {
  /// The playground on one of its pages.
  convenience init(
    playground page: String, _ arguments: [String] = [], width: Int = 1280, height: Int = 800
  ) throws {
    try self.init(UnderTest.playground, ["--page", page] + arguments, width: width, height: height)
  }

  /// Waits until what was asked for is on the page and nothing is drawn any more, and returns how it looks.
  func waitForPage(_ what: String, _ condition: (Screenshot) throws -> Bool = { _ in true }) throws -> Screenshot {
    try takePointerAway()
    while true {
      try window.waitUntil(what, condition)
      // Sharper pixels may still arrive, and edges that were scrolled against glow for a while.
      try window.waitUntilIdle()
      let page = try window.screenshot()
      if try condition(page) { return page }
    }
  }

  /// Lets the program draw for some seconds.
  func play(seconds: Double) throws {
    let end = monotonicTime() + seconds
    while monotonicTime() < end { try window.waitForFrame() }
  }

  /// The lines that the program has written so far.
  var lines: [Substring] { app.output.split(separator: "\n") }
}

extension Screenshot {
  var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// How much pixels differ from their neighbours at the right, summed up: less when blurred.
  func sharpness(in rect: Rect) -> Int {
    let part = cropped(to: rect)
    var sum = 0
    for y in 0..<part.height {
      for x in 1..<part.width { sum += abs(part[x, y].green - part[x - 1, y].green) }
    }
    return sum
  }
}

extension Color {
  /// Under a black backdrop.
  func dimmed(by opacity: Double) -> Color {
    func channel(_ value: Int) -> UInt8 { UInt8((Double(value) * (1 - opacity)).rounded()) }
    return Color(channel(red), channel(green), channel(blue))
  }
}

extension TemporaryFolder {
  /// Writes pictures and returns their paths.
  func writeEach(_ pictures: [MarkedPicture]) throws -> [String] {
    try pictures.enumerated().map { index, picture in
      let path = "\(self.path)/\(index).png"
      try picture.write(to: path)
      return path
    }
  }
}

/// Makes video files.
enum TestVideo {
  /// A WebM file with one frame for each colour.
  ///
  /// - Parameter rate: Frames per second.
  static func make(width: Int, height: Int, colors: [Color], rate: Int, at path: String) throws {
    let folder = try TemporaryFolder("video")
    var files: [Color: String] = [:]
    for (index, color) in colors.enumerated() {
      let file = "\(folder.path)/\(index).png"
      if let same = files[color] {
        try FileManager.default.linkItem(atPath: same, toPath: file)
      } else {
        try TestPicture.draw(width: width, height: height, background: color, marks: []).write(to: file)
        files[color] = file
      }
    }
    let elements = [
      ["multifilesrc", "location=\(folder.path)/%d.png", "caps=image/png,framerate=\(rate)/1"], ["pngdec"],
      ["videoconvert"], ["vp8enc", "deadline=1"], ["webmmux"], ["filesink", "location=\(path)"],
    ]
    let encoder = Process()
    let log = Pipe()
    encoder.executableURL = URL(filePath: "/usr/bin/env")
    encoder.arguments = ["gst-launch-1.0", "-q"] + elements.joined(separator: ["!"])
    encoder.standardOutput = log
    encoder.standardError = log
    try encoder.run()
    let text = String(decoding: log.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    encoder.waitUntilExit()
    guard encoder.terminationStatus == 0 else {
      throw RigError(
        "no video to test with: gst-launch-1.0 (gstreamer1.0-tools) failed to use vp8enc (gstreamer1.0-plugins-good)\n"
          + text)
    }
  }
}

extension Application {
  /// How often the program has a file open.
  func openCount(of path: String) throws -> Int {
    let folder = "/proc/\(pid)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .count { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == path }
  }
}
