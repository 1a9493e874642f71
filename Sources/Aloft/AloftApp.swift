// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import Geometry
import GtkCore

/// What the program is called, in the one place that says it.
enum Identity {
  static let id = "io.github.aloft_photos.Aloft"
  static let name = "Aloft"
  static let version = "0.1.0"
  /// As it is typed, and as files are named after it.
  static let command = "aloft"
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
          name: "page", help: tr("The page to show first: photos, feed or albums"), argumentName: tr("PAGE"),
          choices: Page.allCases.map(\.rawValue)),
        Application.Option(
          name: "release", help: tr("What becomes of a lifted picture that is let go of: viewer or return"),
          argumentName: tr("ACTION"), choices: Release.allCases.map(\.rawValue)),
      ])
  }

  /// Runs until the last window is closed. Returns the exit code.
  func run() -> Int32 {
    application.run { [unowned self] commandLine in
      let page = commandLine.options["page"].flatMap(Page.init) ?? .feed
      let release = commandLine.options["release"].flatMap(Release.init) ?? .viewer
      self.openWindow(paths: commandLine.paths, page: page, release: release)
    }
  }

  private func openWindow(paths: [String], page: Page, release: Release) {
    if windows.isEmpty {
      Desktop.addStyle(styleSheet)
      application.addAction("quit", shortcuts: ["<Control>q"]) { [unowned self] in application.quit() }
    }
    let model = LibraryModel()
    // Before the window is made, so that folders are listed meanwhile.
    if paths.isEmpty { model.openDefaultFolder() } else { model.open(paths, room: Self.windowSize) }
    let reference = WindowReference()
    let pages = PagesModel(page: page)
    let window = Window(application: application, title: Identity.name, size: Self.windowSize) {
      MainView(model: model, window: reference, pagesModel: pages, release: release)
    }
    reference.window = window
    windows.append(window)
    window.widget.onKeyPress { [weak reference, weak model] key in
      switch (key.name, key.modifiers) {
      case ("F11", []): reference?.toggleFullScreen()
      case ("Return", .alt) where model?.viewed != nil, ("F9", []) where model?.viewed != nil:
        model?.showsInformation.toggle()
      case ("Escape", []) where model?.isAlbumOpen == true, ("Left", .alt) where model?.isAlbumOpen == true:
        model?.closeAlbum()
      case ("f", .control) where model?.viewed == nil && model?.isAlbumOpen == false: model?.isSearching.toggle()
      default: return model.map { $0.showsGrid(on: pages.page) } == true && pages.handle(key)
      }
      return true
    }
    window.widget.onDestroy { [weak self, weak window] in self?.windows.removeAll { $0 === window } }
    window.present()
  }
}

/// The window that views are in, for dialogs over it.
final class WindowReference {
  weak var window: Window?

  /// Above it; nil while there is none.
  private var dialog: Window?

  /// Opens a list of files from which nothing could be read.
  func show(_ problems: [FileProblem]) {
    guard let window else { return }
    let dialog = Window(application: nil, title: ProblemsPage.title(problems.count), size: ProblemsPage.size) {
      ProblemsPage(problems: problems)
    }
    dialog.widget.setModal(over: window.widget)
    dialog.widget.onKeyPress { [weak dialog] key in
      guard key.name == "Escape" else { return false }
      dialog?.widget.close()
      return true
    }
    dialog.widget.onDestroy { [weak self] in self?.dialog = nil }
    self.dialog = dialog
    dialog.present()
  }

  func toggleFullScreen() { window?.widget.isFullScreen.toggle() }
}

/// What the theme has no class for.
private let styleSheet = """
  .album-grid > child { padding: 6px; border-radius: 14px; }
  .feed { background: none; }
  .feed > row { padding: 6px 12px; background: none; }
  .feed > row:hover { background: none; }
  .viewer-side { min-width: 40px; min-height: 40px; }
  .viewer-note { color: white; background: alpha(black, 0.7); border-radius: 12px; padding: 24px; }
  .missing { background: alpha(currentColor, 0.08); border-radius: 12px; }
  """
