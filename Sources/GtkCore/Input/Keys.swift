// SPDX-License-Identifier: MIT
import CAdwaita

/// A key that was pressed, or that repeats while it is down.
public struct KeyPress: Hashable, Sendable {
  /// GDK's name of what the key means on the user's keyboard and with the modifiers: `Left`, `Page_Down`, `Escape`, `a`,
  /// `A`, `plus`, `KP_Add`.
  public var name: String
  public var modifiers: Modifiers
}

/// Whether a handler is asked before the widgets inside, or after those that have not handled the event.
public enum EventPhase: Sendable {
  case capture, bubble

  var gtk: GtkPropagationPhase { self == .capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE }
}

extension Widget {
  /// Calls `handler` when a key is pressed while the focus is on the widget or inside it.
  ///
  /// - Parameter handler: Returns true if the key means something to it; nobody else is asked then.
  public func onKeyPress(phase: EventPhase = .bubble, _ handler: @escaping (KeyPress) -> Bool) {
    addController(UnsafeMutableRawPointer(gtk_event_controller_key_new()), phase: phase.gtk)
      .connect("key-pressed") { arguments in
        guard let name = gdk_keyval_name(guint(arguments.uint(0))) else { return .bool(false) }
        let press = KeyPress(name: String(cString: name), modifiers: Modifiers(arguments.modifiers(2)))
        return .bool(handler(press))
      }
  }
}

extension SignalArguments {
  fileprivate func modifiers(_ index: Int) -> GdkModifierType {
    GdkModifierType(rawValue: g_value_get_flags(values + 1 + index))
  }
}
