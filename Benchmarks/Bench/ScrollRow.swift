// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// What it costs a page of 1,000 pictures to be zoomable while it is scrolled.
enum ScrollRow {
  /// What is to be seen is less than what two runs of the same differ by: so many are needed.
  private static let rounds = 30
  private static let steps = 120
  /// Seconds between two updates: usual for a touch screen.
  private static let interval = 1.0 / 120

  static func measure() throws -> Outcome {
    let results = try ["stack", "grid"].map { layout in
      let pages = try ["yes", "no"].map { isZoomable in
        try Stage(Programs.picturePage, ["--layout", layout, "--zoomable", isZoomable])
      }
      for page in pages { try page.waitUntilAtRest() }
      _ = try timesPerFrame(on: pages)
      var comparison = Comparison()
      for round in 0..<rounds {
        // Each is first in every other round: the later one's frames wait for the earlier one's.
        let times = try timesPerFrame(on: round % 2 == 0 ? pages : pages.reversed())
        comparison.add(subject: times[round % 2], baseline: times[1 - round % 2])
      }
      return (ratio: comparison.ratioOfMeans, detail: "\(layout): \(comparison.detail("ms", digits: 2, factor: 1000))")
    }
    return Outcome(
      value: results.map(\.ratio).max() ?? .infinity, detail: results.map(\.detail).joined(separator: "; "))
  }

  /// Seconds of processor time per frame of each page. The time on the clock is that between two refreshes of the monitor
  /// for all. They are scrolled at the same time, down and up again, so that whatever else the machine does falls on all.
  private static func timesPerFrame(on pages: [Stage]) throws -> [Double] {
    let frames = pages.map(\.window.frameCount)
    let before = try pages.map { try $0.app.totalUsage().processorTime }
    for isDown in [true, false] { try scroll(pages, isDown: isDown) }
    return try pages.indices.map { index in
      let page = pages[index]
      let used = try page.app.totalUsage().processorTime - before[index]
      return used / Double(page.window.frameCount - frames[index])
    }
  }

  private static func scroll(_ pages: [Stage], isDown: Bool) throws {
    let ends = [Point(640, 740), Point(640, 140)]
    let (start, end) = isDown ? (ends[0], ends[1]) : (ends[1], ends[0])
    for page in pages { try page.rig.touch.down(0, at: start) }
    try inIntervals(interval, count: steps) { step in
      let point = start + (end - start) * (Double(step + 1) / Double(steps))
      for page in pages { try page.rig.touch.move(0, to: point) }
    }
    // Long enough for the page not to go on by itself, in microseconds.
    usleep(200_000)
    for page in pages { try page.rig.touch.up(0) }
  }
}
