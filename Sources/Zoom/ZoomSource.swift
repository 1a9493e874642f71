// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore

/// Identifies a picture, wherever it is shown.
nonisolated struct SourceID: Hashable, @unchecked Sendable {
  /// Made of a `Sendable` value only; `AnyHashable` cannot say so.
  private let value: AnyHashable

  func unwrapped<ID>(as type: ID.Type) -> ID? { value.base as? ID }

  init<ID: Hashable & Sendable>(_ value: ID) { self.value = AnyHashable(value) }
}

/// What the sources below report to the containers above them, by container and identity. One picture may be shown in
/// several places at once, for instance on two tabs.
struct ZoomSourcesKey: PreferenceKey {
  typealias Value = [ObjectIdentifier: [SourceID: [ZoomSourceWidget]]]

  static var defaultValue: Value { [:] }

  static func reduce(value: inout Value, nextValue: () -> Value) {
    value.merge(nextValue()) { mine, others in mine.merging(others) { $0 + $1 } }
  }
}

private struct ZoomStoresKey: EnvironmentKey {
  static var defaultValue: [ZoomStore] { [] }
}

extension EnvironmentValues {
  /// The containers around, from the outermost to the nearest.
  var zoomStores: [ZoomStore] {
    get { self[ZoomStoresKey.self] }
    set { self[ZoomStoresKey.self] = newValue }
  }
}

extension View {
  /// Lets two fingers lift this view above everything else in its container, as long as they hold it.
  ///
  /// What the view does with one finger stays as it is. The copy is the view itself: it goes on playing, and nothing is
  /// decoded twice. A picture, with a clip shape or without, is opened from its crop and sharpened while it is held.
  ///
  /// - Parameters:
  ///   - id: identifies what is shown, not where: a copy returns to wherever the view with its identity is by then.
  ///   - container: the name of the container that shows the copy; nil for the nearest.
  ///   - isEnabled: false if there is nothing to zoom; two fingers then do what they would do otherwise.
  public func zoomable<ID: Hashable & Sendable>(
    id: ID, in container: String? = nil, policy: ZoomPolicy = ZoomPolicy(), isEnabled: Bool = true
  ) -> some View {
    ZoomableView(content: self, id: SourceID(id), containerName: container, policy: policy, isEnabled: isEnabled)
  }
}

struct ZoomableView<Content: View>: WidgetRepresentable {
  let content: Content
  let id: SourceID
  let containerName: String?
  let policy: ZoomPolicy
  let isEnabled: Bool

  var slots: [any View] { [content] }

  func makeWidget(in context: NodeContext) -> ZoomSourceWidget { ZoomSourceWidget() }

  func updateWidget(_ widget: ZoomSourceWidget, previous: Self?) {
    widget.policy = policy
    widget.isEnabled = isEnabled
    widget.id = id
  }

  func placeWidgets(_ slots: [[Widget]], in widget: ZoomSourceWidget) {
    widget.show(slots[0].first)
    widget.childChanged()
  }

  func makeNode(in context: NodeContext) -> Node { ZoomableNode(self, in: context) }
}

final class ZoomableNode<Content: View>: WidgetNode<ZoomableView<Content>> {
  override init(_ view: ZoomableView<Content>, in context: NodeContext) {
    super.init(view, in: context)
    findStore()
    applyRelease()
  }

  override func update(with view: any View, in context: NodeContext) -> Bool {
    let before = (self.view.id, self.view.isEnabled, self.view.containerName)
    guard super.update(with: view, in: context) else { return false }
    findStore()
    applyRelease()
    if before != (self.view.id, self.view.isEnabled, self.view.containerName) { invalidatePreferences() }
    return true
  }

  override func environmentChanged(to environment: EnvironmentValues) {
    super.environmentChanged(to: environment)
    findStore()
    applyRelease()
    invalidatePreferences()
  }

  override func removed() { widget.id = nil }

  private func applyRelease() { widget.release = environment.releaseAction }

  private func findStore() {
    let stores = environment.zoomStores
    guard let name = view.containerName else {
      widget.store = stores.last
      return
    }
    widget.store = stores.last { $0.name == name }
  }

  override func computePreference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value? {
    let inner = super.computePreference(key)
    guard key == ZoomSourcesKey.self, view.isEnabled, let store = widget.store else { return inner }
    var sources: ZoomSourcesKey.Value = [ObjectIdentifier(store): [view.id: [widget]]]
    if let inner = inner as? ZoomSourcesKey.Value { ZoomSourcesKey.reduce(value: &sources) { inner } }
    return sources as? Key.Value
  }
}

/// Shows a source in its place, or, while its copy is up, hands what it would show to the lift.
final class ZoomSourceWidget: BinWidget {
  var policy = ZoomPolicy()
  var isEnabled = true
  weak var store: ZoomStore?

  /// What can be opened can be clicked, and has the keyboard's focus.
  var release = ReleaseAction.snapBack {
    didSet { if opensViewer != isFocusable { isFocusable = opensViewer } }
  }

  private var opensViewer: Bool { release != .snapBack }

  /// The cell of a grid that stays with what it shows, as long as a copy of it is up.
  private var keptCell: GridCell?

  /// Whether its copy is up.
  var isLifted = false {
    didSet {
      guard isLifted != oldValue else { return }
      keptCell?.letGo()
      keptCell = isLifted ? ancestor(GridCell.self) : nil
      keptCell?.keep()
    }
  }

  /// What it shows at present; nil once it shows nothing any more.
  var id: SourceID? {
    didSet {
      guard id != oldValue else { return }
      isLifted = false
      queueDraw()
    }
  }

  init() {
    super.init(cssName: "zoomable")
    ViewerStyle.install()
    onClick { [weak self] in self?.openViewer() }
    onKeyPress { [weak self] key in
      guard let self, self.opensViewer, ["Return", "KP_Enter", "space"].contains(key.name), key.modifiers.isEmpty else {
        return false
      }
      return self.openViewer()
    }
  }

  /// GTK looks for what is under a finger inside of everything that may draw outside of its bounds, for every event and
  /// through all of a page: a picture does not.
  func childChanged() { drawsOutsideItsBounds = !(child is ClipWidget || child is PictureWidget) }

  @discardableResult
  private func openViewer() -> Bool {
    guard opensViewer, isEnabled, let id, let store else { return false }
    return store.openViewer(id)
  }

  override func draw(into snapshot: Snapshot) {
    if let id, store?.viewer?.currentID == id { return }
    guard let lift = store?.lift(takingOver: self) else { return super.draw(into: snapshot) }
    // Drawn all the same, but into the lift: the copy is above all in this very frame, and is not a frame late.
    let recording = Snapshot()
    super.draw(into: recording)
    lift.show(recording.makeNode(), size: size)
  }

  /// What its copy is made of.
  var content: LiftContent {
    var cornerRadius = 0.0
    var widget = child
    if let clip = widget as? ClipWidget {
      cornerRadius = clip.shape.cornerRadius
      widget = clip.child
    }
    guard let picture = widget as? PictureWidget, let content = picture.content,
      picture.bounds(in: self) == Rect(.zero, size)
    else { return .node }
    return .picture(content, fit: picture.fit, cornerRadius: cornerRadius)
  }
}
