// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Geometry
import Testing
import TouchRig

/// Albums, one for each folder: an old one with three pictures, and a new one with two.
@Suite struct AlbumsTests {
  private static let size = Size(400, 400)
  private static let pictures = (0..<5).map { MarkedPicture.numbered($0, size: size) }

  private let folder: TemporaryFolder
  private let session: Session
  /// Of the newest pictures of both albums.
  private let places: [Place]
  private let overview: Screenshot

  init() throws {
    folder = try TemporaryFolder("pictures")
    for (number, picture) in Self.pictures.enumerated() {
      let album = try folder.folder(number < 2 ? "new" : "old")
      try picture.write(to: "\(album)/IMG_2024052\(9 - number)_120000.png")
    }
    session = try Session(folder: folder, page: "albums", release: "viewer", width: 600, height: 560)
    (places, overview) = try session.waitForPictures([Self.pictures[0], Self.pictures[2]])
  }

  /// The pictures that are on screen undimmed, by number.
  private func shown(_ screenshot: Screenshot) -> [Int] {
    Self.pictures.indices.filter { screenshot.find(Self.pictures[$0]) != nil }
  }

  /// Opens the old album, and returns where its pictures are.
  private func openOld() throws -> [Place] {
    try session.rig.touch.tap(places[1].center)
    try session.window.waitUntil("the album's pictures show, and no other") { shown($0) == [2, 3, 4] }
    return try session.waitForPictures(Array(Self.pictures[2...])).places
  }

  private func key(_ name: String, with modifiers: [String] = []) throws {
    try session.window.focus()
    try session.rig.keyboard.press(name, with: modifiers)
  }

  @Test func `The newest pictures are the covers, the newest first; lifting one does not open its album`() throws {
    #expect(shown(overview) == [0, 2])
    #expect(places[0].center.x < places[1].center.x && places[0].center.y == places[1].center.y)
    for (picture, place) in zip([0, 2], places) {
      let grip = Grip(at: place.center, spread: Point(24, 12))
      let motion = grip.motion(scale: 1.8, angle: 0.2, distance: (Point(300, 300) - place.center) * 0.5)
      try session.putDown(grip)
      try session.move(grip, by: motion)
      try session.expect(Self.pictures[picture], at: place.transform.then(motion))
      try session.rig.touch.upAll()
      session.waitUntilRestored(overview)
    }
    session.expectHealthy()
  }

  @Test func `An album has its folder's pictures, which can be lifted; the viewer leafs through them alone`() throws {
    let places = try openOld()
    let page = try session.window.screenshot()
    try session.expectLift(of: Self.pictures[3], from: places[1], on: page)

    try session.rig.touch.tap(places[0].center)
    func waitUntilOpen(_ number: Int) throws {
      try session.window.waitUntil("picture \(number) fills the window") { screenshot in
        shown(screenshot) == [number] && screenshot.find(Self.pictures[number])!.transform.scale > 1.3
      }
      try session.window.waitUntilIdle()
    }
    try waitUntilOpen(2)
    try key("Home")
    try waitUntilOpen(2)
    try key("End")
    try waitUntilOpen(4)
    try key("Escape")
    try session.window.waitUntil("the album shows again") { shown($0) == [2, 3, 4] }
    session.expectHealthy()
  }

  @Test func `One goes back by the button, keys, the mouse and a swipe, to the page as it was`() throws {
    let ways: [(String, () throws -> Void)] = [
      ("the button", { try session.rig.touch.tap(Point(24, 24)) }), ("Escape", { try key("Escape") }),
      ("Alt+Left", { try key("Left", with: ["Alt_L"]) }),
      ("the mouse's button", { try session.rig.pointer.click(Point(300, 500), .back) }),
      (
        "a swipe",
        {
          try session.rig.touch.down(0, at: Point(20, 300))
          try session.rig.touch.move([0: Point(560, 300)], steps: 20) { try session.window.catchUp() }
          try session.rig.touch.upAll()
        }
      ),
    ]
    for (name, goBack) in ways {
      _ = try openOld()
      try goBack()
      do {
        try session.takePointerAway()
        try session.window.waitUntil("the albums show") { shown($0) == [0, 2] }
      } catch {
        Issue.record("by \(name): \(error)")
        return
      }
      try session.window.waitUntilIdle()
    }
    session.expectHealthy()
  }

  @Test func `An album follows its folder, and one without pictures goes`() throws {
    _ = try openOld()
    let old = folder.path + "/old"
    try FileManager.default.removeItem(atPath: old + "/IMG_20240526_120000.png")
    try session.window.waitUntil("the picture is gone") { shown($0) == [2, 4] }
    try FileManager.default.removeItem(atPath: old)
    try session.window.waitUntil("the other album is left") { shown($0) == [0] }
    session.expectHealthy()
  }
}
