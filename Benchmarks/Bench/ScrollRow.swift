// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// What it costs a page of 1,000 pictures to be zoomable while it is scrolled.
enum ScrollRow {
  private static let rounds = 15
  /// Strokes of one finger up, and as many down again.
  private static let strokes = 2
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
      let rounds = try (0..<rounds).map { _ in try timesPerFrame(on: pages) }
      let result = Comparison(subject: rounds.map { $0[0] }, baseline: rounds.map { $0[1] })
      return (ratio: result.ratio, detail: "\(layout): \(result.detail("ms", digits: 2, factor: 1000))")
    }
    return Outcome(
      value: results.map(\.ratio).max() ?? .infinity, detail: results.map(\.detail).joined(separator: "; "))
  }

  /// Seconds of processor time per frame of each page. The time on the clock is that between two refreshes of the monitor
  /// for all. They are scrolled at the same time, so that whatever else the machine does falls on all of them: what is to
  /// be seen is less than what two runs of the same differ by.
  private static func timesPerFrame(on pages: [Stage]) throws -> [Double] {
    let frames = pages.map(\.window.frameCount)
    let before = try pages.map { try $0.app.totalUsage().processorTime }
    for stroke in 0..<2 * strokes { try scroll(pages, isDown: stroke < strokes) }
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
