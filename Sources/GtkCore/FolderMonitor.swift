// SPDX-License-Identifier: MIT
import CAdwaita

/// Tells of files that come, go or change in a folder, as long as it lives.
@MainActor
public final class FolderMonitor {
  private let monitor: Object

  /// - Parameters:
  ///   - folder: its path, or its `file:` URI
  ///   - onChange: gets the path of what has changed, or its `file:` URI where the path is not UTF-8; once more when a
  ///     file that is being written is complete.
  /// - Returns: nil if the system cannot watch that folder.
  public init?(folder: String, onChange: @escaping (String) -> Void) {
    let file = folder.hasPrefix("file:") ? g_file_new_for_uri(folder) : g_file_new_for_path(folder)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
    self.monitor = Object(taking: UnsafeMutableRawPointer(monitor))
    self.monitor.connect("changed") { arguments in
      let event = GFileMonitorEvent(rawValue: GFileMonitorEvent.RawValue(arguments.choice(2)))
      if Self.news.contains(event) {
        for index in 0...1 { arguments.object(index).flatMap(Self.name).map(onChange) }
      }
      return nil
    }
  }

  isolated deinit { g_file_monitor_cancel(monitor.cast()) }

  /// Not single writes to a file, which are followed by word of the last one.
  private static let news = [
    G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT, G_FILE_MONITOR_EVENT_CREATED, G_FILE_MONITOR_EVENT_DELETED,
    G_FILE_MONITOR_EVENT_RENAMED, G_FILE_MONITOR_EVENT_MOVED_IN, G_FILE_MONITOR_EVENT_MOVED_OUT,
  ]

  private static func name(of file: UnsafeMutableRawPointer) -> String? {
    if let path = g_file_get_path(OpaquePointer(file)) {
      defer { g_free(path) }
      if let text = String(validatingCString: path) { return text }
    }
    guard let uri = g_file_get_uri(OpaquePointer(file)) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }
}
