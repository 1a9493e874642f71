// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// The photographs that programs are measured with, made once from Debian's sample photographs.
enum Photos {
  private static let samples = "/usr/share/backgrounds"

  /// Photographs of 12 megapixels, 3 : 2, by name; the first is the newest.
  static func feed() throws -> String {
    try made("feed") { folder in
      for (number, sample) in try sampleFiles().prefix(6).enumerated() {
        try convert(sample, size: "4272x2848", to: "\(folder)/\(name(minutes: -number))")
      }
    }
  }

  /// One photograph of 24 megapixels, 3 : 2.
  static func large() throws -> String {
    try made("large") { folder in
      try convert(try sampleFiles()[0], size: "6000x4000", to: "\(folder)/\(name(minutes: 0))")
    }
  }

  /// As many small photographs in magenta, each a post of its own; files are links to a few.
  static func many(_ count: Int) throws -> String {
    try made("many-\(count)") { folder in
      let samples = try sampleFiles()
      let small = try made("small") { folder in
        for (number, sample) in samples.enumerated() {
          try convert(sample, size: "1200x800", ["-fill", "magenta", "-colorize", "60"], to: "\(folder)/\(number).jpg")
        }
      }
      for number in 0..<count {
        try FileManager.default.linkItem(
          atPath: "\(small)/\(number % samples.count).jpg", toPath: "\(folder)/\(name(minutes: -2 * number))")
      }
    }
  }

  static func isMagenta(_ color: Color) -> Bool { min(color.red, color.blue) > color.green + 60 }

  /// The files of a folder, the newest photograph first.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: >).map { "\(folder)/\($0)" }
  }

  private static func sampleFiles() throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: samples).filter { $0.hasSuffix(".jpg") }.sorted()
    guard !files.isEmpty else { throw RigError("there are no sample photographs in \(samples): see script/setup") }
    return files.map { "\(samples)/\($0)" }
  }

  /// As cameras name a photograph taken that many minutes from noon of a certain day.
  private static func name(minutes: Int) -> String {
    let noon = 1_717_243_200
    var seconds = noon + minutes * 60
    var time = tm()
    gmtime_r(&seconds, &time)
    return String(
      format: "IMG_%04d%02d%02d_%02d%02d%02d.jpg", time.tm_year + 1900, time.tm_mon + 1, time.tm_mday, time.tm_hour,
      time.tm_min, time.tm_sec)
  }

  private static func convert(_ source: String, size: String, _ options: [String] = [], to path: String) throws {
    try TestPicture.convert([source, "-strip", "-resize", size + "!"] + options + ["-quality", "90", path])
  }

  /// A folder beside the programs, filled by `fill` unless it is there.
  private static func made(_ name: String, _ fill: (String) throws -> Void) throws -> String {
    let folder = "\(Programs.folder)/bench-photos/\(name)"
    guard !FileManager.default.fileExists(atPath: folder) else { return folder }
    let unfinished = folder + ".part"
    try? FileManager.default.removeItem(atPath: unfinished)
    try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
    try fill(unfinished)
    try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
    return folder
  }
}
