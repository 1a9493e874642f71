// SPDX-License-Identifier: MIT

import Geometry

/// What is under a point: a source on the page, or the copy of a source above it.
public struct HitTarget<Source: Hashable & Sendable>: Hashable, Sendable {
  public let source: Source
  /// Where it is now, in the container's logical pixels; for a copy, where the copy is shown.
  public let bounds: Rect

  public init(source: Source, bounds: Rect) {
    self.source = source
    self.bounds = bounds
  }
}
