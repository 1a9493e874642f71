// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// Thumbnails of photographs that nothing has looked at yet.
enum ThumbnailRows {
  private static let count = 1000
  private static let rounds = 3
  /// What two cores can do.
  private static let processCount = 2

  /// Made and written, per second, against two processes that use gdk-pixbuf.
  static func making() throws -> Outcome {
    let files = try photos()
    return try compare { folder in
      let halves = (0..<processCount).map { half in
        files.indices.filter { $0 % processCount == half }.map { files[$0] }
      }
      try runTogether(halves.map { [Programs.bareThumbnails, folder] + $0 })
    }
  }

  /// The same against decoding alone, at the size from which they are made.
  static func makingAgainstDecoding() throws -> Outcome {
    let list = try photos().joined(separator: "\n")
    return try compare { folder in
      let names = folder + "/names"
      try list.write(toFile: names, atomically: true, encoding: .utf8)
      let command = "xargs -a '\(names)' -P \(processCount) -n 1 djpeg -scale 1/8 -outfile /dev/null"
      try Programs.run("sh", ["-c", command])
    }
  }

  private static func compare(_ baseline: (_ folder: String) throws -> Void) throws -> Outcome {
    let files = try photos()
    func rate(_ body: (String) throws -> Void) throws -> Double {
      let folder = try TemporaryFolder("thumbnails")
      let start = monotonicTime()
      try body(folder.path)
      return Double(count) / (monotonicTime() - start)
    }
    let result = try Comparison(rounds: rounds) {
      try rate { try Programs.run(Programs.thumbnailMaking, [$0] + files) }
    } baseline: {
      try rate(baseline)
    }
    return Outcome(value: result.ratio, detail: result.detail("images/s", digits: 1))
  }

  /// Until the first thumbnails of a folder can be seen, without an index or any thumbnail on the disk, against gthumb.
  static func coldFolder() throws -> Outcome {
    let files = try Photos.marked(width: 1200, height: 800, count: Folder.count)
    guard let folder = files.first.map({ ($0 as NSString).deletingLastPathComponent }) else {
      throw RigError("there are no photos")
    }
    let rig = try Rig()
    func time(_ arguments: [String], _ viewer: () throws -> PictureViewer) throws -> Double {
      try viewer().open(
        folder, arguments: arguments, on: rig, in: PictureViewer.firstThumbnails, isShown: Photos.hasMark
      ).seconds
    }
    let result = try Comparison(rounds: 5) {
      try time(["--page", "photos"]) { try .aloft() }
    } baseline: {
      try time([]) { try .other(Programs.gthumb) }
    }
    return Outcome(value: result.ratio, detail: result.detail("s", digits: 2))
  }

  /// Processor time of an animation that plays, against eog.
  static func animation() throws -> Outcome {
    let file = try Photos.animation()
    let rig = try Rig()
    /// Seconds, after all has been loaded; frames that pass are much the same in each.
    let (start, length) = (4.0, 8.0)
    func share(_ viewer: PictureViewer) throws -> Double {
      let (app, _) = try viewer.open(file, on: rig)
      usleep(UInt32(start * 1e6))
      let before = try app.totalUsage().processorTime
      let from = monotonicTime()
      usleep(UInt32(length * 1e6))
      return (try app.totalUsage().processorTime - before) / (monotonicTime() - from)
    }
    let (aloft, eog) = try (PictureViewer.aloft(), PictureViewer.other(Programs.eog))
    let result = try Comparison(rounds: 4) {
      try share(aloft)
    } baseline: {
      try share(eog)
    }
    return Outcome(value: result.ratio, detail: result.detail("% of a core", digits: 0, factor: 100))
  }

  private static func photos() throws -> [String] { try Photos.marked(width: 4000, height: 3000, count: count) }

  /// Runs programs at the same time, each to its end.
  private static func runTogether(_ commands: [[String]]) throws {
    let processes = try commands.map { command in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: command[0])
      process.arguments = Array(command.dropFirst())
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    guard processes.allSatisfy({ $0.terminationStatus == 0 }) else { throw RigError("\(commands[0][0]) fails") }
  }
}
