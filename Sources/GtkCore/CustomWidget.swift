// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A widget written in Swift: override `measure`, `allocate` and `draw`.
///
/// By itself it is a bin: it measures and allocates its children as one stack, and draws them.
open class CustomWidget: Widget {
  public private(set) var children: [Widget] = []

  /// - Parameter cssName: its element name in style sheets.
  public init(cssName: String = "widget") {
    super.init(taking: makeObject(customWidgetType, [("css-name", .string(cssName))]))
    SwiftSide.attach(self)
  }

  /// - Parameter type: derived from `customWidgetType`
  init(type: GType, cssName: String) {
    super.init(taking: makeObject(type, [("css-name", .string(cssName))]))
    SwiftSide.attach(self)
  }

  isolated deinit {
    // The C widget may outlive this object for a moment, held by GTK; its children would then be its to dispose of.
    SwiftSide.detach(self)
    for child in children where gtk_widget_get_parent(child.gtk) == gtk { gtk_widget_unparent(child.gtk) }
  }

  /// Puts `child` last, above those already there.
  public final func adopt(_ child: Widget) {
    children.append(child)
    gtk_widget_set_parent(child.gtk, gtk)
  }

  /// Puts a child right behind another one, as those read it to whom a screen is read; the first of all if it is nil.
  public final func reorder(_ child: Widget, after sibling: Widget?) {
    gtk_widget_insert_after(child.gtk, gtk, sibling?.gtk)
  }

  public final func disown(_ child: Widget) {
    children.removeAll { $0 === child }
    if gtk_widget_get_parent(child.gtk) == gtk { gtk_widget_unparent(child.gtk) }
  }

  /// False keeps drawing within its bounds.
  public var drawsOutsideItsBounds: Bool {
    get { gtk_widget_get_overflow(gtk) == GTK_OVERFLOW_VISIBLE }
    set { gtk_widget_set_overflow(gtk, newValue ? GTK_OVERFLOW_VISIBLE : GTK_OVERFLOW_HIDDEN) }
  }

  /// Whether its height depends on its width.
  open var isHeightForWidth: Bool {
    children.contains { gtk_widget_get_request_mode($0.gtk) == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
  }

  /// What it asks for along `orientation`, given its `size` along the other one, or -1.
  open func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    var result = Measurement(minimum: 0, natural: 0)
    for child in children where child.isVisible {
      let wish = child.measurement(orientation, for: size)
      result.minimum = max(result.minimum, wish.minimum)
      result.natural = max(result.natural, wish.natural)
    }
    return result
  }

  /// Gives every child its place.
  open func allocate(width: Int, height: Int) {
    for child in children where child.isVisible { child.allocate(width: width, height: height) }
  }

  fileprivate final func hasExpandingChild(_ orientation: Orientation) -> Bool {
    children.contains { gtk_widget_compute_expand($0.gtk, orientation.gtk) != 0 }
  }

  open func draw(into snapshot: Snapshot) {
    for child in children { drawChild(child, into: snapshot) }
  }

  public final func drawChild(_ child: Widget, into snapshot: Snapshot) {
    gtk_widget_snapshot_child(gtk, child.gtk, snapshot.pointer)
  }

  /// It has become visible on screen, or part of a visible window.
  open func mapped() {}

  /// It is no longer on screen: hidden, or its window or page is.
  open func unmapped() {}
}

let customWidgetParentClass = g_type_class_ref(gtk_widget_get_type()).assumingMemoryBound(to: GtkWidgetClass.self)

let customWidgetType = registerType("AloftWidget", parent: gtk_widget_get_type()) { pointer, _ in
  guard let pointer else { return }
  let widgetClass = pointer.assumingMemoryBound(to: GtkWidgetClass.self)
  widgetClass.pointee.get_request_mode = { widget in
    MainActor.assertIsolated()
    return swiftWidget(widget)?.isHeightForWidth == true
      ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
  }
  widgetClass.pointee.measure = { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
    MainActor.assertIsolated()
    let axis: Orientation = orientation == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical
    let wish = swiftWidget(widget)?.measure(axis, for: Int(size)) ?? Measurement(minimum: 0, natural: 0)
    minimum?.pointee = gint(wish.minimum)
    natural?.pointee = gint(max(wish.minimum, wish.natural))
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
  }
  widgetClass.pointee.size_allocate = { widget, width, height, _ in
    MainActor.assertIsolated()
    swiftWidget(widget)?.allocate(width: Int(width), height: Int(height))
  }
  widgetClass.pointee.snapshot = { widget, snapshot in
    MainActor.assertIsolated()
    guard let snapshot else { return }
    swiftWidget(widget)?.draw(into: Snapshot(snapshot))
  }
  widgetClass.pointee.compute_expand = { widget, horizontally, vertically in
    MainActor.assertIsolated()
    horizontally?.pointee = (swiftWidget(widget)?.hasExpandingChild(.horizontal) ?? false).gboolean
    vertically?.pointee = (swiftWidget(widget)?.hasExpandingChild(.vertical) ?? false).gboolean
  }
  widgetClass.pointee.map = { widget in
    MainActor.assertIsolated()
    customWidgetParentClass.pointee.map(widget)
    swiftWidget(widget)?.mapped()
  }
  widgetClass.pointee.unmap = { widget in
    MainActor.assertIsolated()
    swiftWidget(widget)?.unmapped()
    customWidgetParentClass.pointee.unmap(widget)
  }
  let objectClass = pointer.assumingMemoryBound(to: GObjectClass.self)
  objectClass.pointee.dispose = { object in
    MainActor.assertIsolated()
    guard let object else { return }
    object.withMemoryRebound(to: GtkWidget.self, capacity: 1) { widget in
      while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
    }
    customWidgetParentClass.withMemoryRebound(to: GObjectClass.self, capacity: 1) { $0.pointee.dispose(object) }
  }
}

func swiftWidget(_ pointer: UnsafeMutablePointer<GtkWidget>?) -> CustomWidget? {
  SwiftSide.find(pointer.map(UnsafeMutableRawPointer.init))
}
