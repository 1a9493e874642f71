// SPDX-License-Identifier: MIT
import Declarative
import GtkCore

/// Shows one picture of a list in the whole of its container, and leafs through the list.
///
/// Put it into the `viewer` part of a `ZoomContainer`. It opens when `selection` becomes an element's identity, or when a
/// lifted source of that identity is let go of that has `onRelease(.openViewer)`: from there, if its source is on screen.
/// When it closes, `selection` becomes nil, and the picture goes back to where its source is then.
public struct ZoomViewer<Items: RandomAccessCollection, Controls: View>: View
where Items.Element: Identifiable, Items.Element.ID: Sendable, Items.Index == Int {
  @Environment(\.zoomStores) private var stores
  private let items: Items
  private let isComplete: Bool
  private let selection: Binding<Items.Element.ID?>
  private let proxy: ViewerProxy
  private let label: (Items.Element) -> String
  private let picture: (Items.Element) -> any PictureContent
  private let controls: Controls

  /// - Parameters:
  ///   - isComplete: whether these are all items; as long as not, steps beyond the end are done once they are.
  ///   - selection: which element is looked at; nil while the viewer is closed.
  ///   - proxy: lets the controls see and change what the viewer does.
  ///   - label: what screen readers call an element; they add where it stands in the list, and how large it is shown.
  ///   - picture: what to show of an element; the same object as its sources show, so that nothing is decoded twice.
  ///   - controls: above the picture, each aligned to its place in the viewer; they fade while there is no input, but for
  ///     those with the style class `viewer-lasting`.
  public init(
    _ items: Items, isComplete: Bool = true, selection: Binding<Items.Element.ID?>, proxy: ViewerProxy = ViewerProxy(),
    label: @escaping (Items.Element) -> String, picture: @escaping (Items.Element) -> any PictureContent,
    @ViewBuilder controls: () -> Controls
  ) {
    self.items = items
    self.isComplete = isComplete
    self.selection = selection
    self.proxy = proxy
    self.label = label
    self.picture = picture
    self.controls = controls()
  }

  public var body: some View {
    ViewerView(
      items: ViewerItems(items, isComplete: isComplete, selection: selection, picture: picture),
      selected: selection.wrappedValue.map { SourceID($0) }, label: selectedLabel, proxy: proxy, store: stores.last,
      controls: controls)
  }

  private var selectedLabel: String? {
    selection.wrappedValue.flatMap { items.firstIndex(id: $0) }.map { label(items[$0]) }
  }
}

struct ViewerView<Controls: View>: WidgetRepresentable {
  let items: ViewerItems
  let selected: SourceID?
  let label: String?
  let proxy: ViewerProxy
  let store: ZoomStore?
  let controls: Controls

  var slots: [any View] { [controls] }

  func makeWidget(in context: NodeContext) -> ViewerWidget { ViewerWidget() }

  func updateWidget(_ widget: ViewerWidget, previous: Self?) {
    widget.store = store
    widget.proxy = proxy
    widget.update(items: items, selected: selected, label: label)
  }

  func placeWidgets(_ slots: [[Widget]], in widget: ViewerWidget) { widget.showControls(slots[0]) }
}
