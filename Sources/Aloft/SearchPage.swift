// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary

/// What has been found, in place of the pages.
struct SearchPage: View {
  let list: PhotoList
  let model: LibraryModel
  let pages: PagesModel

  var body: some View {
    if list.photos.isEmpty {
      StatusPage(
        icon: "system-search-symbolic", title: tr("No Photos Found"),
        description: tr("Try a file’s name, a word of a caption, a keyword, a place, or a date like “May 2023”."))
    } else {
      PhotosPage(list: list, viewed: model.viewed(in: .results), model: model, pages: pages)
    }
  }
}
