// SPDX-License-Identifier: MIT

import Geometry
import Glibc

/// The similarity that some points have undergone, as well as it can be told.
public struct MeasuredTransform: Sendable {
  public let transform: Similarity
  /// The largest distance between a point and where the transform puts it, in the unit of the targets: how far the
  /// points are from having undergone a similarity at all.
  public let residual: Double

  /// The similarity with the least sum of squared distances between the images of `points` and `targets`.
  ///
  /// With both sets about their centroids and read as complex numbers, it is the factor Σ p̄·t / Σ |p|².
  ///
  /// Nil for less than two points, or if all are one.
  public init?(from points: [Point], to targets: [Point]) {
    guard points.count == targets.count, points.count >= 2 else { return nil }
    let count = Double(points.count)
    let center = points.reduce(Point.zero, +) / count
    let targetCenter = targets.reduce(Point.zero, +) / count
    var (real, imaginary, norm) = (0.0, 0.0, 0.0)
    for (point, target) in zip(points, targets) {
      let (p, t) = (point - center, target - targetCenter)
      real += p.x * t.x + p.y * t.y
      imaginary += p.x * t.y - p.y * t.x
      norm += p.x * p.x + p.y * p.y
    }
    guard norm > 0, real != 0 || imaginary != 0 else { return nil }
    transform = Similarity(
      scale: (real * real + imaginary * imaginary).squareRoot() / norm, angle: atan2(imaginary, real),
      taking: center, to: targetCenter)
    let fitted = transform
    residual = zip(points, targets).map { fitted.apply(to: $0).distance(to: $1) }.max() ?? 0
  }
}
