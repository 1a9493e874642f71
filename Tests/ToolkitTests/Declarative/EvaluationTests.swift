// SPDX-License-Identifier: MIT
import Observation
import Testing

@testable import Declarative

@Observable
private final class Model {
  var name = "a"
  var count = 0
  var isOn = false
  var items = [1, 2, 3]
}

/// Counts how often bodies were evaluated, by name.
@MainActor
private final class Tally {
  private(set) var counts: [String: Int] = [:]
  func add(_ name: String) { counts[name, default: 0] += 1 }
  func reset() { counts = [:] }
}

private struct NameReader: View {
  let model: Model
  let tally: Tally
  var body: some View {
    tally.add("name \(model.name)")
    return EmptyView()
  }
}

private struct CountReader: View {
  let model: Model
  let tally: Tally
  var body: some View {
    tally.add("count \(model.count)")
    return EmptyView()
  }
}

private struct Parent: View {
  let model: Model
  let tally: Tally
  var body: some View {
    tally.add("parent")
    return Group {
      NameReader(model: model, tally: tally)
      CountReader(model: model, tally: tally)
    }
  }
}

extension ToolkitTests {
  @MainActor struct EvaluationTests {
    @Test func `a change evaluates the bodies that read the value and no others`() {
      let (model, tally) = (Model(), Tally())
      let tree = Tree(Parent(model: model, tally: tally))
      tally.reset()
      model.count = 1
      #expect(tree.render() == 1)
      #expect(tally.counts == ["count 1": 1])
    }

    @Test func `a thousand changes within a frame are one evaluation`() {
      let (model, tally) = (Model(), Tally())
      let tree = Tree(Parent(model: model, tally: tally))
      tally.reset()
      for number in 1...1000 { model.count = number }
      #expect(tree.render() == 1)
      #expect(tally.counts == ["count 1000": 1])
      #expect(tree.render() == 0)
    }

    private struct Switching: View {
      let model: Model
      let tally: Tally
      var body: some View {
        if model.isOn { NameReader(model: model, tally: tally) }
      }
    }

    @Test func `a view that has gone is not evaluated any more`() {
      let (model, tally) = (Model(), Tally())
      model.isOn = true
      let tree = Tree(Switching(model: model, tally: tally))
      model.isOn = false
      _ = tree.render()
      tally.reset()
      model.name = "b"
      #expect(tree.render() == 0)
      #expect(tally.counts.isEmpty)
    }

    private struct Relay: View {
      let model: Model
      let tally: Tally
      var body: some View {
        _ = model.isOn
        return Group {
          NameReader(model: model, tally: tally)
          CountReader(model: model, tally: tally)
        }
      }
    }

    @Test func `a body whose fields are the same is not evaluated because its parent is`() {
      let (model, tally) = (Model(), Tally())
      let tree = Tree(Relay(model: model, tally: tally))
      tally.reset()
      model.isOn = true
      // The parent's body; the group and the readers in it are the same.
      #expect(tree.render() == 1)
      #expect(tally.counts.isEmpty)
    }

    private struct Rows: View {
      let model: Model
      let tally: Tally
      var body: some View {
        ForEach(model.items, id: \.self) { Row(number: $0, model: model, tally: tally) }
      }
    }

    private struct Row: View {
      let number: Int
      let model: Model
      let tally: Tally
      @State private var taps = 0
      var body: some View {
        tally.add("row \(number): \(taps)")
        return EmptyView().preference(key: TapKey.self, value: [number: { taps += 1 }])
      }
    }

    private struct TapKey: PreferenceKey {
      static var defaultValue: [Int: () -> Void] { [:] }
      static func reduce(value: inout [Int: () -> Void], nextValue: () -> [Int: () -> Void]) {
        value.merge(nextValue()) { $1 }
      }
    }

    @Test func `rows keep their state when they move, and start anew when they come back`() {
      let (model, tally) = (Model(), Tally())
      let tree = Tree(Rows(model: model, tally: tally))
      tree.node.preference(TapKey.self)?[2]?()
      _ = tree.render()
      tally.reset()
      model.items = [3, 2, 4]
      _ = tree.render()
      #expect(tally.counts == ["row 4: 0": 1])
      tree.node.preference(TapKey.self)?[2]?()
      _ = tree.render()
      #expect(tally.counts["row 2: 2"] == 1)
      model.items = [3, 4]
      _ = tree.render()
      tally.reset()
      model.items = [2, 3, 4]
      _ = tree.render()
      #expect(tally.counts == ["row 2: 0": 1])
    }

    private struct Counter: View {
      let tally: Tally
      @State private var count = 0
      var body: some View {
        tally.add("outer")
        return Group {
          Inner(count: $count, tally: tally)
        }
      }
    }

    private struct Inner: View {
      let count: Binding<Int>
      let tally: Tally
      var body: some View {
        tally.add("inner \(count.wrappedValue)")
        return EmptyView().preference(key: TapKey.self, value: [0: { count.wrappedValue += 1 }])
      }
    }

    @Test func `setting a binding evaluates the view that reads it, not the one that owns the state`() {
      let tally = Tally()
      let tree = Tree(Counter(tally: tally))
      tally.reset()
      tree.node.preference(TapKey.self)?[0]?()
      #expect(tree.render() == 1)
      #expect(tally.counts == ["inner 1": 1])
    }
  }
}
