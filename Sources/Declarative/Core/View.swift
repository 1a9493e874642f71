// SPDX-License-Identifier: MIT
import GtkCore

/// A description of a part of the window: cheap to make, thrown away after every evaluation.
///
/// What it describes is kept on screen by a node, which evaluates `body` again only when something that it read has
/// changed: an observable model, a `State`, an `Environment` value, or the view's own fields. Fields are compared by
/// `==` where they have it, else by identity or member by member; closures always count as changed.
@MainActor
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// Makes the node that keeps this view on screen; views that are made of other views keep the default.
  func makeNode(in context: NodeContext) -> Node
}

extension View {
  public func makeNode(in context: NodeContext) -> Node { BodyNode(self, in: context) }
}

extension Never: View {
  public var body: Never { self }
}

/// A view that is kept by a node of its own instead of having a body.
@MainActor
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Nobody evaluates it: the node of a primitive view does not ask for a body.
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// Shows nothing.
public struct EmptyView: PrimitiveView {
  public init() {}

  public func makeNode(in context: NodeContext) -> Node { EmptyNode(in: context) }
}

final class EmptyNode: Node {
  override func update(with view: any View, in context: NodeContext) -> Bool { view is EmptyView }
}

/// A view of any type; its content is made anew when the type changes.
public struct AnyView: PrimitiveView {
  let content: any View

  public init(_ content: any View) { self.content = content }

  public func makeNode(in context: NodeContext) -> Node { AnyViewNode(self, in: context) }
}

final class AnyViewNode: Node {
  private var child: Node?

  init(_ view: AnyView, in context: NodeContext) {
    super.init(in: context)
    reconcile(&child, with: view.content, in: context)
  }

  override var children: [Node] { child.map { [$0] } ?? [] }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    guard let view = view as? AnyView else { return false }
    reconcile(&child, with: view.content, in: context)
    return true
  }
}

/// Views in a row, without a container of their own.
public struct Group<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: some View { content }
}
