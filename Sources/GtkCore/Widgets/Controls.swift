// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// Text that is read, not edited.
public final class LabelWidget: Widget {
  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_label_new(nil)))
    gtk_label_set_xalign(opaque, 0)
  }

  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }

  /// Whether long text continues on another line; otherwise it is cut at the end with an ellipsis.
  public var wraps = false {
    didSet {
      gtk_label_set_wrap(opaque, wraps.gboolean)
      gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_ellipsize(opaque, wraps ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
    }
  }

  /// Whether its lines are centred; otherwise they start at the edge where reading does.
  public var isCentered = false {
    didSet {
      gtk_label_set_xalign(opaque, isCentered ? 0.5 : 0)
      gtk_label_set_justify(opaque, isCentered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
    }
  }
}

public final class ButtonWidget: Widget {
  /// Called when it is clicked, tapped or activated by key.
  public var onClicked: (() -> Void)?

  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_button_new()))
    on("clicked") { [weak self] in self?.onClicked?() }
  }

  public func setLabel(_ label: String) { gtk_button_set_label(cast(), label) }
  public func setIcon(_ name: String) { gtk_button_set_icon_name(cast(), name) }
  public func setChild(_ child: Widget?) { gtk_button_set_child(cast(), child?.gtk) }
}

/// One line of a menu.
public struct MenuItem {
  public var title: String
  public var action: () -> Void

  public init(_ title: String, action: @escaping () -> Void) {
    self.title = title
    self.action = action
  }
}

/// A button that opens a menu.
public final class MenuButtonWidget: Widget {
  public init() { super.init(taking: UnsafeMutableRawPointer(gtk_menu_button_new())) }

  public func setIcon(_ name: String) { gtk_menu_button_set_icon_name(opaque, name) }
  public func setLabel(_ label: String) { gtk_menu_button_set_label(opaque, label) }

  public override func setAccessibleLabel(_ text: String) {
    // What has the focus is a button inside.
    guard let button = gtk_widget_get_first_child(gtk) else { return }
    Widget(retaining: UnsafeMutableRawPointer(button)).setAccessibleLabel(text)
  }

  /// Whether F10 opens it.
  public func setPrimary(_ isPrimary: Bool) { gtk_menu_button_set_primary(opaque, isPrimary.gboolean) }

  public func setItems(_ items: [MenuItem]) {
    let menu = makeMenu(of: items)
    gtk_menu_button_set_menu_model(opaque, menu.pointer.assumingMemoryBound(to: GMenuModel.self))
  }
}

/// A menu that opens at a place of a widget.
public enum PopoverMenu {
  /// Opens a menu over `widget`, at a point in its coordinates; it goes when it is closed.
  public static func show(_ items: [MenuItem], over widget: Widget, at point: Point) {
    let menu = widget.makeMenu(of: items)
    let popover = Widget(gtk_popover_menu_new_from_model(menu.pointer.assumingMemoryBound(to: GMenuModel.self)))
    gtk_widget_set_parent(popover.gtk, widget.gtk)
    var place = GdkRectangle(x: gint(point.x), y: gint(point.y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.cast(), &place)
    popover.on("closed") {
      // Its item is activated after it has closed.
      MainLoop.whenIdle { popover.unparent() }
    }
    gtk_popover_popup(popover.cast())
  }
}

extension Widget {
  private static let menuGroup = "menu"

  /// A menu whose items are actions of this widget.
  fileprivate func makeMenu(of items: [MenuItem]) -> Object {
    let menu = Object(taking: UnsafeMutableRawPointer(g_menu_new()))
    let group = Object(taking: UnsafeMutableRawPointer(g_simple_action_group_new()))
    for (index, item) in items.enumerated() {
      let name = "item\(index)"
      let action = Object(taking: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
      action.on("activate", item.action)
      g_action_map_add_action(group.opaque, action.opaque)
      g_menu_append(menu.opaque, item.title, "\(Self.menuGroup).\(name)")
    }
    gtk_widget_insert_action_group(gtk, Self.menuGroup, group.opaque)
    return menu
  }
}

public final class SpinnerWidget: Widget {
  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_spinner_new()))
    // GTK's own goes on turning, and has frames drawn for it, on a page that is not shown.
    on("map") { [weak self] in if let self { gtk_spinner_start(self.opaque) } }
    on("unmap") { [weak self] in if let self { gtk_spinner_stop(self.opaque) } }
  }
}

/// A thin line that tells how much of something is done.
public final class ProgressBarWidget: Widget {
  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_progress_bar_new()))
    addStyleClass("osd")
  }

  /// 0 to 1.
  public func setFraction(_ fraction: Double) { gtk_progress_bar_set_fraction(opaque, fraction) }
}

/// A named icon of the theme.
public final class IconWidget: Widget {
  public init() { super.init(taking: UnsafeMutableRawPointer(gtk_image_new())) }

  public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }

  /// Its edge in logical pixels.
  public func setSize(_ size: Double) { gtk_image_set_pixel_size(opaque, gint(size)) }
}

/// A page that says why there is nothing else on it.
public final class StatusPageWidget: Widget {
  public init() { super.init(taking: UnsafeMutableRawPointer(adw_status_page_new())) }

  public func setTitle(_ title: String) { adw_status_page_set_title(opaque, title) }
  public func setDescription(_ text: String?) { adw_status_page_set_description(opaque, text) }
  public func setIcon(_ name: String?) { adw_status_page_set_icon_name(opaque, name) }
  public func setChild(_ child: Widget?) { adw_status_page_set_child(opaque, child?.gtk) }
}
