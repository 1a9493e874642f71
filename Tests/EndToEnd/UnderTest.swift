// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// The programs under test: those that `script/build` leaves, or others that the environment names.
enum UnderTest {
  static let aloft = path(variable: "ALOFT_UNDER_TEST", product: "aloft")
  static let playground = path(variable: "PLAYGROUND_UNDER_TEST", product: "playground")

  private static func path(variable: String, product: String) -> String {
    if let path = ProcessInfo.processInfo.environment[variable] { return path }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appending(path: ".build/release/\(product)").path(percentEncoded: false)
  }
}

/// A program under test in a window of its own on a display of its own.
final class Session {
  let rig: Rig
  let app: Application
  let window: Window

  init(
    _ executable: String, _ arguments: [String], width: Int = 1280, height: Int = 800,
    options: Application.Options = Application.Options()
  ) throws {
    rig = try Rig(width: width, height: height)
    app = try rig.launch(executable, arguments: arguments, options: options)
    window = try app.waitForWindow()
  }

  /// Aloft, showing a folder; what is let go of returns to its place, unless it is to open.
  convenience init(
    folder: TemporaryFolder, page: String, release: String = "return", width: Int = 1280, height: Int = 800,
    options: Application.Options = Application.Options()
  ) throws {
    try self.init(
      UnderTest.aloft, [folder.path, "--page", page, "--release", release], width: width, height: height,
      options: options)
  }

  /// What must be true after every test: the program still runs and has said nothing on stderr.
  func expectHealthy(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(app.isRunning, "the app has ended", sourceLocation: sourceLocation)
    #expect(app.errors == "", sourceLocation: sourceLocation)
  }

  /// Waits until the picture with these marks is on screen at rest, and returns where: from its pixels to the screen's.
  func waitForPicture(_ marks: [Mark] = Mark.six, size: Size) throws -> MeasuredTransform {
    var found: MeasuredTransform?
    try window.waitUntil("the picture shows") { picture in
      found = picture.measureTransform(of: marks, pictureSize: size)
      return picture.findMarks(marks).count == marks.count
    }
    return try #require(found)
  }
}

extension Screenshot: CustomTestStringConvertible {
  /// Without its pixels.
  public var testDescription: String { "a picture of \(width) × \(height)" }
}

/// Where Aloft's tabs are in a window whose header shows them.
enum Tabs {
  static func photos(in session: Session) -> Point { Point(session.window.bounds.center.x - 110, 24) }
  static func feed(in session: Session) -> Point { Point(session.window.bounds.center.x, 24) }
  static func albums(in session: Session) -> Point { Point(session.window.bounds.center.x + 110, 24) }
}
