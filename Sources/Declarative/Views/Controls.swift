// SPDX-License-Identifier: MIT
import GtkCore

/// Text that is read, not edited.
public struct Label: WidgetRepresentable {
  let text: String
  private var wraps = false
  private var isCentered = false

  public init(_ text: String) { self.text = text }

  /// Continues long text on another line instead of cutting it with an ellipsis.
  public func wrapping() -> Label {
    var copy = self
    copy.wraps = true
    return copy
  }

  /// Centres the lines of the text.
  public func centered() -> Label {
    var copy = self
    copy.isCentered = true
    return copy
  }

  public func makeWidget(in context: NodeContext) -> LabelWidget { LabelWidget() }

  public func updateWidget(_ widget: LabelWidget, previous: Label?) {
    if previous?.text != text { widget.text = text }
    if previous?.wraps != wraps { widget.wraps = wraps }
    if previous?.isCentered != isCentered { widget.isCentered = isCentered }
  }
}

/// What a button shows.
enum ButtonFace: Equatable {
  case text(String)
  /// An icon of the theme, and what it stands for, said on hover and by screen readers.
  case icon(name: String, label: String)
}

/// A button with a text or an icon.
public struct Button: WidgetRepresentable {
  private let face: ButtonFace
  private let action: () -> Void

  public init(_ title: String, action: @escaping () -> Void) {
    face = .text(title)
    self.action = action
  }

  /// - Parameters:
  ///   - icon: its name in the icon theme.
  ///   - label: what the button does; said on hover and by screen readers.
  public init(icon: String, label: String, action: @escaping () -> Void) {
    face = .icon(name: icon, label: label)
    self.action = action
  }

  public func makeWidget(in context: NodeContext) -> ButtonWidget { ButtonWidget() }

  public func updateWidget(_ widget: ButtonWidget, previous: Button?) {
    widget.onClicked = action
    guard previous?.face != face else { return }
    switch face {
    case .text(let title): widget.setLabel(title)
    case .icon(let name, let label):
      widget.setIcon(name)
      widget.tooltip = label
      widget.setAccessibleLabel(label)
    }
  }
}

/// A button that opens a menu.
public struct MenuButton: WidgetRepresentable {
  private let face: ButtonFace
  private var label: String?
  private let isPrimary: Bool
  private let items: () -> [MenuItem]

  /// - Parameters:
  ///   - icon: its name in the icon theme.
  ///   - isPrimary: whether it is the window's main menu, which F10 opens.
  public init(icon: String, label: String, isPrimary: Bool = false, items: @escaping () -> [MenuItem]) {
    face = .icon(name: icon, label: label)
    self.isPrimary = isPrimary
    self.items = items
  }

  /// - Parameter label: what the menu is for; said on hover and by screen readers.
  public init(title: String, label: String, items: @escaping () -> [MenuItem]) {
    face = .text(title)
    self.label = label
    isPrimary = false
    self.items = items
  }

  public func makeWidget(in context: NodeContext) -> MenuButtonWidget { MenuButtonWidget() }

  public func updateWidget(_ widget: MenuButtonWidget, previous: MenuButton?) {
    widget.setItems(items())
    guard previous?.face != face else { return }
    switch face {
    case .icon(let name, let label):
      widget.setIcon(name)
      widget.tooltip = label
      widget.setAccessibleLabel(label)
      widget.setPrimary(isPrimary)
    case .text(let title):
      widget.setLabel(title)
      widget.tooltip = label
      // Said before the title.
      if let label { widget.setAccessibleLabel(label) }
    }
  }
}

/// Turns as long as something is under way.
public struct Spinner: WidgetRepresentable {
  public init() {}

  public func makeWidget(in context: NodeContext) -> SpinnerWidget { SpinnerWidget() }
  public func updateWidget(_ widget: SpinnerWidget, previous: Spinner?) {}
}

/// A thin line that tells how much of something is done.
public struct ProgressBar: WidgetRepresentable {
  let fraction: Double

  /// - Parameter fraction: 0 to 1.
  public init(_ fraction: Double) { self.fraction = fraction }

  public func makeWidget(in context: NodeContext) -> ProgressBarWidget { ProgressBarWidget() }

  public func updateWidget(_ widget: ProgressBarWidget, previous: ProgressBar?) {
    if previous?.fraction != fraction { widget.setFraction(fraction) }
  }
}

/// A symbolic icon of the theme.
public struct Icon: WidgetRepresentable {
  let name: String
  let size: Double

  /// - Parameter size: its edge in logical pixels.
  public init(_ name: String, size: Double = 16) {
    self.name = name
    self.size = size
  }

  public func makeWidget(in context: NodeContext) -> IconWidget { IconWidget() }

  public func updateWidget(_ widget: IconWidget, previous: Icon?) {
    if previous?.name != name { widget.setIcon(name) }
    if previous?.size != size { widget.setSize(size) }
  }
}

/// A page that says why there is nothing else on it, and what can be done.
public struct StatusPage<Content: View>: WidgetRepresentable {
  let icon: String
  let title: String
  let description: String?
  let content: Content

  public init(
    icon: String, title: String, description: String? = nil, @ViewBuilder content: () -> Content = { EmptyView() }
  ) {
    self.icon = icon
    self.title = title
    self.description = description
    self.content = content()
  }

  public var slots: [any View] { [content] }

  public func makeWidget(in context: NodeContext) -> StatusPageWidget {
    let widget = StatusPageWidget()
    widget.expandsVertically = true
    return widget
  }

  public func updateWidget(_ widget: StatusPageWidget, previous: Self?) {
    if previous?.icon != icon { widget.setIcon(icon) }
    if previous?.title != title { widget.setTitle(title) }
    if previous?.description != description { widget.setDescription(description) }
  }

  public func placeWidgets(_ slots: [[Widget]], in widget: StatusPageWidget) { widget.setChild(slots[0].first) }
}
