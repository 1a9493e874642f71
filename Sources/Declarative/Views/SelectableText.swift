// SPDX-License-Identifier: MIT
import GtkCore

/// Text that can be selected and copied. It breaks into lines wherever it has to, without adding hyphens.
public struct SelectableText: WidgetRepresentable {
  let text: String

  public init(_ text: String) { self.text = text }

  public func makeWidget(in context: NodeContext) -> SelectableTextWidget { SelectableTextWidget() }

  public func updateWidget(_ widget: SelectableTextWidget, previous: SelectableText?) {
    if previous?.text != text { widget.text = text }
  }
}
