// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// Fingers on a picture, in the app and in the bare program, with the same movements.
final class PinchContest {
  /// How the fingers move; fractions of a period go from 0 to 1.
  struct Motion {
    /// Scales between which two fingers go back and forth; nil for one finger.
    var scales: ClosedRange<Double>?
    /// Radians to both sides.
    var turn = 0.0
    /// The radius of the circle that the fingers' middle goes round, in pixels.
    var radius: Double

    func scale(at fraction: Double) -> Double {
      guard let scales else { return 1 }
      let middle = (scales.lowerBound + scales.upperBound) / 2
      return middle - (scales.upperBound - scales.lowerBound) / 2 * cos(2 * .pi * fraction)
    }
  }

  private var motion: Motion
  private let stages: [Stage]
  /// Where the fingers are about, within the picture.
  private let middle: Point
  /// A part of the screen that the fingers change.
  private let evidence: Rect
  private static let app = 0
  private static let bare = 1

  /// Of the fingers when they come down, in pixels.
  private static let distance = 100.0
  /// Seconds between two updates: usual for a touch screen.
  private static let interval = 1.0 / 120
  /// Updates of both fingers from smallest to largest and back: two seconds.
  private static let period = 240

  private init(_ motion: Motion, app: Stage, bare: Stage, middle: Point, evidence: Rect) throws {
    self.motion = motion
    self.middle = middle
    self.evidence = evidence
    stages = [app, bare]
    for stage in stages {
      try stage.waitUntilAtRest()
      try begin(on: stage)
    }
  }

  /// Two fingers on the first picture of the feed.
  static func onFeed(_ motion: Motion) throws -> PinchContest {
    let folder = try Photos.feed()
    // Of the picture on the page, in pixels.
    let pageWidth = 640.0
    let width = Int(pageWidth * (motion.scales?.upperBound ?? 1))
    // A part of the header, which the backdrop darkens.
    let corner = Rect(x: 0, y: 0, width: 24, height: 24)
    return try PinchContest(
      motion, app: Stage(Programs.aloft, [folder, "--page", "feed"]),
      bare: Stage(Programs.barePinch, ["page", "\(width)"] + Photos.files(in: folder)), middle: Point(640, 290),
      evidence: corner)
  }

  /// On a picture of 24 megapixels in the viewer.
  static func inViewer(_ motion: Motion) throws -> PinchContest {
    let file = try Photos.photo24()
    // 3 : 2 on a screen of 1280 × 800.
    let shownWidth = 1200
    return try PinchContest(
      motion, app: Stage(Programs.aloft, [file]), bare: Stage(Programs.barePinch, ["viewer", "\(shownWidth)", file]),
      middle: Point(640, 400), evidence: PictureViewer.middle)
  }

  /// Lets go of the picture where it is, and goes on with other fingers.
  func change(to motion: Motion) throws {
    self.motion = motion
    for stage in stages {
      try stage.waitUntilAtRest()
      try stage.rig.touch.upAll()
      try stage.waitUntilAtRest()
      try begin(on: stage)
    }
  }

  /// Puts the fingers down and moves them to where the motion begins, and once around, so that all pixels that are to
  /// be seen have been loaded.
  private func begin(on stage: Stage) throws {
    let before = try stage.window.screenshot(evidence)
    let touch = stage.rig.touch
    for (finger, point) in fingers(scale: 1, turn: 0, offset: .zero) { try touch.down(finger, at: point) }
    // One finger that rested where it came down would ask for a menu.
    if motion.scales != nil { try touch.move(fingers(at: 0), steps: 20) { try stage.window.catchUp() } }
    let half = Self.period / 2
    try move(on: stage, updates: 0..<half)
    guard try stage.window.screenshot(evidence).differingPixels(from: before) > 0 else {
      throw RigError("fingers move nothing\n\(stage.app.errors)")
    }
    try move(on: stage, updates: half..<Self.period)
    try stage.waitUntilAtRest()
  }

  private func fingers(at fraction: Double) -> [Int: Point] {
    let angle = 2 * .pi * fraction
    return fingers(
      scale: motion.scale(at: fraction), turn: motion.turn * sin(angle),
      offset: Point(motion.radius * sin(angle), motion.radius * (1 - cos(angle))))
  }

  private func fingers(scale: Double, turn: Double, offset: Point) -> [Int: Point] {
    let arm = Point(cos(turn), sin(turn)) * (Self.distance * scale / 2)
    return motion.scales == nil ? [0: middle + offset] : [0: middle + offset - arm, 1: middle + offset + arm]
  }

  private func move(on stage: Stage, updates: Range<Int>) throws {
    try inIntervals(Self.interval, count: updates.count) { update in
      let points = fingers(at: Double((updates.lowerBound + update) % Self.period) / Double(Self.period))
      for (finger, point) in points.sorted(by: { $0.key < $1.key }) { try stage.rig.touch.move(finger, to: point) }
    }
  }

  /// Frames per second while the fingers move.
  func frameRates(rounds: Int) throws -> Comparison {
    try Comparison(rounds: rounds) {
      try frameRate(on: stages[Self.app])
    } baseline: {
      try frameRate(on: stages[Self.bare])
    }
  }

  private func frameRate(on stage: Stage) throws -> Double {
    try stage.window.measureRates(of: stage.app) { try move(on: stage, updates: 0..<2 * Self.period) }.framesPerSecond
  }

  /// Seconds of processor time per update of one finger.
  func processorTimes(rounds: Int) throws -> Comparison {
    try Comparison(rounds: rounds) {
      try processorTime(on: stages[Self.app])
    } baseline: {
      try processorTime(on: stages[Self.bare])
    }
  }

  private func processorTime(on stage: Stage) throws -> Double {
    let updates = 2 * Self.period
    return try stage.processorTime { try move(on: stage, updates: 0..<updates) } / Double(2 * updates)
  }
}

enum PinchRows {
  static func frameRate() throws -> Outcome {
    let contest = try PinchContest.onFeed(.init(scales: 1...2.5, turn: 0.3, radius: 30))
    let result = try contest.frameRates(rounds: 6)
    return Outcome(value: result.ratio, detail: result.detail("frames/s", digits: 1))
  }

  /// The worse of two fingers and one, which moves the enlarged picture.
  static func frameRateInViewer() throws -> Outcome {
    let contest = try PinchContest.inViewer(.init(scales: 1.5...3, turn: 0.2, radius: 60))
    let pinch = try contest.frameRates(rounds: 4)
    try contest.change(to: .init(radius: 90))
    let pan = try contest.frameRates(rounds: 4)
    let details = [("pinching", pinch), ("panning", pan)].map { "\($0): \($1.detail("frames/s", digits: 1))" }
    return Outcome(value: min(pinch.ratio, pan.ratio), detail: details.joined(separator: "; "))
  }

  static func processorTime() throws -> Outcome {
    let contest = try PinchContest.onFeed(.init(scales: 1.45...1.55, turn: 0.1, radius: 15))
    let result = try contest.processorTimes(rounds: 6)
    return Outcome(value: result.ratio, detail: result.detail("ms per update", digits: 2, factor: 1000))
  }
}
