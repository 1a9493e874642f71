// SPDX-License-Identifier: MIT
import Geometry
import GtkCore
import ZoomModel

#if canImport(Glibc)
  import Glibc
#endif

/// Lifts by the pointer: by pinching on a touchpad, and by turning the wheel while Ctrl is down.
///
/// The pointer holds a copy as two fingers at both sides of it would, whose distance is the scale and whose direction is
/// the angle: so there is one model for all. Fingers that take hold of the same copy take it over.
final class PointerLifts {
  /// After this time, in seconds, a copy has made 63 % of the way to the scale that the wheel has asked for, and nearly
  /// all of it after four times as long: a step is seen to glide, and still to follow at once.
  private static let glideTime = 0.05
  /// What is left of the way when it is made at once, in clicks: half a pixel of a picture 1500 pixels wide.
  private static let glideEnd = 0.002

  private enum Way { case pinch, wheel }

  /// How the pointer holds a copy.
  private struct PointerHold {
    let id: SourceID
    let way: Way
    /// In the container's coordinates.
    var location: Point
    /// Since it took hold, as a ratio.
    var scale = 1.0
    /// Since it took hold, in radians.
    var angle = 0.0
    /// What the wheel has turned since then, towards larger.
    var clicks = 0.0
    /// How much of that the copy has followed.
    var followedClicks = 0.0

    /// Of the fingers that stand for the pointer; only the pointer's own lift hears of them.
    private static let fingers = (FingerID(0), FingerID(1))
    /// From the pointer to each of those fingers at first, in logical pixels: the model only asks for their ratio.
    private static let reach = 100.0

    var fingers: [FingerID: Point] {
      let around = Similarity(scale: scale, angle: angle, translation: location)
      return [
        Self.fingers.0: around.apply(to: Point(-Self.reach, 0)), Self.fingers.1: around.apply(to: Point(Self.reach, 0)),
      ]
    }
  }

  private unowned let store: ZoomStore
  private unowned let container: ZoomContainerWidget
  private var hold: PointerHold?
  private var isGliding = false
  /// Of the last frame in which it glided.
  private var glidedUntil = 0.0

  /// - Parameter container: owns this object.
  init(store: ZoomStore, container: ZoomContainerWidget) {
    (self.store, self.container) = (store, container)
  }

  /// Handles what the pointer does; true keeps it from the page.
  func handle(_ event: PointerEvent) -> Bool {
    forgetLostCopy()
    switch event {
    case .gesture(let gesture):
      guard case .pinch = gesture.kind else { return false }
      return pinch(gesture)
    case .scroll(let event): return scroll(event)
    case .motion(let motion):
      if !motion.modifiers.contains(.control) { letGoOfWheel(at: motion.time) }
      if hold?.way == .wheel {
        hold?.location = motion.location
        move(at: motion.time)
      }
      return false
    case .modifiers(let modifiers, let time):
      if !modifiers.contains(.control) { letGoOfWheel(at: time) }
      return false
    }
  }

  private func pinch(_ gesture: TouchpadGesture) -> Bool {
    if gesture.phase == .began {
      letGoOfWheel(at: gesture.time)
      return begin(.pinch, at: gesture.location, time: gesture.time)
    }
    guard hold?.way == .pinch, let id = hold?.id else { return false }
    switch gesture.phase {
    case .began, .moved:
      hold?.location = gesture.location
      hold?.scale = gesture.scale
      hold?.angle = gesture.angle
      move(at: gesture.time)
    case .ended: letGo(.release(id), at: gesture.time)
    case .cancelled: letGo(.cancel(id), at: gesture.time)
    }
    return true
  }

  private func scroll(_ event: ScrollEvent) -> Bool {
    if !event.modifiers.contains(.control) { letGoOfWheel(at: event.time) }
    // The page stands still under what is held.
    if hold?.way == .pinch { return true }
    guard event.modifiers.contains(.control) else { return false }
    let clicks = WheelScale.clicks(of: event)
    guard clicks != 0 else { return hold != nil }
    if hold == nil && !begin(.wheel, at: event.location, time: event.time) { return false }
    hold?.location = event.location
    hold?.clicks += clicks
    // A touchpad is as smooth as the fingers on it.
    if event.source == .wheel && container.animationsEnabled {
      glide()
    } else {
      follow(at: event.time)
    }
    return true
  }

  // MARK: Holding

  /// Takes hold of what is under the pointer; false if that is nothing, or in the hands of fingers.
  private func begin(_ way: Way, at location: Point, time: Double) -> Bool {
    guard let target = store.target(at: location), !store.recognizer.heldSources.contains(target.source) else {
      return false
    }
    let hold = PointerHold(id: target.source, way: way, location: location)
    store.perform(.begin(hold.id, fingers: hold.fingers), at: time) { _ in }
    self.hold = hold
    forgetLostCopy()
    return self.hold != nil
  }

  private func move(at time: Double) {
    guard let hold else { return }
    store.perform(.move(hold.id, hold.fingers), at: time) { _ in }
  }

  private func letGo(_ command: FingerRecognizer<SourceID>.Command, at time: Double) {
    hold = nil
    store.perform(command, at: time) { _ in }
  }

  private func letGoOfWheel(at time: Double) {
    guard let hold, hold.way == .wheel else { return }
    letGo(.release(hold.id), at: time)
  }

  /// The copy may have faded since its source is gone, or be in the hands of fingers.
  private func forgetLostCopy() {
    guard let id = hold?.id else { return }
    if store.lift(of: id)?.model.isHeld != true || store.recognizer.heldSources.contains(id) { hold = nil }
  }

  // MARK: Gliding

  /// Goes on to the wheel's scale in the frames that follow.
  private func glide() {
    guard !isGliding else { return }
    isGliding = true
    glidedUntil = container.frameTime
    container.onEachFrame { [weak self] time in
      guard let self else { return false }
      self.isGliding = self.glide(to: time)
      return self.isGliding
    }
  }

  /// Nears the wheel's scale by a share of what is left that depends on the time only, not on the number of frames;
  /// false once it is there.
  private func glide(to time: Double) -> Bool {
    forgetLostCopy()
    guard let hold, hold.way == .wheel else { return false }
    let left = (hold.clicks - hold.followedClicks) * exp(-max(0, time - glidedUntil) / Self.glideTime)
    glidedUntil = time
    guard abs(left) > Self.glideEnd else {
      follow(at: time)
      return false
    }
    follow(at: time, leaving: left)
    return true
  }

  /// Takes on the wheel's scale, but for some clicks that are left for later.
  private func follow(at time: Double, leaving left: Double = 0) {
    guard let clicks = hold?.clicks else { return }
    hold?.followedClicks = clicks - left
    hold?.scale = WheelScale.factor(clicks: clicks - left)
    move(at: time)
  }
}
