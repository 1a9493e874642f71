// SPDX-License-Identifier: MIT
import GtkCore

/// Connects a view stack with its switchers, wherever in the window these are. Keep it in a `State`.
public final class ViewStackProxy {
  let widget = ViewStackWidget()

  public init() {}
}

/// A page of a view stack.
public struct ViewStackPage {
  let name: String
  let title: String
  let icon: String
  let content: any View

  /// - Parameters:
  ///   - name: identifies it, for the selection.
  ///   - title: what switchers show.
  ///   - icon: its name in the icon theme.
  public init(_ name: String, title: String, icon: String, @ViewBuilder content: () -> some View) {
    self.name = name
    self.title = title
    self.icon = icon
    self.content = content()
  }
}

/// Pages of which one is shown at a time; the others keep their state. The set of pages is fixed.
public struct ViewStack: WidgetRepresentable {
  let proxy: ViewStackProxy
  let selection: Binding<String>
  let selected: String
  let pages: [ViewStackPage]

  public init(_ proxy: ViewStackProxy, selection: Binding<String>, pages: [ViewStackPage]) {
    self.proxy = proxy
    self.selection = selection
    selected = selection.wrappedValue
    self.pages = pages
  }

  public var slots: [any View] { pages.map(\.content) }

  public func makeWidget(in context: NodeContext) -> ViewStackWidget {
    proxy.widget.expandsVertically = true
    return proxy.widget
  }

  public func updateWidget(_ widget: ViewStackWidget, previous: ViewStack?) {
    widget.onPageChange = { selection.wrappedValue = $0 }
    if previous != nil, widget.visiblePage != selected { widget.visiblePage = selected }
  }

  public func placeWidgets(_ slots: [[Widget]], in widget: ViewStackWidget) {
    let select = widget.onPageChange
    widget.onPageChange = nil
    for (page, widgets) in zip(pages, slots) {
      widget.setPage(page.name, title: page.title, icon: page.icon, content: widgets.first)
    }
    widget.visiblePage = selected
    widget.onPageChange = select
  }
}

/// Buttons for the pages of a view stack, for a header bar.
public struct ViewSwitcher: WidgetRepresentable {
  let proxy: ViewStackProxy

  public init(_ proxy: ViewStackProxy) { self.proxy = proxy }

  public func makeWidget(in context: NodeContext) -> ViewSwitcherWidget { ViewSwitcherWidget(stack: proxy.widget) }
  public func updateWidget(_ widget: ViewSwitcherWidget, previous: ViewSwitcher?) {}
}

/// Buttons for the pages of a view stack, for the bottom of a narrow window.
public struct ViewSwitcherBar: WidgetRepresentable {
  let proxy: ViewStackProxy
  let isRevealed: Bool

  public init(_ proxy: ViewStackProxy, isRevealed: Bool) {
    self.proxy = proxy
    self.isRevealed = isRevealed
  }

  public func makeWidget(in context: NodeContext) -> ViewSwitcherBarWidget {
    ViewSwitcherBarWidget(stack: proxy.widget)
  }

  public func updateWidget(_ widget: ViewSwitcherBarWidget, previous: ViewSwitcherBar?) {
    widget.isRevealed = isRevealed
  }
}
