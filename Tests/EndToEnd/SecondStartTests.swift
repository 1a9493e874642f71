// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Geometry
import Testing
import TouchRig

/// What is known from an earlier start.
@Suite struct SecondStartTests {
  /// Of which each is the only one that a window of the feed shows as a whole.
  private static let pictures = zip([60, 100, 140] as [UInt8], [Color.red, .yellow, .green]).map { grey, color in
    MarkedPicture(
      size: Size(400, 200), background: Color(grey, grey, grey),
      marks: [Mark(color, at: Point(0.3, 0.5)), Mark(.cyan, at: Point(0.7, 0.5))], markRadius: 0.1)
  }

  private let home: TemporaryFolder
  private let folder: TemporaryFolder
  private var index: String { home.path + "/data/aloft/index.sqlite" }

  init() throws {
    home = try TemporaryFolder("home")
    folder = try TemporaryFolder("pictures")
    // Neither their names nor their modifications tell the order that the cameras' dates do.
    for (number, picture) in Self.pictures.enumerated() {
      try picture.write(to: path(number), options: ["-quality", "100", "-sampling-factor", "4:4:4"])
      try insertDate("2024:05:1\(number) 12:00:00", into: path(number))
      try setModificationTime(of: path(number))
    }
  }

  private func path(_ number: Int) -> String { "\(folder.path)/\(number).jpg" }

  private func setModificationTime(of path: String) throws {
    var times = [timespec(tv_sec: 1_600_000_000, tv_nsec: 5), timespec(tv_sec: 1_600_000_000, tv_nsec: 5)]
    guard utimensat(AT_FDCWD, path, &times, 0) == 0 else { throw RigError("no time for \(path)") }
  }

  /// Adds an EXIF segment with DateTimeOriginal alone, right behind the start of a JPEG file.
  private func insertDate(_ date: String, into path: String) throws {
    let header = Array("Exif\0\0".utf8)
    // Big endian; the first directory has the offset of the EXIF directory, and that has the offset of the text.
    let directory: [UInt8] = [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
    let exifDirectory: [UInt8] = [0, 1, 0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0]
    let segment = header + [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + directory + exifDirectory + Array(date.utf8) + [0]
    var data = try Data(contentsOf: URL(filePath: path))
    data.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment, at: 2)
    try data.write(to: URL(filePath: path))
  }

  /// Overwrites the dates in the files, which look untouched by size, time and inode.
  private func wipeDates() throws {
    for number in Self.pictures.indices {
      let data = try Data(contentsOf: URL(filePath: path(number)))
      let place = try #require(data.range(of: Data("2024:05:1\(number)".utf8)))
      let file = try FileHandle(forWritingTo: URL(filePath: path(number)))
      try file.seek(toOffset: UInt64(place.lowerBound))
      try file.write(contentsOf: Data("0000:00:00".utf8))
      try file.close()
      try setModificationTime(of: path(number))
    }
  }

  /// Starts, and waits for that picture to be the first of the feed.
  private func start(expecting first: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var options = Application.Options()
    options.home = home
    let session = try Session(folder: folder, page: "feed", width: 600, height: 400, options: options)
    try session.window.waitUntil("picture \(first) is the first") { $0.find(Self.pictures[first]) != nil }
    try session.window.waitUntilIdle()
    #expect(try session.window.screenshot().find(Self.pictures[first]) != nil, sourceLocation: sourceLocation)
    session.expectHealthy(sourceLocation: sourceLocation)
  }

  @Test func `Pictures are where they were at the start before, without their files being read`() throws {
    try start(expecting: 2)
    try wipeDates()
    try start(expecting: 2)
    // It is a cache: what the files say is what counts.
    try FileManager.default.removeItem(atPath: home.path + "/data/aloft")
    try start(expecting: 0)
  }

  @Test func `An index that is damaged, or cannot be made, is no harm`() throws {
    try FileManager.default.createDirectory(atPath: home.path + "/data/aloft", withIntermediateDirectories: true)
    try Data(repeating: 0x55, count: 100_000).write(to: URL(filePath: index))
    try start(expecting: 2)
    try wipeDates()
    try start(expecting: 2)
    try FileManager.default.removeItem(atPath: home.path + "/data/aloft")
    try Data().write(to: URL(filePath: home.path + "/data/aloft"))
    try start(expecting: 0)
  }
}
