// SPDX-License-Identifier: MIT
import GtkCore

/// A bar with an entry for what is looked for, which slides in below a header. What is typed in the window while the bar
/// is in sight of it opens it, and goes into the entry; Escape closes it.
public struct SearchBar: WidgetRepresentable {
  private let isOpen: Binding<Bool>
  private let isOpenNow: Bool
  private let placeholder: String
  private let onTextChange: (String) -> Void

  /// - Parameters:
  ///   - placeholder: stands in the entry as long as it is empty, and is what screen readers call it.
  ///   - onTextChange: called a moment after the last of the letters that are typed.
  public init(isOpen: Binding<Bool>, placeholder: String, onTextChange: @escaping (String) -> Void) {
    self.isOpen = isOpen
    isOpenNow = isOpen.wrappedValue
    self.placeholder = placeholder
    self.onTextChange = onTextChange
  }

  public func makeWidget(in context: NodeContext) -> SearchBarWidget { SearchBarWidget() }

  public func updateWidget(_ widget: SearchBarWidget, previous: SearchBar?) {
    widget.onOpenChange = { isOpen.wrappedValue = $0 }
    widget.onTextChange = onTextChange
    if previous?.placeholder != placeholder { widget.setPlaceholder(placeholder) }
    if previous?.isOpenNow != isOpenNow { widget.isOpen = isOpenNow }
  }
}

/// A button with an icon that stays down while something is on.
public struct ToggleButton: WidgetRepresentable {
  private let icon: String
  private let label: String
  private let isOn: Binding<Bool>
  private let isOnNow: Bool

  /// - Parameters:
  ///   - icon: its name in the icon theme.
  ///   - label: what the button does; said on hover and by screen readers.
  public init(icon: String, label: String, isOn: Binding<Bool>) {
    self.icon = icon
    self.label = label
    self.isOn = isOn
    isOnNow = isOn.wrappedValue
  }

  public func makeWidget(in context: NodeContext) -> ToggleButtonWidget { ToggleButtonWidget() }

  public func updateWidget(_ widget: ToggleButtonWidget, previous: ToggleButton?) {
    widget.onChange = { isOn.wrappedValue = $0 }
    if previous?.icon != icon { widget.setIcon(icon) }
    if previous?.label != label {
      widget.tooltip = label
      widget.setAccessibleLabel(label)
    }
    if previous?.isOnNow != isOnNow { widget.isOn = isOnNow }
  }
}
