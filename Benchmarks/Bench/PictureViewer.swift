// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// A program that shows a picture file, with what it keeps from one start to the next.
final class PictureViewer {
  let name: String
  private let program: String
  private var options: Application.Options

  /// Within the picture, whatever bars a program has around it. Wide enough for a mark.
  static let middle = Rect(x: 520, y: 320, width: 240, height: 160)
  /// Across the uppermost thumbnails of a folder, in aloft and in gthumb.
  static let firstThumbnails = Rect(x: 320, y: 110, width: 900, height: 60)
  /// Seconds between two looks at the screen.
  static let interval = 0.002

  /// Drawn by cairo: without a graphics card, GL takes time to set up that users do not wait for.
  static func aloft(renderer: String = "cairo") throws -> PictureViewer {
    var options = Application.Options()
    options.renderer = renderer
    return try PictureViewer(name: "aloft", Programs.aloft, options)
  }

  static func other(_ program: String) throws -> PictureViewer {
    var options = Application.Options()
    // What others complain of must not end them.
    options.environment["G_DEBUG"] = ""
    return try PictureViewer(name: program, program, options)
  }

  private init(name: String, _ program: String, _ options: Application.Options) throws {
    self.name = name
    self.program = program
    self.options = options
    self.options.home = try TemporaryFolder("home")
  }

  /// Opens a picture and waits until it is on the screen.
  ///
  /// The screen is looked at, since not all programs tell of their frames.
  ///
  /// - Parameters:
  ///   - arguments: besides the file
  ///   - area: of the screen, which is looked at
  ///   - isShown: whether what is waited for is on the screen
  /// - Returns: also the seconds from the start of the program
  func open(
    _ file: String, arguments: [String] = [], on rig: Rig, in area: Rect = middle,
    isShown: (Screenshot) -> Bool = { Photos.mark(in: $0) != nil }
  ) throws -> (app: Application, seconds: Double) {
    // The last program's window may still be there.
    _ = try Self.wait("the screen is empty", in: area, on: rig) { !isShown($0) }
    let start = monotonicTime()
    let app = try rig.launch(program, arguments: [file] + arguments, options: options)
    let end = try Self.wait("\(name) shows the picture", in: area, on: rig, isShown)
    return (app, end - start)
  }

  private static func wait(
    _ what: String, in area: Rect, on rig: Rig, _ condition: (Screenshot) -> Bool
  ) throws -> Double {
    let deadline = monotonicTime() + Stage.patience
    while monotonicTime() < deadline {
      if condition(try rig.screenshot(area)) { return monotonicTime() }
      usleep(UInt32(interval * 1e6))
    }
    throw RigError("waited in vain until \(what)")
  }
}
