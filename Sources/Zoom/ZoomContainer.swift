// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore

/// Shows lifted copies of the sources inside above all of its content.
///
/// Put it around everything that a lifted picture is to cover: the header, the tabs. Containers nest; a source's copy is
/// shown by the nearest one, or by the one that the source names.
public struct ZoomContainer<Content: View, Viewer: View>: View {
  @State private var store = ZoomStore()
  @Environment(\.zoomStores) private var outerStores
  private let name: String?
  private let content: Content
  private let viewer: Viewer

  /// - Parameters:
  ///   - name: lets sources deeper inside choose this container.
  ///   - viewer: a `ZoomViewer` that copies can settle into.
  public init(
    _ name: String? = nil, @ViewBuilder content: () -> Content, @ViewBuilder viewer: () -> Viewer = { EmptyView() }
  ) {
    self.name = name
    self.content = content()
    self.viewer = viewer()
  }

  public var body: some View {
    store.name = name
    let stores = outerStores + [store]
    return LiftLayerView(
      store: store, content: content.environment(\.zoomStores, stores),
      viewer: viewer.environment(\.zoomStores, stores))
  }
}

struct LiftLayerView<Content: View, Viewer: View>: WidgetRepresentable {
  let store: ZoomStore
  let content: Content
  let viewer: Viewer

  var slots: [any View] { [content, viewer] }

  func makeWidget(in context: NodeContext) -> ZoomContainerWidget { ZoomContainerWidget(store: store) }
  func updateWidget(_ widget: ZoomContainerWidget, previous: Self?) {}
  func placeWidgets(_ slots: [[Widget]], in widget: ZoomContainerWidget) {
    widget.showContent(slots[0].first)
    widget.showViewer(slots[1].first)
  }

  func makeNode(in context: NodeContext) -> Node { LiftLayerNode(self, in: context) }
}

final class LiftLayerNode<Content: View, Viewer: View>: WidgetNode<LiftLayerView<Content, Viewer>> {
  override init(_ view: LiftLayerView<Content, Viewer>, in context: NodeContext) {
    super.init(view, in: context)
    let store = view.store
    store.connect(widget) { [weak self, unowned store] id in
      self?.preference(ZoomSourcesKey.self)?[ObjectIdentifier(store)]?[id] ?? []
    }
  }

  override func preferencesInvalidated() { view.store.sourcesChanged() }

  override func removed() { view.store.endAll() }
}

/// The content, above it the viewer, and above both the lifted copies.
final class ZoomContainerWidget: CustomWidget {
  private let store: ZoomStore
  private let layer: LiftLayerWidget
  private let content = BinWidget(cssName: "zoom-content")
  private let viewer = BinWidget(cssName: "zoom-viewer")
  private var tracker: TouchTracker?
  private var pointerTracker: PointerTracker?
  private lazy var pointerLifts = PointerLifts(store: store, container: self)

  init(store: ZoomStore) {
    self.store = store
    layer = LiftLayerWidget(store: store)
    super.init(cssName: "zoom-container")
    // The layer is last, so that it is drawn above the content and, in each frame, after it.
    adopt(content)
    adopt(viewer)
    adopt(layer)
    viewerChanged()
    tracker = TouchTracker(on: self) { [weak self] touch in
      guard let self else { return false }
      return self.store.handle(touch) { self.tracker?.claim($0) }
    }
    pointerTracker = PointerTracker(on: self) { [weak self] in self?.pointerLifts.handle($0) ?? false }
  }

  func showContent(_ widget: Widget?) { content.show(widget) }

  func showViewer(_ widget: Widget?) { viewer.show(widget) }

  /// The viewer has opened or closed, or has begun or ceased to hide the page: input is for what can be seen.
  func viewerChanged() {
    let isOpen = store.viewer?.isOpen == true
    viewer.isTarget = isOpen
    viewer.canFocus = isOpen
    content.canFocus = !isOpen
    // Nothing plays, loads or is drawn where nobody sees it.
    content.isShownByParent = store.viewer?.coversPage != true
    content.queueDraw()
  }

  /// What is drawn above the content, or how it is, has changed.
  func liftsChanged() { layer.queueDraw() }

  override func unmapped() {
    tracker?.reset()
    pointerTracker?.reset()
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
