// SPDX-License-Identifier: MIT
import CAdwaita

/// Where the keyboard moves the focus.
public enum FocusDirection: Sendable {
  case forward, backward, up, down, left, right

  init?(_ direction: GtkDirectionType) {
    switch direction {
    case GTK_DIR_TAB_FORWARD: self = .forward
    case GTK_DIR_TAB_BACKWARD: self = .backward
    case GTK_DIR_UP: self = .up
    case GTK_DIR_DOWN: self = .down
    case GTK_DIR_LEFT: self = .left
    case GTK_DIR_RIGHT: self = .right
    default: return nil
    }
  }
}

/// A custom widget that shows a part of something taller. Inside a `ScrollWidget` it is told where to, and places what is
/// seen there by itself, so that there need be nothing else.
open class ScrollableWidget: CustomWidget {
  private var horizontal: Object?
  private var vertical: Object?
  private var valueChange: SignalConnection?
  fileprivate var policies: [ScrollableProperty: gint] = [:]

  public init(scrollableCssName cssName: String) {
    super.init(type: scrollableWidgetType, cssName: cssName)
    drawsOutsideItsBounds = false
  }

  isolated deinit { valueChange?.disconnect() }

  /// By how much it is scrolled, in logical pixels.
  public final var scrollOffset: Double {
    get { vertical.map { gtk_adjustment_get_value($0.cast()) } ?? 0 }
    set { if let vertical { gtk_adjustment_set_value(vertical.cast(), newValue) } }
  }

  /// Tells how much there is to scroll through, in logical pixels.
  ///
  /// - Parameters:
  ///   - height: of all
  ///   - page: of what is seen at a time
  ///   - offset: by how much it is scrolled from now on
  public final func setScrollRange(height: Double, page: Double, offset: Double) {
    guard let vertical else { return }
    // A tenth of what was seen stays in sight when one goes on by a page, as in GTK's own widgets.
    gtk_adjustment_configure(vertical.cast(), offset, 0, max(height, page), page * 0.1, page * 0.9, page)
  }

  /// It has been scrolled, by whomever.
  open func scrollOffsetChanged() {}

  /// Moves the focus inside, or into it; false lets it go elsewhere.
  open func moveFocus(_ direction: FocusDirection) -> Bool { moveFocusAsUsual(direction) }

  /// Moves the focus as every widget does that has children.
  public final func moveFocusAsUsual(_ direction: FocusDirection) -> Bool {
    customWidgetParentClass.pointee.focus(gtk, direction.gtk) != 0
  }

  fileprivate func adjustment(_ property: ScrollableProperty) -> Object? {
    property == .horizontalAdjustment ? horizontal : vertical
  }

  fileprivate func setAdjustment(_ property: ScrollableProperty, to adjustment: Object?) {
    guard property == .verticalAdjustment else {
      horizontal = adjustment
      return
    }
    valueChange?.disconnect()
    vertical = adjustment
    valueChange = adjustment?.on("value-changed") { [weak self] in self?.scrollOffsetChanged() }
    queueAllocate()
  }
}

extension FocusDirection {
  fileprivate var gtk: GtkDirectionType {
    switch self {
    case .forward: GTK_DIR_TAB_FORWARD
    case .backward: GTK_DIR_TAB_BACKWARD
    case .up: GTK_DIR_UP
    case .down: GTK_DIR_DOWN
    case .left: GTK_DIR_LEFT
    case .right: GTK_DIR_RIGHT
    }
  }
}

extension Widget {
  /// Gives the focus to what of it, or inside it, comes first; false if there is nothing that could have it.
  public func grabFocusInside() -> Bool { gtk_widget_child_focus(gtk, GTK_DIR_TAB_FORWARD) != 0 }

  /// The nearest custom widget of a kind that it is inside of.
  public func ancestor<Found: CustomWidget>(_ type: Found.Type) -> Found? {
    var candidate = gtk_widget_get_parent(gtk)
    while let current = candidate {
      if let widget: Found = SwiftSide.find(current) { return widget }
      candidate = gtk_widget_get_parent(current)
    }
    return nil
  }
}

/// Those that GtkScrollable asks for, in the order of their numbers.
private enum ScrollableProperty: guint, CaseIterable {
  case horizontalAdjustment = 1
  case verticalAdjustment, horizontalPolicy, verticalPolicy

  var name: String {
    switch self {
    case .horizontalAdjustment: "hadjustment"
    case .verticalAdjustment: "vadjustment"
    case .horizontalPolicy: "hscroll-policy"
    case .verticalPolicy: "vscroll-policy"
    }
  }

  var isAdjustment: Bool { self == .horizontalAdjustment || self == .verticalAdjustment }
}

private let scrollableWidgetType: GType = {
  let type = registerType("AloftScrollableWidget", parent: customWidgetType) { pointer, _ in
    guard let pointer else { return }
    let objectClass = pointer.assumingMemoryBound(to: GObjectClass.self)
    objectClass.pointee.set_property = { object, id, value, _ in
      MainActor.assertIsolated()
      // It has not been joined with its Swift side when GTK sets properties while it makes it.
      guard let widget = scrollable(object), let property = ScrollableProperty(rawValue: id), let value else { return }
      if property.isAdjustment {
        widget.setAdjustment(property, to: g_value_get_object(value).map { Object(retaining: $0) })
      } else {
        widget.policies[property] = g_value_get_enum(value)
      }
    }
    objectClass.pointee.get_property = { object, id, value, _ in
      MainActor.assertIsolated()
      guard let widget = scrollable(object), let property = ScrollableProperty(rawValue: id), let value else { return }
      if property.isAdjustment {
        g_value_set_object(value, widget.adjustment(property)?.pointer)
      } else {
        g_value_set_enum(value, widget.policies[property] ?? 0)
      }
    }
    for property in ScrollableProperty.allCases {
      g_object_class_override_property(objectClass, property.rawValue, property.name)
    }
    let widgetClass = pointer.assumingMemoryBound(to: GtkWidgetClass.self)
    widgetClass.pointee.focus = { widget, direction in
      MainActor.assertIsolated()
      guard let found = swiftWidget(widget) as? ScrollableWidget, let direction = FocusDirection(direction) else {
        return 0
      }
      return found.moveFocus(direction).gboolean
    }
  }
  var interface = GInterfaceInfo()
  g_type_add_interface_static(type, gtk_scrollable_get_type(), &interface)
  return type
}()

private func scrollable(_ object: UnsafeMutablePointer<GObject>?) -> ScrollableWidget? {
  SwiftSide.find(object.map(UnsafeMutableRawPointer.init))
}
