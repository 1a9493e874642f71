// SPDX-License-Identifier: MIT
import CAdwaita

/// Text that can be selected and copied.
public final class SelectableTextWidget: Widget {
  /// Characters. Without a least width GTK finds out how narrow a text can get by breaking it after each character,
  /// which takes 60 ms for one of 2000.
  private static let leastWidth: gint = 12

  public init() {
    super.init(taking: UnsafeMutableRawPointer(gtk_label_new(nil)))
    gtk_label_set_xalign(opaque, 0)
    gtk_label_set_selectable(opaque, 1)
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_width_chars(opaque, Self.leastWidth)
    // A hyphen at the end of a line would seem to be part of a file's name.
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }
}
