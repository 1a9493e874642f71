// SPDX-License-Identifier: MIT
import CAdwaita

/// Translates a text that a user sees; all of them go through here.
///
/// - Parameter message: English, and a literal, so that the extraction of texts finds it.
public nonisolated func tr(_ message: String) -> String {
  // What is returned for an untranslated text is the argument itself, so that has to live until it is copied.
  message.withCString { String(cString: g_dgettext(nil, $0)) }
}

/// Translates a text that depends on a number, which replaces `%d` in it.
public nonisolated func tr(_ singular: String, _ plural: String, count: Int) -> String {
  singular.withCString { singular in
    plural.withCString { plural in
      String(cString: g_dngettext(nil, singular, plural, gulong(count)))
    }
  }
  .replacingFirst("%d", with: String(count))
}

extension String {
  /// This text with `value` in the place of the first `placeholder`.
  public nonisolated func replacingFirst(_ placeholder: String, with value: String) -> String {
    guard let range = ranges(of: placeholder).first else { return self }
    var copy = self
    copy.replaceSubrange(range, with: value)
    return copy
  }
}
