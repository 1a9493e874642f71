// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// A library of 100,000 photographs: reading it, and starting with it.
enum LibraryRows {
  private static let count = 100_000
  private static let few = 100
  /// Seconds after which all has been caught up with.
  private static let restTimeout = 60.0

  /// Photos read into an index, per second, against those that the `exiv2` command prints a summary of.
  static func firstScan() throws -> Outcome {
    let folder = try Photos.tagged(count)
    let result = try Comparison(rounds: 2) {
      let index = try TemporaryFolder("index")
      return Double(count) / (try time(Programs.folderScan, [folder, index.path]))
    } baseline: {
      // So many names are more than a command line has otherwise.
      let command = "ulimit -s unlimited && cd '\(folder)' && exec exiv2 *.jpg >/dev/null"
      return Double(count) / (try time("sh", ["-c", command]))
    }
    return Outcome(value: result.ratio, detail: result.detail("files/s", digits: 0))
  }

  /// A scan that finds nothing new, against a walk that prints what it compares.
  static func secondScan() throws -> Outcome {
    let folder = try Photos.tagged(count)
    let index = try TemporaryFolder("index")
    _ = try time(Programs.folderScan, [folder, index.path])
    let result = try Comparison(rounds: 10) {
      try time(Programs.folderScan, [folder, index.path])
    } baseline: {
      try time("sh", ["-c", "exec find '\(folder)' -printf '%s %T@ %p\\n' >/dev/null"])
    }
    return Outcome(value: result.ratio, detail: result.detail("s", digits: 2))
  }

  /// Until a page of thumbnails shows, with an index of all photos, against the same with few of them.
  static func start() throws -> Outcome {
    let rig = try Rig()
    let (many, few) = try (Library(count), Library(few))
    func time(_ library: Library) throws -> Double {
      let start = monotonicTime()
      let app = try library.open(on: rig)
      try app.waitForWindow(timeout: Stage.patience).waitUntil(
        "a page of thumbnails shows", timeout: Stage.patience, isPageFull)
      return monotonicTime() - start
    }
    _ = try (time(many), time(few))
    let result = try Comparison(rounds: 10) {
      try time(many)
    } baseline: {
      try time(few)
    }
    return Outcome(value: result.ratio, detail: result.detail("s", digits: 2))
  }

  /// Memory with the first page of all photos on screen, once the disk has been caught up with.
  static func memory() throws -> Outcome {
    let libraries = try (many: Library(count), few: Library(few))
    func memory(_ library: Library) throws -> Double {
      let rig = try Rig()
      let app = try library.open(on: rig)
      let window = try app.waitForWindow(timeout: Stage.patience)
      try window.waitUntil("a page of thumbnails shows", timeout: Stage.patience, isPageFull)
      try window.waitUntilIdle(quiet: Stage.quiet, timeout: restTimeout)
      // What is left of the second scan.
      sleep(3)
      return Double(try app.totalUsage().proportionalMemory) / 1e6
    }
    let values = try (0..<3).map { _ in (many: try memory(libraries.many), few: try memory(libraries.few)) }
    return Outcome(
      value: values.map(\.many).median,
      detail: "\(values.map(\.many).spread(digits: 1)) MB; with \(few) photos \(values.map(\.few).spread(digits: 1)) MB"
    )
  }

  /// A folder, and a home with its index.
  private struct Library {
    let folder: String
    let home: TemporaryFolder

    init(_ count: Int) throws {
      folder = try Photos.tagged(count)
      home = try TemporaryFolder("home")
      _ = try time(Programs.folderScan, [folder, home.folder("data/aloft")])
    }

    func open(on rig: Rig) throws -> Application {
      var options = Application.Options()
      options.home = home
      return try rig.launch(Programs.aloft, arguments: [folder, "--page", "photos"], options: options)
    }
  }

  /// Whether cells fill the window below its header.
  private static func isPageFull(_ screenshot: Screenshot) -> Bool {
    let page = screenshot.cropped(
      to: Rect(x: 0, y: 60, width: Double(screenshot.width) - 20, height: Double(screenshot.height) - 60))
    // The rest is between them.
    return page.pixels.count(where: Photos.isMagenta) * 10 > page.pixels.count * 8
  }

  /// Seconds that a program runs.
  private static func time(_ program: String, _ arguments: [String]) throws -> Double {
    let start = monotonicTime()
    try Programs.run(program, arguments)
    return monotonicTime() - start
  }
}
