// SPDX-License-Identifier: MIT

import Foundation
import Geometry
import TouchRig

/// Two scripted fingers on a picture of a running program.
final class PinchDemo {
  enum Mode: String {
    case frames
    case picture
  }

  private let mode: Mode
  private let rig: Rig
  private let application: Application
  private let window: Window
  /// Where the fingers were from when on; no picture shows them otherwise.
  private var trail: [(time: Double, fingers: [Point])] = []

  /// Seconds to wait for anything: this is no test, and the machine may be busy building.
  private static let patience = 60.0
  /// Updates that the fingers send on their way apart, one for each frame: half a second of 60 frames.
  private static let steps = 30
  /// Radians that the fingers turn by.
  private static let turn = -0.2
  /// Pixels from the middle of the fingers to each, at first and at last.
  private static let radii = (first: 76.0, last: 114.0)
  /// How far the middle of the fingers moves meanwhile, in pixels.
  private static let way = Point(110, 50)

  /// - Parameters:
  ///   - program: A path; relative arguments are resolved by the program itself.
  init(_ mode: Mode, program: String, arguments: [String]) throws {
    self.mode = mode
    rig = try Rig()
    var options = Application.Options()
    options.settings = ["gtk-font-name": "Cantarell 11"]
    // Cairo draws smooth edges, and GL several times as many frames.
    options.renderer = mode == .picture ? "cairo" : "gl"
    let home = try TemporaryFolder("home")
    options.home = home
    try PinchDemo.bringUserFolders(to: home, &options)
    application = try rig.launch(program, arguments: arguments, options: options)
    window = try application.waitForWindow(timeout: Self.patience)
  }

  /// Has the program find the user's Pictures folder in spite of its temporary home.
  private static func bringUserFolders(to home: TemporaryFolder, _ options: inout Application.Options) throws {
    let environment = ProcessInfo.processInfo.environment
    guard let userHome = environment["HOME"] else { return }
    options.environment["HOME"] = userHome
    let configuration = environment["XDG_CONFIG_HOME"] ?? userHome + "/.config"
    if let folders = try? String(contentsOfFile: configuration + "/user-dirs.dirs", encoding: .utf8) {
      try home.write(folders, to: "config/user-dirs.dirs")
    }
  }

  /// Returns what to tell the user.
  func run(output: String) throws -> String {
    let start = try findPicture()
    switch mode {
    case .picture:
      try spread(from: start)
      try waitUntilSharp()
      try save(try window.screenshot(), with: Array(rig.touch.positions.values), to: output, compression: 9)
      try rig.touch.upAll()
      return output
    case .frames:
      return "\(try recordPinch(at: start, in: output)) frames are in \(output)"
    }
  }

  // MARK: Fingers

  /// Where a picture may be, as parts of the window: at the top of the feed, whether it is a whole post or one of four,
  /// and then anywhere.
  private static let candidates = [
    Point(0.62, 0.3), Point(0.5, 0.5), Point(0.2, 0.3), Point(0.8, 0.3), Point(0.3, 0.7), Point(0.7, 0.7),
  ]

  private func fingers(around middle: Point, radius: Double, angle: Double) -> [Int: Point] {
    let arm = Point(radius * cos(angle), radius * sin(angle))
    return [0: middle - arm, 1: middle + arm]
  }

  /// Puts two fingers down around `start` and moves them apart, turning and upwards, a frame for each step.
  private func spread(from start: Point) throws {
    for (id, point) in fingers(around: start, radius: Self.radii.first, angle: 0).sorted(by: { $0.key < $1.key }) {
      try rig.touch.down(id, at: point)
    }
    for step in 1...Self.steps {
      let progress = Double(step) / Double(Self.steps)
      // Slow at both ends, as hands are.
      let eased = progress * progress * (3 - 2 * progress)
      let radius = Self.radii.first + (Self.radii.last - Self.radii.first) * eased
      for (id, point) in fingers(around: start + Self.way * eased, radius: radius, angle: Self.turn * eased) {
        try rig.touch.move(id, to: point)
      }
      trail.append((monotonicTime(), Array(rig.touch.positions.values)))
      try window.catchUp()
    }
  }

  /// A point of a picture on the page: where two fingers darken the window's corner, because something is up.
  private func findPicture() throws -> Point {
    try waitForPhotograph()
    let size = window.bounds.size
    for candidate in Self.candidates.map({ Point(size.width * $0.x, size.height * $0.y) })
    where try isPicture(at: candidate) {
      return candidate
    }
    throw RigError("two fingers lift nothing in this window\n\(application.errors)")
  }

  private func isPicture(at point: Point) throws -> Bool {
    let before = try window.screenshot(Self.corner)
    let down = fingers(around: point, radius: Self.radii.first, angle: 0)
    try rig.touch.down(0, at: down[0] ?? point)
    try rig.touch.down(1, at: down[1] ?? point)
    try rig.touch.move(fingers(around: point, radius: Self.radii.last, angle: 0), steps: 3) { try window.catchUp() }
    let during = try window.screenshot(Self.corner)
    try rig.touch.upAll()
    try waitForReturn(before)
    return during.differingPixels(from: before) > 0
  }

  // MARK: Looking

  /// A part of the header, which lies under the backdrop and never under a picture; in pixels.
  private static let corner = Rect(x: 0, y: 0, width: 24, height: 24)

  /// Waits until the backdrop is gone and nothing moves any more.
  private func waitForReturn(_ before: Screenshot) throws {
    try window.waitUntil("the copy is back", in: Self.corner, timeout: Self.patience) {
      $0.differingPixels(from: before) == 0
    }
    // Seconds; an animation on the page never rests.
    _ = try? window.waitUntilIdle(quiet: 0.2, timeout: 1)
  }

  /// Colours that a placeholder does not have and a photograph does.
  private static let coloursOfPhotograph = 500

  /// Waits until there is a photograph, and until its neighbours have come, too.
  private func waitForPhotograph() throws {
    let middle = Rect(center: window.bounds.center, size: window.bounds.size * 0.3)
    // Drawings have few colours, too: where it waits in vain there may still be something to lift.
    _ = try? window.waitUntil("there is a photograph", in: middle) {
      Set($0.pixels).count > Self.coloursOfPhotograph
    }
    _ = try? window.waitUntilIdle(quiet: 1, timeout: 5)
  }

  /// The pixels for the scale that is held come when they have been decoded; nothing tells of their absence.
  private func waitUntilSharp() throws {
    // Seconds; a photograph of 24 megapixels takes 0.3.
    _ = try? window.waitUntilIdle(quiet: 1.5)
  }

  // MARK: Keeping

  private func recordPinch(at start: Point, in folder: String) throws -> Int {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".png") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let before = try window.screenshot(Self.corner)
    let frames = try window.record {
      try spread(from: start)
      try rig.touch.upAll()
      trail.append((monotonicTime(), []))
      try waitForReturn(before)
    }
    for (index, frame) in frames.enumerated() {
      let name = String(repeating: "0", count: max(0, 4 - "\(index + 1)".count)) + "\(index + 1).png"
      let fingers = trail.last { $0.time <= frame.time }?.fingers ?? []
      try save(frame.picture, with: fingers, to: "\(folder)/\(name)", compression: 3)
    }
    return frames.count
  }

  /// Writes a compressed PNG with a disc on each finger.
  private func save(_ picture: Screenshot, with fingers: [Point], to path: String, compression: Int) throws {
    let folder = try TemporaryFolder("frame")
    let plain = "\(folder.path)/plain.png"
    try picture.write(to: plain)
    let discs = fingers.flatMap { ["-draw", "circle \($0.x),\($0.y) \($0.x + 22),\($0.y)"] }
    try TestPicture.convert(
      [plain, "-fill", "#ffffff66", "-stroke", "#ffffffcc", "-strokewidth", "2"] + discs
        + ["-define", "png:compression-level=\(compression)", path])
  }
}
