// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// The programs that are measured; they stand beside this one, where `script/bench` puts them.
enum Programs {
  /// The folder of this program.
  static let folder: String = {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
    return (path as NSString).deletingLastPathComponent
  }()

  static let aloft = ProcessInfo.processInfo.environment["ALOFT_UNDER_TEST"] ?? folder + "/aloft"
  static let emptyWindow = folder + "/EmptyWindow"
  static let updatingRows = folder + "/UpdatingRows"
  static let folderScan = folder + "/FolderScan"
  static let thumbnailMaking = folder + "/ThumbnailMaking"
  static let picturePage = folder + "/PicturePage"
  /// In C, without the library.
  static let barePinch = folder + "/baseline-pinch"
  static let bareRows = folder + "/baseline-rows"
  static let bareWindow = folder + "/baseline-window"
  static let bareThumbnails = folder + "/baseline-thumbnails"
  /// Viewers of others, with GTK 2 and 3.
  static let viewnior = "viewnior"
  static let eog = "eog"
  static let gthumb = "gthumb"

  /// Runs a program to its end, without its output.
  ///
  /// - Parameter program: a path, or a name in the PATH
  static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RigError("\(program) fails: see script/setup bench") }
  }
}

/// A program on a display of its own.
final class Stage {
  let rig: Rig
  let app: Application
  let window: Window

  /// Seconds to wait for what the busiest machine does at some time.
  static let patience = 60.0
  /// Seconds without a frame after which all has been loaded: longer than any pause between two pictures that are decoded
  /// one after the other.
  static let quiet = 1.5

  init(_ program: String, _ arguments: [String]) throws {
    rig = try Rig()
    app = try rig.launch(program, arguments: arguments, options: Stage.options())
    window = try app.waitForWindow(timeout: Stage.patience)
  }

  /// Drawn by GL, as on a user's machine, though by software.
  static func options(home: TemporaryFolder? = nil) -> Application.Options {
    var options = Application.Options()
    options.renderer = "gl"
    options.home = home
    return options
  }

  /// Waits until all has been loaded and drawn.
  func waitUntilAtRest() throws {
    try window.waitUntilIdle(quiet: Stage.quiet, timeout: Stage.patience)
  }

  /// Waits until the program does nothing, also nothing that is not seen.
  func waitUntilIdle(timeout: Double) throws {
    // Seconds, and how many of them the processor may work in each.
    let (interval, idle) = (1.0, 0.02)
    let deadline = monotonicTime() + timeout
    while try processorTime(during: { usleep(UInt32(interval * 1e6)) }) > idle {
      guard monotonicTime() < deadline else { throw RigError("the app works without end") }
    }
  }

  /// The processor time that the program and its helpers use while `body` runs, in seconds.
  func processorTime(during body: () throws -> Void) throws -> Double {
    let before = try app.totalUsage().processorTime
    try body()
    return try app.totalUsage().processorTime - before
  }
}

/// Calls `body` with 0, 1, 2 … in equal intervals, as a device reports; late calls are not made up for.
func inIntervals(_ seconds: Double, count: Int, _ body: (Int) throws -> Void) throws {
  var due = monotonicTime()
  for number in 0..<count {
    try body(number)
    due = max(due + seconds, monotonicTime())
    let wait = due - monotonicTime()
    if wait > 0 { usleep(UInt32(wait * 1e6)) }
  }
}
