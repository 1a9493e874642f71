// SPDX-License-Identifier: MIT
import CAdwaita
import Glibc

/// What the user's desktop provides.
public enum Desktop {
  /// The user's folder for pictures, whether it exists or not: the one that the desktop has set up, or `Pictures`.
  public static var picturesFolder: String {
    if let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) { return String(cString: folder) }
    return String(cString: g_get_home_dir()) + "/Pictures"
  }

  /// Where data for all users is installed, most important first.
  public static var dataFolders: [String] {
    guard let folders = g_get_system_data_dirs() else { return [] }
    var result: [String] = []
    var index = 0
    while let folder = folders[index] {
      result.append(String(cString: folder))
      index += 1
    }
    return result
  }

  /// Whether scrollbars are out of the way as long as nobody scrolls; that they stay is a setting of the user's.
  public static var scrollbarsHide: Bool {
    guard let settings = gtk_settings_get_default() else { return true }
    var value = GValue()
    g_value_init(&value, FundamentalType.boolean)
    g_object_get_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-overlay-scrolling", &value)
    defer { g_value_unset(&value) }
    return g_value_get_boolean(&value) != 0
  }

  /// Adds style rules to those of the theme, for the whole program. Call it once there is a display.
  public static func addStyle(_ css: String) {
    guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(UnsafeMutableRawPointer(provider)), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }
}

/// Dates as the user's language writes them.
public enum DateText {
  /// A day and a time of day, for instance “12 May 2023, 10:15”; without the time if `includesTime` is false.
  /// Nil for a date that does not exist.
  public static func text(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, includesTime: Bool = true
  ) -> String? {
    // TRANSLATORS: a date and a time of day, in the notation of strftime
    let format = includesTime ? tr("%-d %B %Y, %H:%M") : tr("%-d %B %Y")
    return text(year: year, month: month, day: day, hour: hour, minute: minute, format: format)
  }

  /// A month, for instance “May 2023”. Nil for one that does not exist.
  public static func text(year: Int, month: Int) -> String? {
    // TRANSLATORS: a month and its year, in the notation of strftime; %OB is the month’s name by itself
    text(year: year, month: month, day: 1, hour: 0, minute: 0, format: tr("%OB %Y"))
  }

  private static func text(year: Int, month: Int, day: Int, hour: Int, minute: Int, format: String) -> String? {
    guard let date = g_date_time_new_utc(gint(year), gint(month), gint(day), gint(hour), gint(minute), 0) else {
      return nil
    }
    defer { g_date_time_unref(date) }
    guard let text = g_date_time_format(date, format) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// Lets the user choose a folder.
public final class FolderChooser {
  private static var open: FolderChooser?
  private let dialog: Object

  /// Opens the desktop's own dialog. `choose` is called with the folder's path; not at all if the user cancels.
  public static func show(over window: WindowWidget, title: String, choose: @escaping (String) -> Void) {
    // The desktop's dialog is no widget of ours that would keep itself alive.
    open = FolderChooser(over: window, title: title, choose: choose)
  }

  private init(over window: WindowWidget, title: String, choose: @escaping (String) -> Void) {
    dialog = Object(
      taking: UnsafeMutableRawPointer(
        gtk_file_chooser_native_new(title, window.cast(), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, nil, nil)))
    gtk_native_dialog_set_modal(dialog.cast(), 1)
    dialog.connect("response") { [dialog] arguments in
      if arguments.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue),
        let file = gtk_file_chooser_get_file(dialog.opaque)
      {
        if let path = g_file_get_path(file) {
          choose(String(cString: path))
          g_free(path)
        }
        g_object_unref(UnsafeMutableRawPointer(file))
      }
      FolderChooser.open = nil
      return nil
    }
    gtk_native_dialog_show(dialog.cast())
  }
}

/// What a program says of itself.
public struct AboutInformation {
  public var name: String
  public var icon: String
  public var version: String
  public var developer: String
  public var comments: String

  public init(name: String, icon: String, version: String, developer: String, comments: String) {
    self.name = name
    self.icon = icon
    self.version = version
    self.developer = developer
    self.comments = comments
  }

  /// Opens a window with it.
  public func show(over parent: WindowWidget) {
    // GTK keeps it until it is closed.
    let window = Widget(retaining: UnsafeMutableRawPointer(adw_about_window_new()))
    adw_about_window_set_application_name(window.opaque, name)
    adw_about_window_set_application_icon(window.opaque, icon)
    adw_about_window_set_version(window.opaque, version)
    adw_about_window_set_developer_name(window.opaque, developer)
    adw_about_window_set_comments(window.opaque, comments)
    adw_about_window_set_license_type(window.opaque, GTK_LICENSE_GPL_3_0)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_present(window.cast())
  }
}
