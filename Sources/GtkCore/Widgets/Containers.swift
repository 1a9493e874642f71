// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A row or a column of widgets.
public final class BoxWidget: Widget {
  private var placed: [Widget] = []

  public init(_ orientation: Orientation, spacing: Double = 0) {
    super.init(taking: UnsafeMutableRawPointer(gtk_box_new(orientation.gtk, gint(spacing))))
  }

  public var spacing: Double {
    get { Double(gtk_box_get_spacing(cast())) }
    set { gtk_box_set_spacing(cast(), gint(newValue)) }
  }

  /// Whether all children get the same room.
  public var isHomogeneous: Bool {
    get { gtk_box_get_homogeneous(cast()) != 0 }
    set { gtk_box_set_homogeneous(cast(), newValue.gboolean) }
  }

  /// Shows these, in this order; those already there stay in place.
  public func setChildren(_ children: [Widget]) {
    guard !placed.elementsEqual(children, by: ===) else { return }
    let kept = Set(children.map(\.pointer))
    for child in placed where !kept.contains(child.pointer) { gtk_box_remove(cast(), child.gtk) }
    var previous: Widget?
    for child in children {
      if gtk_widget_get_parent(child.gtk) == gtk {
        gtk_box_reorder_child_after(cast(), child.gtk, previous?.gtk)
      } else {
        gtk_box_insert_child_after(cast(), child.gtk, previous?.gtk)
      }
      previous = child
    }
    placed = children
  }
}

/// Widgets on top of one another; the first decides the size.
public final class OverlayWidget: Widget {
  private var placed: [Widget] = []

  public init() { super.init(taking: UnsafeMutableRawPointer(gtk_overlay_new())) }

  public func setChildren(_ children: [Widget]) {
    guard !placed.elementsEqual(children, by: ===) else { return }
    for child in placed.dropFirst() { gtk_overlay_remove_overlay(opaque, child.gtk) }
    if placed.first !== children.first { gtk_overlay_set_child(opaque, children.first?.gtk) }
    for child in children.dropFirst() { gtk_overlay_add_overlay(opaque, child.gtk) }
    placed = children
  }
}

/// A view onto something larger.
public final class ScrollWidget: Widget {
  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_scrolled_window_new()))
  }

  public func setScrolls(horizontally: Bool, vertically: Bool) {
    gtk_scrolled_window_set_policy(
      opaque, horizontally ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertically ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
  }

  /// Has it scroll up and down without a scrollbar, for one who has something else in its place.
  func hideScrollbar() { gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL) }

  /// Ends a scrolling that goes on by itself.
  func stopScrolling() {
    gtk_scrolled_window_set_kinetic_scrolling(opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(opaque, 1)
  }

  public func setChild(_ child: Widget?) { gtk_scrolled_window_set_child(opaque, child?.gtk) }
}

/// Keeps its child no wider than a width, in the middle.
public final class ClampWidget: Widget {
  public init() { super.init(taking: UnsafeMutableRawPointer(adw_clamp_new())) }

  public var maximumWidth: Double {
    get { Double(adw_clamp_get_maximum_size(opaque)) }
    set {
      adw_clamp_set_maximum_size(opaque, gint(newValue))
      // Without this libadwaita narrows the child well before the maximum is reached.
      adw_clamp_set_tightening_threshold(opaque, gint(newValue))
    }
  }

  public func setChild(_ child: Widget?) { adw_clamp_set_child(opaque, child?.gtk) }
}

/// Pages side by side, turned by swiping.
public final class CarouselWidget: Widget {
  private var placed: [Widget] = []

  public init() { super.init(taking: UnsafeMutableRawPointer(adw_carousel_new())) }

  public var spacing: Double {
    get { Double(adw_carousel_get_spacing(opaque)) }
    set { adw_carousel_set_spacing(opaque, guint(newValue)) }
  }

  public func setChildren(_ children: [Widget]) {
    guard !placed.elementsEqual(children, by: ===) else { return }
    let kept = Set(children.map(\.pointer))
    for child in placed where !kept.contains(child.pointer) { adw_carousel_remove(opaque, child.gtk) }
    for (index, child) in children.enumerated() {
      if child.hasParent {
        adw_carousel_reorder(opaque, child.gtk, gint(index))
      } else {
        adw_carousel_insert(opaque, child.gtk, gint(index))
      }
    }
    placed = children
  }
}

/// Shows short messages over its child.
public final class ToastWidget: Widget {
  public init() { super.init(taking: UnsafeMutableRawPointer(adw_toast_overlay_new())) }

  public func setChild(_ child: Widget?) { adw_toast_overlay_set_child(opaque, child?.gtk) }

  public func show(_ message: String) {
    adw_toast_overlay_add_toast(opaque, adw_toast_new(message))
  }
}
