// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import TouchRig

/// Two fingers on the feed's first picture, in the app and in the bare program, with the same movements.
final class PinchContest {
  /// How the fingers move; fractions of a period go from 0 to 1.
  struct Motion {
    /// Scales between which the fingers go back and forth.
    var scales: ClosedRange<Double>
    /// Radians to both sides.
    var turn: Double
    /// The radius of the circle that the fingers' middle goes round, in pixels.
    var radius: Double

    func scale(at fraction: Double) -> Double {
      let middle = (scales.lowerBound + scales.upperBound) / 2
      return middle - (scales.upperBound - scales.lowerBound) / 2 * cos(2 * .pi * fraction)
    }
  }

  private let motion: Motion
  private let stages: [Stage]
  private static let app = 0
  private static let bare = 1

  /// Of the fingers when they come down, in pixels.
  private static let distance = 100.0
  /// Within the first picture of both pages.
  private static let middle = Point(640, 290)
  /// Of the picture on the page, in pixels.
  private static let pageWidth = 640.0
  /// A part of the header, which the backdrop darkens.
  private static let corner = Rect(x: 0, y: 0, width: 24, height: 24)
  /// Seconds between two updates: usual for a touch screen.
  private static let interval = 1.0 / 120
  /// Updates of both fingers from smallest to largest and back: two seconds.
  private static let period = 240

  init(_ motion: Motion) throws {
    self.motion = motion
    let folder = try Photos.feed()
    let width = Int(Self.pageWidth * motion.scales.upperBound)
    stages = [
      try Stage(Programs.aloft, [folder, "--page", "feed"]),
      try Stage(Programs.barePinch, ["\(width)"] + Photos.files(in: folder)),
    ]
    for stage in stages {
      try stage.waitUntilAtRest()
      try lift(on: stage)
    }
  }

  /// Puts the fingers down and moves them to where the motion begins, and once around, so that all pixels that are to
  /// be seen have been loaded.
  private func lift(on stage: Stage) throws {
    let before = try stage.window.screenshot(Self.corner)
    let touch = stage.rig.touch
    for (finger, point) in fingers(scale: 1, turn: 0, offset: .zero) { try touch.down(finger, at: point) }
    let start = fingers(at: 0)
    try touch.move(start, steps: 20) { try stage.window.catchUp() }
    try move(on: stage, updates: Self.period)
    guard try stage.window.screenshot(Self.corner).differingPixels(from: before) > 0 || motion.scales.lowerBound <= 1
    else { throw RigError("two fingers lift nothing\n\(stage.app.errors)") }
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
    return [0: Self.middle + offset - arm, 1: Self.middle + offset + arm]
  }

  private func move(on stage: Stage, updates: Int) throws {
    try inIntervals(Self.interval, count: updates) { update in
      let points = fingers(at: Double(update % Self.period) / Double(Self.period))
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
    try stage.window.measureRates(of: stage.app) { try move(on: stage, updates: 2 * Self.period) }.framesPerSecond
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
    return try stage.processorTime { try move(on: stage, updates: updates) } / Double(2 * updates)
  }
}

enum PinchRows {
  static func frameRate() throws -> Outcome {
    let contest = try PinchContest(.init(scales: 1...2.5, turn: 0.3, radius: 30))
    let result = try contest.frameRates(rounds: 6)
    return Outcome(value: result.ratio, detail: result.detail("frames/s", digits: 1))
  }

  static func processorTime() throws -> Outcome {
    let contest = try PinchContest(.init(scales: 1.45...1.55, turn: 0.1, radius: 15))
    let result = try contest.processorTimes(rounds: 6)
    return Outcome(value: result.ratio, detail: result.detail("ms per update", digits: 2, factor: 1000))
  }
}
