// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import Geometry
import GtkCore

/// What the program is called, in the one place that says it.
enum Identity {
  static let id = "io.github.aloft_photos.Aloft"
  static let name = "Aloft"
  static let version = "0.1.0"
  /// In the icon theme.
  static let icon = "image-x-generic"
}

/// The program: its command line and its windows.
final class AloftApp {
  /// Logical pixels, when the window is first opened.
  private static let windowSize = Size(1000, 720)

  private let application: Application
  private var windows: [Window] = []

  init() {
    application = Application(
      id: Identity.id, name: Identity.name, version: Identity.version,
      usage: tr("[FILE or FOLDER…]"),
      summary: tr("Shows the pictures in folders; put two fingers on one to lift it."),
      options: [
        Application.Option(
          name: "page", help: tr("The page to show first: feed or photos"), argumentName: tr("PAGE"),
          choices: Page.allCases.map(\.rawValue))
      ])
  }

  /// Runs until the last window is closed. Returns the exit code.
  func run() -> Int32 {
    application.run { [unowned self] commandLine in
      let page = commandLine.options["page"].flatMap(Page.init) ?? .feed
      self.openWindow(paths: commandLine.paths, page: page)
    }
  }

  private func openWindow(paths: [String], page: Page) {
    if windows.isEmpty {
      Desktop.addStyle(styleSheet)
      application.addAction("quit", shortcuts: ["<Control>q"]) { [unowned self] in application.quit() }
    }
    let model = LibraryModel()
    // Before the window is made, so that folders are listed meanwhile.
    if paths.isEmpty { model.openDefaultFolder() } else { model.open(paths) }
    let reference = WindowReference()
    let window = Window(application: application, title: Identity.name, size: Self.windowSize) {
      MainView(model: model, window: reference, page: page)
    }
    reference.window = window
    windows.append(window)
    window.widget.onDestroy { [weak self, weak window] in self?.windows.removeAll { $0 === window } }
    window.present()
  }
}

/// The window that views are in, for dialogs over it.
final class WindowReference {
  weak var window: Window?
}

/// What the theme has no class for.
private let styleSheet = """
  .photo-grid > child { padding: 2px; border-radius: 8px; }
  .feed { background: none; }
  .feed > row { padding: 6px 12px; background: none; }
  .feed > row:hover { background: none; }
  .missing { background: alpha(currentColor, 0.08); border-radius: 12px; }
  """
