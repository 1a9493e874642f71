// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore

/// Shows lifted copies of the sources inside above all of its content.
///
/// Put it around everything that a lifted picture is to cover: the header, the tabs. Containers nest; a source's copy is
/// shown by the nearest one, or by the one that the source names.
public struct ZoomContainer<Content: View>: View {
  @State private var store = ZoomStore()
  @Environment(\.zoomStores) private var outerStores
  private let name: String?
  private let content: Content

  /// - Parameter name: lets sources deeper inside choose this container.
  public init(_ name: String? = nil, @ViewBuilder content: () -> Content) {
    self.name = name
    self.content = content()
  }

  public var body: some View {
    store.name = name
    return LiftLayerView(store: store, content: content.environment(\.zoomStores, outerStores + [store]))
  }
}

struct LiftLayerView<Content: View>: WidgetRepresentable {
  let store: ZoomStore
  let content: Content

  var slots: [any View] { [content] }

  func makeWidget(in context: NodeContext) -> ZoomContainerWidget { ZoomContainerWidget(store: store) }
  func updateWidget(_ widget: ZoomContainerWidget, previous: Self?) {}
  func placeWidgets(_ slots: [[Widget]], in widget: ZoomContainerWidget) { widget.showContent(slots[0].first) }
  func makeNode(in context: NodeContext) -> Node { LiftLayerNode(self, in: context) }
}

final class LiftLayerNode<Content: View>: WidgetNode<LiftLayerView<Content>> {
  override init(_ view: LiftLayerView<Content>, in context: NodeContext) {
    super.init(view, in: context)
    let store = view.store
    store.connect(widget) { [weak self, unowned store] id in
      self?.preference(ZoomSourcesKey.self)?[ObjectIdentifier(store)]?[id] ?? []
    }
  }

  override func preferencesInvalidated() { view.store.sourcesChanged() }

  override func removed() { view.store.endAll() }
}

/// The content, and above it the lifted copies.
final class ZoomContainerWidget: CustomWidget {
  private let store: ZoomStore
  private let layer: LiftLayerWidget
  private let content = BinWidget(cssName: "zoom-content")
  private var tracker: TouchTracker?

  init(store: ZoomStore) {
    self.store = store
    layer = LiftLayerWidget(store: store)
    super.init(cssName: "zoom-container")
    // The layer is last, so that it is drawn above the content and, in each frame, after it.
    adopt(content)
    adopt(layer)
    tracker = TouchTracker(on: self) { [weak self] touch in
      guard let self else { return false }
      return self.store.handle(touch) { self.tracker?.claim($0) }
    }
  }

  func showContent(_ widget: Widget?) { content.show(widget) }

  /// What is drawn above the content, or how it is, has changed.
  func liftsChanged() { layer.queueDraw() }

  override func unmapped() {
    tracker?.reset()
    store.endAll()
  }
}

/// Draws the backdrop and the lifted copies; input goes through it.
private final class LiftLayerWidget: CustomWidget {
  private let store: ZoomStore

  init(store: ZoomStore) {
    self.store = store
    super.init(cssName: "lift-layer")
    isTarget = false
    // A container that is not at the top of its window has its copies stay below what is around it.
    drawsOutsideItsBounds = false
  }

  override func draw(into snapshot: Snapshot) {
    guard !store.lifts.isEmpty else { return }
    let opacity = store.backdropOpacity
    if opacity > 0 { snapshot.fill(Rect(.zero, size), with: .black.opacity(opacity)) }
    for lift in store.lifts { lift.draw(into: snapshot) }
  }
}

extension ZoomStore {
  /// Of the darkest of the lifts' backdrops: they do not add up, so that it never exceeds a policy's greatest.
  var backdropOpacity: Double {
    lifts.filter(\.policy.backdropStyle.dims).map { $0.backdropProgress * $0.policy.backdropOpacity }.max() ?? 0
  }

  /// How far chrome is blurred, from 0 to 1.
  var blurProgress: Double {
    lifts.filter(\.policy.backdropStyle.blurs).map(\.backdropProgress).max() ?? 0
  }
}
