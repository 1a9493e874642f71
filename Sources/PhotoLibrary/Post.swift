// SPDX-License-Identifier: GPL-3.0-or-later

/// Photos that belong together on a page.
public struct Post: Identifiable, Hashable, Sendable {
  /// A post shows no more than this.
  public static let greatestPhotoCount = 4

  /// Of all the photos of a page, which posts share: a library has as many posts as photos.
  private let slice: ArraySlice<Photo>

  /// One to four, newest first.
  public var photos: [Photo] { Array(slice) }
  /// The newest photo's date.
  public var date: PhotoDate { newest.date }
  /// The first photo's caption that has one.
  public var caption: String? { slice.lazy.compactMap(\.caption).first }
  /// The first photo's place that has one in words.
  public var placeName: String? { slice.lazy.compactMap(\.placeName).first }
  /// The newest photo's identity.
  public var id: PhotoID { newest.id }

  private var newest: Photo { slice[slice.startIndex] }

  public func contains(_ id: PhotoID) -> Bool { slice.contains { $0.id == id } }

  /// The post that a photo belongs to; nil if it is in none. Looks at few of them, however many there are.
  ///
  /// - Parameter posts: in the order of pages
  public static func post<Posts: RandomAccessCollection<Post>>(of photo: Photo, in posts: Posts) -> Post? {
    // The last one that does not begin after the photo.
    var candidates = posts[...]
    while candidates.count > 1 {
      let middle = candidates.index(candidates.startIndex, offsetBy: candidates.count / 2)
      candidates = photo.precedes(candidates[middle].newest) ? candidates[..<middle] : candidates[middle...]
    }
    return candidates.first.flatMap { $0.contains(photo.id) ? $0 : nil }
  }

  /// Puts photos of the same minute on the clock into one post, up to four of them; what more there is of that
  /// minute makes the next post. A photo of which the minute is not known stands alone: files that were copied together
  /// share the time of their modification, which says nothing of when they were taken. Posts are newest first.
  ///
  /// - Parameter photos: in the order of pages
  public static func group(_ photos: [Photo]) -> [Post] {
    var posts: [Post] = []
    var start = 0
    while start < photos.count {
      let limit = min(start + greatestPhotoCount, photos.count)
      let end = (start + 1..<limit).first { !isSameMinute(photos[start].date, photos[$0].date) } ?? limit
      posts.append(Post(slice: photos[start..<end]))
      start = end
    }
    return posts
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
