// SPDX-License-Identifier: MIT

import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// Where several fingers are, and how they have moved as a whole.
struct FingerCluster: Sendable {
  let positions: [FingerID: Point]
  let centroid: Point
  /// Twice the root mean square distance from the centroid, in logical pixels; for two fingers, their distance.
  let spread: Double

  init(_ positions: [FingerID: Point]) {
    self.positions = positions
    let count = Double(max(positions.count, 1))
    // In the order of the identifiers, so that the same fingers give the same rounding.
    let points = positions.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    let centroid = points.reduce(.zero, +) / count
    let squares = points.reduce(0) { sum, point in
      let offset = point - centroid
      return sum + offset.x * offset.x + offset.y * offset.y
    }
    self.centroid = centroid
    spread = 2 * (squares / count).squareRoot()
  }

  /// The ratio and the turn in radians which take these fingers nearest to where they are in `other`, in the sense
  /// of least squares and after moving one centroid onto the other; exact for two fingers.
  ///
  /// With positions as complex numbers p and q relative to their centroids, the minimum of Σ|z·p − q|² is at
  /// z = Σ p̄·q / Σ|p|² (the orthogonal Procrustes problem with scaling, in the plane).
  /// Both clusters hold the same fingers, and these fingers are apart.
  func ratioAndTurn(to other: FingerCluster) -> (ratio: Double, turn: Double) {
    var real = 0.0
    var imaginary = 0.0
    var squares = 0.0
    for (finger, position) in positions {
      let p = position - centroid
      let q = (other.positions[finger] ?? other.centroid) - other.centroid
      real += p.x * q.x + p.y * q.y
      imaginary += p.x * q.y - p.y * q.x
      squares += p.x * p.x + p.y * p.y
    }
    return (Point(real, imaginary).length / squares, atan2(imaginary, real))
  }
}
