// SPDX-License-Identifier: GPL-3.0-or-later
import Geometry
import Testing
import TouchRig

/// Search, among five pictures of three years.
@Suite struct SearchTests {
  private static let size = Size(400, 400)
  private static let pictures = (0..<5).map { MarkedPicture.numbered($0, size: size) }
  private static let names = [
    "Lake 2024-05-02.png", "Tower 2024-01-01.png", "Lake 2023-05-12.png", "Boat 2023-05-11.png", "Tower 2022-05-01.png",
  ]

  private let folder: TemporaryFolder
  private let session: Session
  private let page: Screenshot

  init() throws {
    folder = try TemporaryFolder("pictures")
    for (picture, name) in zip(Self.pictures, Self.names) { try picture.write(to: folder.path + "/" + name) }
    session = try Session(folder: folder, page: "photos", release: "viewer", width: 700, height: 780)
    page = try session.waitForPictures(Self.pictures).page
  }

  /// The pictures that are on screen undimmed, by number.
  private func shown(_ screenshot: Screenshot) -> [Int] {
    Self.pictures.indices.filter { screenshot.find(Self.pictures[$0]) != nil }
  }

  private func waitUntilShown(_ numbers: [Int], sourceLocation: SourceLocation = #_sourceLocation) throws {
    do {
      try session.window.waitUntil("\(numbers) show") { shown($0) == numbers }
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
      throw error
    }
  }

  private func key(_ name: String, with modifiers: [String] = []) throws {
    try session.window.focus()
    try session.rig.keyboard.press(name, with: modifiers)
  }

  private func type(_ text: String) throws {
    let names: [Character: String] = [" ": "space", "-": "minus"]
    for letter in text { try key(names[letter] ?? String(letter)) }
  }

  private func erase(_ count: Int) throws {
    for _ in 0..<count { try key("BackSpace") }
  }

  @Test func `Typing finds by name and by date, and Escape leaves the page as it was`() throws {
    try type("lake")
    try waitUntilShown([0, 2])
    try type(" may 2023")
    try waitUntilShown([2])
    try erase("lake may 2023".count)
    try waitUntilShown([0, 1, 2, 3, 4])
    try type("2023-05")
    try waitUntilShown([2, 3])
    try type("-30")
    try waitUntilShown([])
    try key("Escape")
    session.waitUntilRestored(page)
    // The button, and the key for it.
    try key("f", with: ["Control_L"])
    try type("tower")
    try waitUntilShown([1, 4])
    try key("f", with: ["Control_L"])
    session.waitUntilRestored(page)
    session.expectHealthy()
  }

  @Test func `The viewer leafs through what was found alone, and what was found can be lifted`() throws {
    try type("lake")
    try waitUntilShown([0, 2])
    let (places, results) = try session.waitForPictures([Self.pictures[0], Self.pictures[2]])
    try session.expectLift(of: Self.pictures[2], from: places[1], on: results)

    try session.rig.touch.tap(places[0].center)
    func waitUntilOpen(_ number: Int) throws {
      try session.window.waitUntil("picture \(number) fills the window") { screenshot in
        screenshot.find(Self.pictures[number]).map { $0.transform.scale > 1.3 } ?? false
      }
      try session.window.waitUntilIdle()
    }
    try waitUntilOpen(0)
    try key("Right")
    try waitUntilOpen(2)
    try key("Right")
    try session.window.catchUp()
    try waitUntilOpen(2)
    try key("Escape")
    try waitUntilShown([0, 2])
    session.expectHealthy()
  }
}
