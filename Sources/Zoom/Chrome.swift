// SPDX-License-Identifier: MIT
import Declarative
import GtkCore

extension View {
  /// Marks a header or a tab bar: it blurs while a source is up whose policy has a blurring backdrop.
  public func blursWhileZooming() -> some View { ChromeView(content: self) }
}

struct ChromeView<Content: View>: View {
  @Environment(\.zoomStores) var stores
  let content: Content

  var body: some View { ChromeBin(content: content, store: stores.last) }
}

struct ChromeBin<Content: View>: WidgetRepresentable {
  let content: Content
  let store: ZoomStore?

  var slots: [any View] { [content] }

  func makeWidget(in context: NodeContext) -> ChromeWidget { ChromeWidget() }

  func updateWidget(_ widget: ChromeWidget, previous: Self?) {
    widget.store = store
    store?.register(widget)
  }

  func placeWidgets(_ slots: [[Widget]], in widget: ChromeWidget) { widget.show(slots[0].first) }
}

/// Draws its child, blurred as far as the store's lifts say.
final class ChromeWidget: BinWidget {
  /// The blur at its strongest, in logical pixels: letters can no longer be read.
  private static let greatestRadius = 12.0

  weak var store: ZoomStore?

  init() { super.init(cssName: "chrome") }

  override func draw(into snapshot: Snapshot) {
    snapshot.withBlur(radius: (store?.blurProgress ?? 0) * Self.greatestRadius) { super.draw(into: snapshot) }
  }
}
