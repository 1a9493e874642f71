// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import PhotoLibrary
import Zoom

/// All photos in a grid, the newest first.
struct PhotosPage: View {
  let model: LibraryModel

  /// The least edge of a cell, in logical pixels: three fit on a phone.
  private static let leastEdge = 104.0
  /// GTK keeps some thirty rows of cells whatever their number, so this bounds what a page costs.
  private static let columns = 2...8

  var body: some View {
    Grid(model.photos, columns: Self.columns) { photo in
      PhotoTile(photo: photo, model: model, aspectRatio: 1, cornerRadius: 8)
        .frame(minimumWidth: Self.leastEdge)
    }
    .contentStyleClass("photo-grid")
    .scrolled(to: model.viewed)
  }
}
