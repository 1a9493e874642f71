// SPDX-License-Identifier: GPL-3.0-or-later

/// Photos that belong together on a page.
public struct Post: Identifiable, Hashable, Sendable {
  /// A post shows no more than this.
  public static let greatestPhotoCount = 4

  /// One to four, newest first.
  public let photos: [Photo]
  /// The newest photo's date.
  public let date: PhotoDate
  /// The first photo's caption that has one.
  public let caption: String?
  /// The newest photo's identity.
  public let id: PhotoID

  private init(newest: Photo, photos: [Photo]) {
    self.photos = photos
    id = newest.id
    date = newest.date
    caption = photos.lazy.compactMap(\.caption).first
  }

  /// Puts photos of the same minute on the clock into one post, up to four of them; what more there is of that
  /// minute makes the next post. A photo of which the minute is not known stands alone: files that were copied together
  /// share the time of their modification, which says nothing of when they were taken. Posts are newest first.
  ///
  /// - Parameter photos: in the order of pages
  public static func group(_ photos: [Photo]) -> [Post] {
    var groups: [(newest: Photo, photos: [Photo])] = []
    for photo in photos {
      if let last = groups.last, last.photos.count < greatestPhotoCount, isSameMinute(last.newest.date, photo.date) {
        groups[groups.count - 1].photos.append(photo)
      } else {
        groups.append((photo, [photo]))
      }
    }
    return groups.map(Post.init)
  }

  private static func isSameMinute(_ first: PhotoDate, _ second: PhotoDate) -> Bool {
    first.tellsMinute && second.tellsMinute
      && (first.time.year, first.time.month, first.time.day) == (second.time.year, second.time.month, second.time.day)
      && (first.time.hour, first.time.minute) == (second.time.hour, second.time.minute)
  }
}

extension PhotoDate {
  fileprivate var tellsMinute: Bool { hasTimeOfDay && source != .modification }
}
