// SPDX-License-Identifier: MIT
import GtkCore

/// Makes one view out of another, to be used on any.
@MainActor
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = AnyView

  @ViewBuilder func body(content: Content) -> Body
}

extension View {
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View {
    ModifiedView(content: self, modifier: modifier)
  }
}

struct ModifiedView<Content: View, Modifier: ViewModifier>: View {
  let content: Content
  let modifier: Modifier

  var body: some View { modifier.body(content: AnyView(content)) }
}
