// SPDX-License-Identifier: MIT
import Geometry
import GtkCore
import Observation
import Testing
import TouchRig

@testable import Declarative

@Observable
private final class Model {
  var isPanelShown = false
  var width = 320.0
}

extension ToolkitTests {
  @MainActor struct SplitViewTests {
    private struct Page: View {
      let model: Model
      var body: some View {
        SplitView(isPanelShown: model.isPanelShown, panelWidth: model.width) {
          Button("content") {}
        } panel: {
          ScrollView { SelectableText(String(repeating: "long_name", count: 20)) }
        }
      }
    }

    /// A window of regular width, and the split widget in it.
    private func open(_ model: Model) async throws -> (Declarative.Window, SplitWidget) {
      try #require(Display.rig != nil)
      let window = Window(application: nil, title: "test", size: Size(900, 400)) { Page(model: model) }
      window.present()
      try #require(await eventually { window.widget.isMapped && window.widget.size.width > 0 })
      let found = window.widget.pick(SplitWidget.self, at: Point(20, window.widget.size.height / 2))
      return (window, try #require(found.first))
    }

    @Test func `a panel takes room at the side where reading ends, and gives it back`() async throws {
      let model = Model()
      let (window, split) = try await open(model)
      let (content, panel) = (split.children[0], split.children[1])
      let whole = Rect(.zero, split.size)
      #expect(content.bounds(in: split) == whole)
      #expect(!panel.isMapped)

      model.isPanelShown = true
      let side = Rect(x: whole.size.width - 320, y: 0, width: 320, height: whole.size.height)
      #expect(await eventually { panel.bounds(in: split) == side })
      #expect(content.bounds(in: split) == Rect(x: 0, y: 0, width: whole.size.width - 320, height: whole.size.height))

      model.width = 200
      #expect(await eventually { panel.bounds(in: split)?.size.width == 200 })

      model.isPanelShown = false
      #expect(await eventually { !panel.isMapped && content.bounds(in: split) == whole })
      window.widget.destroy()
    }

    @Test func `a panel below has half of the height`() async throws {
      let model = Model()
      model.isPanelShown = true
      let (window, split) = try await open(model)
      split.placement = .bottom
      let (content, panel) = (split.children[0], split.children[1])
      let half = (split.size.height / 2).rounded(.down)
      let top = split.size.height - half
      #expect(await eventually { panel.bounds(in: split)?.size.height == half })
      #expect(panel.bounds(in: split) == Rect(x: 0, y: top, width: split.size.width, height: half))
      #expect(content.bounds(in: split) == Rect(x: 0, y: 0, width: split.size.width, height: top))
      window.widget.destroy()
    }

    @Test func `a panel that turns back on its way goes on from where it is`() async throws {
      let model = Model()
      let (window, split) = try await open(model)
      let panel = split.children[1]
      // How much of the panel is there after each frame; what a frame has placed is seen in the next.
      var places: [(time: Double, shown: Double)] = []
      var lastTime = split.frameTime
      split.onEachFrame { time in
        // Before it has been given a place for the first time, it has no size either, and is drawn nowhere.
        let start = panel.isMapped && !panel.size.isEmpty ? panel.bounds(in: split)?.minX : nil
        places.append((lastTime, start.map { split.size.width - $0 } ?? 0))
        lastTime = time
        return true
      }
      model.isPanelShown = true
      try #require(await eventually { (places.last?.shown ?? 0) > 0 })
      model.isPanelShown = false
      #expect(await eventually { places.last?.shown == 0 })
      // A cubic ease-out starts with three times its mean speed, and places are whole pixels.
      let greatestSpeed = 3 * 320 / 0.25
      for (before, after) in zip(places, places.dropFirst()) {
        #expect(abs(after.shown - before.shown) <= greatestSpeed * (after.time - before.time) + 1)
      }
      window.widget.destroy()
    }
  }

  @MainActor struct NumberTextTests {
    @Test func `numbers have no more decimals than they need`() {
      #expect(NumberText.text(2.8, decimals: 0...1) == "2.8")
      #expect(NumberText.text(8, decimals: 0...1) == "8")
      #expect(NumberText.text(7.96, decimals: 0...1) == "8")
      #expect(NumberText.text(0.95, decimals: 0...2) == "0.95")
      #expect(NumberText.text(24, decimals: 1...1) == "24.0")
      #expect(NumberText.text(408.5, decimals: 0...0) == "409")
      #expect(NumberText.text(-8.54166, decimals: 4...4) == "-8.5417")
      #expect(NumberText.text(1e300, decimals: 0...1).count > 300)
    }

    @Test func `file sizes are short`() {
      #expect(NumberText.fileSize(943_123).hasPrefix("943.1"))
      #expect(NumberText.fileSize(-1).hasPrefix("0"))
    }
  }
}
