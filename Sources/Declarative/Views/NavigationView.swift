// SPDX-License-Identifier: MIT
import GtkCore

/// A page, and one that it leads to, which slides above it. A swipe, the back button of a mouse and the keys for it lead
/// back.
public struct NavigationView<Base: View, Detail: View>: WidgetRepresentable {
  let isDetailShown: Binding<Bool>
  let isShown: Bool
  let onBackDone: () -> Void
  let base: Base
  let detail: Detail

  /// - Parameters:
  ///   - isDetailShown: whether the page above is shown; becomes false when the user goes back.
  ///   - onBackDone: called when the page above cannot be seen any more; it need not be there from then on.
  public init(
    isDetailShown: Binding<Bool>, onBackDone: @escaping () -> Void, @ViewBuilder base: () -> Base,
    @ViewBuilder detail: () -> Detail
  ) {
    self.isDetailShown = isDetailShown
    isShown = isDetailShown.wrappedValue
    self.onBackDone = onBackDone
    self.base = base()
    self.detail = detail()
  }

  public var slots: [any View] { [base, detail] }

  public func makeWidget(in context: NodeContext) -> NavigationWidget { NavigationWidget() }

  public func updateWidget(_ widget: NavigationWidget, previous: Self?) {
    widget.onBack = { isDetailShown.wrappedValue = false }
    widget.onBackDone = onBackDone
    widget.setDetailShown(isShown)
  }

  public func placeWidgets(_ slots: [[Widget]], in widget: NavigationWidget) {
    widget.setBase(slots[0].first)
    widget.setDetail(slots[1].first)
  }
}
