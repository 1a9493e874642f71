// SPDX-License-Identifier: MIT

import Geometry

/// What one finger does in the viewer once it has moved.
public enum ViewerDrag: Hashable, Sendable {
  /// Moves a picture that is larger than the room.
  case pan
  /// Moves the row of pictures.
  case swipe
  /// Moves the picture out of the viewer.
  case dismiss
  /// Scales the picture, after a tap.
  case zoom
}

/// Decides which one of the gestures in the viewer fingers make: at any time at most one.
///
/// | state | event | state afterwards | commands |
/// | --- | --- | --- | --- |
/// | idle | finger down | pressed | |
/// | pressed | moved by the threshold | dragging, as `choose` says | begin |
/// | pressed | finger up | tapped | tap |
/// | pressed | time for a long press is over | spent | long press |
/// | tapped | finger down nearby in time | pressed again | |
/// | tapped | finger down elsewhere or later | pressed | |
/// | pressed again | moved by the threshold | dragging: zoom | begin |
/// | pressed again | finger up | idle | double tap |
/// | dragging | finger moved | dragging | move |
/// | dragging | finger up | idle | end |
/// | pressed, pressed again, dragging | second finger down | pinching | stop the drag, begin pinch |
/// | pinching | another finger down, or one of several up | pinching | change fingers |
/// | pinching | last finger up | idle | release pinch |
/// | any | the system takes a finger | spent; idle if it was the last one | stop the drag, or cancel pinch |
/// | spent | last finger up | idle | |
///
/// Anything else changes nothing. Events of unknown fingers and positions that are not finite are ignored. Positions are
/// in the viewer's logical pixels, times in seconds.
public struct ViewerArbiter: Sendable {
  public enum Command: Hashable, Sendable {
    case tap(Point)
    case doubleTap(Point)
    case longPress(Point)
    /// Where the finger came down.
    case begin(ViewerDrag, at: Point)
    /// The way since the drag began, and where the finger is now.
    case move(ViewerDrag, by: Point, at: Point)
    case end(ViewerDrag)
    /// Something else has won, or the system took the finger away: as if it had been let go of at rest.
    case stop(ViewerDrag)
    case beginPinch([FingerID: Point])
    case changeFingers([FingerID: Point])
    case movePinch([FingerID: Point])
    case releasePinch
    case cancelPinch
  }

  /// Which gesture it is at present.
  public enum State: Hashable, Sendable {
    case idle
    case pressed(start: Point, time: Double)
    case tapped(Point, time: Double)
    case pressedAgain(start: Point)
    case dragging(ViewerDrag, start: Point)
    case pinching
    /// Fingers are down that do nothing any more.
    case spent
  }

  public private(set) var state = State.idle
  private var fingers: [FingerID: Point] = [:]
  private let motion: ZoomMotion

  public init(motion: ZoomMotion = .standard) {
    self.motion = motion
  }

  /// When `timePassed` should be called next, in seconds; nil if nothing waits for it.
  public var deadline: Double? {
    guard case .pressed(_, let time) = state else { return nil }
    return time + motion.longPressTime
  }

  /// A finger has touched the viewer.
  public mutating func down(_ finger: FingerID, at position: Point, time: Double) -> [Command] {
    guard position.isFinite else { return [] }
    // A finger that is already down has lost its end: that was then.
    var commands = up(finger, time: time)
    fingers[finger] = position
    switch state {
    case .idle:
      state = .pressed(start: position, time: time)
    case .tapped(let place, let tapTime) where fingers.count == 1:
      let isNear = position.distance(to: place) <= motion.doubleTapDistance
      state =
        isNear && time - tapTime <= motion.doubleTapTime
        ? .pressedAgain(start: position) : .pressed(start: position, time: time)
    case .dragging(let drag, _):
      commands += [.stop(drag), .beginPinch(fingers)]
      state = .pinching
    case .pressed, .pressedAgain, .tapped:
      commands.append(.beginPinch(fingers))
      state = .pinching
    case .pinching:
      commands.append(.changeFingers(fingers))
    case .spent:
      break
    }
    return commands
  }

  /// A finger has moved.
  ///
  /// - Parameter choose: what a drag with that offset is; nil for nothing
  public mutating func move(
    _ finger: FingerID, to position: Point, time: Double, choose: (Point) -> ViewerDrag?
  ) -> [Command] {
    guard position.isFinite, fingers[finger] != nil else { return [] }
    fingers[finger] = position
    switch state {
    case .pressed(let start, _):
      guard position.distance(to: start) >= motion.dragThreshold else { return [] }
      guard let drag = choose(position - start) else {
        state = .spent
        return []
      }
      return begin(drag, from: start, at: position)
    case .pressedAgain(let start):
      guard position.distance(to: start) >= motion.dragThreshold else { return [] }
      return begin(.zoom, from: start, at: position)
    case .dragging(let drag, let start):
      return [.move(drag, by: position - start, at: position)]
    case .pinching:
      return [.movePinch(fingers)]
    case .idle, .tapped, .spent:
      return []
    }
  }

  private mutating func begin(_ drag: ViewerDrag, from start: Point, at position: Point) -> [Command] {
    // It moves from here on, so that the picture does not jump by the threshold.
    state = .dragging(drag, start: position)
    return [.begin(drag, at: start)]
  }

  /// A finger has gone up.
  public mutating func up(_ finger: FingerID, time: Double) -> [Command] {
    guard let position = fingers.removeValue(forKey: finger) else { return [] }
    switch state {
    case .pressed:
      state = .tapped(position, time: time)
      return [.tap(position)]
    case .pressedAgain:
      state = .idle
      return [.doubleTap(position)]
    case .dragging(let drag, _):
      state = .idle
      return [.end(drag)]
    case .pinching where fingers.isEmpty:
      state = .idle
      return [.releasePinch]
    case .pinching:
      return [.changeFingers(fingers)]
    case .spent:
      if fingers.isEmpty { state = .idle }
      return []
    case .idle, .tapped:
      return []
    }
  }

  /// The system took the finger away, which ends the gesture; other fingers do nothing until they go up.
  public mutating func cancel(_ finger: FingerID) -> [Command] {
    guard fingers.removeValue(forKey: finger) != nil else { return [] }
    return end()
  }

  /// The system took all fingers away, for instance because the viewer is no longer shown.
  public mutating func cancelAll() -> [Command] {
    fingers = [:]
    return end()
  }

  private mutating func end() -> [Command] {
    let before = state
    state = fingers.isEmpty ? .idle : .spent
    return switch before {
    case .dragging(let drag, _): [.stop(drag)]
    case .pinching: [.cancelPinch]
    case .idle, .pressed, .tapped, .pressedAgain, .spent: []
    }
  }

  /// Time has passed without an event.
  public mutating func timePassed(to time: Double) -> [Command] {
    guard let deadline, time >= deadline, case .pressed(let start, _) = state else { return [] }
    state = .spent
    return [.longPress(start)]
  }
}
