// SPDX-License-Identifier: MIT
import GtkCore
import TestSupport
import Testing

/// How a grid with sections is arranged: arithmetic, without a display.
@Suite struct SectionGridLayoutTests {
  /// Any arrangement that there may be.
  private struct Sample: CustomTestStringConvertible {
    let counts: [Int]
    let metrics: SectionGridLayout.Metrics
    /// What is seen at a time.
    let page: Int
    let layout: SectionGridLayout
    var testDescription: String { "\(counts) \(metrics), page \(page)" }

    init(_ random: inout SeededGenerator) {
      counts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        // Some without any, and some with more than a screen.
        Int.random(in: 0...5, using: &random) == 0 ? 0 : Int.random(in: 1...60, using: &random)
      }
      metrics = SectionGridLayout.Metrics(
        width: Int.random(in: 40...1400, using: &random),
        cellSize: GridCellSize(
          leastEdge: Int.random(in: 20...260, using: &random),
          greatestColumnCount: Int.random(in: 1...18, using: &random)),
        spacing: Int.random(in: 0...6, using: &random), inset: Int.random(in: 0...12, using: &random),
        headingHeight: Int.random(in: 0...60, using: &random), isRightToLeft: Bool.random(using: &random))
      page = Int.random(in: 100...900, using: &random)
      layout = SectionGridLayout(itemCounts: counts, metrics: metrics)
    }
  }

  /// Expects no fault in any of many arrangements.
  private func expectNoFaults(
    sourceLocation: SourceLocation = #_sourceLocation, _ faults: (Sample, inout SeededGenerator) -> [String]
  ) {
    var random = SeededGenerator(23)
    for _ in 0..<60 {
      let sample = Sample(&random)
      let found = faults(sample, &random)
      #expect(found.isEmpty, "\(found.first ?? "") in \(sample.testDescription)", sourceLocation: sourceLocation)
    }
  }

  @Test func `every item has a place of its own, in order, within the width and under its own heading`() {
    expectNoFaults { sample, _ in
      let layout = sample.layout
      let edge = layout.edge
      let distance = edge + sample.metrics.spacing
      var faults = layout.itemCount == sample.counts.reduce(0, +) ? [] : ["the number of items"]
      var previous: (x: Int, y: Int)?
      for item in 0..<layout.itemCount {
        let (x, y) = layout.origin(ofItem: item)
        let section = layout.section(ofItem: item)
        let bottom = section + 1 < layout.sectionCount ? layout.top(of: section + 1) : layout.height
        if !layout.items(ofSection: section).contains(item) { faults.append("the section of \(item)") }
        if y < layout.top(of: section) + sample.metrics.headingHeight || y + edge > bottom {
          faults.append("the height of \(item)")
        }
        if x < 0 || x + edge > sample.metrics.width { faults.append("the side of \(item)") }
        if let previous {
          let isBeside = y == previous.y && x - previous.x == (sample.metrics.isRightToLeft ? -distance : distance)
          if !isBeside && y < previous.y + distance { faults.append("\(item) after the one before") }
        }
        previous = (x, y)
      }
      return faults
    }
  }

  @Test func `from right to left everything is mirrored`() {
    expectNoFaults { sample, _ in
      var metrics = sample.metrics
      metrics.isRightToLeft.toggle()
      let mirrored = SectionGridLayout(itemCounts: sample.counts, metrics: metrics)
      return (0..<sample.layout.itemCount).compactMap { item in
        let (here, there) = (sample.layout.origin(ofItem: item), mirrored.origin(ofItem: item))
        return here.y == there.y && here.x + sample.layout.edge == metrics.width - there.x ? nil : "\(item)"
      }
    }
  }

  @Test func `what is seen between two heights is what has a place there`() {
    expectNoFaults { sample, random in
      let layout = sample.layout
      let top = Int.random(in: -sample.page...layout.height, using: &random)
      let range = top..<top + sample.page
      let items = (0..<layout.itemCount).filter { item in
        let y = layout.origin(ofItem: item).y
        return y < range.upperBound && y + layout.edge > range.lowerBound
      }
      let sections = (0..<layout.sectionCount).filter { section in
        let isLast = section + 1 == layout.sectionCount
        let end = isLast ? layout.height - sample.metrics.inset : layout.top(of: section + 1)
        let start = layout.top(of: section)
        return start < end && start < range.upperBound && end > range.lowerBound
      }
      return (Array(layout.items(in: range)) == items ? [] : ["items in \(range)"])
        // Those without height may be among them.
        + (sections.allSatisfy(layout.sections(in: range).contains) ? [] : ["sections in \(range)"])
    }
  }

  @Test func `a heading stays at the top through its section, and is pushed away by the next`() {
    let layout = SectionGridLayout(
      itemCounts: [20, 20],
      metrics: .init(
        width: 408, cellSize: .init(leastEdge: 100, greatestColumnCount: 4), spacing: 2, inset: 0, headingHeight: 30))
    let second = layout.top(of: 1)
    #expect(second == 30 + 5 * (layout.edge + 2))
    #expect(layout.headingTop(of: 0, scrolledBy: 0) == 0)
    #expect(layout.headingTop(of: 0, scrolledBy: 200) == 200)
    #expect(layout.headingTop(of: 0, scrolledBy: second - 10) == second - 30)
    #expect(layout.headingTop(of: 1, scrolledBy: second - 10) == second)
    #expect(layout.headingTop(of: 1, scrolledBy: second + 55) == second + 55)
  }

  @Test func `what is held stays in its place in any other arrangement, and comes back in the first`() {
    expectNoFaults { sample, random in
      let layout = sample.layout
      guard layout.height > sample.page else { return [] }
      let offset = Double(Int.random(in: 0...layout.height - sample.page, using: &random))
      let line = Double(sample.page) / 3
      let x = Int.random(in: 0..<sample.metrics.width, using: &random)
      guard let anchor = layout.anchor(x: x, line: line, scrolledBy: offset) else { return [] }
      let other = SectionGridLayout(itemCounts: sample.counts, metrics: Sample(&random).metrics)
      let otherOffset = other.scrollOffset(keeping: anchor, page: sample.page)
      let isAtEnd = otherOffset <= 0 || otherOffset >= Double(other.height - sample.page)
      let before = Double(layout.origin(ofItem: anchor.item).y) - offset
      let after = Double(other.origin(ofItem: anchor.item).y) - otherOffset
      // Held somewhere in its row, which may have another height now.
      let tolerance = Double(max(layout.edge, other.edge) + 6)
      return (isAtEnd || abs(after - before) <= tolerance ? [] : ["\(anchor.item) in another"])
        + (abs(layout.scrollOffset(keeping: anchor, page: sample.page) - offset) < 0.001 ? [] : ["\(anchor.item) back"])
    }
  }

  @Test func `the item nearest to the middle of a cell is the one in it`() {
    expectNoFaults { sample, _ in
      let layout = sample.layout
      return (0..<layout.itemCount).compactMap { item in
        let (x, y) = layout.origin(ofItem: item)
        return layout.item(nearestTo: x + layout.edge / 2, y + layout.edge / 2) == item ? nil : "\(item)"
      }
    }
  }

  @Test func `an item that is scrolled to is seen as a whole, and not behind a heading`() {
    expectNoFaults { sample, random in
      let layout = sample.layout
      guard layout.itemCount > 0, sample.page > layout.edge + sample.metrics.headingHeight else { return [] }
      return [0, layout.height / 2, max(0, layout.height - sample.page)].compactMap { start in
        let item = Int.random(in: 0..<layout.itemCount, using: &random)
        let offset = Int(layout.scrollOffset(showing: item, page: sample.page, from: Double(start)))
        let y = layout.origin(ofItem: item).y - offset
        let heading = layout.headingTop(of: layout.section(ofItem: item), scrolledBy: offset) - offset
        let isSeen = y + layout.edge <= sample.page && y >= max(0, heading + sample.metrics.headingHeight)
        return isSeen ? nil : "\(item) from \(start)"
      }
    }
  }

  @Test func `keys reach every item, and up is the way back from down within a section`() {
    expectNoFaults { sample, _ in
      let layout = sample.layout
      func go(_ step: SectionGridLayout.Step, _ item: Int) -> Int { layout.item(step, from: item, page: sample.page) }
      return (0..<layout.itemCount).compactMap { item in
        let (next, previous, down) = (go(.next, item), go(.previous, item), go(.down, item))
        let isNext = next == min(item + 1, layout.itemCount - 1) && previous == max(0, item - 1)
        let isBelow = down == item || layout.origin(ofItem: down).y > layout.origin(ofItem: item).y
        let isSameSection = layout.section(ofItem: down) == layout.section(ofItem: item)
        let comesBack = !isSameSection || down != item + layout.columns || go(.up, down) == item
        let areThere = SectionGridLayout.Step.allCases.allSatisfy { (0..<layout.itemCount).contains(go($0, item)) }
        let ends = go(.first, item) == 0 && go(.last, item) == layout.itemCount - 1
        return isNext && isBelow && comesBack && areThere && ends ? nil : "from \(item)"
      }
    }
  }
}
