// SPDX-License-Identifier: MIT
import Geometry
import GtkCore

/// Names a value that views report to those around them.
@MainActor
public protocol PreferenceKey {
  associatedtype Value
  /// What is known when no view reports anything.
  static var defaultValue: Value { get }
  /// Combines `value` with what the next view reports.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

/// A place on screen, resolved only when asked for, in whichever coordinates are asked for.
public struct Anchor {
  public private(set) weak var widget: Widget?

  package init(_ widget: Widget) { self.widget = widget }

  /// Where it is now, in the coordinates of `ancestor`; nil once it is gone from there.
  public func bounds(in ancestor: Widget) -> Rect? { widget?.bounds(in: ancestor) }

  /// The part of it that can be seen, in the coordinates of `ancestor`; nil while it is hidden or once it is gone.
  public func visibleBounds(in ancestor: Widget) -> Rect? { widget?.visibleBounds(in: ancestor) }
}

extension View {
  /// Reports `value` to the views around, instead of what the views inside report under that key.
  public func preference<Key: PreferenceKey>(key: Key.Type, value: Key.Value) -> some View {
    PreferenceView<Self, Key>(content: self) { _ in value }
  }

  /// Reports where this view is, as an anchor that the receiver resolves.
  public func anchorPreference<Key: PreferenceKey>(
    key: Key.Type, transform: @escaping (Anchor) -> Key.Value
  ) -> some View {
    PreferenceView<Self, Key>(content: self) { node in
      node.widgets.first.map { transform(Anchor($0)) } ?? Key.defaultValue
    }
  }

  /// Calls `action` when what the views inside report under that key has changed, and once in the beginning.
  public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type, perform action: @escaping (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable {
    PreferenceObserverView<Self, Key>(content: self, action: action)
  }
}

struct PreferenceView<Content: View, Key: PreferenceKey>: PrimitiveView {
  let content: Content
  let value: (Node) -> Key.Value

  func makeNode(in context: NodeContext) -> Node { PreferenceNode(self, in: context) }
}

/// A node with one view inside; does nothing else by itself.
open class WrapperNode: Node {
  package private(set) var child: Node?

  open override var children: [Node] { child.map { [$0] } ?? [] }

  package final func show(_ content: any View, in context: NodeContext) {
    environment = context.environment
    reconcile(&child, with: content, in: context)
  }
}

final class PreferenceNode<Content: View, Key: PreferenceKey>: WrapperNode {
  private var value: (Node) -> Key.Value

  init(_ view: PreferenceView<Content, Key>, in context: NodeContext) {
    value = view.value
    super.init(in: context)
    show(view.content, in: context)
  }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? PreferenceView<Content, Key> else { return false }
    value = view.value
    show(view.content, in: context)
    invalidatePreferences()
    return true
  }

  override func computePreference<Asked: PreferenceKey>(_ key: Asked.Type) -> Asked.Value? {
    guard key == Key.self else { return super.computePreference(key) }
    return value(self) as? Asked.Value
  }
}

struct PreferenceObserverView<Content: View, Key: PreferenceKey>: PrimitiveView where Key.Value: Equatable {
  let content: Content
  let action: (Key.Value) -> Void

  func makeNode(in context: NodeContext) -> Node { PreferenceObserverNode(self, in: context) }
}

final class PreferenceObserverNode<Content: View, Key: PreferenceKey>: WrapperNode, PreferenceObserver
where Key.Value: Equatable {
  private var action: (Key.Value) -> Void
  private var delivered: Key.Value?

  init(_ view: PreferenceObserverView<Content, Key>, in context: NodeContext) {
    action = view.action
    super.init(in: context)
    show(view.content, in: context)
    renderer.scheduleObserver(self)
  }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? PreferenceObserverView<Content, Key> else { return false }
    action = view.action
    show(view.content, in: context)
    return true
  }

  override func preferencesInvalidated() { renderer.scheduleObserver(self) }

  func deliver() {
    guard isAttached else { return }
    let value = preference(Key.self) ?? Key.defaultValue
    guard value != delivered else { return }
    delivered = value
    action(value)
  }
}
