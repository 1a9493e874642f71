// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A button of a mouse.
public enum PointerButton: Int, Hashable, Sendable {
  case primary = 1
  case middle = 2
  case secondary = 3
  /// The buttons at a mouse's side.
  case back = 8
  case forward = 9
}

/// A drag with the primary button of a mouse.
public struct PointerDragEvent: Hashable, Sendable {
  public enum Phase: Sendable {
    /// The pointer has moved far enough not to be a click. The location is where the button was pressed.
    case began
    case moved, ended
    /// The button was taken away, for instance because another window came up.
    case cancelled
  }

  public var phase: Phase
  /// In the widget's coordinates; the last one known when cancelled.
  public var location: Point
  /// Seconds, monotonic, on the clock of `MainLoop.now`.
  public var time: Double
}

extension Widget {
  /// Calls `handler` when the widget is clicked with a button of a mouse, not by a finger, once the button is up again.
  ///
  /// - Parameter handler: Is told which click this is of several in quick succession, from 1, and where, in the widget's
  ///   coordinates.
  public func onPointerClick(
    _ button: PointerButton = .primary, _ handler: @escaping (_ count: Int, _ location: Point) -> Void
  ) {
    let gesture = addController(UnsafeMutableRawPointer(gtk_gesture_click_new()))
    gtk_gesture_single_set_button(gesture.opaque, guint(button.rawValue))
    // The widget keeps the gesture, but nobody keeps the object around it: its handlers use the gesture itself.
    gesture.connect("pressed") { [gesture = gesture.opaque] _ in
      denyFingers(gesture)
      return nil
    }
    gesture.connect("released") { [gesture = gesture.opaque] arguments in
      guard gtk_gesture_single_get_current_sequence(gesture) == nil else { return nil }
      // What is around the widget is not clicked as well.
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      handler(arguments.int(0), Point(arguments.double(1), arguments.double(2)))
      return nil
    }
  }

  /// Calls `handler` for a drag on the widget with the primary button of a mouse, not with a finger.
  public func onPointerDrag(_ handler: @escaping (PointerDragEvent) -> Void) {
    let gesture = addController(UnsafeMutableRawPointer(gtk_gesture_drag_new()))
    var clock = EventClock()
    var start = Point.zero
    var location = Point.zero
    var isDragging = false

    func report(_ phase: PointerDragEvent.Phase, of gesture: OpaquePointer) {
      let event = gtk_event_controller_get_current_event(gesture)
      let time = event.map { clock.time(of: $0, isFirst: phase == .began) } ?? MainLoop.now
      handler(PointerDragEvent(phase: phase, location: phase == .began ? start : location, time: time))
    }
    gesture.connect("drag-begin") { [gesture = gesture.opaque] arguments in
      denyFingers(gesture)
      start = Point(arguments.double(0), arguments.double(1))
      location = start
      return nil
    }
    gesture.connect("drag-update") { [weak self, gesture = gesture.opaque] arguments in
      guard let self, gtk_gesture_single_get_current_sequence(gesture) == nil else { return nil }
      let offset = Point(arguments.double(0), arguments.double(1))
      location = start + offset
      if !isDragging {
        guard gtk_drag_check_threshold(self.gtk, 0, 0, gint(offset.x), gint(offset.y)) != 0 else { return nil }
        isDragging = true
        // From here on it is no click.
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        report(.began, of: gesture)
      }
      report(.moved, of: gesture)
      return nil
    }
    // GTK sends `cancel` and then `drag-end` for a button that was taken away.
    gesture.on("cancel") { [gesture = gesture.opaque] in
      guard isDragging else { return }
      isDragging = false
      report(.cancelled, of: gesture)
    }
    gesture.connect("drag-end") { [gesture = gesture.opaque] arguments in
      guard isDragging else { return nil }
      isDragging = false
      location = start + Point(arguments.double(0), arguments.double(1))
      report(.ended, of: gesture)
      return nil
    }
  }
}

/// Leaves a gesture's event to others if it is a finger's: only those have a sequence.
private func denyFingers(_ gesture: OpaquePointer) {
  guard gtk_gesture_single_get_current_sequence(gesture) != nil else { return }
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED)
}
