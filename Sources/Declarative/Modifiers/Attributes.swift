// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// Sets an attribute of the widgets of a view, and keeps it up to date.
struct AttributeView<Content: View, Value: Equatable>: PrimitiveView {
  let content: Content
  let value: Value
  /// Sets the value; gets the one set before, if any.
  let apply: (Widget, Value, Value?) -> Void

  func makeNode(in context: NodeContext) -> Node { AttributeNode(self, in: context) }
}

final class AttributeNode<Content: View, Value: Equatable>: WrapperNode, WidgetContainer {
  private var view: AttributeView<Content, Value>
  private var applied: [ObjectIdentifier: Value] = [:]

  init(_ view: AttributeView<Content, Value>, in context: NodeContext) {
    self.view = view
    super.init(in: context)
    show(view.content, in: context)
    apply()
  }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? AttributeView<Content, Value> else { return false }
    self.view = view
    show(view.content, in: context)
    apply()
    return true
  }

  /// The widgets inside are others now.
  func placeWidgets() {
    apply()
    parent?.structureChanged()
  }

  private func apply() {
    var now: [ObjectIdentifier: Value] = [:]
    for widget in widgets {
      let key = ObjectIdentifier(widget)
      let before = applied[key]
      if before != view.value { view.apply(widget, view.value, before) }
      now[key] = view.value
    }
    applied = now
  }
}

/// Connects a handler to the widgets of a view, once each; which closure it calls may change.
struct HandlerView<Content: View, Handler>: PrimitiveView {
  let content: Content
  let handler: Handler
  let install: (Widget, HandlerReference<Handler>) -> Void

  func makeNode(in context: NodeContext) -> Node { HandlerNode(self, in: context) }
}

/// The closure to call at present.
final class HandlerReference<Handler> {
  fileprivate(set) var current: Handler
  init(_ handler: Handler) { current = handler }
}

final class HandlerNode<Content: View, Handler>: WrapperNode, WidgetContainer {
  private let reference: HandlerReference<Handler>
  private let install: (Widget, HandlerReference<Handler>) -> Void
  private var installed: Set<ObjectIdentifier> = []

  init(_ view: HandlerView<Content, Handler>, in context: NodeContext) {
    reference = HandlerReference(view.handler)
    install = view.install
    super.init(in: context)
    show(view.content, in: context)
    installWhereMissing()
  }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? HandlerView<Content, Handler> else { return false }
    reference.current = view.handler
    show(view.content, in: context)
    installWhereMissing()
    return true
  }

  func placeWidgets() {
    installWhereMissing()
    parent?.structureChanged()
  }

  private func installWhereMissing() {
    let current = widgets
    for widget in current where !installed.contains(ObjectIdentifier(widget)) { install(widget, reference) }
    installed = Set(current.map(ObjectIdentifier.init))
  }
}

extension View {
  func attribute<Value: Equatable>(
    _ value: Value, apply: @escaping (Widget, Value, Value?) -> Void
  ) -> some View {
    AttributeView(content: self, value: value, apply: apply)
  }

  func handler<Handler>(
    _ handler: Handler, install: @escaping (Widget, HandlerReference<Handler>) -> Void
  ) -> some View {
    HandlerView(content: self, handler: handler, install: install)
  }

  // MARK: Layout

  /// Leaves room around the view, in logical pixels.
  public func padding(_ insets: Insets) -> some View {
    attribute(insets) { widget, insets, _ in widget.setMargins(insets) }
  }

  public func padding(_ all: Double) -> some View {
    padding(Insets(top: all, start: all, bottom: all, end: all))
  }

  /// Asks for at least this size, in logical pixels.
  public func frame(minimumWidth: Double? = nil, minimumHeight: Double? = nil) -> some View {
    attribute([minimumWidth, minimumHeight]) { widget, size, _ in widget.requestSize(width: size[0], height: size[1]) }
  }

  /// Takes the room that is left.
  public func expand(horizontally: Bool = true, vertically: Bool = true) -> some View {
    attribute([horizontally, vertically]) { widget, expand, _ in
      widget.expandsHorizontally = expand[0]
      widget.expandsVertically = expand[1]
    }
  }

  /// Places the view within more room than it needs.
  public func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) -> some View {
    attribute([horizontally, vertically]) { widget, align, _ in
      widget.align(horizontally: align[0], vertically: align[1])
    }
  }

  // MARK: Appearance

  /// Adds a style class of GTK or libadwaita, for instance `card` or `title-4`.
  public func styleClass(_ name: String) -> some View {
    attribute(name) { widget, name, previous in
      if let previous { widget.removeStyleClass(previous) }
      widget.addStyleClass(name)
    }
  }

  /// How much of the view can be seen through: 1 for not at all.
  public func opacity(_ opacity: Double) -> some View {
    attribute(opacity) { widget, opacity, _ in widget.opacity = opacity }
  }

  /// Whether the view is there at all; hidden, it takes no room.
  public func visible(_ isVisible: Bool) -> some View {
    attribute(isVisible) { widget, isVisible, _ in widget.isVisible = isVisible }
  }

  /// Whether the view answers to input.
  public func disabled(_ isDisabled: Bool) -> some View {
    attribute(isDisabled) { widget, isDisabled, _ in widget.isSensitive = !isDisabled }
  }

  /// What is shown on hover; nil for nothing.
  public func tooltip(_ text: String?) -> some View {
    attribute(text) { widget, text, _ in widget.tooltip = text }
  }

  /// What a screen reader says.
  public func accessibilityLabel(_ text: String) -> some View {
    attribute(text) { widget, text, _ in widget.setAccessibleLabel(text) }
  }

  // MARK: Input

  /// Calls `action` when the view is clicked or tapped.
  public func onClick(perform action: @escaping () -> Void) -> some View {
    handler(action) { widget, handler in widget.onClick { handler.current() } }
  }

  /// Calls `action` when a finger or the primary button stays down on the view, with the place in its coordinates.
  public func onLongPress(perform action: @escaping (Point) -> Void) -> some View {
    handler(action) { widget, handler in widget.onLongPress { handler.current($0) } }
  }

  /// Calls `action` for a drag over the view with one finger or the primary button. What scrolls around the view stands
  /// still meanwhile. A second finger of a pinch cancels the drag.
  public func onDrag(perform action: @escaping (DragEvent) -> Void) -> some View {
    handler(action) { widget, handler in widget.onDrag { handler.current($0) } }
  }
}
