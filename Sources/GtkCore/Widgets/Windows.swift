// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A window of an application.
public final class WindowWidget: Widget {
  /// - Parameter application: runs as long as it has windows; nil for a program that runs GTK's main loop by itself.
  public init(application: Application?) {
    super.init(retaining: UnsafeMutableRawPointer(adw_application_window_new(application?.cast())))
  }

  /// Closes it without asking anybody.
  public func destroy() { gtk_window_destroy(cast()) }

  public func setTitle(_ title: String) { gtk_window_set_title(cast(), title) }

  public func setDefaultSize(_ size: Size) {
    gtk_window_set_default_size(cast(), gint(size.width), gint(size.height))
  }

  public func setContent(_ content: Widget?) {
    adw_application_window_set_content(cast(), content?.gtk)
  }

  /// Shows it, or brings it to the front.
  public func present() { gtk_window_present(cast()) }

  /// Keeps it above another window, which takes no input as long as it is open.
  public func setModal(over parent: WindowWidget) {
    gtk_window_set_transient_for(cast(), parent.cast())
    gtk_window_set_modal(cast(), 1)
  }

  public func close() { gtk_window_close(cast()) }

  /// Whether it fills the screen.
  public var isFullScreen: Bool {
    get { gtk_window_is_fullscreen(cast()) != 0 }
    set { newValue ? gtk_window_fullscreen(cast()) : gtk_window_unfullscreen(cast()) }
  }

  /// Calls `handler` when it goes away.
  public func onDestroy(_ handler: @escaping () -> Void) { on("destroy", handler) }
}

/// The bar at the top of a window.
public final class HeaderBarWidget: Widget {
  private var start: [Widget] = []
  private var end: [Widget] = []

  public init() { super.init(taking: UnsafeMutableRawPointer(adw_header_bar_new())) }

  public func setTitle(_ title: Widget?) { adw_header_bar_set_title_widget(opaque, title?.gtk) }

  public func setStart(_ widgets: [Widget]) {
    guard !start.elementsEqual(widgets, by: ===) else { return }
    for widget in start { adw_header_bar_remove(opaque, widget.gtk) }
    for widget in widgets { adw_header_bar_pack_start(opaque, widget.gtk) }
    start = widgets
  }

  public func setEnd(_ widgets: [Widget]) {
    guard !end.elementsEqual(widgets, by: ===) else { return }
    for widget in end { adw_header_bar_remove(opaque, widget.gtk) }
    // GTK packs from the edge inwards; the order of the array is that of reading.
    for widget in widgets.reversed() { adw_header_bar_pack_end(opaque, widget.gtk) }
    end = widgets
  }
}

/// A window's title and subtitle within a header bar.
public final class TitleWidget: Widget {
  public init() { super.init(taking: UnsafeMutableRawPointer(adw_window_title_new("", ""))) }

  public func setTitle(_ title: String) { adw_window_title_set_title(opaque, title) }
  public func setSubtitle(_ subtitle: String) { adw_window_title_set_subtitle(opaque, subtitle) }
}

/// Pages of which one is shown at a time.
public final class ViewStackWidget: Widget {
  private var pages: [String: Widget] = [:]
  /// Called when another page is shown, with its name.
  public var onPageChange: ((String) -> Void)?

  public init() {
    super.init(taking: UnsafeMutableRawPointer(adw_view_stack_new()))
    on("notify::visible-child-name") { [weak self] in
      guard let self, let name = self.visiblePage else { return }
      self.onPageChange?(name)
    }
  }

  /// Shows `content` as that page; pages keep the order in which they were first given.
  public func setPage(_ name: String, title: String, icon: String, content: Widget?) {
    guard pages[name] !== content else { return }
    if let previous = pages.removeValue(forKey: name) { adw_view_stack_remove(opaque, previous.gtk) }
    guard let content else { return }
    pages[name] = content
    adw_view_stack_add_titled_with_icon(opaque, content.gtk, name, title, icon)
  }

  public var visiblePage: String? {
    get { adw_view_stack_get_visible_child_name(opaque).map { String(cString: $0) } }
    set {
      if let newValue, pages[newValue] != nil { adw_view_stack_set_visible_child_name(opaque, newValue) }
    }
  }
}

/// Buttons for the pages of a view stack, in a header bar.
public final class ViewSwitcherWidget: Widget {
  public init(stack: ViewStackWidget) {
    super.init(taking: UnsafeMutableRawPointer(adw_view_switcher_new()))
    adw_view_switcher_set_policy(opaque, ADW_VIEW_SWITCHER_POLICY_WIDE)
    adw_view_switcher_set_stack(opaque, stack.opaque)
  }
}

/// Buttons for the pages of a view stack, at the bottom of a narrow window.
public final class ViewSwitcherBarWidget: Widget {
  public init(stack: ViewStackWidget) {
    super.init(taking: UnsafeMutableRawPointer(adw_view_switcher_bar_new()))
    adw_view_switcher_bar_set_stack(opaque, stack.opaque)
  }

  public var isRevealed: Bool {
    get { adw_view_switcher_bar_get_reveal(opaque) != 0 }
    set { adw_view_switcher_bar_set_reveal(opaque, newValue.gboolean) }
  }
}
