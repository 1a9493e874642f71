// SPDX-License-Identifier: MIT
import GtkCore
import Observation

/// A node whose content is evaluated by a closure or a body, and evaluated again when what that has read changes.
open class TrackedNode: Node {
  private var child: Node?
  private var isDirty = false
  /// Observation cannot be called off; a change reported to an earlier evaluation is told by its number.
  private var evaluation = 0

  /// How many bodies were evaluated so far; tests compare it before and after a change.
  package private(set) static var evaluationCount = 0

  open override var children: [Node] { child.map { [$0] } ?? [] }

  /// What to show.
  func evaluate() -> any View { EmptyView() }

  final func render(in context: NodeContext) {
    isDirty = false
    evaluation += 1
    Self.evaluationCount += 1
    let current = evaluation
    let content = withObservationTracking {
      evaluate()
    } onChange: { [weak self] in
      onMainThread { self?.observedChange(in: current) }
    }
    reconcile(&child, with: content, in: context)
  }

  final func renderIfDirty() {
    if isDirty { render(in: context) }
  }

  final func setDirty() {
    guard !isDirty, isAttached else { return }
    isDirty = true
    renderer.schedule(self)
  }

  private func observedChange(in evaluation: Int) {
    if evaluation == self.evaluation { setDirty() }
  }

  /// Passes an environment on to content that need not be evaluated for it.
  final func passOn(_ environment: EnvironmentValues) {
    self.environment = environment
    child?.environmentChanged(to: environment)
  }
}

/// Keeps a view that is made of other views.
final class BodyNode<Content: View>: TrackedNode {
  private var view: Content
  private var properties: [any DynamicProperty]
  private var storages: [AnyObject?] = []

  init(_ view: Content, in context: NodeContext) {
    self.view = view
    properties = dynamicProperties(of: view)
    super.init(in: context)
    connectProperties(isNewIdentity: true)
    render(in: self.context)
  }

  override func evaluate() -> any View { view.body }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? Content else { return false }
    let fieldsChanged = context.isNewIdentity || !isSame(self.view, view)
    let previous = environment
    environment = context.environment
    if fieldsChanged {
      self.view = view
      properties = dynamicProperties(of: view)
      connectProperties(isNewIdentity: context.isNewIdentity)
      var inner = self.context
      inner.isNewIdentity = context.isNewIdentity
      render(in: inner)
    } else if previous.version != context.environment.version {
      follow(context.environment, from: previous)
    }
    return true
  }

  override func environmentChanged(to environment: EnvironmentValues) {
    let previous = self.environment
    self.environment = environment
    follow(environment, from: previous)
  }

  private func follow(_ environment: EnvironmentValues, from previous: EnvironmentValues) {
    if properties.contains(where: { $0.isAffected(from: previous, to: environment) }) {
      connectProperties(isNewIdentity: false)
      render(in: context)
    }
    passOn(environment)
  }

  private func connectProperties(isNewIdentity: Bool) {
    if isNewIdentity { storages = Array(repeating: nil, count: properties.count) }
    for (index, property) in properties.enumerated() {
      storages[index] = property.connect(to: storages[index], environment: environment)
    }
  }
}

/// A field of a view that brings something in from outside of it.
@MainActor
public protocol DynamicProperty {
  /// Connects to what was kept from before; returns what to keep.
  func connect(to storage: AnyObject?, environment: EnvironmentValues) -> AnyObject?

  /// Whether the view has to be evaluated for another environment.
  func isAffected(from previous: EnvironmentValues, to environment: EnvironmentValues) -> Bool
}

extension DynamicProperty {
  public func isAffected(from previous: EnvironmentValues, to environment: EnvironmentValues) -> Bool { false }
}

/// Which kinds of view have dynamic properties, so that the others are not searched for them again.
private var kindsWithoutProperties: Set<ObjectIdentifier> = []

private func dynamicProperties<Content: View>(of view: Content) -> [any DynamicProperty] {
  let kind = ObjectIdentifier(Content.self)
  guard !kindsWithoutProperties.contains(kind) else { return [] }
  let properties = Mirror(reflecting: view).children.compactMap { $0.value as? any DynamicProperty }
  if properties.isEmpty { kindsWithoutProperties.insert(kind) }
  return properties
}
