// SPDX-License-Identifier: MIT
import GtkCore

/// A view that is one widget.
@MainActor
public protocol WidgetRepresentable: PrimitiveView {
  associatedtype WidgetType: Widget

  /// Makes the widget; `updateWidget` is called right after.
  func makeWidget(in context: NodeContext) -> WidgetType

  /// Brings the widget up to date. `previous` is what it shows so far; nil the first time, or if all is to be set anew.
  func updateWidget(_ widget: WidgetType, previous: Self?)

  /// The views inside, by the place that they go to.
  var slots: [any View] { get }

  /// Puts the widgets of the views inside into their places, one list for each slot.
  func placeWidgets(_ slots: [[Widget]], in widget: WidgetType)
}

extension WidgetRepresentable {
  public var slots: [any View] { [] }
  public func placeWidgets(_ slots: [[Widget]], in widget: WidgetType) {}

  public func makeNode(in context: NodeContext) -> Node { WidgetNode(self, in: context) }
}

/// Keeps a view that is one widget.
open class WidgetNode<Content: WidgetRepresentable>: Node, WidgetContainer {
  package private(set) var view: Content
  package let widget: Content.WidgetType
  private var slots: [Node?] = []

  public init(_ view: Content, in context: NodeContext) {
    self.view = view
    widget = view.makeWidget(in: context)
    super.init(in: context)
    fillSlots(in: context)
    view.updateWidget(widget, previous: nil)
    placeWidgets()
  }

  open override var children: [Node] { slots.compactMap(\.self) }
  open override var widgets: [Widget] { [widget] }

  open override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? Content else { return false }
    let previous = self.view
    self.view = view
    environment = context.environment
    fillSlots(in: context)
    view.updateWidget(widget, previous: context.isNewIdentity ? nil : previous)
    return true
  }

  package func placeWidgets() {
    guard !slots.isEmpty else { return }
    view.placeWidgets(slots.map { $0?.widgets ?? [] }, in: widget)
  }

  private func fillSlots(in context: NodeContext) {
    let views = view.slots
    for (index, view) in views.enumerated() {
      if index == slots.count { slots.append(nil) }
      reconcile(&slots[index], with: view, in: context)
    }
  }
}
