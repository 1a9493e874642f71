// SPDX-License-Identifier: MIT
import Declarative
import Testing

@Suite struct IdentifiedArrayTests {
  private nonisolated struct Item: Identifiable, Equatable {
    let id: String
    var text = ""
  }

  @Test func `an item is found by its identity, of several the first`() {
    let items = IdentifiedArray([Item(id: "a"), Item(id: "b", text: "first"), Item(id: "b", text: "second")])
    #expect(items.index(id: "b") == 1)
    #expect(items.index(id: "c") == nil)
    #expect(items.map(\.id) == ["a", "b", "b"])
  }

  @Test func `any collection finds its items by identity, by the positions it has`() {
    let elements = (0..<5).map { Item(id: "\($0)") }
    #expect(elements[2...].firstIndex(id: "3") == 3)
    #expect(elements[2...].firstIndex(id: "1") == nil)
    #expect(IdentifiedArray(elements).firstIndex(id: "3") == 3)
    #expect(IdentifiedArray(elements).firstIndex(id: "7") == nil)
  }

  @Test func `a copy is equal to what it is a copy of, and what was made separately is not`() {
    let items = IdentifiedArray([Item(id: "a")])
    let copy = items
    #expect(copy == items)
    #expect(IdentifiedArray(items.elements) != items)
  }
}
