// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// Keys that change what other input means, while they are down.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let control = Modifiers(rawValue: 1 << 0)
  public static let shift = Modifiers(rawValue: 1 << 1)
  public static let alt = Modifiers(rawValue: 1 << 2)

  private static let masks: [(Modifiers, GdkModifierType)] = [
    (.control, GDK_CONTROL_MASK), (.shift, GDK_SHIFT_MASK), (.alt, GDK_ALT_MASK),
  ]

  init(_ state: GdkModifierType) {
    self.init(Self.masks.filter { state.rawValue & $0.1.rawValue != 0 }.map(\.0))
  }

  /// The modifier that a key is; empty for other keys.
  init(keyval: guint) {
    self =
      switch Int32(bitPattern: keyval) {
      case GDK_KEY_Control_L, GDK_KEY_Control_R: .control
      case GDK_KEY_Shift_L, GDK_KEY_Shift_R: .shift
      case GDK_KEY_Alt_L, GDK_KEY_Alt_R: .alt
      default: []
      }
  }
}

/// Turns the times of events into those of `MainLoop.now`.
///
/// Events carry milliseconds of the display server's clock, which usually is the monotonic one but need not be, and
/// which wraps around after 49 days.
struct EventClock {
  private var offset = 0.0

  /// Seconds.
  ///
  /// - Parameter isFirst: Whether a series of events begins, whose times are to be compared with one another.
  mutating func time(of event: OpaquePointer, isFirst: Bool) -> Double {
    let stamp = Double(gdk_event_get_time(event)) / 1000
    if isFirst {
      let difference = MainLoop.now - stamp
      offset = abs(difference) < 1 ? 0 : difference
    }
    return stamp + offset
  }
}

extension Widget {
  /// Where an event is, in the coordinates of this widget; nil for events without a place and for those on other
  /// surfaces, such as popovers.
  func location(of event: OpaquePointer) -> Point? {
    guard isOnSurface(of: event), let native = gtk_widget_get_native(gtk) else { return nil }
    var x = 0.0
    var y = 0.0
    var surfaceX = 0.0
    var surfaceY = 0.0
    guard gdk_event_get_position(event, &x, &y) != 0 else { return nil }
    gtk_native_get_surface_transform(native, &surfaceX, &surfaceY)
    let top = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_translate_coordinates(top, gtk, x - surfaceX, y - surfaceY, &x, &y) != 0 else { return nil }
    let point = Point(x, y)
    return point.isFinite ? point : nil
  }

  func isOnSurface(of event: OpaquePointer) -> Bool {
    guard let native = gtk_widget_get_native(gtk) else { return false }
    return gtk_native_get_surface(native) == gdk_event_get_surface(event)
  }

  /// Adds a controller that the caller has just made, and keeps it with the widget.
  func addController(_ pointer: UnsafeMutableRawPointer, phase: GtkPropagationPhase = GTK_PHASE_BUBBLE) -> Object {
    let controller = Object(retaining: pointer)
    gtk_event_controller_set_propagation_phase(controller.opaque, phase)
    gtk_widget_add_controller(gtk, controller.opaque)
    return controller
  }
}
