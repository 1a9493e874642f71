// SPDX-License-Identifier: MIT
import GtkCore

/// Content, and a panel that slides in and takes room from it: at the side where reading ends in a window of regular
/// width, and below, with half of the height, in a compact one.
public struct SplitView<Content: View, Panel: View>: View {
  @Environment(\.horizontalSizeClass) private var sizeClass
  let isPanelShown: Bool
  let panelWidth: Double
  let content: Content
  let panel: Panel

  /// - Parameter panelWidth: at the side, in logical pixels.
  public init(
    isPanelShown: Bool, panelWidth: Double, @ViewBuilder content: () -> Content, @ViewBuilder panel: () -> Panel
  ) {
    self.isPanelShown = isPanelShown
    self.panelWidth = panelWidth
    self.content = content()
    self.panel = panel()
  }

  public var body: some View {
    PlacedSplitView(
      isPanelShown: isPanelShown, placement: sizeClass == .compact ? .bottom : .end, panelWidth: panelWidth,
      content: content, panel: panel)
  }
}

private struct PlacedSplitView<Content: View, Panel: View>: WidgetRepresentable {
  let isPanelShown: Bool
  let placement: PanelPlacement
  let panelWidth: Double
  let content: Content
  let panel: Panel

  var slots: [any View] { [content, panel] }

  func makeWidget(in context: NodeContext) -> SplitWidget { SplitWidget() }

  func updateWidget(_ widget: SplitWidget, previous: Self?) {
    widget.placement = placement
    widget.panelWidth = panelWidth
    widget.setPanelShown(isPanelShown)
  }

  func placeWidgets(_ slots: [[Widget]], in widget: SplitWidget) {
    widget.setContent(slots[0].first)
    widget.setPanel(slots[1].first)
  }
}
