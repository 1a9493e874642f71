// SPDX-License-Identifier: MIT

import Geometry

/// How far apart two transforms put the corners of a rectangle, in logical pixels.
func apart(_ a: Similarity, _ b: Similarity, on rect: Rect) -> Double {
  rect.corners.map { a.apply(to: $0).distance(to: b.apply(to: $0)) }.max() ?? .infinity
}

/// Evenly spaced values of a range, both ends included.
func values(_ range: ClosedRange<Double>, count: Int) -> [Double] {
  (0..<count).map { range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / Double(count - 1) }
}

/// What only rounding may cost: far less than any pixel, far more than the last digits of coordinates in thousands.
let rounding = 1e-6
