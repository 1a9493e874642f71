// SPDX-License-Identifier: MIT
import CAdwaita

/// A bar with an entry for what is looked for, which slides in below a header.
///
/// What is typed in the window while the bar is in sight of it opens it, and goes into the entry; Escape closes it.
public final class SearchBarWidget: Widget {
  private let entry = Widget(gtk_search_entry_new())
  /// Called when the user has opened or closed it.
  public var onOpenChange: ((Bool) -> Void)?
  /// Called a moment after the last of the letters that are typed.
  public var onTextChange: ((String) -> Void)?

  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_search_bar_new()))
    let clamp = ClampWidget()
    clamp.maximumWidth = Self.greatestWidth
    clamp.expandsHorizontally = true
    clamp.setChild(entry)
    gtk_search_bar_set_child(opaque, clamp.gtk)
    gtk_search_bar_connect_entry(opaque, entry.opaque)
    on("map") { [weak self] in
      guard let self else { return }
      gtk_search_bar_set_key_capture_widget(self.opaque, self.root?.gtk)
    }
    on("notify::search-mode-enabled") { [weak self] in
      guard let self else { return }
      self.onOpenChange?(self.isOpen)
    }
    entry.on("search-changed") { [weak self] in
      guard let self else { return }
      self.onTextChange?(self.text)
    }
  }

  /// Of the entry, in logical pixels.
  private static let greatestWidth = 480.0

  public var isOpen: Bool {
    get { gtk_search_bar_get_search_mode(opaque) != 0 }
    set { if newValue != isOpen { gtk_search_bar_set_search_mode(opaque, newValue.gboolean) } }
  }

  public var text: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  /// What stands in the entry as long as it is empty, and what screen readers call it.
  public func setPlaceholder(_ text: String) {
    entry.setProperty("placeholder-text", to: .string(text))
    entry.setAccessibleLabel(text)
  }
}

/// A button that stays down.
public final class ToggleButtonWidget: Widget {
  /// Called when the user has pressed it, or has had it come up.
  public var onChange: ((Bool) -> Void)?

  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_toggle_button_new()))
    on("toggled") { [weak self] in
      guard let self else { return }
      self.onChange?(self.isOn)
    }
  }

  public func setIcon(_ name: String) { gtk_button_set_icon_name(cast(), name) }

  public var isOn: Bool {
    get { gtk_toggle_button_get_active(cast()) != 0 }
    set { if newValue != isOn { gtk_toggle_button_set_active(cast(), newValue.gboolean) } }
  }
}
