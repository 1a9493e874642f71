// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A turn of a mouse wheel, or a movement of two fingers on a touchpad that scrolls.
public struct ScrollEvent: Hashable, Sendable {
  public enum Source: Sendable {
    /// The delta is in clicks of the wheel; in fractions of a click where the wheel reports them. On X11, which does not
    /// tell them apart, touchpads count as wheels, too.
    case wheel
    /// The delta is in logical pixels.
    case touchpad
  }

  public enum Phase: Sendable {
    case moved
    /// The fingers have left the touchpad: what scrolls may go on by itself. The delta is zero.
    case stopped
  }

  public var source: Source
  public var phase: Phase
  /// Where the pointer is, in the coordinates of the widget that is tracked.
  public var location: Point
  /// Positive to the right and down, which is towards the user. Its unit depends on the source.
  public var delta: Point
  public var modifiers: Modifiers
  /// Seconds, monotonic, on the clock of `MainLoop.now`.
  public var time: Double
}

/// What fingers on a touchpad do where the pointer is. Everything is since the gesture began, not since the last event.
public struct TouchpadGesture: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case pinch(fingers: Int)
    case swipe(fingers: Int)
  }

  public enum Phase: Sendable {
    case began, moved, ended
    /// The fingers did something else after all, or were taken away.
    case cancelled
  }

  public var kind: Kind
  public var phase: Phase
  /// Where the pointer was when the gesture began, plus `offset`; in the coordinates of the widget that is tracked.
  public var location: Point
  /// How far the fingers have moved as a whole, in logical pixels. The pointer stays where it is meanwhile.
  public var offset = Point.zero
  /// The fingers' distance as a ratio to that at the beginning; 1 for a swipe.
  public var scale = 1.0
  /// How far the fingers have turned, with whole turns, in radians clockwise; 0 for a swipe.
  public var angle = 0.0
  /// Seconds, monotonic, on the clock of `MainLoop.now`.
  public var time: Double
}

/// Where the pointer has come to.
public struct PointerMotion: Hashable, Sendable {
  public enum Phase: Sendable {
    case entered, moved
    /// It is neither on the widget nor on a descendant any more; fingers on a touch screen take it away, too.
    case left
  }

  public var phase: Phase
  /// In the coordinates of the widget that is tracked; the last one known when it has left.
  public var location: Point
  public var modifiers: Modifiers
  /// Seconds, monotonic, on the clock of `MainLoop.now`.
  public var time: Double
}

/// What a mouse or a touchpad did, buttons apart.
public enum PointerEvent: Hashable, Sendable {
  case scroll(ScrollEvent)
  case gesture(TouchpadGesture)
  case motion(PointerMotion)
  /// Modifier keys were pressed or released anywhere in the window, or count as released, because the window would
  /// not hear of it: it has lost the focus, or the pointer has left a window that never had it.
  case modifiers(Modifiers, time: Double)
}

/// Follows the pointer, its wheel and its touchpad on a widget and its descendants before they see it, and can keep
/// wheel and touchpad from them.
@MainActor
public final class PointerTracker {
  /// Handles one event; true keeps a scroll event or a gesture's event from the widgets below.
  public typealias Handler = (PointerEvent) -> Bool

  private unowned let widget: Widget
  private let handler: Handler
  private let motion: Object
  private var clock = EventClock()
  private var gesture: TouchpadGesture?
  private var window: TrackedWindow?
  private var rootChange: SignalConnection?

  /// Where the pointer is, in the coordinates of the widget; nil while it is elsewhere.
  public private(set) var location: Point?

  /// What is listened to at the widget's window while it is in one.
  private struct TrackedWindow {
    let root: Object
    let keys: Object
    let focusChange: SignalConnection?
  }

  /// - Parameter widget: outlives the tracker.
  public init(on widget: Widget, handler: @escaping Handler) {
    self.widget = widget
    self.handler = handler
    let reader = widget.addController(
      UnsafeMutableRawPointer(gtk_event_controller_legacy_new()), phase: GTK_PHASE_CAPTURE)
    motion = widget.addController(
      UnsafeMutableRawPointer(gtk_event_controller_motion_new()), phase: GTK_PHASE_CAPTURE)
    reader.connect("event") { [weak self] arguments in
      guard let self, let event = arguments.pointer(0) else { return nil }
      return .bool(self.handle(OpaquePointer(event)))
    }
    for (signal, phase) in [("enter", PointerMotion.Phase.entered), ("motion", .moved)] {
      motion.connect(signal) { [weak self] arguments in
        self?.move(phase, to: Point(arguments.double(0), arguments.double(1)))
        return nil
      }
    }
    motion.on("leave") { [weak self] in self?.leave() }
    rootChange = widget.on("notify::root") { [weak self] in self?.followWindow() }
    followWindow()
  }

  isolated deinit {
    rootChange?.disconnect()
    leaveWindow()
  }

  /// Reports a gesture that is going on as cancelled, and forgets it. GTK itself reports nothing when a widget is hidden
  /// under it.
  public func reset() {
    guard var gesture else { return }
    self.gesture = nil
    gesture.phase = .cancelled
    gesture.time = MainLoop.now
    _ = handler(.gesture(gesture))
  }

  // MARK: Motion

  private func move(_ phase: PointerMotion.Phase, to point: Point) {
    let event = gtk_event_controller_get_current_event(motion.opaque)
    if let event, !widget.isOnSurface(of: event) { return }
    guard point.isFinite else { return }
    location = point
    report(phase, at: point)
  }

  private func leave() {
    guard let last = location else { return }
    location = nil
    // Without a pointer on it GTK sends the gesture's other events to nobody.
    reset()
    report(.left, at: last)
    if !isWindowActive { _ = handler(.modifiers([], time: MainLoop.now)) }
  }

  private func report(_ phase: PointerMotion.Phase, at point: Point) {
    let event = gtk_event_controller_get_current_event(motion.opaque)
    let time = event.map { clock.time(of: $0, isFirst: gesture == nil) } ?? MainLoop.now
    let modifiers = Modifiers(gtk_event_controller_get_current_event_state(motion.opaque))
    _ = handler(.motion(PointerMotion(phase: phase, location: point, modifiers: modifiers, time: time)))
  }

  // MARK: Wheel and touchpad

  private func handle(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_SCROLL: scroll(event)
    case GDK_TOUCHPAD_PINCH, GDK_TOUCHPAD_SWIPE: gesture(event)
    default: false
    }
  }

  private func scroll(_ event: OpaquePointer) -> Bool {
    // Scroll events themselves have no place.
    guard let location, widget.isOnSurface(of: event) else { return false }
    let delta = scrollDelta(of: event)
    guard delta.isFinite else { return false }
    return handler(
      .scroll(
        ScrollEvent(
          source: gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_WHEEL ? .wheel : .touchpad,
          phase: gdk_scroll_event_is_stop(event) != 0 ? .stopped : .moved, location: location, delta: delta,
          modifiers: Modifiers(gdk_event_get_modifier_state(event)),
          time: clock.time(of: event, isFirst: gesture == nil))))
  }

  private func scrollDelta(of event: OpaquePointer) -> Point {
    switch gdk_scroll_event_get_direction(event) {
    case GDK_SCROLL_UP: return Point(0, -1)
    case GDK_SCROLL_DOWN: return Point(0, 1)
    case GDK_SCROLL_LEFT: return Point(-1, 0)
    case GDK_SCROLL_RIGHT: return Point(1, 0)
    default:
      var x = 0.0
      var y = 0.0
      gdk_scroll_event_get_deltas(event, &x, &y)
      return Point(x, y)
    }
  }

  private func gesture(_ event: OpaquePointer) -> Bool {
    let phase: TouchpadGesture.Phase
    switch gdk_touchpad_event_get_gesture_phase(event) {
    case GDK_TOUCHPAD_GESTURE_PHASE_BEGIN: phase = .began
    case GDK_TOUCHPAD_GESTURE_PHASE_UPDATE: phase = .moved
    case GDK_TOUCHPAD_GESTURE_PHASE_END: phase = .ended
    default: phase = .cancelled
    }
    let isPinch = gdk_event_get_event_type(event) == GDK_TOUCHPAD_PINCH
    if phase == .began {
      reset()
      // On X11 the event's own place is in whole pixels.
      guard let location = location ?? widget.location(of: event) else { return false }
      let fingers = Int(gdk_touchpad_event_get_n_fingers(event))
      gesture = TouchpadGesture(
        kind: isPinch ? .pinch(fingers: fingers) : .swipe(fingers: fingers), phase: .began, location: location,
        time: clock.time(of: event, isFirst: true))
    }
    guard var current = gesture else { return false }
    current.phase = phase
    current.time = clock.time(of: event, isFirst: false)
    // The last event has no movement of its own, and a scale of 1.
    if phase == .moved { current.add(event, isPinch: isPinch) }
    gesture = phase == .began || phase == .moved ? current : nil
    return handler(.gesture(current))
  }

  // MARK: Window

  private func followWindow() {
    leaveWindow()
    guard let pointer = gtk_widget_get_root(widget.gtk) else { return }
    let root = Widget(retaining: UnsafeMutableRawPointer(pointer))
    let keys = root.addController(
      UnsafeMutableRawPointer(gtk_event_controller_legacy_new()), phase: GTK_PHASE_CAPTURE)
    keys.connect("event") { [weak self] arguments in
      if let event = arguments.pointer(0) { self?.readKey(OpaquePointer(event)) }
      return nil
    }
    let focusChange =
      isWindow(root)
      ? root.on("notify::is-active") { [weak self] in
        guard let self, !self.isWindowActive else { return }
        _ = self.handler(.modifiers([], time: MainLoop.now))
      } : nil
    window = TrackedWindow(root: root, keys: keys, focusChange: focusChange)
  }

  private func leaveWindow() {
    guard let window else { return }
    window.focusChange?.disconnect()
    // Nil where the window is on its way out itself.
    if let owner = gtk_event_controller_get_widget(window.keys.opaque) {
      gtk_widget_remove_controller(owner, window.keys.opaque)
    }
    self.window = nil
  }

  private var isWindowActive: Bool {
    guard let root = window?.root, isWindow(root) else { return false }
    return gtk_window_is_active(root.cast()) != 0
  }

  private func isWindow(_ object: Object) -> Bool {
    g_type_check_instance_is_a(object.cast(), gtk_window_get_type()) != 0
  }

  private func readKey(_ event: OpaquePointer) {
    let type = gdk_event_get_event_type(event)
    guard type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE else { return }
    let key = Modifiers(keyval: gdk_key_event_get_keyval(event))
    guard !key.isEmpty else { return }
    // On X11 the event's own state is that before the key.
    let before = Modifiers(gdk_event_get_modifier_state(event))
    let after = type == GDK_KEY_PRESS ? before.union(key) : before.subtracting(key)
    _ = handler(.modifiers(after, time: clock.time(of: event, isFirst: gesture == nil)))
  }
}

extension TouchpadGesture {
  /// Adds what the fingers have done since the last event; values that are no numbers are dropped.
  fileprivate mutating func add(_ event: OpaquePointer, isPinch: Bool) {
    var x = 0.0
    var y = 0.0
    gdk_touchpad_event_get_deltas(event, &x, &y)
    let movement = Point(x, y)
    if movement.isFinite {
      offset += movement
      location += movement
    }
    guard isPinch else { return }
    let scale = gdk_touchpad_event_get_pinch_scale(event)
    if scale.isFinite && scale > 0 { self.scale = scale }
    let turn = gdk_touchpad_event_get_pinch_angle_delta(event)
    if turn.isFinite { angle += turn }
  }
}
