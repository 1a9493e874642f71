// SPDX-License-Identifier: MIT

/// The constants of how lifts are recognized and how copies move; `standard` unless there is a reason.
public struct ZoomMotion: Hashable, Sendable {
  /// Of the spring that takes a copy home: below 1 it overshoots, at 1 it does not. 0.8 overshoots by 1.5 %.
  public var dampingRatio = 0.8
  /// The period in seconds which the return spring would have without damping; the copy is near home after it.
  public var response = 0.35
  /// A returning copy is home when no corner is further off than this, in logical pixels: less than the eye sees.
  public var settleDistance = 0.5
  /// A returning copy is home when no corner is faster than this, in logical pixels per second: a third of a pixel
  /// in a frame at 60 Hz.
  public var settleSpeed = 20.0
  /// How long a copy takes to fade where its source is gone, in seconds.
  public var fadeDuration = 0.2
  /// Fingers' velocity is the mean over this time before the release, in seconds; libadwaita's swipes use the same.
  public var velocityWindow = 0.15
  /// Movement is never taken to have lasted less than this, in seconds: events that arrive in one burst say nothing
  /// about speed. One frame at 60 Hz.
  public var shortestMovement = 1.0 / 60
  /// Fingers closer than this, in logical pixels, have no usable distance or direction between them.
  public var coincidentDistance = 1.0
  /// How far outside a source's bounds a finger may stand and still help to lift it, in logical pixels: about the
  /// spread of two fingers of one hand on a small grid cell.
  public var pairingReach = 120.0

  /// The values that the library ships with.
  public static let standard = ZoomMotion()

  public init() {}
}
