// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// A copy that is held follows the fingers.
@Suite struct HoldTests {
  /// A way for two fingers to go, from their places on the picture.
  private struct Gesture {
    let name: String
    /// Of the pinch in the end, as a ratio.
    let scale: Double
    /// In degrees.
    let turn: Double
    let move: Point
  }

  private static let gestures = [
    Gesture(name: "pinch", scale: 1.8, turn: 0, move: .zero),
    Gesture(name: "pinch and move", scale: 1.6, turn: 0, move: Point(60, 40)),
    Gesture(name: "pinch and turn", scale: 1.8, turn: 34, move: .zero),
    Gesture(name: "pinch, turn and move", scale: 1.6, turn: 29, move: Point(50, 70)),
  ]

  // MARK: L3

  @Test(arguments: ["feed", "photos"], [false, true])
  func `L3: the two picture points under the fingers stay under them at every step`(
    page: String, isScrolled: Bool
  ) throws {
    // Nearer to the middle than usual, so that they stay in the window.
    let marks = Mark.six.map { Mark($0.color, at: Point(0.5, 0.5) + ($0.position - Point(0.5, 0.5)) * 0.6) }
    let picture = MarkedPicture(size: Size(1200, 700), marks: marks, markRadius: 0.05)
    let plain = MarkedPicture(size: Size(240, 140), background: Color(120, 120, 120), marks: [])
    // Some posts down, or some rows.
    let index = isScrolled ? (page == "feed" ? 2 : 21) : 0
    let folder = try TemporaryFolder("pictures")
    for hour in 0..<40 { try folder.write(hour == index ? picture : plain, hoursOld: hour) }
    let session = try Session(folder: folder, page: page, width: 900, height: 640)
    if isScrolled {
      try session.window.waitUntilIdle()
      // Until it is high enough to be seen as a whole, and its way too.
      for _ in 0..<20 {
        if let place = try session.window.screenshot().find(picture), place.center.y < 360 { break }
        try session.turnWheel(1)
      }
    }
    // What is found further down in the feed has been passed by others, which are there.
    let (places, before) = try session.waitForPictures([picture]) {
      page == "feed" && isScrolled || !$0.hasPlaceholders
    }
    let rest = places[0].transform
    let grip = Grip(at: places[0].center, spread: Point(rest.scale * 180, rest.scale * 60))
    let held = (rest.inverse.apply(to: grip.first), rest.inverse.apply(to: grip.second))

    for gesture in Self.gestures {
      try session.putDown(grip)
      let steps = 10
      for step in 1...steps {
        let motion = grip.motion(
          scale: gesture.scale, angle: gesture.turn * .pi / 180, distance: gesture.move,
          part: Double(step) / Double(steps))
        try session.move(grip, by: motion)
        let fingers = grip.moved(by: motion)
        let comment = "\(gesture.name), step \(step)"
        let shown = try #require(
          try session.window.screenshot().find(picture, near: rest.then(motion)), "\(comment)")
        #expect(shown.transform.apply(to: held.0).distance(to: fingers.0) <= 1, "\(comment)")
        #expect(shown.transform.apply(to: held.1).distance(to: fingers.1) <= 1, "\(comment)")
        #expect(shown.residual <= 1, "\(comment): it is not stretched")
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
    }
    session.expectHealthy()
  }

  // MARK: L4

  @Test(arguments: ["feed", "photos"])
  func `L4: fingers that go up, come down again or join never make the copy jump`(page: String) throws {
    let picture = MarkedPicture.numbered(0, size: Size(400, 200))
    let folder = try TemporaryFolder("pictures")
    try folder.write([picture])
    let session = try Session(folder: folder, page: page, width: 1000, height: 720)
    let (places, before) = try session.waitForPictures([picture])
    var shown = places[0].transform
    let touch = session.rig.touch

    func expectUnmoved(_ what: String) throws {
      try session.window.catchUp()
      let found = try #require(try session.window.screenshot().find(picture, near: shown), "\(what)")
      for mark in picture.marks {
        let position = picture.position(of: mark)
        // A jump, not what a mark can be measured to.
        #expect(found.transform.apply(to: position).distance(to: shown.apply(to: position)) <= 0.5, "\(what)")
      }
    }
    /// Moves all fingers that are down in some steps, and expects the copy to do as they do.
    func moveAll(scale: Double, angle: Double, distance: Point, _ what: String) throws {
      let start = touch.positions
      let center = start.values.reduce(Point.zero, +) / Double(start.count)
      var motion = Similarity.identity
      for part in [0.4, 0.7, 1] {
        motion = Similarity(
          scale: 1 + (scale - 1) * part, angle: angle * part, taking: center, to: center + distance * part)
        for (finger, point) in start { try touch.move(finger, to: motion.apply(to: point)) }
        try session.window.catchUp()
        try session.expect(picture, at: shown.then(motion), what)
      }
      shown = shown.then(motion)
    }

    try session.putDown(Grip(at: places[0].center, spread: Point(30, 16)))
    try moveAll(scale: 1.3, angle: 0.2, distance: Point(120, 60), "two fingers")
    try touch.up(1)
    try expectUnmoved("the second finger went up")
    try moveAll(scale: 1, angle: 0, distance: Point(25, 40), "one finger")
    try touch.down(1, at: shown.apply(to: Point(300, 150)))
    try expectUnmoved("the second finger is back elsewhere")
    try moveAll(scale: 0.9, angle: -0.3, distance: Point(20, -10), "two fingers again")
    try touch.down(2, at: shown.apply(to: Point(250, 30)))
    try expectUnmoved("a third finger has joined")
    try moveAll(scale: 1.2, angle: 0.15, distance: Point(-10, 25), "three fingers")
    try touch.up(0)
    try expectUnmoved("the first finger went up")
    try moveAll(scale: 0.95, angle: -0.2, distance: Point(15, 15), "the other two")
    try touch.up(2)
    try expectUnmoved("only the second is left")
    try touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }

  // MARK: L5

  /// A picture in a grid whose marks are near to its middle, so that they are in sight however large it becomes.
  private static let central = MarkedPicture(
    size: Size(400, 300),
    marks: [Mark(.red, at: Point(0.44, 0.44)), Mark(.blue, at: Point(0.56, 0.56))], markRadius: 0.03)

  @Test func `L5: beyond its limits the scale gives way like rubber, whatever the number of events`() throws {
    let folder = try TemporaryFolder("pictures")
    // In the midst of others, so that there is room for fingers on all sides.
    let plain = MarkedPicture(size: Size(40, 30), background: Color(120, 120, 120), marks: [])
    for hour in 0..<24 { try folder.write(hour == 12 ? Self.central : plain, hoursOld: hour) }
    let session = try Session(folder: folder, page: "photos", width: 1000, height: 720)
    let (places, before) = try session.waitForPictures([Self.central])
    let home = places[0].transform

    func shownScale() throws -> Double {
      let screenshot = try session.window.screenshot()
      try #require(screenshot.findMarks(Self.central.marks).count == 2)
      let found = try #require(screenshot.measureTransform(of: Self.central.marks, pictureSize: Self.central.size))
      return found.transform.scale / home.scale
    }
    /// The scales shown for these raw ones, in one gesture.
    func pinch(_ scales: [Double], spread: Double) throws -> [Double] {
      let grip = Grip(at: places[0].center, spread: Point(spread, 0))
      try session.putDown(grip)
      let shown = try scales.map { raw in
        // In the middle of the window is room for all of it.
        try session.move(grip, by: grip.motion(scale: raw, distance: Point(500, 360) - grip.center))
        return try shownScale()
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
      return shown
    }

    // As far as a mark's centre can be measured: 0.1 pixels of the 22 that are between the marks at scale 1.
    let tolerance = 0.005
    let large = [1.5, 3, 5, 5.9, 6.5, 7, 8, 10, 14]
    let shown = try pinch(large, spread: 30)
    for (raw, shown) in zip(large, shown) {
      if raw <= 6 {
        #expect(abs(shown / raw - 1) <= tolerance, "\(raw) is inside the limits")
      } else {
        #expect(shown < raw && shown > 6 && shown <= 9, "\(raw) is beyond them")
      }
    }
    for index in large.indices.dropFirst() {
      #expect(shown[index] > shown[index - 1], "it never shrinks while the fingers part")
      #expect(shown[index] / shown[index - 1] <= large[index] / large[index - 1] + tolerance, "it does not jump")
    }
    let atOnce = try #require(try pinch([14], spread: 30).first)
    #expect(abs(atOnce / shown[large.count - 1] - 1) <= tolerance, "one event does as many")

    let small = [0.9, 0.8, 0.6, 0.4, 0.25]
    let shrunk = try pinch(small, spread: 110)
    for (raw, shown) in zip(small, shrunk) {
      #expect(shown > raw && shown < 1 && shown >= 0.75, "\(raw) is below the limits")
    }
    #expect(zip(shrunk, shrunk.dropFirst()).allSatisfy { $0 > $1 }, "it never grows while the fingers close")
    let fewer = try #require(try pinch([0.25], spread: 110).first)
    #expect(abs(fewer / shrunk[small.count - 1] - 1) <= tolerance, "one event does as many")
    session.expectHealthy()
  }

  // MARK: L16

  @Test func `L16: a copy that is held becomes sharp without a jump`() throws {
    // Stripes two pixels wide that are finer than the screen's pixels on the page.
    let marks = [Mark(.red, at: Point(0.43, 0.42)), Mark(.blue, at: Point(0.57, 0.58))]
    let picture = MarkedPicture(size: Size(2400, 1800), marks: marks, markRadius: 0.02)
    let drawn = TestPicture.draw(width: 2400, height: 1800, marks: marks, radius: 0.02)
    var pixels = drawn.pixels
    for y in 860..<940 {
      for x in 1160..<1240 { pixels[y * 2400 + x] = x / 2 % 2 == 0 ? .black : .white }
    }
    let folder = try TemporaryFolder("pictures")
    try Screenshot(width: 2400, height: 1800, pixels: pixels).write(to: folder.path + "/IMG_20240528_230000.png")
    let session = try Session(folder: folder, page: "feed", width: 900, height: 700)
    let (places, before) = try session.waitForPictures([picture])
    let home = places[0].transform
    let grip = Grip(at: home.apply(to: Point(1200, 900)), spread: Point(50, 30))
    /// Between the darkest and the brightest pixel of the stripes.
    func contrast(_ picture: Screenshot) -> Int {
      let part = picture.cropped(to: Rect(center: grip.center, size: Size(30, 30)))
      let levels = part.pixels.map(\.green)
      return (levels.max() ?? 0) - (levels.min() ?? 0)
    }

    // One pixel of the picture to one of the screen.
    let motion = grip.motion(scale: 1 / home.scale)
    try session.putDown(grip)
    for part in [0.3, 0.7, 1] { try session.move(grip, by: grip.motion(scale: 1 / home.scale, part: part)) }
    let blurred = try session.window.screenshot()
    let measure = { (frame: Frame) in frame.picture.find(picture, near: home.then(motion)) }
    let frames = try session.window.record(measuring: measure) {
      try session.window.waitUntil("the stripes are sharp") { contrast($0) > 220 }
    }
    try session.expect(picture, at: home.then(motion), "blurred", in: blurred)
    try session.expect(picture, at: home.then(motion), "sharp")
    for found in frames {
      let found = try #require(found, "the copy is seen in every frame").transform
      for mark in marks {
        let position = picture.position(of: mark)
        #expect(found.apply(to: position).distance(to: home.then(motion).apply(to: position)) <= 1)
      }
    }
    #expect(contrast(before.cropped(to: Rect(x: 0, y: 0, width: 900, height: 700))) < 160, "on the page it is not")
    try session.rig.touch.upAll()
    session.waitUntilRestored(before)
    session.expectHealthy()
  }
}
