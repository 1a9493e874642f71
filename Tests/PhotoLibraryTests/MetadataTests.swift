// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

// One at a time: the tests write metadata on their own threads, and exiv2's XMP parser is not thread-safe.
@Suite(.serialized) struct MetadataTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func photo(_ path: String) async throws -> Photo {
    try #require(await completed(FolderScanner.scan(paths: [path]).photos).first)
  }

  @Test func `The camera's date goes before the name's, and that before the file's`() async throws {
    let original = try await photo(
      scratch.jpeg(
        "IMG_20200101_000000.jpg",
        [
          "Exif.Photo.DateTimeOriginal": "2023:05:12 10:15:30", "Exif.Photo.SubSecTimeOriginal": "12",
          "Exif.Image.DateTime": "2024:01:01 00:00:00",
        ]))
    let time = CivilTime(year: 2023, month: 5, day: 12, hour: 10, minute: 15, second: 30)!
    #expect(original.date == PhotoDate(time: time, nanoseconds: 120_000_000, source: .exif))

    let changed = try await photo(scratch.jpeg("a.jpg", ["Exif.Image.DateTime": "2023:05:12 10:15:30"]))
    #expect(changed.date == PhotoDate(time: time, source: .exif))

    let unset = try await photo(
      scratch.jpeg("IMG_20230512_101530.jpg", ["Exif.Photo.DateTimeOriginal": "0000:00:00 00:00:00"]))
    #expect(unset.date == PhotoDate(time: time, source: .fileName))
  }

  @Test func `Captions come from XMP, then IPTC, then EXIF`() async throws {
    let xmp = "Xmp.dc.description"
    let iptc = "Iptc.Application2.Caption"
    let exif = "Exif.Image.ImageDescription"
    let all = [xmp: "From XMP – ü", iptc: "From IPTC", exif: "  From EXIF \n"]
    #expect(try await photo(scratch.jpeg("1.jpg", all)).caption == "From XMP – ü")
    #expect(try await photo(scratch.jpeg("2.jpg", all.filter { $0.key != xmp })).caption == "From IPTC")
    #expect(try await photo(scratch.jpeg("3.jpg", all.filter { $0.key == exif })).caption == "From EXIF")
    #expect(try await photo(scratch.jpeg("4.jpg", [xmp: "  ", exif: "Two\nlines"])).caption == "Two\nlines")
    #expect(try await photo(scratch.jpeg("5.jpg", [:])).caption == nil)
  }

  @Test(arguments: ["OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "   "])
  func `What cameras always write is no caption`(
    _ text: String
  ) async throws {
    #expect(try await photo(scratch.jpeg("a.jpg", ["Exif.Image.ImageDescription": text])).caption == nil)
  }

  @Test func `Sizes are upright`() async throws {
    for orientation in 1...8 {
      let file = try scratch.jpeg("\(orientation).jpg", ["Exif.Image.Orientation": "\(orientation)"])
      let photo = try await photo(file)
      #expect(photo.orientation == orientation)
      let turned = orientation > 4
      #expect(photo.pixelSize == Photo.PixelSize(width: turned ? 30 : 40, height: turned ? 40 : 30))
    }
    let strange = try await photo(scratch.jpeg("strange.jpg", ["Exif.Image.Orientation": "77"]))
    #expect(strange.orientation == 1)
  }

  @Test func `Broken files keep what their names tell, and the rest goes on`() async throws {
    let good = try scratch.jpeg("good.jpg", ["Exif.Image.ImageDescription": "Good"])
    let whole = try Data(contentsOf: URL(filePath: good))
    var generator = SeededGenerator(3)
    try scratch.file("20230512_101530.jpg", Data())
    try scratch.file("text.jpg", Data("text".utf8))
    for index in 0..<50 {
      var damaged = whole.prefix(.random(in: 1...whole.count, using: &generator))
      damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
      try scratch.file("damaged\(index).jpg", damaged)
    }
    let photos = FolderScanner.scan(paths: [scratch.path]).photos
    let completedPhotos = await completed(photos)
    #expect(completedPhotos.map(\.id) == photos.map(\.id))
    #expect(completedPhotos.first { $0.path == good }?.caption == "Good")
    let empty = completedPhotos.first { $0.fileName == "20230512_101530.jpg" }
    #expect(empty?.date.source == .fileName)
  }

  @Test func `A name that is not UTF-8 has metadata as well`() async throws {
    let plain = try scratch.jpeg("a.jpg", ["Exif.Image.ImageDescription": "Good"])
    let bytes = Array(scratch.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xE9)] + ".jpg".utf8CString
    #expect(rename(plain, bytes) == 0)
    #expect(try await photo(scratch.path).caption == "Good")
  }

  @Test func `Updates come in batches, and reading ends with the iteration`() async throws {
    for index in 0..<300 { try scratch.file("\(index).jpg") }
    let photos = FolderScanner.scan(paths: [scratch.path]).photos
    var batches: [Int] = []
    for await batch in MetadataReader.completed(photos) { batches.append(batch.count) }
    #expect(batches == [32, 256, 12])
    for await batch in MetadataReader.completed(photos) {
      #expect(batch.map(\.id) == photos.prefix(32).map(\.id))
      break
    }
    // The one that was left does not hold up the next.
    #expect(await completed(Array(photos.prefix(1))).count == 1)
  }
}
