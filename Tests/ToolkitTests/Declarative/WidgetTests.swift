// SPDX-License-Identifier: MIT
import Geometry
import GtkCore
import Observation
import Testing
import TouchRig

@testable import Declarative

@Observable
private final class Model {
  var showsExtra = false
  var items = (0..<100_000).map(Item.init)
  var text = "one"
}

private struct Item: Identifiable {
  let id: Int
}

extension ToolkitTests {
  @MainActor struct WidgetTests {
    private struct Page: View {
      let model: Model
      var body: some View {
        VStack {
          Label(model.text)
          if model.showsExtra {
            ForEach(0..<50, id: \.self) { number in
              HStack {
                Button("\(number)") {}.onLongPress { _ in }
                DrawingArea { _, _ in }.onDrag { _ in }.clipShape(.rounded(4))
                Label("\(number)").onClick {}.tooltip("tip")
              }
            }
          }
        }
      }
    }

    @Test func `views that go away leave no object and no handler behind`() async throws {
      try #require(Display.rig != nil)
      let model = Model()
      let window = Window(application: nil, title: "test", size: Size(400, 300)) { Page(model: model) }
      window.present()
      try #require(await eventually { window.widget.isMapped })
      let before = (Object.liveCount, Object.liveHandlerCount)
      model.showsExtra = true
      try #require(await eventually { Object.liveCount > before.0 + 200 })
      model.showsExtra = false
      #expect(await eventually { Object.liveCount == before.0 && Object.liveHandlerCount == before.1 })
      window.widget.destroy()
    }

    @Test func `a window that closes leaves no object and no handler behind`() async throws {
      try #require(Display.rig != nil)
      let before = (Object.liveCount, Object.liveHandlerCount)
      for _ in 0..<3 {
        let model = Model()
        model.showsExtra = true
        let window = Window(application: nil, title: "test", size: Size(400, 300)) { Page(model: model) }
        window.present()
        try #require(await eventually { window.widget.isMapped })
        window.widget.destroy()
      }
      #expect(await eventually { Object.liveCount == before.0 && Object.liveHandlerCount == before.1 })
    }

    private struct Many: View {
      let model: Model
      var body: some View {
        Grid(model.items, columns: 2...6) { Label("\($0.id)") }
      }
    }

    @Test func `a grid of a hundred thousand items makes views for what is near only`() async throws {
      try #require(Display.rig != nil)
      let before = Object.liveCount
      // GTK keeps some 32 rows of the greatest number of columns, with a cell and a label each.
      let most = before + 600
      do {
        let model = Model()
        let window = Window(application: nil, title: "test", size: Size(400, 300)) { Many(model: model) }
        window.present()
        try #require(await eventually { window.widget.isMapped })
        #expect(Object.liveCount < most)
        let evaluations = TrackedNode.evaluationCount
        model.items = (-1..<100_000).map(Item.init)
        #expect(await eventually { TrackedNode.evaluationCount > evaluations })
        #expect(Object.liveCount < most)
        window.widget.destroy()
      }
      #expect(await eventually { Object.liveCount == before })
    }
  }
}
