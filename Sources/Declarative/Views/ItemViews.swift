// SPDX-License-Identifier: MIT
import GtkCore

/// A scrolling list of any length: only what is on screen has views, which are used again for other items.
public struct List<Data: RandomAccessCollection, Content: View>: PrimitiveView
where Data.Element: Identifiable, Data.Index == Int {
  private(set) var items: ItemSource<Data, Content>

  public init(
    _ data: Data, onActivate: ((Data.Element) -> Void)? = nil,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    items = ItemSource(data: data, layout: .list, onActivate: onActivate, content: content)
  }

  /// Adds a style class to what scrolls.
  public func contentStyleClass(_ name: String) -> Self {
    var copy = self
    copy.items.styleClass = name
    return copy
  }

  /// Brings that item into view whenever it becomes another one; nil leaves the user where they are.
  public func scrolled(to id: Data.Element.ID?) -> Self {
    var copy = self
    copy.items.target = id
    return copy
  }

  public func makeNode(in context: NodeContext) -> Node { ItemsNode(items, in: context) }
}

/// A scrolling grid of any length: only what is on screen has views, which are used again for other items.
public struct Grid<Data: RandomAccessCollection, Content: View>: PrimitiveView
where Data.Element: Identifiable, Data.Index == Int {
  private(set) var items: ItemSource<Data, Content>

  /// - Parameter columns: as many as fit, within this range.
  public init(
    _ data: Data, columns: ClosedRange<Int>, onActivate: ((Data.Element) -> Void)? = nil,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    items = ItemSource(
      data: data, layout: .grid(minimumColumns: columns.lowerBound, maximumColumns: columns.upperBound),
      onActivate: onActivate, content: content)
  }

  /// Adds a style class to what scrolls.
  public func contentStyleClass(_ name: String) -> Self {
    var copy = self
    copy.items.styleClass = name
    return copy
  }

  /// Brings that item into view whenever it becomes another one; nil leaves the user where they are.
  public func scrolled(to id: Data.Element.ID?) -> Self {
    var copy = self
    copy.items.target = id
    return copy
  }

  public func makeNode(in context: NodeContext) -> Node { ItemsNode(items, in: context) }
}

/// What lists and grids have in common.
struct ItemSource<Data: RandomAccessCollection, Content: View>: PrimitiveView
where Data.Element: Identifiable, Data.Index == Int {
  let data: Data
  let layout: ListWidget.Layout
  let onActivate: ((Data.Element) -> Void)?
  let content: (Data.Element) -> Content
  var styleClass: String?
  var target: Data.Element.ID?

  func makeNode(in context: NodeContext) -> Node { ItemsNode(self, in: context) }
}

final class ItemsNode<Data: RandomAccessCollection, Content: View>: CellsNode
where Data.Element: Identifiable, Data.Index == Int {
  private var source: ItemSource<Data, Content>
  private let list: ListWidget
  /// Cells that have got an item but no views for it yet. GTK asks for some 200 cells at once, far more than can be seen.
  private var emptyCells: Set<ObjectIdentifier> = []
  private var isFilling = false

  /// How many cells get their views as soon as there are items: about what can be seen of a page.
  private let filledAtOnce = 16
  /// How many of the others get theirs before each of the frames that follow, those that can be seen first.
  private let filledPerFrame = 16
  /// How many, as long as the page is hidden: what is in front of it must not wait.
  private let filledPerHiddenFrame = 4

  init(_ source: ItemSource<Data, Content>, in context: NodeContext) {
    self.source = source
    list = ListWidget(layout: source.layout, count: source.data.count)
    super.init(in: context)
    list.expandsVertically = true
    if let name = source.styleClass { list.addContentStyleClass(name) }
    list.activatesOnSingleClick = source.onActivate != nil
    list.onBind = { [weak self] in self?.bind($0, to: $1) }
    list.onUnbind = { [weak self] cell in
      self?.emptyCells.remove(ObjectIdentifier(cell))
      self?.unbind(cell)
    }
    list.onTeardown = { [weak self] in self?.tearDown($0) }
    list.onActivate = { [weak self] in self?.activate($0) }
  }

  override var widgets: [Widget] { [list] }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    let new: ItemSource<Data, Content>
    switch view {
    case let view as List<Data, Content>: new = view.items
    case let view as Grid<Data, Content>: new = view.items
    default: return false
    }
    guard new.layout.isOfSameKind(as: source.layout) else { return false }
    environment = context.environment
    let old = source.data
    let oldTarget = source.target
    source = new
    if list.layout != new.layout { list.layout = new.layout }
    list.activatesOnSingleClick = new.onActivate != nil
    replaceItems(old: old, new: new.data)
    for (cell, position) in list.boundCells { bind(cell, to: position) }
    scrollToTarget(unless: oldTarget)
    return true
  }

  private func scrollToTarget(unless previous: Data.Element.ID?) {
    guard let target = source.target, target != previous, let index = source.data.firstIndex(id: target) else { return }
    list.scrollToItem(at: index - source.data.startIndex)
  }

  /// Tells the list which run of items differs; items before and after keep their cells.
  private func replaceItems(old: Data, new: Data) {
    if (old as? any IdentityIndexed)?.isCopy(of: new) == true { return }
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[old.startIndex + prefix].id == new[new.startIndex + prefix].id { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.endIndex - 1 - suffix].id == new[new.endIndex - 1 - suffix].id {
      suffix += 1
    }
    let removed = old.count - prefix - suffix
    let added = new.count - prefix - suffix
    guard removed > 0 || added > 0 else { return }
    // GTK keeps what is seen in its place, so that what comes before the first item would be out of sight.
    let isAtTop = list.scrollOffset == 0
    list.replaceItems(at: prefix, removed: removed, added: added)
    if isAtTop && prefix == 0 && new.count > 0 { list.scrollToItem(at: 0) }
  }

  private func element(at position: Int) -> Data.Element? {
    position < source.data.count ? source.data[source.data.startIndex + position] : nil
  }

  private func bind(_ cell: ListCell, to position: Int) {
    if !hasViews(in: cell), filledCellCount >= filledAtOnce, !isScrolled {
      emptyCells.insert(ObjectIdentifier(cell))
      startFilling()
    } else {
      fill(cell, at: position)
    }
  }

  /// What has been scrolled to is to be seen in this very frame, if the list is.
  private var isScrolled: Bool { list.isMapped && list.scrollOffset > 0 }

  private func startFilling() {
    guard !isFilling else { return }
    isFilling = true
    list.onEachFrame { [weak self] _ in
      guard let self else { return false }
      self.fillSome()
      self.isFilling = !self.emptyCells.isEmpty
      return self.isFilling
    }
  }

  private func fillSome() {
    let waiting = list.boundCells.filter { emptyCells.contains(ObjectIdentifier($0.cell)) }
      .map {
        (cell: $0.cell, position: $0.position, isHidden: $0.cell.visibleBounds(in: list)?.isEmpty ?? true ? 1 : 0)
      }
      .sorted { ($0.isHidden, $0.position) < ($1.isHidden, $1.position) }
    let count = list.isMapped ? filledPerFrame : filledPerHiddenFrame
    for (cell, position, _) in waiting.prefix(count) { fill(cell, at: position) }
  }

  private func fill(_ cell: ListCell, at position: Int) {
    emptyCells.remove(ObjectIdentifier(cell))
    guard let element = element(at: position) else { return }
    cell.itemExists = { [weak self, id = element.id] in self?.source.data.firstIndex(id: id) != nil }
    show(AnyHashable(element.id), in: cell) { [content = source.content] in content(element) }
  }

  private func activate(_ position: Int) {
    if let element = element(at: position) { source.onActivate?(element) }
  }
}

extension ListWidget.Layout {
  fileprivate func isOfSameKind(as other: Self) -> Bool { (self == .list) == (other == .list) }
}

/// What recycles cells: the views in each of them.
class CellsNode: Node {
  private var cells: [ObjectIdentifier: CellNode] = [:]

  /// Only cells that show something now: a view that waits for an item has nothing to report.
  override var children: [Node] { cells.values.filter(\.isBound) }

  /// How many cells have views, be it for an item that they do not show any more.
  var filledCellCount: Int { cells.count }

  func hasViews(in cell: CustomWidget) -> Bool { cells[ObjectIdentifier(cell)] != nil }

  /// Shows an item in a cell, in the views that it has if there are any.
  func show(_ id: AnyHashable, in cell: CustomWidget, content: @escaping () -> any View) {
    if let node = cells[ObjectIdentifier(cell)] {
      node.show(id, content: content, in: context)
    } else {
      cells[ObjectIdentifier(cell)] = CellNode(cell, id: id, content: content, in: context)
    }
    invalidatePreferences()
    // The widget measures the cell right after this.
    renderer.placeWidgets()
  }

  /// The cell waits for another item.
  func unbind(_ cell: CustomWidget) {
    cells[ObjectIdentifier(cell)]?.isBound = false
    invalidatePreferences()
  }

  /// The cell goes away for good.
  func tearDown(_ cell: CustomWidget) {
    cells.removeValue(forKey: ObjectIdentifier(cell))?.remove()
    invalidatePreferences()
  }

  override func removed() {
    for cell in cells.values { cell.remove() }
    cells = [:]
  }
}

/// The views of one recycled cell.
final class CellNode: Node, WidgetContainer {
  private let cell: CustomWidget
  private var id: AnyHashable
  private var row: RowNode?
  private var shown: Widget?
  /// Whether the cell shows an item.
  var isBound = true

  init(_ cell: CustomWidget, id: AnyHashable, content: @escaping () -> any View, in context: NodeContext) {
    self.cell = cell
    self.id = id
    super.init(in: context)
    row = RowNode(content: content, in: self.context)
    placeWidgets()
    isBuilt = true
  }

  override var children: [Node] { row.map { [$0] } ?? [] }

  func show(_ id: AnyHashable, content: @escaping () -> any View, in context: NodeContext) {
    environment = context.environment
    isBound = true
    var inner = self.context
    inner.isNewIdentity = id != self.id
    self.id = id
    row?.update(content: content, in: inner)
  }

  func placeWidgets() {
    let widget = row?.widgets.first
    guard widget !== shown else { return }
    if let shown { cell.disown(shown) }
    shown = widget
    if let widget { cell.adopt(widget) }
  }

  override func removed() {
    if let shown { cell.disown(shown) }
    shown = nil
  }
}
