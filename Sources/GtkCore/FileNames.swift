// SPDX-License-Identifier: MIT
import CAdwaita

/// Files as the desktop names them to other programs; from any thread.
public nonisolated enum FileNames {
  /// The user's folder for what can be made again.
  public static var cacheFolder: String { String(cString: g_get_user_cache_dir()) }

  /// The `file:` URI of a file, escaped in the one way that all programs of the desktop do it.
  ///
  /// - Parameter path: an absolute or relative path, or a `file:` URI however it is escaped
  /// - Returns: nil for what is neither
  public static func uri(of path: String) -> String? {
    let name = path.hasPrefix("file:") ? g_filename_from_uri(path, nil, nil) : g_canonicalize_filename(path, nil)
    guard let name else { return nil }
    defer { g_free(name) }
    guard let uri = g_filename_to_uri(name, nil, nil) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }

  /// The MD5 sum of a text's UTF-8, in hexadecimal digits.
  public static func md5(of text: String) -> String? {
    guard let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1) else { return nil }
    defer { g_free(sum) }
    return String(cString: sum)
  }
}
