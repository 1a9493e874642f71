// SPDX-License-Identifier: MIT
import GtkCore

/// What a node is made or updated in.
public struct NodeContext {
  weak var parent: Node?
  package var renderer: Renderer
  package var environment: EnvironmentValues
  /// Whether the views stand for something else than before, so that their state starts anew: a recycled cell.
  package var isNewIdentity = false
}

/// Keeps a view on screen: holds its state, its children, and, if it is a widget, the widget.
///
/// Nodes form the tree that lasts; views are compared against it. A parent owns its children.
open class Node {
  package weak private(set) var parent: Node?
  package let renderer: Renderer
  package internal(set) var environment: EnvironmentValues
  /// False once it has been taken out of the tree.
  package private(set) var isAttached = true
  /// Whether its first content is complete; until then its container, which is being made as well, need not be told.
  package final var isBuilt = false
  let depth: Int
  private var preferences: [ObjectIdentifier: Any] = [:]

  public init(in context: NodeContext) {
    parent = context.parent
    renderer = context.renderer
    environment = context.environment
    depth = (context.parent?.depth ?? -1) + 1
  }

  open var children: [Node] { [] }

  /// The widgets that it puts into the container around it, in order.
  open var widgets: [Widget] { children.flatMap(\.widgets) }

  /// The context for its children.
  package var context: NodeContext { NodeContext(parent: self, renderer: renderer, environment: environment) }

  /// Takes over another value of its view. False if that is another kind of view, which needs another node.
  open func update(with view: any View, in context: NodeContext) -> Bool { false }

  /// Another environment applies. The default passes it on.
  open func environmentChanged(to environment: EnvironmentValues) {
    self.environment = environment
    for child in children { child.environmentChanged(to: environment) }
  }

  /// Takes it and everything below out of the tree.
  package final func remove() {
    guard isAttached else { return }
    isAttached = false
    for child in children { child.remove() }
    removed()
  }

  /// It has left the tree; its children before it.
  open func removed() {}

  // MARK: Structure

  /// The widgets that it puts into its container have changed.
  package final func structureChanged() {
    invalidatePreferences()
    var ancestor: Node? = self
    while let node = ancestor {
      if let container = node as? any WidgetContainer {
        renderer.schedulePlacement(of: container)
        return
      }
      ancestor = node.parent
    }
  }

  /// Updates the node in `slot`, or makes another where the view is of another kind.
  package final func reconcile(_ slot: inout Node?, with view: any View, in context: NodeContext) {
    var inner = context
    inner.parent = self
    if let node = slot {
      if node.update(with: view, in: inner) { return }
      node.remove()
    }
    let node = view.makeNode(in: inner)
    node.isBuilt = true
    slot = node
    if isBuilt { structureChanged() }
  }

  package final func discard(_ slot: inout Node?) {
    guard let node = slot else { return }
    slot = nil
    node.remove()
    structureChanged()
  }

  // MARK: Preferences

  /// What the views below report under a key; nil if none does. Computed when asked for, and kept until one changes.
  package final func preference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value? {
    if let known = preferences[ObjectIdentifier(key)] { return known as? Key.Value }
    let value = computePreference(key)
    preferences[ObjectIdentifier(key)] = value as Any
    return value
  }

  /// Combines what the children report; a node that reports something itself overrides it.
  open func computePreference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value? {
    var result: Key.Value?
    for child in children {
      guard let value = child.preference(key) else { continue }
      if result == nil {
        result = value
      } else {
        Key.reduce(value: &result!) { value }
      }
    }
    return result
  }

  /// What it reports, or which nodes are below it, has changed.
  package final func invalidatePreferences() {
    var node: Node? = self
    // An ancestor knows a value only if all between know it, so the first that knows none ends the way up.
    while let current = node, current === self || !current.preferences.isEmpty {
      current.preferences.removeAll(keepingCapacity: true)
      current.preferencesInvalidated()
      node = current.parent
    }
  }

  open func preferencesInvalidated() {}
}

/// A node that places the widgets of the views inside it.
package protocol WidgetContainer: Node {
  func placeWidgets()
}
