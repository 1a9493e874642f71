// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// What one finger on a touch screen did.
public struct Touch: Sendable {
  public enum Phase: Sendable { case began, moved, ended, cancelled }

  /// Identifies the finger from `began` to `ended` or `cancelled`; may be used again afterwards.
  public var finger: Int
  public var phase: Phase
  /// In the coordinates of the widget that is tracked; meaningless when cancelled.
  public var location: Point
  /// Seconds, monotonic, on the clock of `MainLoop.now`.
  public var time: Double
}

/// Follows every finger on a widget and its descendants before they see it, and can take fingers away from them.
///
/// GTK has a gesture claim its fingers; a claim by an ancestor in the capture phase cancels the finger in everything
/// below, scrolled windows included, even when they had claimed it. No gesture of GTK's can recognise several pairs of
/// fingers, so one that never recognises owns the sequences, and the events are read by a plain controller.
@MainActor
public final class TouchTracker {
  /// Handles one touch; true keeps it from the widgets below.
  public typealias Handler = (Touch) -> Bool

  /// More points than any screen has fingers, so that the gesture waits for ever.
  private static let neverRecognised = 1000

  private unowned let widget: Widget
  private let handler: Handler
  private let claimer: Object
  private var sequences: [Int: OpaquePointer] = [:]
  private var clock = EventClock()
  private var deviceRemoval: SignalConnection?
  private var seat: Object?

  /// Whether a finger is down.
  public var hasFingers: Bool { !sequences.isEmpty }

  /// - Parameter widget: outlives the tracker.
  public init(on widget: Widget, handler: @escaping Handler) {
    self.widget = widget
    self.handler = handler
    let reader = Object(retaining: UnsafeMutableRawPointer(gtk_event_controller_legacy_new()))
    claimer = Object(
      taking: makeObject(
        gtk_gesture_drag_get_type(), [("n-points", .uint(Self.neverRecognised)), ("touch-only", .bool(true))]))
    // GTK runs the controller that was added last first. The claimer has to see each event before the reader stops it,
    // so the reader is added before it.
    for controller in [reader, claimer] {
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
      g_object_ref(controller.pointer)  // gtk_widget_add_controller takes it over
      gtk_widget_add_controller(widget.gtk, controller.opaque)
    }
    reader.connect("event") { [weak self] arguments in
      guard let self, let event = arguments.pointer(0) else { return nil }
      return .bool(self.handle(OpaquePointer(event)))
    }
    claimer.connect("cancel") { [weak self] arguments in
      if let sequence = arguments.pointer(0) { self?.cancel(Int(bitPattern: sequence)) }
      return nil
    }
    // X11 sends no event for the fingers on a device that goes away.
    if let pointer = gdk_display_get_default_seat(gtk_widget_get_display(widget.gtk)) {
      seat = Object(retaining: UnsafeMutableRawPointer(pointer))
      deviceRemoval = seat?.connect("device-removed") { [weak self] _ in
        self?.reset()
        return nil
      }
    }
  }

  isolated deinit {
    deviceRemoval?.disconnect()
  }

  /// Takes a finger away from everything below the widget.
  public func claim(_ finger: Int) {
    guard let sequence = sequences[finger] else { return }
    gtk_gesture_set_sequence_state(claimer.opaque, sequence, GTK_EVENT_SEQUENCE_CLAIMED)
  }

  /// Forgets all fingers and reports them as cancelled. GTK itself reports nothing when a widget is hidden under them.
  public func reset() {
    gtk_event_controller_reset(claimer.opaque)
    for finger in Array(sequences.keys) { cancel(finger) }
  }

  private func cancel(_ finger: Int) {
    guard sequences.removeValue(forKey: finger) != nil else { return }
    _ = handler(Touch(finger: finger, phase: .cancelled, location: .zero, time: MainLoop.now))
  }

  private func handle(_ event: OpaquePointer) -> Bool {
    let phase: Touch.Phase
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN: phase = .began
    case GDK_TOUCH_UPDATE: phase = .moved
    case GDK_TOUCH_END: phase = .ended
    case GDK_TOUCH_CANCEL: phase = .cancelled
    default: return false
    }
    guard let sequence = gdk_event_get_event_sequence(event) else { return false }
    let finger = Int(bitPattern: UnsafeRawPointer(sequence))
    if phase == .cancelled {
      cancel(finger)
      return false
    }
    guard let location = widget.location(of: event) else { return false }
    let time = clock.time(of: event, isFirst: phase == .began && sequences.isEmpty)
    switch phase {
    case .began: sequences[finger] = sequence
    case .moved where sequences[finger] == nil: return false
    case .ended:
      guard sequences.removeValue(forKey: finger) != nil else { return false }
    default: break
    }
    return handler(Touch(finger: finger, phase: phase, location: location, time: time))
  }
}
