// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct PostTests {
  private let noon = CivilTime(year: 2023, month: 5, day: 12, hour: 12)!.secondsSince1970

  private func photo(_ path: String, secondsAfterNoon seconds: Int, hasTimeOfDay: Bool = true, caption: String? = nil)
    -> Photo
  {
    .made(path, CivilTime(secondsSince1970: noon + seconds), hasTimeOfDay: hasTimeOfDay, caption: caption)
  }

  @Test func `Photos of one minute are one post, and the next minute is another`() {
    let posts = group([
      photo("/a", secondsAfterNoon: 0), photo("/b", secondsAfterNoon: 59, caption: "Lunch"),
      photo("/c", secondsAfterNoon: 60), photo("/d", secondsAfterNoon: -1),
    ])
    #expect(posts.map { $0.photos.map(\.path) } == [["/c"], ["/b", "/a"], ["/d"]])
    #expect(posts[1].caption == "Lunch")
    #expect(posts[1].id == PhotoID(path: "/b"))
  }

  @Test func `A fifth photo of the minute begins another post`() {
    let posts = group((0..<9).map { photo("/\($0)", secondsAfterNoon: 30) })
    #expect(posts.map(\.photos.count) == [4, 4, 1])
    #expect(posts.flatMap { $0.photos.map(\.path) } == (0..<9).map { "/\($0)" })
  }

  @Test func `Photos of which only the day is known stand alone`() {
    let photos = (0..<3).map { photo("/\($0)", secondsAfterNoon: 0, hasTimeOfDay: false) }
    #expect(group(photos).map(\.photos.count) == [1, 1, 1])
  }

  @Test func `Whatever the photos, grouping keeps each once, in order, and by the minute`() {
    var generator = SeededGenerator(2)
    for _ in 0..<200 {
      let photos = (0..<Int.random(in: 0...60, using: &generator)).map { index in
        photo("/\(index)", secondsAfterNoon: .random(in: -400...400, using: &generator))
      }
      let posts = group(photos)
      let flat = posts.flatMap(\.photos)
      #expect(flat == photos.sorted { ($1.date, $0.id) < ($0.date, $1.id) })
      #expect(posts == group(photos.shuffled(using: &generator)))
      func minute(_ photo: Photo) -> Int { (photo.date.time.secondsSince1970 - noon + 6000) / 60 }
      for post in posts {
        #expect((1...4).contains(post.photos.count))
        #expect(Set(post.photos.map(minute)).count == 1)
        #expect(post.id == post.photos[0].id && post.date == post.photos[0].date)
      }
      // No two posts could have been one.
      for (first, second) in zip(posts, posts.dropFirst()) where minute(first.photos[0]) == minute(second.photos[0]) {
        #expect(first.photos.count == 4)
      }
      // Each is found by each of its photos, and by no other.
      for post in posts {
        for photo in post.photos { #expect(Post.post(of: photo, in: posts) == post) }
      }
      #expect(Post.post(of: photo("/other", secondsAfterNoon: 0), in: posts) == nil)
    }
  }

  private func group(_ photos: [Photo]) -> [Post] { Post.group(Photo.inOrder(photos)) }
}
