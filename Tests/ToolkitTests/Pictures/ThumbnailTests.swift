// SPDX-License-Identifier: MIT
import CAdwaita
import Foundation
import Geometry
import GtkCore
import PictureHelpers
import Synchronization
import Testing
import TouchRig

@testable import Pictures

extension ToolkitTests {
  @MainActor struct ThumbnailTests {
    private let folder: TemporaryFolder
    private let cache: ThumbnailCache
    /// Not there before something is written.
    private var cacheFolder: String { folder.path + "/cache/thumbnails" }

    init() throws {
      folder = try TemporaryFolder("thumbnails")
      cache = ThumbnailCache(program: "test-1", folder: folder.path + "/cache/thumbnails")
    }

    /// A picture in a file, changed at a time that is not now.
    private func picture(_ name: String = "ä #1.jpg", width: Int = 900, height: Int = 600) throws -> String {
      let path = "\(folder.path)/\(name)"
      try TestPicture.make(width: width, height: height, at: path)
      try setTime(of: path)
      return path
    }

    private func setTime(of path: String, seconds: Int = 1_600_000_000) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(seconds))], ofItemAtPath: path)
    }

    private func original(_ path: String) throws -> ThumbnailCache.Original {
      try #require(try cache.original(at: path))
    }

    private func file(_ path: String, in size: String = "large") throws -> String {
      "\(cacheFolder)/\(size)/\(try original(path).name)"
    }

    private func mode(of path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `the name of a thumbnail is that of the standard, and its URI the one that GLib makes`() throws {
      let uri = try #require(FileNames.uri(of: "/home/jens/photos/me.png"))
      #expect(uri == "file:///home/jens/photos/me.png")
      #expect(FileNames.md5(of: uri) == "c6ee772d9e49320e97ec29a7eb5b1697")
      #expect(FileNames.uri(of: "/ä b#c?d%e(f)[g].png") == "file:///%C3%A4%20b%23c%3Fd%25e(f)%5Bg%5D.png")
      // Of a path that is not UTF-8, however it is escaped.
      #expect(FileNames.uri(of: "file:///%fc/%61") == "file:///%FC/a")
      #expect(FileNames.uri(of: "/a/../b//c") == "file:///b/c")
    }

    @Test func `what is made is as other programs expect it, and the user's alone`() throws {
      let path = try picture()
      _ = try cache.makeThumbnail(of: original(path), size: .large)
      let made = try file(path)
      #expect(try mode(of: made) == 0o600)
      for folder in [cacheFolder, cacheFolder + "/large"] { #expect(try mode(of: folder) == 0o700) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: cacheFolder + "/large").count == 1)
      let pixels = try #require(gdk_pixbuf_new_from_file(made, nil))
      defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
      #expect(gdk_pixbuf_get_width(pixels) == 256)
      #expect(gdk_pixbuf_get_height(pixels) == 171)
      func text(_ key: String) -> String? {
        gdk_pixbuf_get_option(pixels, "tEXt::\(key)").map { String(cString: $0) }
      }
      #expect(text("Thumb::URI") == FileNames.uri(of: path))
      #expect(text("Thumb::MTime") == "1600000000")
      #expect(text("Thumb::Size") == "\(try #require(FileManager.default.contents(atPath: path)).count)")
      #expect(text("Thumb::Mimetype") == "image/jpeg")
      #expect(text("Thumb::Image::Width") == "900")
      #expect(text("Thumb::Image::Height") == "600")
      #expect(text("Software") == "Aloft")
    }

    @Test func `what is found is of that file as it is now`() throws {
      let path = try picture()
      #expect(try cache.thumbnail(of: original(path), for: .large) == nil)
      _ = try cache.makeThumbnail(of: original(path), size: .large)
      let found = try #require(try cache.thumbnail(of: original(path), for: .normal))
      #expect(found.size == .large)
      #expect(found.thumbnail.isStill)
      #expect(found.thumbnail.pictureSize.map { [$0.width, $0.height] } == [900, 600])
      // A smaller one is better than none.
      #expect(try cache.thumbnail(of: original(path), for: .extraLarge)?.size == .large)
      // Under another file's name.
      let other = try picture("other.jpg")
      try FileManager.default.copyItem(atPath: file(path), toPath: file(other))
      #expect(try cache.thumbnail(of: original(other), for: .large) == nil)
      try setTime(of: path, seconds: 1_600_000_001)
      #expect(try cache.thumbnail(of: original(path), for: .large) == nil)
      try setTime(of: path)
      #expect(try cache.thumbnail(of: original(path), for: .large) != nil)
      // Another content, no newer.
      try (FileManager.default.contents(atPath: path)! + Data([0])).write(to: URL(filePath: path))
      try setTime(of: path)
      #expect(try cache.thumbnail(of: original(path), for: .large) == nil)
    }

    @Test func `another program's thumbnail is used, and a damaged one is made anew`() throws {
      let path = try picture()
      let foreign = try #require(gdk_pixbuf_new_from_file_at_size(path, 128, 128, nil))
      defer { g_object_unref(UnsafeMutableRawPointer(foreign)) }
      try FileManager.default.createDirectory(atPath: cacheFolder + "/normal", withIntermediateDirectories: true)
      func save(uri: String) throws {
        let (keys, values) = (["tEXt::Thumb::URI", "tEXt::Thumb::MTime"], [uri, "1600000000"])
        var (keyPointers, valuePointers) = (keys.map { strdup($0) } + [nil], values.map { strdup($0) } + [nil])
        defer { for pointer in keyPointers + valuePointers { free(pointer) } }
        try #require(
          gdk_pixbuf_savev(foreign, try file(path, in: "normal"), "png", &keyPointers, &valuePointers, nil) != 0)
      }
      try save(uri: original(path).record.uri)
      let found = try #require(try cache.thumbnail(of: original(path), for: .large))
      #expect(found.size == .normal)
      #expect(found.thumbnail.pixels.size.width == 128)
      // It does not say of which type the picture is.
      #expect(!found.thumbnail.isStill)
      try save(uri: "file:///other")
      #expect(try cache.thumbnail(of: original(path), for: .large) == nil)
      try Data("no picture".utf8).write(to: URL(filePath: file(path, in: "normal")))
      #expect(try cache.thumbnail(of: original(path), for: .large) == nil)
      _ = try cache.makeThumbnail(of: original(path), size: .normal)
      #expect(try cache.thumbnail(of: original(path), for: .normal)?.thumbnail.isStill == true)
    }

    @Test func `what can have no thumbnail is remembered, as long as it stays as it is, by this version`() throws {
      let path = folder.path + "/text.jpg"
      try Data("no picture".utf8).write(to: URL(filePath: path))
      try setTime(of: path)
      #expect(try cache.isMissing(original(path), size: .large))
      #expect(throws: (any Error).self) { try cache.makeThumbnail(of: original(path), size: .large) }
      #expect(try !cache.isMissing(original(path), size: .large))
      let mark = "\(cacheFolder)/fail/test-1/\(try original(path).name)"
      #expect(try mode(of: mark) == 0o600)
      let pixels = try #require(gdk_pixbuf_new_from_file(mark, nil))
      defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
      #expect(
        gdk_pixbuf_get_option(pixels, "tEXt::Thumb::URI").map { String(cString: $0) } == FileNames.uri(of: path))
      let later = ThumbnailCache(program: "test-2", folder: cacheFolder)
      #expect(try later.isMissing(original(path), size: .large))
      try setTime(of: path, seconds: Int(Date().timeIntervalSince1970) + 60)
      #expect(try cache.isMissing(original(path), size: .large))
    }

    @Test func `there are no thumbnails of thumbnails`() throws {
      let path = try picture()
      _ = try cache.makeThumbnail(of: original(path), size: .large)
      #expect(try cache.original(at: file(path)) == nil)
    }

    @Test func `where nothing can be written, that is said once, and pictures are shown all the same`() async throws {
      let told = Mutex(0)
      try Data().write(to: URL(filePath: folder.path + "/file"))
      let cache = ThumbnailCache(program: "test-1", folder: folder.path + "/file/thumbnails") { reason in
        #expect(reason == "Not a directory")
        told.withLock { $0 += 1 }
      }
      let store = PictureStore(thumbnails: cache)
      let pictures = try ["a.jpg", "b.jpg"].map { store.picture(at: try picture($0)) }
      let viewer = Viewer(size: Size(240, 160))
      for picture in pictures { picture.beginShowing(in: viewer) }
      await store.waitUntilIdle()
      #expect(pictures.allSatisfy { $0.byteCount > 0 && $0.failure == nil })
      #expect(told.withLock { $0 } == 1)
      for picture in pictures { picture.endShowing(in: viewer) }
    }

    // MARK: Pictures

    /// Overwrites a file's content, which looks untouched by size and time.
    private func wipe(_ path: String) throws {
      let size = try #require(FileManager.default.contents(atPath: path)).count
      try Data(repeating: 0x55, count: size).write(to: URL(filePath: path))
      try setTime(of: path)
    }

    @Test func `a picture that is shown small has a thumbnail made, and is not opened the next time`() async throws {
      let path = try picture()
      let viewer = Viewer(size: Size(240, 160))
      for _ in 0..<2 {
        let store = PictureStore(thumbnails: cache)
        let picture = store.picture(at: path)
        picture.beginShowing(in: viewer)
        await store.waitUntilIdle()
        #expect(picture.byteCount == 240 * 160 * 3)
        #expect(picture.paintable.intrinsicSize == Size(900, 600))
        #expect(picture.failure == nil)
        picture.endShowing(in: viewer)
        try wipe(path)
      }
      let store = PictureStore(thumbnails: cache)
      let picture = store.picture(at: path)
      picture.beginShowing(in: viewer)
      await store.waitUntilIdle()
      viewer.shownSize = Size(120, 80)
      picture.showingChanged()
      await store.waitUntilIdle()
      #expect(picture.byteCount == (240 * 160 + 120 * 80) * 3)
      // What is shown larger needs the file: what there is stays.
      viewer.shownSize = Size(750, 500)
      picture.showingChanged()
      await store.waitUntilIdle()
      #expect(picture.byteCount == (240 * 160 + 120 * 80) * 3)
      #expect(picture.failure == nil)
      picture.endShowing(in: viewer)
    }

    @Test func `of a thumbnail only as much is used as is sharp`() async throws {
      let path = try picture()
      let store = PictureStore(thumbnails: cache)
      let picture = store.picture(at: path)
      let viewer = Viewer(size: Size(240, 160))
      picture.beginShowing(in: viewer)
      await store.waitUntilIdle()
      viewer.shownSize = Size(480, 320)
      picture.showingChanged()
      await store.waitUntilIdle()
      #expect(picture.byteCount == (240 * 160 + 480 * 320) * 3)
      #expect(FileManager.default.fileExists(atPath: try file(path, in: "x-large")))
      viewer.shownSize = Size(750, 500)
      picture.showingChanged()
      await store.waitUntilIdle()
      #expect(picture.byteCount == (240 * 160 + 480 * 320 + 750 * 500) * 3)
      picture.endShowing(in: viewer)
    }

    @Test func `an animation plays, though it has a thumbnail`() async throws {
      let path = folder.path + "/animation.gif"
      try TestPicture.makeAnimation(
        width: 60, height: 40, backgrounds: [.black, .white, Color(90, 90, 90)], interval: 0.05, at: path)
      _ = try cache.makeThumbnail(of: original(path), size: .large)
      let store = PictureStore(thumbnails: cache)
      let picture = store.picture(at: path)
      var frames = 0
      let connection = picture.paintable.on("invalidate-contents") { frames += 1 }
      let viewer = Viewer(size: Size(60, 40))
      picture.beginShowing(in: viewer)
      #expect(await eventually { frames > 6 })
      picture.endShowing(in: viewer)
      connection.disconnect()
      await store.waitUntilIdle()
    }

    // MARK: In the background

    @Test func `thumbnails that are missing are made, and it is told how many remain and what went wrong`()
      async throws
    {
      let paths = try (0..<5).map { try picture("\($0).jpg") }
      let broken = folder.path + "/text.jpg"
      try Data("no picture".utf8).write(to: URL(filePath: broken))
      _ = try cache.makeThumbnail(of: original(paths[2]), size: .large)
      try wipe(paths[2])
      let store = PictureStore(thumbnails: cache)
      let maker = try #require(store.thumbnailMaker)
      maker.make(for: paths + [broken])
      #expect(await eventually { maker.remaining == 5 })
      #expect(await eventually { maker.remaining == 0 })
      #expect(try paths.allSatisfy { FileManager.default.fileExists(atPath: try file($0)) })
      #expect(maker.failures == ["The file is not a picture of a known format.": 1])
      maker.make(for: paths + [broken])
      maker.stop()
      #expect(maker.remaining == 0)
    }

    // MARK: Memory

    @Test func `pixels stay within their budget, however many pictures are passed`() async throws {
      let path = try picture("a.png", width: 300, height: 200)
      let bytes = 150 * 100 * 3
      let loader = PictureLoader(limits: PictureLimits(keptBytes: 4 * bytes, greatestBytes: 6 * bytes))
      let store = PictureStore(loader: loader)
      let viewer = Viewer(size: Size(150, 100))
      var passed: [Picture] = []
      for number in 0..<20 {
        let link = "\(folder.path)/\(number).png"
        try FileManager.default.linkItem(atPath: path, toPath: link)
        let picture = store.picture(at: link)
        passed.append(picture)
        picture.beginShowing(in: viewer)
        await store.waitUntilIdle()
        #expect(picture.byteCount == bytes)
        picture.endShowing(in: viewer)
      }
      // Those that were seen last.
      #expect(passed.map { $0.byteCount > 0 } == (0..<20).map { $0 >= 16 })
      // What is shown is part of the budget.
      for picture in passed.prefix(4) { picture.beginShowing(in: viewer) }
      await store.waitUntilIdle()
      passed[4].beginShowing(in: viewer)
      await store.waitUntilIdle()
      passed[4].endShowing(in: viewer)
      #expect(passed.reduce(0) { $0 + $1.byteCount } <= 6 * bytes)
      for picture in passed.prefix(4) { picture.endShowing(in: viewer) }
      // Flicked past, without time to load.
      for number in 0..<20_000 {
        let picture = store.picture(at: "/nowhere/\(number)")
        picture.beginShowing(in: viewer)
        picture.endShowing(in: viewer)
      }
      await store.waitUntilIdle()
      #expect(store.entryCount < 5000)
    }
  }
}
