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
  /// As `shortestMovement`, where a speed decides what is meant, in seconds: a hand that throws needs as long, while
  /// fingers that land or slip move in a frame or two. Within it, a scale has to change by 12 %, or a finger to move by
  /// 24 px, to be as fast as `openSpeed` or `swipeSpeed`.
  public var shortestThrow = 0.08
  /// Fingers closer than this, in logical pixels, have no usable distance or direction between them.
  public var coincidentDistance = 1.0
  /// How far outside a source's bounds a finger may stand and still help to lift it, in logical pixels: about the
  /// spread of two fingers of one hand on a small grid cell.
  public var pairingReach = 120.0

  // MARK: The viewer

  /// How far a finger moves before it is decided what it does, in logical pixels: more than a tap trembles.
  public var dragThreshold = 10.0
  /// How long after the first tap the second one can land, in seconds, and how far away, in logical pixels: GTK's own
  /// values for a mouse are 0.4 s and 5 px; fingers are quicker and less exact.
  public var doubleTapTime = 0.3
  public var doubleTapDistance = 40.0
  /// How long a finger rests for a long press, in seconds: GTK's own value.
  public var longPressTime = 0.5
  /// The scale that a double tap gives, as a ratio to that at fit.
  public var doubleTapScale = 2.5
  /// How far one finger moves to scale a picture by e after a tap, in logical pixels: a thumb's reach from fit to 8×.
  public var zoomDragDistance = 120.0
  /// Of a picture that was flung: its speed falls by the factor e in 1 / friction seconds. GTK's scrolled windows have
  /// the same.
  public var glideFriction = 4.0
  /// How far a picture gives way beyond its edge, as a share of the room.
  public var edgeGive = 0.25
  /// The speed, in logical pixels per second, from which a swipe or a dismissal is meant, however short; libadwaita's
  /// swipes use the same.
  public var swipeSpeed = 300.0
  /// The share of the room's height past which a picture that was dragged up or down leaves the viewer.
  public var dismissShare = 0.2
  /// The share of the room's height at which the viewer's backdrop is gone.
  public var dismissFadeShare = 0.5
  /// A picture pinched below this, as a ratio to its scale at fit, leaves the viewer.
  public var dismissScale = 0.9
  /// How fast a picture is pinched together that leaves the viewer at any scale below fit, in units of the scale's natural
  /// logarithm per second: to half its size in half a second.
  public var dismissPinchSpeed = 1.4
  /// Between two pictures of the row, in logical pixels.
  public var pageGap = 24.0

  /// How fast a copy is pulled open that settles into the viewer at any scale, in units of the scale's natural logarithm
  /// per second: to twice its size in half a second.
  public var openSpeed = 1.4

  /// The values that the library ships with.
  public static let standard = ZoomMotion()

  public init() {}
}
