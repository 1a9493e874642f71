// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A drag with one finger or the primary button, which holds its own inside a scrolled window.
public struct DragEvent: Sendable {
  public enum Phase: Sendable {
    case began, moved, ended
    /// The finger was taken away, for instance by a pinch: undo what the drag did.
    case cancelled
  }
  public var phase: Phase
  /// In the widget's coordinates.
  public var location: Point
}

extension Widget {
  /// Calls `handler` when the widget is clicked or tapped.
  public func onClick(_ handler: @escaping () -> Void) {
    addController(UnsafeMutableRawPointer(gtk_gesture_click_new())).on("released", handler)
  }

  /// Calls `handler` when a finger or the primary button stays down on the widget.
  public func onLongPress(_ handler: @escaping (Point) -> Void) {
    addController(UnsafeMutableRawPointer(gtk_gesture_long_press_new())).connect("pressed") { arguments in
      handler(Point(arguments.double(0), arguments.double(1)))
      return nil
    }
  }

  /// Calls `handler` for a drag on the widget; scrolled windows around it do not scroll meanwhile.
  public func onDrag(_ handler: @escaping (DragEvent) -> Void) {
    let gesture = addController(UnsafeMutableRawPointer(gtk_gesture_drag_new()))
    var start = Point.zero
    var isDragging = false
    // The widget keeps the gesture, but nobody keeps the object around it: its handlers use the gesture itself.
    gesture.connect("drag-begin") { [weak self, gesture = gesture.opaque] arguments in
      guard let self else { return nil }
      let sequence = gtk_gesture_single_get_current_sequence(gesture)
      self.denyScrolling(sequence)
      gtk_gesture_set_sequence_state(gesture, sequence, GTK_EVENT_SEQUENCE_CLAIMED)
      start = Point(arguments.double(0), arguments.double(1))
      isDragging = true
      handler(DragEvent(phase: .began, location: start))
      return nil
    }
    gesture.connect("drag-update") { arguments in
      guard isDragging else { return nil }
      handler(DragEvent(phase: .moved, location: start + Point(arguments.double(0), arguments.double(1))))
      return nil
    }
    // GTK sends `cancel` and then `drag-end` for a finger that was taken away, and `cancel` alone where that happened
    // before the drag began.
    gesture.on("cancel") {
      guard isDragging else { return }
      isDragging = false
      handler(DragEvent(phase: .cancelled, location: start))
    }
    gesture.connect("drag-end") { arguments in
      guard isDragging else { return nil }
      isDragging = false
      handler(DragEvent(phase: .ended, location: start + Point(arguments.double(0), arguments.double(1))))
      return nil
    }
  }

  /// A scrolled window takes a finger from its descendants after 8 pixels, even if they claimed it, unless its own
  /// gestures are told beforehand that they will not get it.
  private func denyScrolling(_ sequence: OpaquePointer?) {
    var parent = gtk_widget_get_parent(gtk)
    while let current = parent {
      let instance = UnsafeMutableRawPointer(current).assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_scrolled_window_get_type()) != 0 {
        let controllers = gtk_widget_observe_controllers(current)
        for index in 0..<g_list_model_get_n_items(controllers) {
          guard let item = g_list_model_get_item(controllers, index) else { continue }
          if g_type_check_instance_is_a(item.assumingMemoryBound(to: GTypeInstance.self), gtk_gesture_get_type()) != 0 {
            gtk_gesture_set_sequence_state(OpaquePointer(item), sequence, GTK_EVENT_SEQUENCE_DENIED)
          }
          g_object_unref(item)
        }
        g_object_unref(UnsafeMutableRawPointer(controllers))
      }
      parent = gtk_widget_get_parent(current)
    }
  }
}
