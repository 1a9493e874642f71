// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

public enum Orientation: Sendable {
  case horizontal
  case vertical

  var gtk: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

/// Where a widget goes in more room than it needs.
public enum Alignment: Sendable {
  case fill, start, center, end

  var gtk: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .end: GTK_ALIGN_END
    }
  }
}

/// Space around a widget, in logical pixels; start and end follow the reading direction.
public struct Insets: Hashable, Sendable {
  public var top, start, bottom, end: Double

  public init(top: Double = 0, start: Double = 0, bottom: Double = 0, end: Double = 0) {
    (self.top, self.start, self.bottom, self.end) = (top, start, bottom, end)
  }
}

/// What a widget is to those who do not see it.
public enum AccessibleRole: Sendable {
  case image
  case grid
  case gridCell

  var gtk: Int {
    switch self {
    case .image: Int(GTK_ACCESSIBLE_ROLE_IMG.rawValue)
    case .grid: Int(GTK_ACCESSIBLE_ROLE_GRID.rawValue)
    case .gridCell: Int(GTK_ACCESSIBLE_ROLE_GRID_CELL.rawValue)
    }
  }
}

/// A GTK widget.
open class Widget: Object {
  /// Takes a widget that was made by C; for a program's own GTK code.
  public convenience init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    self.init(taking: UnsafeMutableRawPointer(widget))
  }

  var gtk: UnsafeMutablePointer<GtkWidget> { cast() }

  // MARK: Appearance and layout

  public var isVisible: Bool {
    get { gtk_widget_get_visible(gtk) != 0 }
    set { gtk_widget_set_visible(gtk, newValue.gboolean) }
  }

  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(gtk) != 0 }
    set { gtk_widget_set_sensitive(gtk, newValue.gboolean) }
  }

  public var opacity: Double {
    get { gtk_widget_get_opacity(gtk) }
    set { gtk_widget_set_opacity(gtk, newValue) }
  }

  /// Whether its parent shows it: unlike with `isVisible`, it keeps its place, but is not on screen.
  public var isShownByParent: Bool {
    get { gtk_widget_get_child_visible(gtk) != 0 }
    set { if newValue != isShownByParent { gtk_widget_set_child_visible(gtk, newValue.gboolean) } }
  }

  /// False lets input through to what is behind it.
  public var isTarget: Bool {
    get { gtk_widget_get_can_target(gtk) != 0 }
    set { gtk_widget_set_can_target(gtk, newValue.gboolean) }
  }

  /// Whether it, or anything inside, can have the keyboard's focus.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(gtk) != 0 }
    set { gtk_widget_set_can_focus(gtk, newValue.gboolean) }
  }

  public var isFocusable: Bool {
    get { gtk_widget_get_focusable(gtk) != 0 }
    set { gtk_widget_set_focusable(gtk, newValue.gboolean) }
  }

  public var expandsHorizontally: Bool {
    get { gtk_widget_get_hexpand(gtk) != 0 }
    set { gtk_widget_set_hexpand(gtk, newValue.gboolean) }
  }

  public var expandsVertically: Bool {
    get { gtk_widget_get_vexpand(gtk) != 0 }
    set { gtk_widget_set_vexpand(gtk, newValue.gboolean) }
  }

  public func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) {
    if let horizontally { gtk_widget_set_halign(gtk, horizontally.gtk) }
    if let vertically { gtk_widget_set_valign(gtk, vertically.gtk) }
  }

  public func setMargins(_ insets: Insets) {
    gtk_widget_set_margin_top(gtk, gint(insets.top))
    gtk_widget_set_margin_start(gtk, gint(insets.start))
    gtk_widget_set_margin_bottom(gtk, gint(insets.bottom))
    gtk_widget_set_margin_end(gtk, gint(insets.end))
  }

  /// The least size in logical pixels; nil leaves it to the content.
  public func requestSize(width: Double?, height: Double?) {
    gtk_widget_set_size_request(gtk, width.map { gint($0) } ?? -1, height.map { gint($0) } ?? -1)
  }

  public func addStyleClass(_ name: String) { gtk_widget_add_css_class(gtk, name) }
  public func removeStyleClass(_ name: String) { gtk_widget_remove_css_class(gtk, name) }

  /// Adds a style class, or removes it.
  func setStyleClass(_ name: String, _ isSet: Bool) {
    if isSet { addStyleClass(name) } else { removeStyleClass(name) }
  }

  /// What is shown on hover; nil removes it.
  public var tooltip: String? {
    get { gtk_widget_get_tooltip_text(gtk).map { String(cString: $0) } }
    set { gtk_widget_set_tooltip_text(gtk, newValue) }
  }

  /// What a screen reader says.
  public func setAccessibleLabel(_ text: String) {
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    Value.string(text).withGValue {
      var value = $0.pointee
      gtk_accessible_update_property_value(opaque, 1, &property, &value)
    }
  }

  /// What a screen reader takes it for. To be told before it is shown.
  public func setAccessibleRole(_ role: AccessibleRole) { setProperty("accessible-role", to: .int(role.gtk)) }

  public func queueDraw() { gtk_widget_queue_draw(gtk) }
  public func queueResize() { gtk_widget_queue_resize(gtk) }
  public func queueAllocate() { gtk_widget_queue_allocate(gtk) }

  /// How many device pixels a logical pixel is wide.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(gtk)) }

  // MARK: Tree

  public var isMapped: Bool { gtk_widget_get_mapped(gtk) != 0 }
  public var isRealized: Bool { gtk_widget_get_realized(gtk) != 0 }
  public var hasParent: Bool { gtk_widget_get_parent(gtk) != nil }

  public func isDescendant(of ancestor: Widget) -> Bool { gtk_widget_is_ancestor(gtk, ancestor.gtk) != 0 }

  /// Takes it out of its parent, if it was put there by `CustomWidget.adopt`.
  public func unparent() {
    if hasParent { gtk_widget_unparent(gtk) }
  }

  public func measurement(_ orientation: Orientation, for size: Int = -1) -> Measurement {
    var measurement = Measurement(minimum: 0, natural: 0)
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(gtk, orientation.gtk, gint(size), &minimum, &natural, nil, nil)
    measurement.minimum = Int(minimum)
    measurement.natural = Int(natural)
    return measurement
  }

  /// Gives it its place within its parent; whole logical pixels.
  public func allocate(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    guard x != 0 || y != 0 else { return gtk_widget_allocate(gtk, gint(width), gint(height), -1, nil) }
    var offset = graphene_point_t(x: Float(x), y: Float(y))
    gtk_widget_allocate(gtk, gint(width), gint(height), -1, gsk_transform_translate(nil, &offset))
  }

  /// Gives it its place within its parent, whatever it asks for; GTK wants it to have been asked.
  func place(x: Int, y: Int = 0, width: Int, height: Int) {
    _ = measurement(.horizontal)
    allocate(x: x, y: y, width: width, height: height)
  }

  public var size: Size { Size(Double(gtk_widget_get_width(gtk)), Double(gtk_widget_get_height(gtk))) }

  /// Where it is now, in the coordinates of `other`; nil if the two have no common ancestor.
  public func bounds(in other: Widget) -> Rect? {
    var rect = graphene_rect_t()
    guard gtk_widget_compute_bounds(gtk, other.gtk, &rect) != 0 else { return nil }
    return Rect(rect)
  }

  /// The part of it that its ancestors up to `ancestor` leave visible, in the coordinates of `ancestor`;
  /// nil if it is unmapped or not within `ancestor`.
  public func visibleBounds(in ancestor: Widget) -> Rect? {
    guard isMapped, var visible = bounds(in: ancestor) else { return nil }
    var parent = gtk_widget_get_parent(gtk)
    while let current = parent, current != ancestor.gtk {
      if gtk_widget_get_overflow(current) == GTK_OVERFLOW_HIDDEN {
        var rect = graphene_rect_t()
        guard gtk_widget_compute_bounds(current, ancestor.gtk, &rect) != 0 else { return nil }
        visible = visible.intersection(Rect(rect))
      }
      parent = gtk_widget_get_parent(current)
    }
    return parent == nil ? nil : visible.intersection(Rect(.zero, ancestor.size))
  }

  /// The custom widgets of a kind at a point of this widget, in its coordinates, innermost first: what a press there
  /// would hit, and what that is inside of, up to this widget.
  public func pick<Found: CustomWidget>(_ type: Found.Type, at point: Point) -> [Found] {
    var found: [Found] = []
    var candidate = gtk_widget_pick(gtk, point.x, point.y, GTK_PICK_DEFAULT)
    while let current = candidate, current != gtk {
      if let widget: Found = SwiftSide.find(current) { found.append(widget) }
      candidate = gtk_widget_get_parent(current)
    }
    return found
  }

  /// The window or popover that it is in.
  public var root: Widget? {
    gtk_widget_get_root(gtk).map { Widget(retaining: UnsafeMutableRawPointer($0)) }
  }

  /// Whether the keyboard's focus is on it or on something inside.
  public var hasFocusInside: Bool {
    gtk_widget_get_state_flags(gtk).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  /// Whether the pointer is over it or over something inside.
  public var hasPointerInside: Bool { gtk_widget_get_state_flags(gtk).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0 }

  public func grabFocus() { gtk_widget_grab_focus(gtk) }

  /// Runs the named action, as its menu item or shortcut would.
  public func activateAction(_ name: String) { gtk_widget_activate_action_variant(gtk, name, nil) }

  /// Whether the user wants movement on screen; libadwaita's own check, which follows the desktop's setting.
  public var animationsEnabled: Bool { adw_get_enable_animations(gtk) != 0 }

  public var isRightToLeft: Bool { gtk_widget_get_direction(gtk) == GTK_TEXT_DIR_RTL }
}

/// What a widget asks for along one axis, in logical pixels.
public struct Measurement: Hashable, Sendable {
  public var minimum: Int
  public var natural: Int

  public init(minimum: Int, natural: Int) {
    self.minimum = minimum
    self.natural = natural
  }
}
