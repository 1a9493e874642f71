// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite struct AlbumTests {
  private func photo(_ path: String, day: Int = 1, second: Int = 0) throws -> Photo {
    .made(path, try #require(CivilTime(year: 2023, month: 5, day: day, second: second)))
  }

  @Test func `Whatever folders there are, each photo is in the album of its folder, and all are in order`() throws {
    var generator = SeededGenerator(5)
    for round in 0..<200 {
      let folders = (0..<Int.random(in: 1...6, using: &generator)).map { number in
        (0...number % 3).map { "/\(Bool.random(using: &generator) ? "a" : "b\(number)")\($0)" }.joined()
      }
      let photos = Photo.inOrder(
        try (0..<Int.random(in: 0...40, using: &generator)).map { number in
          try photo(
            folders.randomElement(using: &generator)! + "/\(number).jpg", day: Int.random(in: 1...9, using: &generator))
        })
      let albums = Album.group(photos)
      #expect(Set(albums.map(\.id)) == Set(photos.map { FolderScanner.folder(of: $0.path) }), "round \(round)")
      #expect(Set(albums.map(\.id)).count == albums.count)
      #expect(albums.flatMap(\.photos).count == photos.count)
      for album in albums {
        #expect(album.photos == photos.filter { FolderScanner.folder(of: $0.path) == album.id })
        #expect(album.photos.count == album.count && album.cover == album.photos[0])
      }
      let newest = try albums.map { album in try #require(photos.firstIndex { $0.id == album.cover.id }) }
      #expect(newest == newest.sorted())
    }
  }

  @Test func `An album is called as its folder, whatever bytes the names in it have`() throws {
    let albums = Album.group(
      [
        try photo("file:///z%C3%BC/%FF.jpg"), try photo("/zü/1.jpg"), try photo("/2.jpg"),
        try photo("file:///%FE/3.jpg"),
      ])
    #expect(albums.map(\.id) == ["/zü", "/", "file:///%FE"])
    #expect(albums.map(\.count) == [2, 1, 1])
    #expect(albums.map(\.name) == ["zü", "/", "\u{FFFD}"])
  }
}
