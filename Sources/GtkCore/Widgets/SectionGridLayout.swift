// SPDX-License-Identifier: MIT

/// How large the cells of a grid are.
public nonisolated struct GridCellSize: Hashable, Sendable {
  /// Of a cell, in logical pixels: there are as many columns as this leaves room for.
  public var leastEdge: Int
  /// What keeps cells from getting small in a wide window.
  public var greatestColumnCount: Int

  public init(leastEdge: Int, greatestColumnCount: Int) {
    self.leastEdge = max(1, leastEdge)
    self.greatestColumnCount = max(1, greatestColumnCount)
  }
}

/// How a grid arranges square cells, section after section, each under a heading.
///
/// All in whole logical pixels from the top left of the content. What it is asked for takes time that grows with the
/// logarithm of the number of sections, and not with the number of items.
public nonisolated struct SectionGridLayout: Equatable, Sendable {
  /// What the arrangement depends on, the items apart.
  public struct Metrics: Equatable, Sendable {
    public var width: Int
    public var cellSize: GridCellSize
    /// Between cells.
    public var spacing: Int
    /// At the sides, and below the last row.
    public var inset: Int
    public var headingHeight: Int
    public var isRightToLeft: Bool

    public init(
      width: Int, cellSize: GridCellSize, spacing: Int, inset: Int, headingHeight: Int, isRightToLeft: Bool = false
    ) {
      self.width = width
      self.cellSize = cellSize
      self.spacing = max(0, spacing)
      self.inset = max(0, inset)
      self.headingHeight = max(0, headingHeight)
      self.isRightToLeft = isRightToLeft
    }
  }

  /// What is to stay where it is while all else is arranged anew.
  public struct Anchor: Equatable, Sendable {
    public var item: Int
    /// Where the item is held, from its top: as a share of a row, and what is beyond that in logical pixels.
    fileprivate var share: Double
    fileprivate var beyond: Double
    /// Where that is to stay, in logical pixels from the top of what is seen.
    fileprivate var line: Double
  }

  /// Where the focus goes from an item.
  public enum Step: Sendable, CaseIterable {
    case previous, next, up, down, pageUp, pageDown, first, last
  }

  public let metrics: Metrics
  public let columns: Int
  /// Of a cell.
  public let edge: Int
  /// Of all.
  public let height: Int
  /// From the side where reading starts.
  private let start: Int
  /// Of each section the number of items before it, and in the end that of all.
  private let firstItems: [Int]
  /// Of each section where it begins, and in the end where the last one ends.
  private let tops: [Int]

  /// - Parameter itemCounts: the number of items in each section
  public init(itemCounts: [Int], metrics: Metrics) {
    self.metrics = metrics
    let room = max(0, metrics.width - 2 * metrics.inset)
    let fitting = (room + metrics.spacing) / (metrics.cellSize.leastEdge + metrics.spacing)
    columns = min(max(1, fitting), metrics.cellSize.greatestColumnCount)
    edge = max(1, (room - (columns - 1) * metrics.spacing) / columns)
    start = metrics.inset + max(0, room - columns * edge - (columns - 1) * metrics.spacing) / 2
    var (item, top) = (0, 0)
    var (firstItems, tops) = ([0], [0])
    firstItems.reserveCapacity(itemCounts.count + 1)
    tops.reserveCapacity(itemCounts.count + 1)
    for count in itemCounts {
      item += count
      top += metrics.headingHeight + (count + columns - 1) / columns * (edge + metrics.spacing)
      firstItems.append(item)
      tops.append(top)
    }
    self.firstItems = firstItems
    self.tops = tops
    height = top == 0 ? 0 : top + metrics.inset
  }

  public var sectionCount: Int { tops.count - 1 }
  public var itemCount: Int { firstItems[sectionCount] }

  /// From one row to the next.
  private var pitch: Int { edge + metrics.spacing }

  // MARK: Places

  /// The top left of an item's cell.
  public func origin(ofItem item: Int) -> (x: Int, y: Int) {
    let section = section(ofItem: item)
    let position = item - firstItems[section]
    let fromStart = start + position % columns * pitch
    return (
      metrics.isRightToLeft ? metrics.width - fromStart - edge : fromStart,
      firstRow(of: section) + position / columns * pitch
    )
  }

  /// The top of a section's heading when all is scrolled by `offset`: it stays at the top of what is seen as long as any
  /// of its section does, and then the next one pushes it away.
  public func headingTop(of section: Int, scrolledBy offset: Int) -> Int {
    max(tops[section], min(offset, tops[section + 1] - metrics.headingHeight))
  }

  /// Where a section begins, with its heading.
  public func top(of section: Int) -> Int { tops[section] }

  private func firstRow(of section: Int) -> Int { tops[section] + metrics.headingHeight }

  public func section(ofItem item: Int) -> Int { Self.last(in: firstItems, notAfter: item, below: sectionCount) }

  public func items(ofSection section: Int) -> Range<Int> { firstItems[section]..<firstItems[section + 1] }

  /// The section at a height; the first or the last beyond them. Only where there are sections.
  public func section(at y: Int) -> Int { Self.last(in: tops, notAfter: y, below: sectionCount) }

  /// The last index below a limit whose value is not greater; zero if there is none.
  private static func last(in values: [Int], notAfter value: Int, below limit: Int) -> Int {
    var (low, high) = (0, limit)
    while low + 1 < high {
      let middle = (low + high) / 2
      if values[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }

  /// The sections of which something lies between two heights.
  public func sections(in range: Range<Int>) -> Range<Int> {
    guard sectionCount > 0, range.lowerBound < tops[sectionCount], range.upperBound > 0, !range.isEmpty else {
      return 0..<0
    }
    return section(at: range.lowerBound)..<section(at: range.upperBound - 1) + 1
  }

  /// The items whose cells lie between two heights, at least in part.
  public func items(in range: Range<Int>) -> Range<Int> {
    let sections = sections(in: range)
    guard let first = sections.first, let last = sections.last else { return 0..<0 }
    let above = range.lowerBound - firstRow(of: first)
    // A row ends where the space below it begins.
    let firstRow = above < 0 ? 0 : above / pitch + (above % pitch >= edge ? 1 : 0)
    let start = min(firstItems[first] + firstRow * columns, firstItems[first + 1])
    let below = range.upperBound - 1 - self.firstRow(of: last)
    let end = below < 0 ? firstItems[last] : min(firstItems[last] + (below / pitch + 1) * columns, firstItems[last + 1])
    return start..<max(start, end)
  }

  /// The item whose cell is nearest to a point, row before column; nil where there are none.
  public func item(nearestTo x: Int, _ y: Int) -> Int? {
    guard itemCount > 0 else { return nil }
    var section = section(at: y)
    // One without items has none to be near to.
    while section > 0 && items(ofSection: section).isEmpty { section -= 1 }
    while items(ofSection: section).isEmpty { section += 1 }
    let items = items(ofSection: section)
    let lastRow = (items.count - 1) / columns
    let row = min(max(0, (y - firstRow(of: section)) / pitch), lastRow)
    let fromStart = (metrics.isRightToLeft ? metrics.width - 1 - x : x) - start
    let column = min(max(0, fromStart / pitch), columns - 1)
    return min(items.lowerBound + row * columns + column, items.upperBound - 1)
  }

  // MARK: What stays

  /// Holds what is at a height of what is seen.
  ///
  /// - Parameters:
  ///   - x: where; the items that reading starts with if it is nil
  ///   - line: from the top of what is seen
  ///   - offset: by which all is scrolled
  public func anchor(x: Int? = nil, line: Double, scrolledBy offset: Double) -> Anchor? {
    let y = offset + line
    let startX = metrics.isRightToLeft ? metrics.width - 1 : 0
    guard let item = item(nearestTo: x ?? startX, Int(y.rounded(.down))) else { return nil }
    let distance = y - Double(origin(ofItem: item).y)
    let share = min(max(0, distance / Double(pitch)), 1)
    return Anchor(item: item, share: share, beyond: distance - share * Double(pitch), line: line)
  }

  /// By how much to scroll for what is held to be where it was.
  ///
  /// - Parameter page: the height of what is seen
  public func scrollOffset(keeping anchor: Anchor, page: Int) -> Double {
    let held = Double(origin(ofItem: anchor.item).y) + anchor.share * Double(pitch) + anchor.beyond
    return min(max(0, held - anchor.line), Double(max(0, height - page)))
  }

  /// By how much to scroll for an item to be seen as a whole; `offset` if it is already.
  ///
  /// - Parameter page: the height of what is seen
  public func scrollOffset(showing item: Int, page: Int, from offset: Double) -> Double {
    let section = section(ofItem: item)
    let top = origin(ofItem: item).y
    // The heading of its section covers what is at the top. With the first row it is seen itself.
    let least = top == firstRow(of: section) ? tops[section] : top - metrics.headingHeight
    let greatest = top + edge - page
    let limit = Double(max(0, height - page))
    if offset > Double(least) || page < edge + metrics.headingHeight { return min(Double(least), limit) }
    return min(max(offset, Double(greatest)), limit)
  }

  // MARK: The focus

  /// - Parameter page: by how much a page step goes, in logical pixels
  public func item(_ step: Step, from item: Int, page: Int) -> Int {
    let (x, y) = origin(ofItem: item)
    let section = section(ofItem: item)
    let items = items(ofSection: section)
    let column = (item - items.lowerBound) % columns
    switch step {
    case .previous: return max(0, item - 1)
    case .next: return min(itemCount - 1, item + 1)
    case .first: return 0
    case .last: return itemCount - 1
    case .pageUp: return self.item(nearestTo: x, y - page) ?? item
    case .pageDown: return self.item(nearestTo: x, y + page) ?? item
    case .up:
      if item - columns >= items.lowerBound { return item - columns }
      guard items.lowerBound > 0 else { return item }
      let above = self.items(ofSection: self.section(ofItem: items.lowerBound - 1))
      let lastRow = above.lowerBound + (above.count - 1) / columns * columns
      return min(lastRow + column, above.upperBound - 1)
    case .down:
      if item - column + columns < items.upperBound { return min(item + columns, items.upperBound - 1) }
      guard items.upperBound < itemCount else { return item }
      let below = self.items(ofSection: self.section(ofItem: items.upperBound))
      return min(below.lowerBound + column, below.upperBound - 1)
    }
  }
}
