// SPDX-License-Identifier: MIT
import GtkCore

#if canImport(Glibc)
  import Glibc
#endif

/// How a wheel scales, on the page and in the viewer.
enum WheelScale {
  /// Four clicks double the size, and ten go through nearly all of the usual limits, from 1 to 6.
  private static let scalePerClick = exp2(0.25)
  /// How far, in logical pixels, fingers on a touchpad scroll to count as a click: a stroke of about 100 pixels doubles
  /// the size.
  private static let touchpadPixelsPerClick = 25.0

  /// How many clicks towards larger were made.
  static func clicks(of event: ScrollEvent) -> Double {
    event.source == .wheel ? -event.delta.y : -event.delta.y / touchpadPixelsPerClick
  }

  /// The ratio by which so many clicks, whole or not, scale: it does not depend on how they are divided.
  static func factor(clicks: Double) -> Double { pow(scalePerClick, clicks) }
}
