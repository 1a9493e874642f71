// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import GtkCore
import PhotoLibrary
import Pictures
import Zoom

/// One photo on a page, which two fingers lift; or in its place why it cannot be shown.
struct PhotoTile: View {
  let photo: Photo
  let model: LibraryModel
  /// Width by height; what of the picture does not fit is cut off, and seen when it is lifted.
  let aspectRatio: Double
  /// Logical pixels.
  let cornerRadius: Double

  var body: some View {
    let picture = model.picture(for: photo)
    if let failure = picture.failure {
      MissingPicture(name: photo.fileName, reason: failure, aspectRatio: aspectRatio)
    } else {
      PictureView(picture, fit: .cover, aspectRatio: aspectRatio)
        .clipShape(.rounded(cornerRadius))
        .zoomable(id: photo.id)
        // Of what can have the focus.
        .accessibilityLabel(photo.spokenName)
    }
  }
}

/// Stands where a picture would be, and says on hover and to screen readers what is wrong with it.
private struct MissingPicture: View {
  let name: String
  let reason: String
  let aspectRatio: Double

  var body: some View {
    AspectFrame(ratio: aspectRatio) {
      Icon("image-missing-symbolic", size: 32).styleClass("dim-label")
    }
    .styleClass("missing")
    .tooltip("\(name)\n\(reason)")
    .accessibilityLabel("\(name): \(reason)")
  }
}
