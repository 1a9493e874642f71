// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// Times from the start of a program.
enum StartRows {
  /// Around the middle of the feed's first picture.
  private static let lookedAt = Rect(x: 600, y: 200, width: 80, height: 80)

  /// Until the first picture of a folder of 10,000 shows, against one of 10.
  static func firstPicture() throws -> Outcome {
    let folders = try (many: Photos.many(10_000), few: Photos.many(10))
    let rig = try Rig()
    let home = try TemporaryFolder("home")
    func time(_ folder: String) throws -> Double {
      let start = monotonicTime()
      let app = try rig.launch(
        Programs.aloft, arguments: [folder, "--page", "feed"], options: Stage.options(home: home))
      try app.waitForWindow(timeout: Stage.patience).waitUntil(
        "the first picture shows", in: lookedAt, timeout: Stage.patience
      ) { $0.pixels.count(where: Photos.isMagenta) > $0.pixels.count / 2 }
      return monotonicTime() - start
    }
    _ = try (time(folders.many), time(folders.few))
    let result = try Comparison(rounds: 10) {
      try time(folders.many)
    } baseline: {
      try time(folders.few)
    }
    return Outcome(value: result.ratio, detail: result.detail("s", digits: 2))
  }

  /// Until the first frame of an empty window, against the same window in C.
  static func emptyWindow() throws -> Outcome {
    let rig = try Rig()
    // Each has its own, with what it keeps from one start to the next.
    let homes = (subject: try TemporaryFolder("home"), bare: try TemporaryFolder("home"))
    func time(_ program: String, _ home: TemporaryFolder) throws -> Double {
      let start = monotonicTime()
      let app = try rig.launch(program, options: Stage.options(home: home))
      _ = try app.waitForWindow(timeout: Stage.patience)
      return monotonicTime() - start
    }
    _ = try (time(Programs.emptyWindow, homes.subject), time(Programs.bareWindow, homes.bare))
    let result = try Comparison(rounds: 20) {
      try time(Programs.emptyWindow, homes.subject)
    } baseline: {
      try time(Programs.bareWindow, homes.bare)
    }
    return Outcome(value: result.ratio, detail: result.detail("s", digits: 3))
  }
}
