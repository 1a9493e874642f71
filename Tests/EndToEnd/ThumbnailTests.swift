// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Geometry
import Testing
import TouchRig

/// Small pictures that are kept on the disk.
@Suite struct ThumbnailTests {
  private static let pictures = (0..<3).map { MarkedPicture.numbered($0, size: Size(1200, 900)) }

  private let home: TemporaryFolder
  private let folder: TemporaryFolder

  init() throws {
    home = try TemporaryFolder("home")
    folder = try TemporaryFolder("pictures")
    for (number, picture) in Self.pictures.enumerated() {
      try picture.write(to: path(number), options: ["-quality", "100", "-sampling-factor", "4:4:4"])
      try setModificationTime(of: path(number))
    }
  }

  private func path(_ number: Int) -> String { "\(folder.path)/\(number).jpg" }

  private func setModificationTime(of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: path)
  }

  private func start() throws -> Session {
    var options = Application.Options()
    options.home = home
    return try Session(folder: folder, page: "photos", width: 600, height: 400, options: options)
  }

  private func waitForAll(in session: Session) throws {
    try session.window.waitUntil("all pictures show") { screenshot in
      Self.pictures.allSatisfy { screenshot.find($0) != nil }
    }
  }

  @Test func `The second start shows thumbnails, without a look into the files that they are of`() throws {
    let thumbnails = home.path + "/cache/thumbnails/large"
    do {
      let session = try start()
      try waitForAll(in: session)
      #expect(try FileManager.default.contentsOfDirectory(atPath: thumbnails).count == 3)
      session.expectHealthy()
    }
    for number in Self.pictures.indices {
      // They look untouched by size, time and inode.
      let file = try FileHandle(forWritingTo: URL(filePath: path(number)))
      let length = try file.seekToEnd()
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(repeating: 0x55, count: Int(length)))
      try file.close()
      try setModificationTime(of: path(number))
    }
    let session = try start()
    try waitForAll(in: session)
    try session.window.waitUntilIdle()
    #expect(try Self.pictures.allSatisfy { try session.window.screenshot().find($0) != nil })
    session.expectHealthy()
  }

  @Test func `Where thumbnails cannot be kept, pictures are shown all the same, and a message says so`() throws {
    try home.write("in the way", to: "cache/thumbnails")
    let session = try start()
    try waitForAll(in: session)
    let bottom = Rect(x: 100, y: 330, width: 400, height: 60)
    try session.window.waitUntil("the message is there") { screenshot in
      screenshot.cropped(to: bottom).pixels.count { $0.red < 100 && $0.green < 100 && $0.blue < 100 } > 2000
    }
    session.expectHealthy()
  }
}
