// SPDX-License-Identifier: MIT
import Observation
import Testing

@testable import Declarative

private struct NumberKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

extension EnvironmentValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private struct SumKey: PreferenceKey {
  static var defaultValue: Int { 0 }
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

@Observable
private final class Model {
  var number = 1
  var values = [1, 2, 3]
}

extension ToolkitTests {
  @MainActor struct EnvironmentTests {
    private struct Giver: View {
      let model: Model
      var body: some View {
        Group {
          Reader()
          Bystander()
        }
        .environment(\.number, model.number)
      }
    }

    private struct Reader: View {
      @Environment(\.number) var number
      var body: some View { EmptyView().preference(key: SumKey.self, value: number) }
    }

    private struct Bystander: View {
      var body: some View { Reader() }
    }

    @Test func `a value from the environment reaches every depth, and its change only those who read it`() {
      let model = Model()
      let tree = Tree(Giver(model: model))
      #expect(tree.node.preference(SumKey.self) == 2)
      model.number = 5
      // The giver and the two readers; neither the group nor the bystander between has anything to evaluate.
      #expect(tree.render() == 3)
      #expect(tree.node.preference(SumKey.self) == 10)
    }
  }
}

extension ToolkitTests {
  @MainActor struct PreferenceTests {
    private struct Values: View {
      let model: Model
      var body: some View {
        ForEach(model.values, id: \.self) { EmptyView().preference(key: SumKey.self, value: $0) }
      }
    }

    @Test func `all views report at once, and what they report is reduced`() {
      let model = Model()
      let tree = Tree(Values(model: model))
      #expect(tree.node.preference(SumKey.self) == 6)
      model.values = [10, 2]
      _ = tree.render()
      #expect(tree.node.preference(SumKey.self) == 12)
      model.values = []
      _ = tree.render()
      #expect(tree.node.preference(SumKey.self) == nil)
    }

    @Test func `a change is delivered once, and only if the value is another`() {
      let model = Model()
      var delivered: [Int] = []
      let tree = Tree(Values(model: model).onPreferenceChange(SumKey.self) { delivered.append($0) })
      #expect(delivered == [6])
      model.values = [3, 2, 1]
      _ = tree.render()
      #expect(delivered == [6])
      model.values = [3, 2, 1, 4]
      _ = tree.render()
      #expect(delivered == [6, 10])
    }
  }
}
