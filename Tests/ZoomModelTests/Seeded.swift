// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import ZoomModel

extension SeededGenerator {
  mutating func double(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  mutating func point(in rect: Rect) -> Point {
    Point(double(rect.minX...rect.maxX), double(rect.minY...rect.maxY))
  }

  /// A rectangle as a source may have one.
  mutating func rect() -> Rect {
    Rect(
      x: double(0...800), y: double(0...600), width: double(20...600), height: double(20...600))
  }

  /// A transform as a copy may have one.
  mutating func similarity() -> Similarity {
    Similarity(
      scale: double(0.8...7), angle: double(-3...3), translation: Point(double(-900...900), double(-900...900)))
  }

  mutating func velocity() -> MotionVelocity {
    MotionVelocity(
      logScale: double(-5...5), angle: double(-5...5),
      center: Point(double(-3000...3000), double(-3000...3000)))
  }
}
