// SPDX-License-Identifier: MIT
import Geometry
import GtkCore
import Observation
import Testing
import TouchRig

@testable import Declarative

private struct Item: Identifiable, Equatable {
  let id: Int
}

private struct Section: GridSection, Equatable {
  let id: Int
  let items: ArraySlice<Item>

  /// A hundred in each.
  static func sections(of ids: Range<Int>) -> [Section] {
    let items = ids.map(Item.init)
    return stride(from: 0, to: items.count, by: 100).map {
      Section(id: items[$0].id, items: items[$0..<min($0 + 100, items.count)])
    }
  }
}

@Observable
private final class Model {
  var sections = Section.sections(of: 0..<100_000)
  /// Large, so that there are few: with the sanitizer each of them takes some milliseconds.
  var cellSize = GridCellSize(leastEdge: 120, greatestColumnCount: 20)
  var target: Int?
}

extension ToolkitTests {
  @MainActor struct SectionGridTests {
    private struct Page: View {
      let model: Model
      var body: some View {
        SectionGrid(model.sections, cellSize: model.cellSize) { section in
          Label("\(section.id)")
        } content: { item in
          Label("\(item.id)")
        }
        .scrolled(to: model.target)
      }
    }

    /// A window with a grid of 100,000 items, once all that may be seen soon has its cells.
    private final class Stage {
      let model = Model()
      let window: Declarative.Window
      let grid: SectionGridWidget

      init() async throws {
        try #require(Display.rig != nil)
        window = Declarative.Window(application: nil, title: "test", size: Size(400, 600)) { [model] in
          Page(model: model)
        }
        window.present()
        let window = window
        try #require(await eventually { window.widget.isMapped })
        let find = { window.widget.pick(SectionGridWidget.self, at: Point(100, 300)).first }
        try #require(await eventually { find() != nil })
        grid = try #require(find())
        try await waitUntilFilled()
      }

      /// Items that are seen, and half a page above and below.
      var near: Range<Int> {
        let top = Int(grid.scrollOffset.rounded())
        let page = Int(grid.size.height)
        return grid.layout.items(in: top - page / 2..<top + page + page / 2)
      }

      func waitUntilFilled() async throws {
        // A few are filled in a frame; on a busy machine that takes a while.
        try #require(await eventually(timeout: .seconds(30)) { self.missing.isEmpty })
      }

      private var missing: Set<Int> { Set(near).subtracting(grid.boundCells.map(\.position)) }

      /// Where an item is seen, from the top.
      func place(of id: Int) throws -> Double {
        let flat = try #require(model.sections.flatMap(\.items).firstIndex { $0.id == id })
        return Double(grid.layout.origin(ofItem: flat).y) - grid.scrollOffset
      }
    }

    @Test func `a grid of 100,000 items has cells for what is seen and half a page around it only`() async throws {
      let before = Object.liveCount
      do {
        let stage = try await Stage()
        func expectFew() {
          #expect(Set(stage.grid.boundCells.map(\.position)) == Set(stage.near))
          #expect(stage.grid.cellCount <= stage.near.count + 2 * stage.grid.layout.columns)
        }
        expectFew()
        for offset in [10.0, 500, 700, 200_000, 0, 1_000_000] {
          stage.grid.scrollOffset = offset
          try await stage.waitUntilFilled()
          #expect(stage.grid.cellCount <= stage.near.count + 2 * stage.grid.layout.columns)
        }
        stage.model.cellSize = GridCellSize(leastEdge: 180, greatestColumnCount: 20)
        try #require(await eventually { stage.grid.layout.edge >= 180 })
        stage.grid.scrollOffset += 1
        try await stage.waitUntilFilled()
        #expect(stage.grid.cellCount <= stage.near.count + 2 * stage.grid.layout.columns)
        stage.window.widget.destroy()
      }
      #expect(await eventually { Object.liveCount == before })
    }

    @Test func `what is looked at stays when items come before it, when others go, and when cells change`() async throws
    {
      let stage = try await Stage()
      let (grid, model) = (stage.grid, stage.model)
      grid.scrollOffset = 40_000
      try await stage.waitUntilFilled()
      let middle = try #require(grid.layout.item(nearestTo: 200, 40_000 + 100))
      let before = try stage.place(of: middle)
      // Its row may begin with another item later, and its section elsewhere.
      func expectNear(_ place: Double) {
        let tolerance = grid.layout.edge + grid.spacing + grid.layout.metrics.headingHeight
        #expect(abs(place - before) <= Double(tolerance))
      }
      for sections in [Section.sections(of: -130..<100_000), Section.sections(of: -30..<90_000)] {
        model.sections = sections
        try #require(await eventually { grid.itemCounts == sections.map(\.items.count) })
        expectNear(try stage.place(of: middle))
        try await stage.waitUntilFilled()
      }
      for edge in [60, 180, 120] {
        model.cellSize = GridCellSize(leastEdge: edge, greatestColumnCount: 20)
        try #require(await eventually { grid.cellSize.leastEdge == edge })
        try await stage.waitUntilFilled()
      }
      expectNear(try stage.place(of: middle))
      stage.window.widget.destroy()
    }

    @Test func `what comes before the first item is seen by one who is at the top`() async throws {
      let stage = try await Stage()
      stage.model.sections = Section.sections(of: -250..<100_000)
      try #require(await eventually { stage.grid.layout.itemCount == 100_250 })
      #expect(stage.grid.scrollOffset == 0)
      stage.window.widget.destroy()
    }

    @Test func `an item that is to be seen is scrolled to`() async throws {
      let stage = try await Stage()
      stage.model.target = 77_777
      try #require(await eventually { stage.grid.scrollOffset > 0 })
      let place = try stage.place(of: 77_777)
      #expect(place >= 0 && place + Double(stage.grid.layout.edge) <= stage.grid.size.height)
      stage.window.widget.destroy()
    }
  }
}
