// SPDX-License-Identifier: GPL-3.0-or-later
import Declarative
import PhotoLibrary

/// What a page of photos shows: photos in the order of pages, and the months that they stand under. Made on any thread;
/// two of them are equal if one is a copy of the other.
nonisolated struct PhotoList: Equatable, Sendable {
  let photos: IdentifiedArray<Photo>
  let months: IdentifiedArray<Month>

  /// - Parameter photos: in the order of pages
  init(_ photos: [Photo] = []) {
    self.photos = IdentifiedArray(photos)
    months = IdentifiedArray(Month.group(photos))
  }

  /// With another photo among them.
  func with(_ photo: Photo) -> PhotoList { PhotoList(Photo.inOrder(photos.elements + [photo])) }
}
