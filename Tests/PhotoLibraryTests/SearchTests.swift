// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import PhotoLibrary

// With those of metadata, one at a time.
extension MetadataTests {
  private static let germanMonths: [[String]] = [
    "januar", "februar", "marz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
    "dezember",
  ].enumerated().map { [$1, MonthNames.understood[$0].last!] }

  private func query(_ text: String) -> SearchQuery { SearchQuery(text, monthNames: Self.germanMonths) }

  private func photo(_ name: String, _ date: (Int, Int, Int), _ caption: String? = nil, _ place: String? = nil) throws
    -> Photo
  {
    let time = try #require(CivilTime(year: date.0, month: date.1, day: date.2, hour: 23, minute: 59, second: 59))
    var photo = Photo.made("/photos/" + name, time, caption: caption)
    photo.placeName = place
    return photo
  }

  @Test(arguments: [
    ("2023", true), ("2024", false), ("2023-05", true), ("2023-5", true), ("05/2023", true), ("2023-06", false),
    ("2023-05-31", true), ("31.5.2023", true), ("5/31/2023", true), ("2023-05-30", false), ("1.6.2023", false),
    ("May", true), ("mai", true), ("may 2023", true), ("may 2022", false), ("june", false), ("31 may", true),
    ("30. Mai 2023", false), ("31. Mai 2023", true), ("ma", false), ("31", false), ("2023-13", false),
    ("2023-02-30", false), ("-", false), ("99999999999999999999", false), ("DSC", true), ("dsc_1.jp", true),
    ("seebad", true), ("ZURICH zürich", true), ("see bad", true), ("see 2022", false), ("rote may see dsc", true),
    ("enge\nzur", true), ("jpg\nsee", true),
  ])
  func `All words must be found, each in a name, caption, place or date`(text: String, isFound: Bool) throws {
    let photo = try photo("DSC_1.jpg", (2023, 5, 31), "Im Seebad Enge", "Rote Fabrik, Zürich")
    #expect(query(text).finds(photo) == isFound)
  }

  @Test func `Nothing is looked for in blanks`() {
    #expect(query("").isEmpty && query(" \n\t ").isEmpty && !query(" x ").isEmpty)
  }

  @Test func `The index finds what photos tell themselves, and keywords besides`() async throws {
    var generator = SeededGenerator(3)
    let words = ["Lake", "Zürich", "mayor", "IMG", "100%", "it's", "_", "São", "2023", "may"]
    func some(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &generator)! }.joined(separator: " ")
    }
    for number in 0..<60 {
      let day = Int.random(in: 1...28, using: &generator)
      var tags = [
        "Exif.Photo.DateTimeOriginal":
          "202\(Int.random(in: 2...4, using: &generator)):0\(Int.random(in: 4...6, using: &generator)):"
          + "\(day < 10 ? "0" : "")\(day) 10:15:30"
      ]
      if number % 2 == 0 { tags["Xmp.dc.description"] = some(3) }
      if number % 3 == 0 { tags["Xmp.photoshop.City"] = some(1) + "a" }
      if number % 5 == 0 { tags["Xmp.dc.subject"] = "keyworded" }
      _ = try scratch.jpeg("photos/\(some(1))\(number).jpg", tags)
    }
    let index = try PhotoIndex(folder: scratch.path + "/index")
    let found = await completedWithIndex(index)
    #expect(found.count == 60)
    let others = ["may 2023", "2023-05", "5/2024", "12 june", "june it's lake", "zuricha", "nothing", "100", "%"]
    for query in (words + others).map(query) {
      #expect(index.photoIDs(matching: query) == Set(found.filter(query.finds).map(\.id)), "\(query.words.map(\.text))")
    }
    #expect(index.photoIDs(matching: query("Keyworded")).count == 12)
    #expect(index.photoIDs(matching: query("keyworded may")).isSubset(of: index.photoIDs(matching: query("keyworded"))))
  }

  private func completedWithIndex(_ index: PhotoIndex) async -> [Photo] {
    let scan = FolderScanner.scan(paths: [scratch.path + "/photos"], index: index)
    return await MetadataReader.completed(scan.photos, index: index).reduce(into: []) { $0 += $1 }
  }
}
