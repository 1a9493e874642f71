// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import PhotoLibrary

// With those of metadata, one at a time.
extension MetadataTests {
  @Test func `Files that hold no picture are told, at the next start, too`() async throws {
    _ = try scratch.jpeg("photos/good.jpg")
    try scratch.file("photos/drawing.svg", Data("<!-- a drawing --><svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
    // Of a format that only decoders know.
    try scratch.file("photos/other.jxl", Data([0xFF, 0x0A, 1, 2, 3]))
    try scratch.file("photos/empty.png", Data())
    try scratch.file("photos/text.jpg", Data("Dear diary".utf8))
    let index = try PhotoIndex(folder: scratch.path + "/index")
    func problems() async -> [String: PhotoProblem] {
      let scan = FolderScanner.scan(paths: [scratch.path + "/photos"], index: index)
      let unread = scan.photos.filter { scan.unread.contains($0.id) }
      for await _ in MetadataReader.completed(unread, index: index) {}
      let all = PhotoProblem.all(of: scan.photos, read: scan.unread, index: index)
      return Dictionary(uniqueKeysWithValues: all.map { ($0.photo.fileName, $0.problem) })
    }
    for _ in 0..<2 { #expect(await problems() == ["empty.png": .empty, "text.jpg": .notAPicture]) }
    try FileManager.default.removeItem(atPath: scratch.path + "/photos/text.jpg")
    #expect(await problems() == ["empty.png": .empty])
    #expect(PhotoProblem(ofFile: scratch.path + "/photos") != nil && PhotoProblem(ofFile: "/nowhere") == nil)
  }

  @Test func `The place is named as the file says, each name once`() async throws {
    let path = try scratch.jpeg(
      "a.jpg",
      [
        "Xmp.iptc.Location": "Rote Fabrik", "Xmp.photoshop.City": "Zürich",
        "Iptc.Application2.ProvinceState": "Zürich", "Iptc.Application2.CountryName": "Switzerland",
      ])
    let photo = try #require(await completed(FolderScanner.scan(paths: [path]).photos).first)
    #expect(photo.placeName == "Rote Fabrik, Zürich, Switzerland")
  }
}
