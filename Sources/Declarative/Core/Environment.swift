// SPDX-License-Identifier: MIT
import GtkCore

/// Names a value that views get from those around them.
@MainActor
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// What views get from those around them.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// Another number for every change, so that two environments are compared at a glance.
  package private(set) var version = 0
  private static var lastVersion = 0

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set {
      values[ObjectIdentifier(key)] = newValue
      EnvironmentValues.lastVersion += 1
      version = EnvironmentValues.lastVersion
    }
  }
}

/// A value from the views around; views that read it follow it.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let path: KeyPath<EnvironmentValues, Value>
  private let location: EnvironmentLocation

  public init(_ path: KeyPath<EnvironmentValues, Value>) {
    self.path = path
    location = EnvironmentLocation()
  }

  public var wrappedValue: Value { location.values[keyPath: path] }

  public func connect(to storage: AnyObject?, environment: EnvironmentValues) -> AnyObject? {
    location.values = environment
    return nil
  }

  public func isAffected(from previous: EnvironmentValues, to environment: EnvironmentValues) -> Bool {
    location.values = environment
    return !isSame(previous[keyPath: path], environment[keyPath: path])
  }
}

private final class EnvironmentLocation {
  var values = EnvironmentValues()
}

extension View {
  /// Gives `value` to the views inside.
  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentView(content: self, path: path, value: value)
  }
}

struct EnvironmentView<Content: View, Value>: PrimitiveView {
  let content: Content
  let path: WritableKeyPath<EnvironmentValues, Value>
  let value: Value

  func makeNode(in context: NodeContext) -> Node { EnvironmentNode(self, in: context) }
}

final class EnvironmentNode<Content: View, Value>: Node {
  private var view: EnvironmentView<Content, Value>
  private var child: Node?
  private var outerVersion: Int

  init(_ view: EnvironmentView<Content, Value>, in context: NodeContext) {
    self.view = view
    outerVersion = context.environment.version
    super.init(in: context)
    environment[keyPath: view.path] = view.value
    reconcile(&child, with: view.content, in: self.context)
  }

  override var children: [Node] { child.map { [$0] } ?? [] }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? EnvironmentView<Content, Value> else { return false }
    let valueChanged = view.path != self.view.path || !isSame(view.value, self.view.value)
    self.view = view
    if valueChanged || context.environment.version != outerVersion { compose(with: context.environment) }
    var inner = self.context
    inner.isNewIdentity = context.isNewIdentity
    reconcile(&child, with: view.content, in: inner)
    return true
  }

  override func environmentChanged(to environment: EnvironmentValues) {
    compose(with: environment)
    child?.environmentChanged(to: self.environment)
  }

  private func compose(with outer: EnvironmentValues) {
    outerVersion = outer.version
    environment = outer
    environment[keyPath: view.path] = view.value
  }
}
