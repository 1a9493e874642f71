// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore

/// The program: its command line and its window.
final class PlaygroundApp {
  /// Logical pixels, when the window is first opened.
  private static let windowSize = Size(1000, 720)

  private let application: Application
  private var windows: [Window] = []

  init() {
    let path = tr("PATH")
    let name = tr("NAME")
    application = Application(
      id: "io.github.aloft_photos.Playground", name: "Playground", version: "0.1.0", usage: tr("[PICTURE…]"),
      summary: tr("Shows what two fingers can lift. Pictures that are named take the place of the sample photographs."),
      options: [
        .init(
          name: "page", help: tr("The page to show first"), argumentName: name, choices: Page.allCases.map(\.rawValue)),
        .init(name: "picture", help: tr("The picture that each page is about"), argumentName: path),
        .init(name: "animation", help: tr("An animated picture for the page “Live”"), argumentName: path),
        .init(name: "video", help: tr("A video for the page “Live”"), argumentName: path),
        .init(
          name: "policy", help: tr("Show nothing but this on the page “Policies”"), argumentName: name,
          choices: Exhibit.allCases.map(\.rawValue)),
      ])
  }

  /// Runs until the last window is closed. Returns the exit code.
  func run() -> Int32 {
    application.run { [unowned self] in self.openWindow($0) }
  }

  private func openWindow(_ commandLine: Application.CommandLine) {
    if windows.isEmpty { Desktop.addStyle(styleSheet) }
    let options = commandLine.options
    let media = Media(
      picture: options["picture"], others: commandLine.paths, animation: options["animation"], video: options["video"])
    let window = Window(application: application, title: tr("Playground"), size: Self.windowSize) {
      MainView(
        page: options["page"].flatMap(Page.init) ?? .live, media: media,
        exhibit: options["policy"].flatMap(Exhibit.init))
    }
    windows.append(window)
    window.widget.onDestroy { [weak self, weak window] in self?.windows.removeAll { $0 === window } }
    window.present()
  }
}

/// What the theme has no class for.
private let styleSheet = """
  .counter { font-feature-settings: "tnum"; }
  .plain-list, .plain-list > row { background: none; }
  """
