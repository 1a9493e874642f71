// SPDX-License-Identifier: MIT

/// How a cropped, rounded source becomes the whole picture while its copy grows, and back.
public struct CropOpening: Hashable, Sendable {
  /// The shown scale, as a ratio above 1, at which the crop is fully open.
  public let openScale: Double
  /// The shown scale, as a ratio above 1, at which the corners are square.
  public let squareScale: Double

  /// The narrowest range of scales over which a change does not look like a jump.
  private static let shortestChange = 0.01

  public init(openScale: Double = 1.3, squareScale: Double = 1.05) {
    self.openScale = max(openScale, 1 + Self.shortestChange)
    self.squareScale = max(squareScale, 1 + Self.shortestChange)
  }

  /// How far the crop is open at a shown scale: from 0, as the source crops, to 1, the whole picture.
  public func fraction(scale: Double) -> Double {
    ((scale - 1) / (openScale - 1)).clamped(to: 0...1)
  }

  /// The share of the source's corner radius which is left at a shown scale.
  public func cornerRadiusFactor(scale: Double) -> Double {
    1 - ((scale - 1) / (squareScale - 1)).clamped(to: 0...1)
  }
}
