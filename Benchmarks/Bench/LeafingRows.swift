// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// Arrow keys in the viewer.
enum LeafingRows {
  private static let rounds = 8
  private static let presses = 5
  /// Seconds between two keys, and until the last of them must have been answered.
  private static let pressInterval = 0.1
  private static let time = 3.0

  /// The first key as soon as the picture shows, in a folder of which the rest has not been read yet.
  static func firstKey() throws -> Outcome {
    let file = try Folder.file(of: Folder.count)
    let rig = try Rig()
    // Aloft has the newest picture first, viewnior the first by name.
    let (aloft, viewnior) = try (PictureViewer.aloft(), PictureViewer.other(Programs.viewnior))
    _ = try (aloft.open(file, on: rig), viewnior.open(file, on: rig))
    var (own, other) = ([Answer](), [Answer]())
    for _ in 0..<rounds {
      own.append(try answer(of: aloft, step: 1, file, on: rig))
      other.append(try answer(of: viewnior, step: -1, file, on: rig))
    }
    func detail(_ answers: [Answer]) -> String {
      "\(answers.map { $0.time * 1000 }.spread(digits: 0, unit: " ms")), "
        + "\(answers.map(\.reached).min() ?? 0) of \(presses) keys answered"
    }
    let isLossless = own.allSatisfy { $0.reached == presses }
    let differences = zip(own, other).map { ($0.time - $1.time) * 1000 }
    return Outcome(
      value: isLossless ? differences.median : .infinity,
      detail: "\(detail(own)) against \(detail(other)); differences \(differences.spread(digits: 0, unit: " ms"))")
  }

  private struct Answer {
    /// Seconds from the first key to another picture.
    var time: Double
    /// How many pictures it went on.
    var reached: Int
  }

  /// - Parameter step: what a key adds to the mark's place among the colours
  private static func answer(of viewer: PictureViewer, step: Int, _ file: String, on rig: Rig) throws -> Answer {
    let app = try viewer.open(file, on: rig).app
    let colors = Photos.markColors.count
    let start = monotonicTime()
    var (pressed, reached, first) = (0, 0, Double.infinity)
    while monotonicTime() < start + time {
      if pressed < presses, monotonicTime() >= start + Double(pressed) * pressInterval {
        try rig.keyboard.press("Right")
        pressed += 1
      }
      if let mark = Photos.mark(in: try rig.screenshot(PictureViewer.middle)), mark != 0 {
        first = min(first, monotonicTime() - start)
        reached = (mark * step + colors) % colors
      }
      usleep(UInt32(PictureViewer.interval * 1e6))
    }
    guard app.isRunning else { throw RigError("\(viewer.name) has ended\n\(app.errors)") }
    return Answer(time: first, reached: reached)
  }

  /// With neighbours that are ready.
  static func warmKey() throws -> Outcome {
    let count = 24
    let files = try Photos.marked(width: 6000, height: 4000, count: count)
    let stage = try Stage(Programs.aloft, [files[0]])
    var latencies: [(frames: Int, seconds: Double)] = []
    for number in 1..<count {
      try stage.waitUntilAtRest()
      latencies.append(
        try stage.window.latency(of: "picture \(number)", in: PictureViewer.middle) {
          Photos.mark(in: $0) == number % Photos.markColors.count
        } action: {
          try stage.rig.keyboard.press("Right")
        })
    }
    return Outcome(
      value: Double(latencies.map(\.frames).max() ?? 0),
      detail: "\(latencies.map { $0.seconds * 1000 }.spread(digits: 0, unit: " ms")); "
        + "\(latencies.count { $0.frames == 1 }) of \(latencies.count) in the next frame")
  }
}
