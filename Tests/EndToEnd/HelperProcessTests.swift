// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// The processes that open files for Aloft, whatever becomes of them.
@Suite struct HelperProcessTests {
  /// What the system tells of a process: its state and its parent; nil if it is gone.
  private func status(of process: pid_t) -> (state: Substring, parent: Substring)? {
    // «pid (name) state parent …»
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let nameEnd = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[nameEnd...].split(separator: " ")
    return fields[1] == "Z" ? nil : (fields[1], fields[2])
  }

  /// The processes that this one has started.
  private func helpers(of process: pid_t) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
      .filter { status(of: $0)?.parent == "\(process)" }
  }

  @Test func `helpers that are killed while pictures load cost nothing but these pictures`() throws {
    let folder = try TemporaryFolder("pictures")
    let pictures = (0..<24).map { MarkedPicture.numbered($0, size: Size(1600, 1200)) }
    try folder.write(pictures)
    let session = try Session(folder: folder, page: "photos", width: 560, height: 480)
    var killed: Set<pid_t> = []
    var turns = 0
    while killed.count < 5 {
      for helper in try helpers(of: session.app.pid) {
        kill(helper, SIGKILL)
        killed.insert(helper)
      }
      // What is scrolled to is loaded, too.
      turns += 1
      try #require(turns < 100, "\(killed.count) helpers were killed")
      try session.turnWheel(turns % 4 < 2 ? 5 : -5, rests: false)
    }
    try session.turnWheel(-100, rests: false)
    let new = MarkedPicture(
      size: Size(400, 300), background: Color(90, 90, 90), marks: [Mark(.cyan, at: Point(0.5, 0.5))], markRadius: 0.2)
    try new.write(to: folder.path + "/IMG_20991231_230000.png")
    try session.window.waitUntil("a picture that comes afterwards shows") { screenshot in
      screenshot.pixels.count { $0.isClose(to: .cyan, within: 20) } > 500
    }
    let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(session.app.pid)/maps"))
    let libraries = String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self)
    let opensPictures = libraries.contains("libvips")
    #expect(!opensPictures && libraries.contains("libgtk-4"))
    let last = try helpers(of: session.app.pid)
    #expect(!last.isEmpty)
    session.expectHealthy()
    // None stays behind, however the program ends.
    kill(session.app.pid, SIGKILL)
    let deadline = ContinuousClock.now + .seconds(10)
    while last.contains(where: { status(of: $0) != nil }), .now < deadline { sched_yield() }
    #expect(last.allSatisfy { status(of: $0) == nil })
  }
}
