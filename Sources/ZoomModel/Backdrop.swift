// SPDX-License-Identifier: MIT

/// How dark the page becomes behind lifted copies.
public struct Backdrop: Hashable, Sendable {
  /// The opacity which is never exceeded, from 0 to 1.
  public let maximum: Double
  /// The shown scale, as a ratio above 1, from which the opacity is the maximum.
  public let fullScale: Double

  /// The narrowest range of scales over which the backdrop can come up without a visible jump.
  private static let shortestRise = 0.01

  public init(maximum: Double = 0.77, fullScale: Double = 2) {
    self.maximum = maximum.clamped(to: 0...1)
    self.fullScale = max(fullScale, 1 + Self.shortestRise)
  }

  /// The opacity for a shown scale: 0 up to 1, then in a straight line to the maximum.
  public func opacity(scale: Double) -> Double {
    maximum * ((scale - 1) / (fullScale - 1)).clamped(to: 0...1)
  }
}
