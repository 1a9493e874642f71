// SPDX-License-Identifier: MIT
import GtkCore
import Observation

/// A value that belongs to a view and lasts as long as it is on screen; views that read it follow it.
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let location: StateLocation<Value>

  public init(wrappedValue: Value) { location = StateLocation(StateStorage(wrappedValue)) }

  public var wrappedValue: Value {
    get { location.storage.value }
    nonmutating set { location.storage.set(newValue) }
  }

  public var projectedValue: Binding<Value> {
    let storage = location.storage
    return Binding(get: { storage.value }, set: storage.set)
  }

  public func connect(to storage: AnyObject?, environment: EnvironmentValues) -> AnyObject? {
    if let storage = storage as? StateStorage<Value> { location.storage = storage }
    return location.storage
  }
}

/// Shared by all copies of one view value, so that its node can hand it the storage kept from before.
private final class StateLocation<Value> {
  var storage: StateStorage<Value>
  init(_ storage: StateStorage<Value>) { self.storage = storage }
}

@Observable
final class StateStorage<Value> {
  private(set) var value: Value

  init(_ value: Value) { self.value = value }

  func set(_ newValue: Value) {
    if let newValue = newValue as? any Equatable, isSame(newValue, to: value) { return }
    value = newValue
  }

  private func isSame<Other: Equatable>(_ a: Other, to b: Value) -> Bool { (b as? Other) == a }
}

/// A value that belongs to somebody else: read it and set it there.
@propertyWrapper
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A value that never changes.
  public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding { self }
}
