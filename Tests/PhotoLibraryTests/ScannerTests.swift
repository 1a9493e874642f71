// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import PhotoLibrary

@Suite struct ScannerTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func names(_ paths: [String]? = nil) -> [String] {
    FolderScanner.scan(paths: paths ?? [scratch.path]).photos.map(\.fileName).sorted()
  }

  @Test func `Pictures in all folders are found by extension; the rest and what is hidden is not`() throws {
    for name in [
      "a.jpg", "B.JPEG", "c.Png", "deep/er/d.webp", "deep/e.gif", "f.txt", "jpg", ".hidden.jpg", ".hidden/g.jpg",
      "h.jpg.part", "folder.jpg/i.avif",
    ] { try scratch.file(name) }
    #expect(names() == ["B.JPEG", "a.jpg", "c.Png", "d.webp", "e.gif", "i.avif"])
  }

  @Test func `A file that is asked for is taken whatever its name`() throws {
    let file = try scratch.file("strange")
    #expect(names([file]) == ["strange"])
    #expect(names(["file://" + file]) == ["strange"])
  }

  @Test func `Paths that overlap give each photo once`() throws {
    let file = try scratch.file("in/a.jpg")
    let paths = [scratch.path + "/in/", scratch.path, file, scratch.path + "/in/../in/a.jpg"]
    let scan = FolderScanner.scan(paths: paths)
    #expect(scan.photos.map(\.fileName) == ["a.jpg"])
    #expect(scan.problems.isEmpty)
  }

  @Test func `Loops of links end`() throws {
    try scratch.file("a.jpg")
    try scratch.file("in/b.jpg")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch.path + "/in/up", withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: scratch.path + "/self.jpg", withDestinationPath: "self.jpg")
    try manager.createSymbolicLink(atPath: scratch.path + "/dangling.jpg", withDestinationPath: "nowhere.jpg")
    #expect(names() == ["a.jpg", "b.jpg"])
  }

  @Test func `Names that are not UTF-8 survive`() throws {
    let plain = try scratch.file("a.jpg")
    let bytes = Array(scratch.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xE9)] + ".jpg".utf8CString
    #expect(rename(plain, bytes) == 0)
    let photo = try #require(FolderScanner.scan(paths: [scratch.path]).photos.first)
    #expect(photo.path.hasSuffix("/%E9.jpg"))
    #expect(photo.fileName.hasSuffix(".jpg"))
    #expect(FolderScanner.scan(paths: [photo.path]).photos == [photo])
  }

  @Test func `What cannot be shown says why, and the rest is shown`() throws {
    let missing = scratch.path + "/missing"
    try scratch.file("empty/readme.txt")
    let file = try scratch.file("a.jpg")
    let pipe = scratch.path + "/pipe.jpg"
    #expect(mkfifo(pipe, 0o600) == 0)
    let scan = FolderScanner.scan(paths: [missing, scratch.path + "/empty", pipe, file, "file:///%00"])
    #expect(scan.photos.map(\.path) == [file])
    #expect(
      scan.problems == [
        .notFound(path: missing), .noPictures(path: scratch.path + "/empty"), .unreadable(path: pipe),
        .notFound(path: "file:///%00"),
      ])
  }

  @Test func `Photos are newest first, then by path`() throws {
    for (name, modified) in [("b.jpg", 2_000), ("a.jpg", 2_000), ("c.jpg", 90_000), ("d.jpg", 1_000)] {
      try scratch.file(name, modified: modified)
    }
    try scratch.file("IMG_20230512_101530.jpg", modified: 500)
    let photos = FolderScanner.scan(paths: [scratch.path]).photos
    #expect(photos.map(\.fileName) == ["IMG_20230512_101530.jpg", "c.jpg", "a.jpg", "b.jpg", "d.jpg"])
    #expect(photos.map(\.date.source) == [.fileName] + Array(repeating: .modification, count: 4))
    #expect(photos[2].date.time == CivilTime(localAt: 2_000))
  }
}
