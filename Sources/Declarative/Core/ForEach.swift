// SPDX-License-Identifier: MIT
import GtkCore

/// A view for each element of a collection, known by the element's identity: what moves keeps its state and widgets.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  let data: Data
  let id: KeyPath<Data.Element, ID>
  let content: (Data.Element) -> Content

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }

  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, content: content)
  }

  public func makeNode(in context: NodeContext) -> Node { ForEachNode(self, in: context) }
}

final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: Node {
  private var order: [ID] = []
  private var rows: [ID: RowNode] = [:]

  init(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    super.init(in: context)
    show(view, in: context)
  }

  override var children: [Node] { order.compactMap { rows[$0] } }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? ForEach<Data, ID, Content> else { return false }
    environment = context.environment
    show(view, in: context)
    return true
  }

  private func show(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    var inner = context
    inner.parent = self
    var kept: [ID: RowNode] = [:]
    var newOrder: [ID] = []
    for element in view.data {
      let id = element[keyPath: view.id]
      // Of elements with one identity only the first can be shown.
      guard kept[id] == nil else { continue }
      newOrder.append(id)
      let content = { view.content(element) as any View }
      if let row = rows.removeValue(forKey: id) {
        row.update(content: content, in: inner)
        kept[id] = row
      } else {
        kept[id] = RowNode(content: content, in: inner)
      }
    }
    let hasChanged = !rows.isEmpty || newOrder != order
    for row in rows.values { row.remove() }
    rows = kept
    order = newOrder
    if hasChanged && isBuilt { structureChanged() }
  }
}

/// One row of a collection; evaluated by itself, so that what it reads concerns no other row.
package final class RowNode: TrackedNode {
  private var content: () -> any View

  package init(content: @escaping () -> any View, in context: NodeContext) {
    self.content = content
    super.init(in: context)
    render(in: self.context)
    isBuilt = true
  }

  override func evaluate() -> any View { content() }

  package func update(content: @escaping () -> any View, in context: NodeContext) {
    self.content = content
    environment = context.environment
    var inner = self.context
    inner.isNewIdentity = context.isNewIdentity
    render(in: inner)
  }
}
