// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary
import Zoom

/// One album for each folder, the one with the newest photo first.
struct AlbumsPage: View {
  let model: LibraryModel

  /// As many as fit.
  private static let columns = 2...8

  var body: some View {
    Grid(model.albums, columns: Self.columns) { [model] in
      model.openAlbum($0.id)
    } content: { album in
      AlbumTile(cover: album.cover, name: album.name, count: album.count, model: model)
    }
    .contentStyleClass("album-grid")
    .scrolled(to: model.album?.id)
  }
}

/// The newest photo above the folder's name. Two fingers lift it; a tap opens the album.
private struct AlbumTile: View {
  let cover: Photo
  let name: String
  let count: Int
  let model: LibraryModel

  /// The least edge of a cover, in logical pixels: two fit on a phone.
  private static let leastEdge = 136.0

  var body: some View {
    VStack(spacing: 6) {
      PhotoTile(photo: cover, model: model, aspectRatio: 1, cornerRadius: 12)
        .frame(minimumWidth: Self.leastEdge)
        .onRelease(.snapBack)
      VStack {
        Label(name).styleClass("heading")
        Label(PhotoCount.text(count)).styleClass("caption").styleClass("dim-label")
      }
      .padding(Insets(start: 2, bottom: 4, end: 2))
    }
    .accessibilityLabel("\(name), \(PhotoCount.text(count))")
  }
}

/// The photos of one folder, above the page with all albums.
struct AlbumPage: View {
  let name: String
  let list: PhotoList
  let model: LibraryModel
  let pages: PagesModel

  var body: some View {
    VStack {
      HeaderBar {
        WindowTitle(name, subtitle: PhotoCount.text(list.photos.count))
      } start: {
        Button(icon: "go-previous-symbolic", label: tr("Back")) { [model] in model.closeAlbum() }
      }
      .blursWhileZooming()
      PhotosPage(list: list, viewed: model.viewed(in: .album), model: model, pages: pages)
    }
  }
}

enum PhotoCount {
  static func text(_ count: Int) -> String { tr("%d photo", "%d photos", count: count) }
}
