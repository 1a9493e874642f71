// SPDX-License-Identifier: GPL-3.0-or-later
import GtkCore
import Observation

/// Which page a window shows, and how.
@Observable
final class PagesModel {
  var page: Page
  /// Kept as long as the program runs.
  var photoSize = PhotoSize.normal

  init(page: Page) { self.page = page }

  /// What the main menu has for the page.
  var menu: [MenuItem] {
    guard page == .photos else { return [] }
    return [
      MenuItem(tr("Larger Photos")) { [weak self] in self?.photoSize.change(by: 1) },
      MenuItem(tr("Smaller Photos")) { [weak self] in self?.photoSize.change(by: -1) },
      MenuItem(tr("Normal Size")) { [weak self] in self?.photoSize = .normal },
    ]
  }

  /// Whether the key means something to photos in a grid.
  func handle(_ key: KeyPress) -> Bool {
    guard key.modifiers.subtracting(.shift) == .control else { return false }
    switch key.name {
    case "plus", "equal", "KP_Add": photoSize.change(by: 1)
    case "minus", "underscore", "KP_Subtract": photoSize.change(by: -1)
    case "0", "KP_0", "KP_Insert": photoSize = .normal
    default: return false
    }
    return true
  }
}
