// SPDX-License-Identifier: MIT
import Geometry

/// A place in a grid that shows one item, or one heading, after another as the user scrolls.
public final class GridCell: CustomWidget {
  private var keeperCount = 0

  fileprivate override init(cssName: String) { super.init(cssName: cssName) }

  /// Has it stay with its item, wherever that is scrolled to: something outside of the grid shows what is in it. To be
  /// called off by `letGo`, as often.
  public func keep() { keeperCount += 1 }

  public func letGo() { keeperCount = max(0, keeperCount - 1) }

  fileprivate var isKept: Bool { keeperCount > 0 || hasFocusInside }
}

/// A scrolling grid of square cells in sections, each under a heading that stays at the top as long as its section is
/// scrolled through. Only what is seen has cells, and half a screen above and below; they are used again for other items.
///
/// What is looked at stays where it is when the width, the size of the cells or the items change.
public final class SectionGridWidget: CustomWidget {
  /// Called when a cell gets an item, with its position among all.
  public var onBind: ((GridCell, Int) -> Void)?
  /// Called when a heading gets a section; there are none without it.
  public var onBindHeading: ((GridCell, Int) -> Void)?
  /// Called when a cell or a heading has lost what it shows, and waits for something else.
  public var onUnbind: ((GridCell) -> Void)?
  /// Called when a cell or a heading goes away for good.
  public var onTeardown: ((GridCell) -> Void)?
  /// Called when the wheel is turned with Ctrl, with the number of steps towards larger cells. Where the pointer is
  /// things stay in their place if `cellSize` is set to another next.
  public var onResize: ((Int) -> Void)?
  /// What the scrubber calls a section: in full next to the handle, and in short along the strip, where those of several
  /// sections may be the same. Without it there is nothing but the handle.
  public var scrubberText: ((Int) -> (full: String, short: String))? {
    get { scrubber.text }
    set { scrubber.text = newValue }
  }

  private let scroll = ScrollWidget()
  private let content = SectionGridContent()
  private let scrubber = Scrubber()
  private var pointerTracker: PointerTracker?
  /// What the wheel has turned with Ctrl since the last step, in clicks.
  private var turned = 0.0

  /// Pixels that two fingers scroll on a touchpad for what a click of a wheel does.
  private static let pixelsPerClick = 40.0

  public init() {
    super.init(cssName: "sectiongrid")
    drawsOutsideItsBounds = false
    expandsVertically = true
    content.owner = self
    scroll.hideScrollbar()
    scroll.setChild(content)
    adopt(scroll)
    adopt(scrubber.widgets.texts)
    adopt(scrubber.widgets.strip)
    scrubber.onScrub = { [weak self] in self?.scrub(to: $0) }
    pointerTracker = PointerTracker(on: self) { [weak self] in self?.handle($0) ?? false }
  }

  // MARK: Items

  /// The number of items in each section.
  public var itemCounts: [Int] { content.itemCounts }

  /// Other sections are shown from now on.
  ///
  /// - Parameters:
  ///   - itemCounts: the number of items in each
  ///   - newPosition: where an item is now; nil for one that is gone
  public func setItems(_ itemCounts: [Int], newPosition: (Int) -> Int?) {
    content.setItems(itemCounts, newPosition: newPosition)
  }

  public var cellSize: GridCellSize {
    get { content.cellSize }
    set { content.cellSize = newValue }
  }

  /// Between cells, in whole logical pixels.
  public var spacing: Int {
    get { content.spacing }
    set { content.spacing = newValue }
  }

  /// At the sides, in whole logical pixels.
  public var inset: Int {
    get { content.inset }
    set { content.inset = newValue }
  }

  /// Cells which show an item now, with its position.
  public var boundCells: [(cell: GridCell, position: Int)] { content.cells.map { ($1, $0) } }

  /// Headings which show a section now, with its number.
  public var boundHeadings: [(cell: GridCell, section: Int)] { content.headings.map { ($1, $0) } }

  /// How many cells there are, those included that wait for an item.
  public var cellCount: Int { content.cellCount }

  /// How it is arranged at present.
  public var layout: SectionGridLayout { content.layout }

  /// Brings the item at `position` into view, if it is not.
  public func scrollToItem(at position: Int) { content.show(position) }

  /// By how much it is scrolled, in logical pixels.
  public var scrollOffset: Double {
    get { content.scrollOffset }
    set { content.scrollOffset = newValue }
  }

  // MARK: Layout

  public override var isHeightForWidth: Bool { false }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    scroll.measurement(orientation)
  }

  public override func allocate(width: Int, height: Int) {
    // Whoever wants scrollbars to stay wants nothing to be covered by them.
    scrubber.isLasting = !Desktop.scrollbarsHide
    let strip = Scrubber.stripWidth
    let contentWidth = scrubber.isLasting ? max(0, width - strip) : width
    scroll.place(x: isRightToLeft ? width - contentWidth : 0, width: contentWidth, height: height)
    scrubber.widgets.texts.place(x: 0, width: width, height: height)
    scrubber.widgets.strip.place(x: isRightToLeft ? 0 : width - strip, width: strip, height: height)
  }

  fileprivate func follow(isScrolled: Bool) {
    scrubber.follow(content.layout, offset: content.scrollOffset, isScrolled: isScrolled)
  }

  private func scrub(to part: Double) {
    scroll.stopScrolling()
    content.scrollOffset = part * max(0, Double(content.layout.height) - size.height)
  }

  // MARK: The pointer

  private func handle(_ event: PointerEvent) -> Bool {
    switch event {
    case .motion(let motion):
      let fromEnd = isRightToLeft ? motion.location.x : size.width - motion.location.x
      scrubber.isPointerNear = motion.phase != .left && fromEnd < Scrubber.nearDistance
      return false
    case .scroll(let event):
      guard event.modifiers.contains(.control), let onResize else {
        turned = 0
        return false
      }
      turned -= event.source == .wheel ? event.delta.y : event.delta.y / Self.pixelsPerClick
      let steps = Int(turned)
      if event.phase == .stopped { turned = 0 }
      guard steps != 0 else { return true }
      turned -= Double(steps)
      content.resizePoint = event.location - (content.bounds(in: self)?.origin ?? .zero)
      onResize(steps)
      return true
    case .gesture, .modifiers: return false
    }
  }
}

/// What scrolls of a grid.
private final class SectionGridContent: ScrollableWidget {
  weak var owner: SectionGridWidget?

  private(set) var itemCounts: [Int] = []
  private(set) var layout = SectionGridLayout.empty
  /// By their items and sections.
  private(set) var cells: [Int: GridCell] = [:]
  private(set) var headings: [Int: GridCell] = [:]
  private var freeCells: [GridCell] = []
  private var freeHeadings: [GridCell] = []
  private var pageHeight = 0
  /// What stays in its place, since the user scrolled last; nil for what is at the top.
  private var anchor: SectionGridLayout.Anchor?
  private var anchorPoint: Point?
  /// Where the size of the cells is about to be changed from.
  var resizePoint: Point?
  private var isArranging = false
  private var isFilling = false
  private var isRefreshing = false
  /// What is to be seen once there is room for anything.
  private var pendingItem: Int?
  /// Where the focus was last.
  private var focusedItem: Int?

  /// Seconds that filling the cells which are seen may take at a time: half of a frame's.
  private static let seenFillTime = 0.008
  /// Seconds for those that may be seen soon, or by whoever comes back to the page: nothing may wait for them.
  private static let nearFillTime = 0.002

  var cellSize = GridCellSize(leastEdge: 100, greatestColumnCount: 8) {
    didSet { if cellSize != oldValue { resizeCells() } }
  }
  var spacing = 4 {
    didSet { if spacing != oldValue { arrange() } }
  }
  var inset = 0 {
    didSet { if inset != oldValue { arrange() } }
  }

  init() {
    super.init(scrollableCssName: "sections")
    setAccessibleRole(.grid)
    onKeyPress { [weak self] in self?.handle($0) ?? false }
  }

  var cellCount: Int { cells.count + freeCells.count }

  // MARK: Arrangement

  func setItems(_ itemCounts: [Int], newPosition: (Int) -> Int?) {
    self.itemCounts = itemCounts
    let held = anchor ?? anchorAtTop
    let old = cells
    cells = [:]
    for (item, cell) in old {
      if let now = newPosition(item) { cells[now] = cell } else { free(cell) }
    }
    focusedItem = focusedItem.flatMap(newPosition)
    pendingItem = pendingItem.flatMap(newPosition)
    for (_, heading) in headings { free(heading: heading) }
    headings = [:]
    // One is there in any case, to tell how high they are.
    if owner?.onBindHeading != nil && !itemCounts.isEmpty { bindHeading(0) }
    if var held {
      held.item = Self.successor(of: held.item, newPosition) ?? min(held.item, max(0, itemCounts.reduce(0, +) - 1))
      anchor = held
    }
    arrange()
  }

  /// How far from an item that is gone another one is looked for to stay in its place.
  private static let successorDistance = 20

  private static func successor(of item: Int, _ newPosition: (Int) -> Int?) -> Int? {
    for distance in 0...successorDistance {
      if let position = newPosition(item + distance) ?? newPosition(item - distance) { return position }
    }
    return nil
  }

  private func resizeCells() {
    if let point = resizePoint {
      if anchor == nil || anchorPoint != point {
        anchor = layout.anchor(x: Int(point.x), line: point.y, scrolledBy: scrollOffset)
        anchorPoint = point
      }
      resizePoint = nil
    }
    arrange()
  }

  /// What is at the top below its heading; nil at the beginning of all, which is to be seen.
  private var anchorAtTop: SectionGridLayout.Anchor? {
    let offset = scrollOffset
    return offset > 0 ? layout.anchor(line: Double(layout.metrics.headingHeight), scrolledBy: offset) : nil
  }

  private func arrange() {
    guard layout.metrics.width > 0 else { return }
    arrange(width: layout.metrics.width, height: pageHeight)
    refresh()
  }

  /// Gives cells to what is seen, after whatever has changed about that.
  private func refresh() {
    updateCells()
    owner?.follow(isScrolled: false)
    queueAllocate()
  }

  /// As `refresh`, but later: GTK loses track of widgets that come while others are given their places.
  private func refreshSoon() {
    guard !isRefreshing else { return }
    isRefreshing = true
    onNextFrame { [weak self] in
      self?.isRefreshing = false
      self?.refresh()
    }
  }

  private func arrange(width: Int, height: Int) {
    let held = anchor ?? anchorAtTop
    pageHeight = height
    layout = SectionGridLayout(
      itemCounts: itemCounts,
      metrics: .init(
        width: width, cellSize: cellSize, spacing: spacing, inset: inset, headingHeight: headingHeight(width: width),
        isRightToLeft: isRightToLeft))
    anchor = layout.itemCount > 0 ? held : nil
    var offset = anchor.map { layout.scrollOffset(keeping: $0, page: height) } ?? 0
    if let item = pendingItem, item < layout.itemCount {
      pendingItem = nil
      offset = layout.scrollOffset(showing: item, page: height, from: offset)
    }
    isArranging = true
    setScrollRange(height: Double(layout.height), page: Double(height), offset: offset)
    isArranging = false
  }

  private func headingHeight(width: Int) -> Int {
    headings.values.map { $0.measurement(.vertical, for: width).natural }.max() ?? 0
  }

  override var isHeightForWidth: Bool { false }

  override func measure(_ orientation: Orientation, for size: Int) -> Measurement {
    Measurement(minimum: 0, natural: 0)
  }

  override func allocate(width: Int, height: Int) {
    if width != layout.metrics.width || height != pageHeight || isRightToLeft != layout.metrics.isRightToLeft
      || headingHeight(width: width) != layout.metrics.headingHeight
    {
      arrange(width: width, height: height)
      refreshSoon()
    }
    let top = shownTop
    let edge = layout.edge
    for (item, cell) in cells {
      let origin = layout.origin(ofItem: item)
      cell.place(x: origin.x, y: origin.y - top, width: edge, height: edge)
    }
    for (section, heading) in headings {
      heading.place(
        x: 0, y: layout.headingTop(of: section, scrolledBy: top) - top, width: width,
        height: layout.metrics.headingHeight)
    }
  }

  private var shownTop: Int { Int(scrollOffset.rounded()) }

  override func draw(into snapshot: Snapshot) {
    let seen = layout.items(in: shownTop..<shownTop + pageHeight)
    // In their order, so that what has changed between two frames is told from what has not.
    for item in cells.keys.sorted() {
      guard let cell = cells[item], seen.contains(item) || cell.isKept else { continue }
      drawChild(cell, into: snapshot)
    }
    for section in headings.keys.sorted() {
      if let heading = headings[section] { drawChild(heading, into: snapshot) }
    }
  }

  // MARK: Scrolling

  override func scrollOffsetChanged() {
    guard !isArranging else { return }
    anchor = nil
    resizePoint = nil
    updateCells()
    queueAllocate()
    owner?.follow(isScrolled: true)
  }

  func show(_ item: Int) {
    guard pageHeight > 0 else {
      pendingItem = item
      return
    }
    guard item < layout.itemCount else { return }
    scrollOffset = layout.scrollOffset(showing: item, page: pageHeight, from: scrollOffset)
  }

  override func mapped() { refreshSoon() }

  // MARK: Cells

  private var seenItems: Range<Int> { layout.items(in: shownTop..<shownTop + pageHeight) }

  private var nearItems: Range<Int> {
    let margin = pageHeight / 2
    return layout.items(in: shownTop - margin..<shownTop + pageHeight + margin)
  }

  /// Takes cells from what is out of sight now, and gives them to what is seen.
  private func updateCells() {
    let near = nearItems
    for (item, cell) in cells where !near.contains(item) && !cell.isKept {
      cells[item] = nil
      free(cell)
    }
    updateHeadings()
    fill(seenItems, near: near)
    hideFreeCells(near: near)
  }

  /// Fills what is seen, and what may be seen soon, as far as time allows, and has the rest come in the frames that
  /// follow.
  private func fill(_ seen: Range<Int>, near: Range<Int>, isFrame: Bool = false) {
    let start = MainLoop.now
    var isComplete = fill(seen, until: start + (isMapped ? Self.seenFillTime : Self.nearFillTime))
    // What has been scrolled to comes first, in this frame.
    if isComplete && isFrame {
      let deadline = start + Self.nearFillTime
      isComplete =
        fill(seen.upperBound..<near.upperBound, until: deadline)
        && fill((near.lowerBound..<seen.lowerBound).reversed(), until: deadline)
    } else if isComplete {
      isComplete = near.allSatisfy { cells[$0] != nil }
    }
    guard !isComplete, !isFilling else {
      if isFrame { isFilling = !isComplete }
      return
    }
    isFilling = true
    onEachFrame { [weak self] _ in
      guard let self else { return false }
      self.fill(self.seenItems, near: self.nearItems, isFrame: true)
      self.queueAllocate()
      return self.isFilling
    }
  }

  /// Whether all have cells now.
  private func fill(_ items: some Sequence<Int>, until deadline: Double) -> Bool {
    for item in items where cells[item] == nil {
      guard MainLoop.now < deadline else { return false }
      fill(item)
    }
    return true
  }

  private func fill(_ item: Int) {
    let cell: GridCell
    if let free = freeCells.popLast() {
      cell = free
    } else {
      cell = GridCell(cssName: "gridcell")
      cell.setAccessibleRole(.gridCell)
      adopt(cell)
    }
    cells[item] = cell
    // Where there is none before it, it mostly is the first of all. Headings stay behind them, above what they cover.
    reorder(cell, after: cells[item - 1])
    owner?.onBind?(cell, item)
    cell.isShownByParent = true
  }

  private func free(_ cell: GridCell) {
    owner?.onUnbind?(cell)
    if cell.isFocusable { cell.isFocusable = false }
    freeCells.append(cell)
  }

  /// Of those that no item has got, some stay for what comes next; as many as are still missing, and two rows.
  private func hideFreeCells(near: Range<Int>) {
    let missing = max(0, near.count - cells.count)
    while freeCells.count > missing + 2 * layout.columns { tearDown(freeCells.removeFirst()) }
    for cell in freeCells { cell.isShownByParent = false }
  }

  private func tearDown(_ cell: GridCell) {
    owner?.onTeardown?(cell)
    disown(cell)
  }

  // MARK: Headings

  private func updateHeadings() {
    guard owner?.onBindHeading != nil else { return }
    let seen = layout.sections(in: shownTop..<shownTop + pageHeight)
    for (section, heading) in headings where !seen.contains(section) {
      headings[section] = nil
      free(heading: heading)
    }
    for section in seen where headings[section] == nil { bindHeading(section) }
    for heading in freeHeadings { heading.isShownByParent = false }
  }

  private func bindHeading(_ section: Int) {
    let heading: GridCell
    if let free = freeHeadings.popLast() {
      heading = free
    } else {
      heading = GridCell(cssName: "gridheading")
      adopt(heading)
    }
    headings[section] = heading
    owner?.onBindHeading?(heading, section)
    heading.isShownByParent = true
  }

  private func free(heading: GridCell) {
    owner?.onUnbind?(heading)
    freeHeadings.append(heading)
  }

  // MARK: The focus

  private func handle(_ key: KeyPress) -> Bool {
    guard key.modifiers.isEmpty, let focused = cells.first(where: { $1.hasFocusInside })?.key else { return false }
    let step: SectionGridLayout.Step
    switch key.name {
    case "Left", "KP_Left": step = isRightToLeft ? .next : .previous
    case "Right", "KP_Right": step = isRightToLeft ? .previous : .next
    case "Up", "KP_Up": step = .up
    case "Down", "KP_Down": step = .down
    case "Page_Up", "KP_Page_Up": step = .pageUp
    case "Page_Down", "KP_Page_Down": step = .pageDown
    case "Home", "KP_Home": step = .first
    case "End", "KP_End": step = .last
    default: return false
    }
    let room = max(layout.edge, pageHeight - layout.metrics.headingHeight)
    focus(layout.item(step, from: focused, page: room))
    return true
  }

  private func focus(_ item: Int) {
    show(item)
    if cells[item] == nil { fill(item) }
    guard let cell = cells[item] else { return }
    // An item without anything in it that could have the focus is a place to go on from all the same.
    if !cell.grabFocusInside() {
      cell.isFocusable = true
      cell.grabFocus()
    }
    focusedItem = item
    queueAllocate()
  }

  /// As one widget among others: the focus comes to where it was, and goes on to what is beyond the grid.
  override func moveFocus(_ direction: FocusDirection) -> Bool {
    guard !hasFocusInside, layout.itemCount > 0 else { return false }
    let seen = seenItems
    let known = focusedItem.flatMap { seen.contains($0) ? $0 : nil }
    let whole = seen.first { layout.origin(ofItem: $0).y >= shownTop + layout.metrics.headingHeight }
    guard let item = known ?? whole ?? seen.first else { return false }
    focus(item)
    return true
  }
}
