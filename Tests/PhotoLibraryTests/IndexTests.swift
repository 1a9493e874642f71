// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import PhotoLibrary

// With those of metadata, one at a time.
extension MetadataTests {
  /// A folder of photos beside that of their index.
  private var photoFolder: String { scratch.path + "/photos" }
  private var indexFile: String { scratch.path + "/index/" + PhotoIndex.fileName }
  private func open(_ folder: String = "index") throws -> PhotoIndex {
    try PhotoIndex(folder: scratch.path + "/" + folder)
  }

  /// Scans, and reads what has to be read.
  @discardableResult
  private func read(_ index: PhotoIndex?, _ paths: [String]? = nil) async -> (photos: [Photo], readCount: Int) {
    let scan = FolderScanner.scan(paths: paths ?? [photoFolder], index: index)
    var photos = Dictionary(scan.photos.map { ($0.id, $0) }) { first, _ in first }
    let unread = scan.photos.filter { scan.unread.contains($0.id) }
    for await batch in MetadataReader.completed(unread, index: index) {
      for photo in batch { photos[photo.id] = photo }
    }
    return (Photo.inOrder(Array(photos.values)), unread.count)
  }

  private func captioned(_ name: String, _ caption: String? = nil) throws {
    _ = try scratch.jpeg("photos/" + name, ["Exif.Image.ImageDescription": caption ?? name])
  }

  @Test func `What was read is known at the next start, in the same order, without a look at the files`() async throws {
    for day in 1...9 {
      let date = "2023:05:0\(day) 10:15:30"
      _ = try scratch.jpeg("photos/\(9 - day).jpg", ["Exif.Photo.DateTimeOriginal": date, "Xmp.dc.description": date])
    }
    try scratch.file("photos/no picture.jpg")
    let photos = await read(try open()).photos
    #expect(photos.count == 10 && photos.suffix(9).allSatisfy { $0.date.source == .exif })
    #expect(await read(try open()).readCount == 0)
    #expect(await read(try open()).photos == photos)
    try FileManager.default.removeItem(atPath: photoFolder)
    let index = try open()
    #expect(index.photos(in: [photoFolder]) == photos)
    #expect(index.photos(in: ["file://" + photoFolder + "/"], limit: 3) == Array(photos.prefix(3)))
    #expect(index.photos(in: [scratch.path + "/phot"]).isEmpty)
    // A disk that is gone may come back.
    #expect(await read(index).photos.isEmpty)
    #expect(index.photos(in: [photoFolder]) == photos)
  }

  @Test func `All that the metadata tell is kept`() async throws {
    _ = try scratch.jpeg(
      "photos/IMG_1.jpg",
      [
        "Exif.Photo.DateTimeOriginal": "2023:05:12 10:15:30", "Exif.Photo.SubSecTimeOriginal": "25",
        "Exif.Photo.0x9011": "+02:00", "Exif.Image.Orientation": "6", "Xmp.dc.description": "On the lake",
        "Xmp.dc.subject": "lake", "Xmp.xmp.Rating": "4", "Iptc.Application2.Keywords": "Zürich",
        "Exif.GPSInfo.GPSLatitude": "47/1 30/1 0/1", "Exif.GPSInfo.GPSLatitudeRef": "N",
        "Exif.GPSInfo.GPSLongitude": "8/1 15/1 0/1", "Exif.GPSInfo.GPSLongitudeRef": "W",
      ])
    try scratch.file("photos/IMG_1.CR2")
    try scratch.file("photos/IMG_1.MOV")
    let index = try open()
    let photo = try #require(await read(index).photos.first)
    let record = try #require(index.allRecords().first)
    #expect(record.photo == photo)
    #expect(photo.date.nanoseconds == 250_000_000 && photo.orientation == 6 && photo.caption == "On the lake")
    #expect(photo.pixelSize == Photo.PixelSize(width: 30, height: 40))
    #expect(photo.companions == ["IMG_1.CR2", "IMG_1.MOV"])
    #expect(record.state == FileState(ofFile: photo.path))
    #expect(record.zone == 120)
    #expect(record.keywords == ["lake", "Zürich"])
    #expect(record.rating == 4)
    #expect(record.place == PhotoDetails.Place(latitude: 47.5, longitude: -8.25))
    #expect(record.format == "image/jpeg")
  }

  @Test func `Only what has changed is read again; a rename is none`() async throws {
    for number in 0..<40 { try captioned("\(number).jpg") }
    let index = try open()
    #expect(await read(index).readCount == 40)
    try captioned("7.jpg", "Another")
    let manager = FileManager.default
    try manager.removeItem(atPath: photoFolder + "/8.jpg")
    try manager.createDirectory(atPath: photoFolder + "/deep", withIntermediateDirectories: true)
    try manager.moveItem(atPath: photoFolder + "/9.jpg", toPath: photoFolder + "/deep/20230512_101530.jpg")
    // Each with the other's name.
    for (from, to) in [("10", "swap"), ("11", "10"), ("swap", "11")] {
      try manager.moveItem(atPath: "\(photoFolder)/\(from).jpg", toPath: "\(photoFolder)/\(to).jpg")
    }
    let (photos, readCount) = await read(index)
    #expect(readCount == 1)
    func caption(_ name: String) -> String? { photos.first { $0.fileName == name }?.caption }
    #expect(caption("7.jpg") == "Another")
    #expect(caption("20230512_101530.jpg") == "9.jpg")
    #expect(caption("10.jpg") == "11.jpg" && caption("11.jpg") == "10.jpg")
    #expect(photos.first { $0.fileName.hasPrefix("2023") }?.date.source == .fileName)
    #expect(photos.count == 39)
    #expect(await read(nil).photos == photos)
    #expect(index.photos(in: [photoFolder]) == photos)
  }

  @Test func `Whatever happens to files, an index that follows is the same as a new one`() async throws {
    var generator = SeededGenerator(11)
    let index = try open()
    let manager = FileManager.default
    func path() -> String {
      let folders = ["", "a/", "b/", "a/c/"]
      let extensions = ["jpg", "JPG", "png", "MOV", "cr2", "txt"]
      return photoFolder + "/" + folders.randomElement(using: &generator)!
        + "\(Int.random(in: 0..<6, using: &generator))." + extensions.randomElement(using: &generator)!
    }
    for round in 0..<25 {
      for step in 0..<6 {
        let place = String(path().dropFirst(scratch.path.count + 1))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: _ = try scratch.jpeg(place, ["Exif.Image.ImageDescription": "\(round).\(step)"])
        case 1: try scratch.file(place)
        case 2: try? manager.removeItem(atPath: path())
        default: rename(path(), path())
        }
      }
      let followed = await read(index)
      let fresh = try open("fresh \(round)")
      let (anew, _) = await read(fresh)
      #expect(followed.photos == anew)
      #expect(index.allRecords() == fresh.allRecords())
      #expect(index.photos(in: [photoFolder]) == anew)
      #expect(await read(index).readCount == 0)
    }
  }

  @Test func `Only what is asked for is shown, and what is elsewhere stays`() async throws {
    for name in ["a/1.jpg", "a/b/2.jpg", "a b/3.jpg", "a/.hidden/4.jpg", "odd"] { try captioned(name) }
    let index = try open()
    func names(_ paths: [String]) -> [String] {
      index.photos(in: paths.map { photoFolder + "/" + $0 }).map(\.fileName).sorted()
    }
    await read(index, ["a b", "a/.hidden", "a", "odd"].map { photoFolder + "/" + $0 })
    #expect(names(["a"]) == ["1.jpg", "2.jpg"])
    #expect(names(["a/b", "a"]) == ["1.jpg", "2.jpg"])
    #expect(names(["a/.hidden"]) == ["4.jpg"])
    #expect(names(["a", "a/.hidden", "a/1.jpg", "odd"]) == ["1.jpg", "2.jpg", "4.jpg", "odd"])
    #expect(names([""]) == ["1.jpg", "2.jpg", "3.jpg"])
    try FileManager.default.removeItem(atPath: photoFolder + "/a/b")
    await read(index, [photoFolder + "/a"])
    #expect(index.allRecords().map(\.photo.fileName).sorted() == ["1.jpg", "3.jpg", "4.jpg", "odd"])
  }

  @Test func `A name that is not UTF-8 is in the index as well`() async throws {
    try captioned("a.jpg")
    let bytes = Array(photoFolder.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xE9)] + ".jpg".utf8CString
    #expect(rename(photoFolder + "/a.jpg", bytes) == 0)
    let index = try open()
    let photos = await read(index).photos
    #expect(photos.map(\.caption) == ["a.jpg"])
    #expect(index.photos(in: [photoFolder]) == photos)
    #expect(await read(index).readCount == 0)
  }

  // MARK: Damage

  @Test(arguments: ["garbage", "a part", "nothing", "another database"])
  func `An index that is damaged is set aside and made anew`(_ damage: String) async throws {
    for number in 0..<100 { try captioned("\(number).jpg") }
    let photos = await read(try open()).photos
    // All of it in one file.
    try Database(path: indexFile).run("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try Data(contentsOf: URL(filePath: indexFile))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: indexFile + suffix) }
    switch damage {
    case "garbage": try scratch.file("index/" + PhotoIndex.fileName, Data((0..<9999).map { UInt8($0 % 251) }))
    case "a part":
      var part = whole
      part.replaceSubrange(4096..<part.count, with: Data((4096..<part.count).map { UInt8($0 % 251) }))
      try scratch.file("index/" + PhotoIndex.fileName, part)
    case "nothing": try scratch.file("index/" + PhotoIndex.fileName, Data())
    default:
      try FileManager.default.removeItem(atPath: indexFile)
      try Database(path: indexFile).run("CREATE TABLE photos (other TEXT)")
    }
    let index = try open()
    _ = index.photos(in: [photoFolder])
    #expect(await read(index).photos == photos)
    #expect(index.problem == nil)
    #expect(await read(index).readCount == 0)
    #expect(try open().photos(in: [photoFolder]) == photos)
    let isSetAside = FileManager.default.fileExists(atPath: scratch.path + "/index/" + PhotoIndex.damagedFileName)
    #expect(isSetAside == (damage != "nothing"))
  }

  @Test func `Damage anywhere in the file ends nothing, and the photos are right after the next scan`() async throws {
    for number in 0..<10 { try captioned("\(number).jpg") }
    let index = try open()
    let paths = await read(index).photos.map(\.path)
    try Database(path: indexFile).run("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try Data(contentsOf: URL(filePath: indexFile))
    var generator = SeededGenerator(5)
    for round in 0..<30 {
      var damaged = whole
      for _ in 0..<8 {
        damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      try scratch.file("damaged \(round)/" + PhotoIndex.fileName, damaged)
      // A byte may also make it one of a newer version.
      guard let index = try? open("damaged \(round)") else { continue }
      _ = index.photos(in: [photoFolder])
      #expect(await read(index).photos.map(\.path).sorted() == paths.sorted())
    }
  }

  @Test func `An index of a newer version is left alone`() async throws {
    try captioned("a.jpg")
    await read(try open())
    try Database(path: indexFile).run("PRAGMA user_version = 77")
    #expect(throws: IndexError.newerVersion) { try open() }
    #expect(try Database(path: indexFile).number("PRAGMA user_version") == 77)
    #expect(try Database(path: indexFile).number("SELECT count(*) FROM photos") == 1)
  }

  @Test func `An index of an older version is brought up to date`() throws {
    let folder = scratch.path + "/index"
    let steps = PhotoIndex.migrations + [["CREATE TABLE later (number INTEGER)", "INSERT INTO later VALUES (5)"]]
    _ = try PhotoIndex(folder: folder, migrations: Array(steps.prefix(1)))
    for _ in 0..<2 { _ = try PhotoIndex(folder: folder, migrations: steps) }
    #expect(try Database(path: indexFile).number("SELECT sum(number) FROM later") == 5)
    #expect(throws: IndexError.newerVersion) { try open() }
  }

  @Test func `A place where nothing can be written says why`() throws {
    try scratch.file("index")
    #expect(throws: IndexError.unusable(reason: "Not a directory")) { try open("index/deeper") }
  }

  // MARK: Interruptions

  @Test func `Whenever the program is killed, batches are in the index as a whole or not at all`() async throws {
    let index = try open()
    index.write { (database) throws(Database.Failure) in try database.run("PRAGMA wal_autocheckpoint = 0") }
    let batches = (0..<6).map { batch in (0..<20).map { record("/\(batch)/\($0).jpg", caption: "Caption \(batch)") } }
    for batch in batches { index.store(batch) }
    let log = try Data(contentsOf: URL(filePath: indexFile + "-wal"))
    let base = try Data(contentsOf: URL(filePath: indexFile))
    var generator = SeededGenerator(4)
    var counts: Set<Int> = []
    for round in 0..<40 {
      // What has reached the disk of all that was written to it one after the other.
      try scratch.file("\(round)/" + PhotoIndex.fileName, base)
      try scratch.file(
        "\(round)/" + PhotoIndex.fileName + "-wal", log.prefix(.random(in: 0...log.count, using: &generator)))
      let records = try open("\(round)").allRecords()
      #expect(records.count % 20 == 0)
      #expect(records == batches.joined().prefix(records.count).sorted { $0.photo.id < $1.photo.id })
      counts.insert(records.count)
    }
    #expect(counts.count > 3)
  }

  @Test func `A batch that is not complete is not there, and pages are read while it is written`() async throws {
    let index = try open()
    index.store([record("/photos/1.jpg")])
    let isWriting = DispatchSemaphore(value: 0)
    let isRead = DispatchSemaphore(value: 0)
    let writing = Task.detached {
      index.write { (database) throws(Database.Failure) in
        try database.run("DELETE FROM photos")
        isWriting.signal()
        wait(for: isRead)
        throw .damage
      }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        wait(for: isWriting)
        continuation.resume()
      }
    }
    #expect(index.photos(in: ["/photos"]).count == 1)
    isRead.signal()
    await writing.value
  }

  @Test func `When the disk is full, all goes on with what was kept until then`() async throws {
    for number in 0..<300 { try captioned("\(number).jpg") }
    let photos = await read(nil).photos
    let index = try open()
    await read(index, [photoFolder + "/5.jpg"])
    index.write { (database) throws(Database.Failure) in
      let pages = try database.number("PRAGMA page_count")
      try database.run("PRAGMA max_page_count = \(pages)")
    }
    #expect(await read(index).photos == photos)
    #expect(index.problem == .unusable(reason: "database or disk is full"))
    #expect(index.photos(in: [photoFolder]).map(\.fileName) == ["5.jpg"])
    // The next start has room again.
    let next = try open()
    #expect(await read(next).photos == photos)
    #expect(next.problem == nil && next.photos(in: [photoFolder]) == photos)
  }

  private func record(_ path: String, caption: String? = nil) -> PhotoRecord {
    var photo = Photo(id: PhotoID(path: path)) { 1_600_000_000 }
    photo.caption = caption
    return PhotoRecord(photo: photo, state: FileState(size: 1, modified: 2, inode: 3))
  }
}

/// Not for ever, should what is tested be wrong.
private func wait(for semaphore: DispatchSemaphore) { _ = semaphore.wait(timeout: .now() + 10) }
