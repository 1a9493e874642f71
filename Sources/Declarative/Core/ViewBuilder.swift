// SPDX-License-Identifier: MIT
import GtkCore

/// Builds views from statements: several in a row, `if`, `switch`, `for` and optionals.
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> ViewSequence {
    var views: [any View] = []
    repeat views.append(each content)
    return ViewSequence(views: views)
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
    .first(first)
  }

  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
    .second(second)
  }

  public static func buildArray<Content: View>(_ content: [Content]) -> ViewSequence { ViewSequence(views: content) }

  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// Several views in a row, each known by its position.
public struct ViewSequence: PrimitiveView {
  let views: [any View]

  public func makeNode(in context: NodeContext) -> Node { SequenceNode(self, in: context) }
}

final class SequenceNode: Node {
  private var slots: [Node?] = []

  init(_ view: ViewSequence, in context: NodeContext) {
    super.init(in: context)
    fill(with: view.views, in: context)
  }

  override var children: [Node] { slots.compactMap(\.self) }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? ViewSequence else { return false }
    fill(with: view.views, in: context)
    return true
  }

  private func fill(with views: [any View], in context: NodeContext) {
    while slots.count > views.count {
      slots.removeLast()?.remove()
      structureChanged()
    }
    for (index, view) in views.enumerated() {
      if index == slots.count { slots.append(nil) }
      reconcile(&slots[index], with: view, in: context)
    }
  }
}

/// One of two views; the other branch's state does not survive the change.
public enum ConditionalView<First: View, Second: View>: PrimitiveView {
  case first(First)
  case second(Second)

  public func makeNode(in context: NodeContext) -> Node { ConditionalNode(self, in: context) }
}

final class ConditionalNode<First: View, Second: View>: Node {
  private var child: Node?
  private var isFirst = true

  init(_ view: ConditionalView<First, Second>, in context: NodeContext) {
    super.init(in: context)
    show(view, in: context)
  }

  override var children: [Node] { child.map { [$0] } ?? [] }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? ConditionalView<First, Second> else { return false }
    show(view, in: context)
    return true
  }

  private func show(_ view: ConditionalView<First, Second>, in context: NodeContext) {
    switch view {
    case .first(let content): show(content, asFirst: true, in: context)
    case .second(let content): show(content, asFirst: false, in: context)
    }
  }

  private func show(_ content: any View, asFirst: Bool, in context: NodeContext) {
    if asFirst != isFirst { discard(&child) }
    isFirst = asFirst
    reconcile(&child, with: content, in: context)
  }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never

  public var body: Never { preconditionFailure("An optional view has no body") }

  public func makeNode(in context: NodeContext) -> Node { OptionalNode(self, in: context) }
}

extension Optional: PrimitiveView where Wrapped: View {}

final class OptionalNode<Wrapped: View>: Node {
  private var child: Node?

  init(_ view: Wrapped?, in context: NodeContext) {
    super.init(in: context)
    if let view { reconcile(&child, with: view, in: context) }
  }

  override var children: [Node] { child.map { [$0] } ?? [] }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? Wrapped? else { return false }
    if let view {
      reconcile(&child, with: view, in: context)
    } else {
      discard(&child)
    }
    return true
  }
}
