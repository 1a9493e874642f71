// SPDX-License-Identifier: MIT

/// Items that do not change, found by position or by identity: lists of any length are made off the main thread, and
/// handed over and compared at once.
///
/// Two of them are equal if one is a copy of the other, which shares its memory; not if they were made separately. Of
/// items of the same identity the first is found. Can be made and used on any thread.
nonisolated public struct IdentifiedArray<Element: Identifiable & Sendable>: RandomAccessCollection, Equatable, Sendable
where Element.ID: Sendable {
  private final class Storage: Sendable {
    let elements: [Element]
    let positions: [Element.ID: Int]

    init(_ elements: [Element]) {
      self.elements = elements
      var positions: [Element.ID: Int] = [:]
      positions.reserveCapacity(elements.count)
      for (position, element) in elements.enumerated() where positions[element.id] == nil {
        positions[element.id] = position
      }
      self.positions = positions
    }
  }

  private let storage: Storage

  public init(_ elements: [Element] = []) { storage = Storage(elements) }

  public var elements: [Element] { storage.elements }
  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.elements.count }
  public subscript(position: Int) -> Element { storage.elements[position] }

  /// Where the item of that identity stands; nil if there is none.
  public func index(id: Element.ID) -> Int? { storage.positions[id] }

  public static func == (first: Self, second: Self) -> Bool { first.storage === second.storage }
}

/// What finds its items by identity without looking at all of them.
nonisolated protocol IdentityIndexed {
  func position(ofID id: Any) -> Int?
  func isCopy(of other: Any) -> Bool
}

extension IdentifiedArray: IdentityIndexed {
  nonisolated func position(ofID id: Any) -> Int? { (id as? Element.ID).flatMap(index(id:)) }
  nonisolated func isCopy(of other: Any) -> Bool { other as? Self == self }
}

extension RandomAccessCollection where Element: Identifiable, Index == Int {
  /// Where the item of that identity stands; nil if there is none. At once for an `IdentifiedArray`; otherwise the items
  /// are looked through.
  nonisolated public func firstIndex(id: Element.ID) -> Int? {
    if let indexed = self as? any IdentityIndexed { return indexed.position(ofID: id) }
    return firstIndex { $0.id == id }
  }
}
