// SPDX-License-Identifier: MIT
import GtkCore

/// Items that stand under one heading of a grid.
public nonisolated protocol GridSection: Identifiable {
  associatedtype Items: RandomAccessCollection where Items.Element: Identifiable, Items.Index == Int
  var items: Items { get }
}

/// A scrolling grid of square cells in sections, each under a heading that stays at the top as long as its section is
/// scrolled through. However many items there are, only what is seen has views, and half a screen above and below; they
/// are used again for other items. What is looked at stays in its place when the width, the size of the cells or the items
/// change.
public struct SectionGrid<Sections: RandomAccessCollection, Heading: View, Content: View>: PrimitiveView
where Sections: Equatable, Sections.Element: GridSection {
  public typealias Section = Sections.Element
  public typealias Item = Section.Items.Element

  let sections: Sections
  let cellSize: GridCellSize
  let spacing: Int
  let inset: Int
  let heading: (Section) -> Heading
  let content: (Item) -> Content
  private(set) var target: Item.ID?
  private(set) var targetPosition: Int?
  private(set) var cellLabel: ((Item) -> String)?
  private(set) var scrubberText: ((Section) -> (full: String, short: String))?
  private(set) var onResize: ((Int) -> Void)?

  /// - Parameters:
  ///   - sections: from top to bottom, no item in more than one of them; those that are equal to what they were are not
  ///     looked at again
  ///   - spacing: between cells, in whole logical pixels
  ///   - inset: at the sides, in whole logical pixels
  ///   - heading: what stands above a section; as high for all of them
  ///   - content: fills a square
  public init(
    _ sections: Sections, cellSize: GridCellSize, spacing: Int = 4, inset: Int = 0,
    @ViewBuilder heading: @escaping (Section) -> Heading, @ViewBuilder content: @escaping (Item) -> Content
  ) {
    self.sections = sections
    self.cellSize = cellSize
    self.spacing = spacing
    self.inset = inset
    self.heading = heading
    self.content = content
  }

  /// Brings that item into view whenever it becomes another one; nil leaves the user where they are.
  ///
  /// - Parameter position: where it is among all items, for who knows; otherwise it is looked for
  public func scrolled(to id: Item.ID?, position: Int? = nil) -> Self {
    var copy = self
    copy.target = id
    copy.targetPosition = position
    return copy
  }

  /// What a screen reader calls a cell.
  public func cellLabel(_ label: @escaping (Item) -> String) -> Self {
    var copy = self
    copy.cellLabel = label
    return copy
  }

  /// What the handle at the side, which is dragged through the sections, calls each of them: in full next to the handle,
  /// and in short along its way, where several sections may share a text.
  public func scrubber(_ text: @escaping (Section) -> (full: String, short: String)) -> Self {
    var copy = self
    copy.scrubberText = text
    return copy
  }

  /// Calls `action` when the wheel is turned with Ctrl, with the number of steps towards larger cells.
  public func onResize(_ action: @escaping (Int) -> Void) -> Self {
    var copy = self
    copy.onResize = action
    return copy
  }

  public func makeNode(in context: NodeContext) -> Node { SectionGridNode(self, in: context) }
}

final class SectionGridNode<Sections: RandomAccessCollection, Heading: View, Content: View>: CellsNode
where Sections: Equatable, Sections.Element: GridSection {
  private typealias Section = Sections.Element

  private var view: SectionGrid<Sections, Heading, Content>
  private var items: FlatItems<Section>
  private let grid = SectionGridWidget()

  init(_ view: SectionGrid<Sections, Heading, Content>, in context: NodeContext) {
    self.view = view
    items = FlatItems(Array(view.sections))
    super.init(in: context)
    grid.onBind = { [weak self] in self?.fill($0, withItem: $1) }
    grid.onBindHeading = { [weak self] in self?.fill($0, withHeading: $1) }
    grid.onUnbind = { [weak self] in self?.unbind($0) }
    grid.onTeardown = { [weak self] in self?.tearDown($0) }
    apply(view)
    grid.setItems(items.counts) { _ in nil }
    scrollToTarget(unless: nil)
  }

  override var widgets: [Widget] { [grid] }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? SectionGrid<Sections, Heading, Content> else { return false }
    environment = context.environment
    let oldTarget = self.view.target
    let old = items
    let areSame = view.sections == self.view.sections
    self.view = view
    if !areSame { items = FlatItems(Array(view.sections)) }
    apply(view)
    if !areSame { grid.setItems(items.counts, newPosition: items.positions(of: old)) }
    for (cell, position) in grid.boundCells { fill(cell, withItem: position) }
    for (cell, section) in grid.boundHeadings { fill(cell, withHeading: section) }
    scrollToTarget(unless: oldTarget)
    return true
  }

  private func apply(_ view: SectionGrid<Sections, Heading, Content>) {
    grid.cellSize = view.cellSize
    grid.spacing = view.spacing
    grid.inset = view.inset
    grid.onResize = view.onResize
    grid.scrubberText = view.scrubberText.map { text in
      { [weak self] number in
        self?.items.section(number).map(text) ?? ("", "")
      }
    }
  }

  private func scrollToTarget(unless previous: Sections.Element.Items.Element.ID?) {
    guard let target = view.target, target != previous,
      let position = view.targetPosition ?? items.position(of: target)
    else { return }
    grid.scrollToItem(at: position)
  }

  private func fill(_ cell: GridCell, withItem position: Int) {
    guard let item = items.item(at: position) else { return }
    if let label = view.cellLabel { cell.setAccessibleLabel(label(item)) }
    show(AnyHashable(item.id), in: cell) { [content = view.content] in content(item) }
  }

  private func fill(_ cell: GridCell, withHeading section: Int) {
    guard let section = items.section(section) else { return }
    show(AnyHashable(section.id), in: cell) { [heading = view.heading] in heading(section) }
  }

}

/// The items of all sections in a row.
private struct FlatItems<Section: GridSection> {
  typealias Item = Section.Items.Element

  private let sections: [Section]
  /// Of each section the number of items before it, and in the end that of all.
  private let starts: [Int]

  /// How far from where it might be an item is looked for: far enough for what happens to folders while they are shown,
  /// and not so far that the user would notice.
  private static var searchDistance: Int { 5000 }

  init(_ sections: [Section]) {
    self.sections = sections
    starts = sections.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.items.count) }
  }

  var counts: [Int] { sections.map(\.items.count) }
  var count: Int { starts.last ?? 0 }

  func section(_ number: Int) -> Section? { sections.indices.contains(number) ? sections[number] : nil }

  func item(at position: Int) -> Item? {
    guard position >= 0, position < count else { return nil }
    var (low, high) = (0, sections.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    let items = sections[low].items
    return items[items.startIndex + position - starts[low]]
  }

  func position(of id: Item.ID) -> Int? {
    for (section, start) in zip(sections, starts) {
      guard let index = section.items.firstIndex(where: { $0.id == id }) else { continue }
      return start + index - section.items.startIndex
    }
    return nil
  }

  /// Tells where items are that had other positions before. What is near one another mostly has moved as far.
  func positions(of old: FlatItems) -> (Int) -> Int? {
    var shift = 0
    return { position in
      guard let id = old.item(at: position)?.id else { return nil }
      for distance in 0...Self.searchDistance {
        for candidate in [position + shift + distance, position + shift - distance]
        where self.item(at: candidate)?.id == id {
          shift = candidate - position
          return candidate
        }
      }
      return nil
    }
  }
}
