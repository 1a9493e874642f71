// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// Any number of pictures on a page, each with its own place.
@Suite struct SourcesTests {
  /// Lifts each of these pictures in turn, and expects each to return to its own place.
  private func liftEach(
    _ pictures: [MarkedPicture], in session: Session, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (places, before) = try session.waitForPictures(pictures)
    for (index, (picture, place)) in zip(pictures, places).enumerated() {
      let grip = Grip(at: place.center, spread: Point(18, 9))
      // Towards the middle, where it is seen as a whole.
      let middle = Point(before.width > 0 ? Double(before.width) / 2 : 0, Double(before.height) / 2)
      let motion = grip.motion(scale: 1.2, angle: 0.2, distance: (middle - place.center) * 0.5)
      try session.putDown(grip)
      try session.move(
        grip, by: grip.motion(scale: 1.2, angle: 0.2, distance: (middle - place.center) * 0.5, part: 0.5))
      try session.move(grip, by: motion)
      try session.expect(
        picture, at: place.transform.then(motion), "\(what), picture \(index)", sourceLocation: sourceLocation)
      try session.rig.touch.upAll()
      session.waitUntilRestored(before, sourceLocation: sourceLocation)
    }
  }

  @Test func `L11: each of twelve pictures in a grid returns to its own place, whatever the page has been through`()
    throws
  {
    let pictures = (0..<48).map { MarkedPicture.numbered($0) }
    let plain = MarkedPicture(size: Size(40, 30), background: Color(120, 120, 120), marks: [])
    let folder = try TemporaryFolder("pictures")
    // So many that cells are recycled.
    let (first, count) = (24, 300)
    for hour in 0..<count {
      let fromEnd = hour - (count - pictures.count)
      try folder.write(hour < first ? pictures[hour] : fromEnd >= first ? pictures[fromEnd] : plain, hoursOld: hour)
    }
    let session = try Session(folder: folder, page: "photos", width: 560, height: 470)
    try liftEach(Array(pictures.prefix(12)), in: session, "at the start")

    /// Those of the pictures that are in sight as a whole.
    func visible() throws -> [MarkedPicture] {
      let screenshot = try session.window.screenshot()
      return pictures.filter { screenshot.find($0).map { $0.bounds.size.height > 90 } ?? false }
    }
    try session.dragScrollbar(down: true)
    let last = try visible()
    // Their cells have shown others before.
    #expect(last.count >= 8 && last.allSatisfy { $0.background != pictures[0].background })
    try liftEach(Array(last.suffix(4)), in: session, "scrolled to the end")
    try session.dragScrollbar(down: false)
    try liftEach([pictures[0], pictures[7]], in: session, "scrolled back")

    try session.rig.touch.tap(Tabs.feed(in: session))
    try session.window.waitUntil("the feed shows") { screenshot in
      screenshot.find(pictures[0]).map { $0.bounds.size.width > 300 } ?? false
    }
    try session.window.waitUntilIdle()
    try liftEach([pictures[0]], in: session, "on the other tab")
    try session.rig.touch.tap(Tabs.photos(in: session))
    try session.window.waitUntil("the grid shows") { screenshot in screenshot.find(pictures[5]) != nil }
    try session.window.waitUntilIdle()
    try liftEach([pictures[0], pictures[5]], in: session, "back on its tab")

    try session.window.resize(width: 430, height: 470)
    try session.window.waitUntilIdle()
    try liftEach([pictures[0], pictures[4]], in: session, "after a resize")
    session.expectHealthy()
  }

  @Test func `L11: each of twelve pictures in posts of four returns to its own place`() throws {
    let pictures = (0..<12).map { MarkedPicture.numbered($0) }
    let folder = try TemporaryFolder("pictures")
    for (index, picture) in pictures.enumerated() {
      try folder.write(picture, hoursOld: index / 4, second: 50 - index % 4)
    }
    let session = try Session(folder: folder, page: "feed", width: 320, height: 1220)
    try liftEach(pictures, in: session, "in the feed")
    session.expectHealthy()
  }
}
