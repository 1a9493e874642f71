// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// Two fingers lift a picture.
@Suite struct LiftTests {
  static let pages = ["feed", "photos"]

  @Test(arguments: pages)
  func `L1: two fingers lift a picture in either order and with any pause between them, and one never does`(
    page: String
  ) throws {
    let picture = MarkedPicture.numbered(0)
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: page, width: 720, height: 560)
    let (places, before) = try session.waitForPictures([picture])
    let rest = places[0]
    let grip = Grip(at: rest.center, spread: Point(30, 18))

    for (first, pause) in [(0, 0.0), (1, 0), (0, 0.6), (1, 0.6)] {
      let second = 1 - first
      try session.rig.touch.down(first, at: first == 0 ? grip.first : grip.second)
      // A finger at rest: the page must stay as it is until the other one comes.
      if pause > 0 { try session.window.waitUntilIdle(quiet: pause) }
      try session.window.catchUp()
      try session.expect(picture, at: rest.transform, "one finger is down")
      try session.rig.touch.down(second, at: second == 0 ? grip.first : grip.second)
      for part in [0.3, 0.6, 1] {
        let motion = grip.motion(scale: 1.5, angle: 0.2, distance: Point(20, 30), part: part)
        try session.move(grip, by: motion)
        try session.expect(picture, at: rest.transform.then(motion), "finger \(first) first, after \(pause) s")
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
    }

    // One finger for as long as it likes, resting and moving.
    try session.rig.touch.down(0, at: grip.first)
    try session.window.waitUntilIdle(quiet: 0.6)
    try session.rig.touch.move([0: grip.first + Point(6, -5)], steps: 4) { try session.window.catchUp() }
    try session.expect(picture, at: rest.transform, "one finger is down")
    try session.rig.touch.up(0)
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test func `L2: fingers across an edge or on the neighbours lift the picture under their midpoint`() throws {
    let pictures = (0..<15).map { MarkedPicture.numbered($0) }
    let folder = try TemporaryFolder("pictures")
    try folder.write(pictures)
    let session = try Session(folder: folder, page: "photos", width: 560, height: 720)
    let (places, before) = try session.waitForPictures(pictures)
    let columns = places.filter { abs($0.center.y - places[0].center.y) < 2 }.count
    try #require(columns >= 3 && columns + 2 < places.count)
    let middle = columns + 1
    let (center, cell) = (places[middle].center, places[middle].bounds.size)

    let grips = [
      "on the neighbours at both sides": Grip(at: center, spread: Point(cell.width * 0.8, 4)),
      "on the neighbours above and below": Grip(at: center, spread: Point(-3, cell.height * 0.8)),
      "on neighbours across the corners": Grip(at: center, spread: Point(cell.width * 0.7, cell.height * 0.7)),
      "across the right edge": Grip(center, center + Point(cell.width * 0.8, 10)),
      "across the lower edge": Grip(center - Point(10, 0), center + Point(10, cell.height * 0.8)),
      "next to each other inside": Grip(at: center, spread: Point(9, 2)),
    ]
    for (name, grip) in grips {
      try session.putDown(grip)
      for part in [0.5, 1] {
        let motion = grip.motion(scale: 1.3, angle: -0.15, distance: Point(-12, 20), part: part)
        try session.move(grip, by: motion)
        try session.expect(pictures[middle], at: places[middle].transform.then(motion), name)
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
    }
    session.expectHealthy()
  }

  @Test(arguments: pages) func `L7: at the lift the copy looks exactly as its source`(page: String) throws {
    let picture = MarkedPicture.numbered(5)
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: page, width: 720, height: 560)
    let (places, before) = try session.waitForPictures([picture])
    // A cell of a grid has its own answer to a finger, which is seen around the picture and in its rounded corners.
    let bounds = places[0].bounds
    let (inside, around) = page == "feed" ? (bounds, bounds) : (bounds.insetBy(5), bounds.insetBy(-9))
    let (width, height) = (Double(before.width), Double(before.height))
    let areas = [
      inside, Rect(x: 0, y: 0, width: width, height: around.minY),
      Rect(x: 0, y: around.maxY, width: width, height: height - around.maxY),
      Rect(x: 0, y: 0, width: around.minX, height: height),
      Rect(x: around.maxX, y: 0, width: width - around.maxX, height: height),
    ].filter { !$0.isEmpty }
    let frames = try session.window.record {
      try session.putDown(Grip(at: places[0].center, spread: Point(40, 10)))
      // The frame of the lift, and one more.
      for _ in 0..<2 { try session.window.catchUp() }
    }
    #expect(frames.count >= 2)
    for frame in frames {
      for area in areas {
        // A crop by fractions of a pixel may be rounded otherwise when it is drawn from another origin.
        let differing = frame.picture.cropped(to: area).differingPixels(from: before.cropped(to: area), tolerance: 1)
        #expect(differing == 0, "frame \(frame.number) at the lift, in \(area)")
      }
    }
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test func `L7: the corners are square from scale 1.05 on, and round again after the return`() throws {
    let picture = MarkedPicture.numbered(7, size: Size(400, 200))
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: "feed", width: 900, height: 600)
    let (places, before) = try session.waitForPictures([picture])
    let rest = places[0]
    /// Whether the copy's own colour is seen so far inside its corner, along the diagonal, at a scale.
    func isCovered(_ inset: Double, _ motion: Similarity) throws -> Bool {
      let corner = rest.transform.then(motion).apply(to: .zero)
      let color = try session.window.screenshot().color(at: corner + Point(inset, inset))
      return color.isClose(to: picture.background, within: 1)
    }
    #expect(try !isCovered(2.5, .identity), "at rest the corner is round")

    let grip = Grip(at: rest.center, spread: Point(100, 40))
    try session.putDown(grip)
    // Half of the way to square, the radius of 12 pixels is half as large: its arc is 1.8 inside, not 3.5.
    var motion = grip.motion(scale: 1.025)
    try session.move(grip, by: motion)
    #expect(try !isCovered(0.6, motion), "half way, it is not square yet")
    #expect(try isCovered(3.2, motion), "half way, it is rounded less")
    for scale in [1.06, 1.2, 1.06] {
      motion = grip.motion(scale: scale)
      try session.move(grip, by: motion)
      #expect(try isCovered(1, motion), "at \(scale)")
    }
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test func `L7: a cropped picture opens to the whole of it by scale 1.3, and closes on return`() throws {
    let picture = MarkedPicture.numbered(3)
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: "photos", width: 720, height: 560)
    let (places, before) = try session.waitForPictures([picture])
    let rest = places[0]
    // Bounds are seen to three pixels at each end.
    let tolerance = 6.0
    let side = picture.size.height * rest.transform.scale
    #expect(abs(rest.bounds.size.height - side) <= tolerance, "the cell shows all of the height")
    #expect(abs(rest.bounds.size.width - side) <= tolerance, "the cell is square")

    let ratio = picture.size.width / picture.size.height
    func width(at scale: Double) -> Double { side * scale * (1 + (ratio - 1) * min(1, max(0, (scale - 1) / 0.3))) }
    let grip = Grip(at: rest.center, spread: Point(20, 12))
    // It has to be in sight as a whole to be measured.
    let distance = Point(200, 150)
    try session.putDown(grip)
    for scale in [1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.5, 2, 1.3, 1.15, 1] {
      let motion = grip.motion(scale: scale, distance: distance)
      try session.move(grip, by: motion)
      let screenshot = try session.window.screenshot()
      try session.expect(picture, at: rest.transform.then(motion), "at \(scale)", in: screenshot)
      let bounds = try #require(screenshot.find(picture)).bounds
      #expect(abs(bounds.size.width - width(at: scale)) <= tolerance, "at \(scale)")
      #expect(abs(bounds.size.height - side * scale) <= tolerance, "at \(scale)")
    }
    try session.move(grip, by: grip.motion(scale: 1.6, distance: distance))
    let measure = { (frame: Frame) in frame.picture.find(picture) }
    let returning = try session.window.record(measuring: measure) {
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
    }
    for place in returning {
      let place = try #require(place, "the copy is seen in every frame of its return")
      let scale = place.transform.scale / rest.transform.scale
      #expect(abs(place.bounds.size.width - width(at: scale)) <= tolerance, "on its return at \(scale)")
    }
    session.expectHealthy()
  }

  @Test(arguments: pages) func `L12: four fingers hold two pictures, the later one above`(page: String) throws {
    let pictures = (8..<12).map { MarkedPicture.numbered($0) }
    let folder = try TemporaryFolder("pictures")
    // One post of four.
    for (index, picture) in pictures.enumerated() { try folder.write(picture, hoursOld: 0, second: 30 - index) }
    let session = try Session(folder: folder, page: page, width: 900, height: 760)
    let (places, before) = try session.waitForPictures(pictures)
    let spread = Point(30, 14)
    let (under, over) = (Grip(at: places[0].center, spread: spread), Grip(at: places[1].center, spread: spread))
    try session.putDown(under)
    // The fingers of the two pairs land and move in turn.
    try session.putDown(over, fingers: (2, 3))
    var motions = (Similarity.identity, Similarity.identity)
    for step in 1...8 {
      let part = Double(step) / 8
      motions.0 = under.motion(scale: 1.3, angle: 0.3, distance: Point(40, 160), part: part)
      motions.1 = over.motion(scale: 1.25, angle: -0.25, distance: Point(60, 200), part: part)
      let (first, second) = (under.moved(by: motions.0), over.moved(by: motions.1))
      try session.rig.touch.move(0, to: first.0)
      try session.rig.touch.move(2, to: second.0)
      try session.rig.touch.move(1, to: first.1)
      try session.rig.touch.move(3, to: second.1)
      try session.window.catchUp()
      let screenshot = try session.window.screenshot()
      try session.expect(pictures[0], at: places[0].transform.then(motions.0), "step \(step)", in: screenshot)
      try session.expect(pictures[1], at: places[1].transform.then(motions.1), "step \(step)", in: screenshot)
    }

    // The later one moves onto the other, and covers it.
    let onto = places[0].transform.then(motions.0).apply(to: Point(200, 150))
    let covering = over.motion(scale: 1.25, angle: -0.25, distance: onto - over.center)
    try session.move(over, by: covering, fingers: (2, 3))
    let both = try session.window.screenshot()
    try session.expect(pictures[1], at: places[1].transform.then(covering), "above the other", in: both)
    #expect(both.color(at: onto).isClose(to: pictures[1].background, within: 1))

    // The one below goes home, while the other stays where it is held.
    let aside = over.motion(scale: 1.1, distance: Point(0, 260))
    try session.move(over, by: aside, fingers: (2, 3))
    try session.rig.touch.up(0)
    try session.rig.touch.up(1)
    try session.window.waitUntil("the first is home") { screenshot in
      screenshot.find(pictures[0], near: places[0].transform, slack: 6) != nil
    }
    try session.expect(pictures[1], at: places[1].transform.then(aside), "after the other is gone")
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test func `L12: another picture is lifted while one still returns`() throws {
    let pictures = (12..<16).map { MarkedPicture.numbered($0) }
    let folder = try TemporaryFolder("pictures")
    try folder.write(pictures)
    let session = try Session(folder: folder, page: "photos", width: 640, height: 480)
    let (places, before) = try session.waitForPictures(pictures)
    let spread = Point(24, 12)
    let first = Grip(at: places[0].center, spread: spread)
    try session.putDown(first)
    let away = first.motion(scale: 1.5, distance: Point(300, 200))
    try session.move(first, by: away)
    let second = Grip(at: places[3].center, spread: spread)
    let home = places[0].transform
    var secondIsUp = 0
    let measure = { (frame: Frame) in (frame.number, frame.picture.find(pictures[0])?.transform) }
    let frames = try session.window.record(measuring: measure) {
      try session.rig.touch.upAll()
      try session.window.waitForFrame()
      try session.putDown(second)
      try session.window.catchUp()
      secondIsUp = session.window.frameCount
      for part in [0.5, 1] {
        try session.move(second, by: second.motion(scale: 1.1, distance: Point(0, 40), part: part))
      }
    }
    let held = places[3].transform.then(second.motion(scale: 1.1, distance: Point(0, 40)))
    try session.expect(pictures[3], at: held, "while the other returns")
    let distances = frames.compactMap { number, transform in
      number < secondIsUp ? nil : transform?.apply(to: .zero).distance(to: home.apply(to: .zero))
    }
    #expect(distances.contains { $0 > 2 }, "the first goes on on its way")
    try session.window.waitUntil("the first is home") { $0.find(pictures[0], near: home, slack: 6) != nil }
    try session.expect(pictures[3], at: held, "after the other has returned")
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  @Test func `L15: a placeholder can be lifted, and its picture appears in the copy`() throws {
    let (width, height) = (3000, 2250)
    let picture = MarkedPicture(size: Size(Double(width), Double(height)))
    let folder = try TemporaryFolder("pictures")
    // Interlaced, so that they take long to load.
    let slow = ["-interlace", "PNG", "-quality", "30"]
    try picture.write(to: folder.path + "/IMG_20240528_230000.png", options: slow)
    let other = folder.path + "/IMG_20240528_220001.png"
    try MarkedPicture(size: picture.size, background: Color(120, 120, 120), marks: []).write(to: other, options: slow)
    // The first is loaded last, after those which are shown below it.
    for index in 2..<12 { #expect(link(other, "\(folder.path)/IMG_20240528_2200\(10 + index).png") == 0) }
    let session = try Session(folder: folder, page: "photos", width: 600, height: 480)
    // Grey and empty, where the first picture is going to be.
    let inside = Rect(x: 30, y: 110, width: 40, height: 40)
    try session.window.waitUntil("the placeholder shows", in: inside) { part in
      Set(part.pixels).count == 1 && part[0, 0].red < 235
    }
    let grip = Grip(at: inside.center, spread: Point(16, 8))
    try session.putDown(grip)
    let motion = grip.motion(scale: 1.4, angle: 0.2, distance: Point(170, 130))
    try session.move(grip, by: grip.motion(scale: 1.4, angle: 0.2, distance: Point(170, 130), part: 0.5))
    try session.move(grip, by: motion)
    let empty = try session.window.screenshot()
    #expect(empty.findMarks(picture.marks).isEmpty, "it is still loading")
    let there = empty.color(at: motion.apply(to: inside.center))
    #expect(there != empty.color(at: Point(590, 470)), "the placeholder is under the fingers")

    var shown: MeasuredTransform?
    try session.window.waitUntil("the picture appears in the copy") { screenshot in
      guard screenshot.findMarks(picture.marks).count == picture.marks.count else { return false }
      shown = screenshot.measureTransform(of: picture.marks, pictureSize: picture.size)
      return true
    }
    try session.rig.touch.upAll()
    let (places, _) = try session.waitForPictures([picture])
    let expected = places[0].transform.then(motion)
    let found = try #require(shown).transform
    for corner in [Point.zero, Point(Double(width), Double(height))] {
      #expect(found.apply(to: corner).distance(to: expected.apply(to: corner)) <= 1)
    }
    session.expectHealthy()
  }
}
