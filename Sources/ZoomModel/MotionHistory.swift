// SPDX-License-Identifier: MIT

import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// Where a copy was during the last moments, to tell how fast it goes.
struct MotionHistory: Sendable {
  private struct Sample {
    let time: Double
    let logScale: Double
    let angle: Double
    let center: Point
  }

  private var samples: [Sample] = []
  private let window: Double
  private let shortest: Double
  private let shortestThrow: Double

  init(motion: ZoomMotion) {
    window = motion.velocityWindow
    shortest = motion.shortestMovement
    shortestThrow = motion.shortestThrow
  }

  /// Adds what is shown at `time` in seconds; times that go back count as the latest one.
  mutating func record(_ shown: Similarity, center: Point, at time: Double) {
    let latest = samples.last?.time ?? -.infinity
    let time = time.isFinite ? max(time, latest) : latest
    guard time.isFinite else { return }
    samples.removeAll { $0.time < time - window }
    samples.append(
      Sample(time: time, logScale: log(shown.scale), angle: shown.angle, center: center))
  }

  /// The mean velocity from the window's first sample up to `time`: a pause before `time` counts.
  func velocity(at time: Double) -> MotionVelocity { velocity(at: time, shortest: shortest) }

  /// As `velocity`, to tell whether a movement is meant as a throw: a jerk of a frame or two is none.
  func throwVelocity(at time: Double) -> MotionVelocity { velocity(at: time, shortest: shortestThrow) }

  private func velocity(at time: Double, shortest: Double) -> MotionVelocity {
    guard time.isFinite, let first = samples.first(where: { $0.time >= time - window }), let last = samples.last
    else { return .zero }
    let duration = max(time - first.time, last.time - first.time, shortest)
    return MotionVelocity(
      logScale: (last.logScale - first.logScale) / duration,
      angle: (last.angle - first.angle) / duration,
      center: (last.center - first.center) / duration)
  }
}
