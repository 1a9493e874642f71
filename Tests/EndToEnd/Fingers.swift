// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// Where two fingers took hold, and from there where they are by any motion.
struct Grip {
  let first: Point
  let second: Point

  /// Two fingers on both sides of a point.
  init(at center: Point, spread: Point) {
    (first, second) = (center - spread, center + spread)
  }

  init(_ first: Point, _ second: Point) {
    (self.first, self.second) = (first, second)
  }

  var center: Point { first.midpoint(with: second) }

  func moved(by motion: Similarity) -> (Point, Point) { (motion.apply(to: first), motion.apply(to: second)) }

  /// A part, from 0 to 1, of a pinch that grows to `scale`, turns by `angle` in radians and moves by `distance`.
  func motion(scale: Double = 1, angle: Double = 0, distance: Point = .zero, part: Double = 1) -> Similarity {
    Similarity(
      scale: 1 + (scale - 1) * part, angle: angle * part, taking: center, to: center + distance * part)
  }
}

extension Session {
  func putDown(_ grip: Grip, fingers: (Int, Int) = (0, 1)) throws {
    try rig.touch.down(fingers.0, at: grip.first)
    try rig.touch.down(fingers.1, at: grip.second)
  }

  /// Moves both fingers and waits for the frame that shows it.
  func move(_ grip: Grip, by motion: Similarity, fingers: (Int, Int) = (0, 1)) throws {
    let positions = grip.moved(by: motion)
    try rig.touch.move(fingers.0, to: positions.0)
    try rig.touch.move(fingers.1, to: positions.1)
    try window.catchUp()
  }

  /// Waits until all of these pictures are on the page, undimmed, and the page has come to rest.
  ///
  /// - Parameter showsRest: whether also what else is on the page is there
  func waitForPictures(
    _ pictures: [MarkedPicture], and showsRest: (Screenshot) -> Bool = { _ in true }
  ) throws -> (places: [Place], page: Screenshot) {
    try takePointerAway()
    try window.waitUntil("\(pictures.count) pictures show") { screenshot in
      pictures.allSatisfy { screenshot.find($0) != nil } && showsRest(screenshot)
    }
    // What else is on the page comes in one by one, and may move them.
    try window.waitUntilIdle()
    let page = try window.screenshot()
    return (pictures.compactMap(page.find), page)
  }

  /// Moves the mouse pointer, which X has follow the first finger, to where nothing answers to it.
  func takePointerAway() throws {
    try rig.pointer.move(to: Point(1, rig.screen.height - 1))
  }

  /// Turns the mouse wheel over the page, and waits until the page has come to rest.
  ///
  /// - Parameter rests: false for a page that does not come to rest, because something plays on it.
  func turnWheel(_ clicks: Int, rests: Bool = true) throws {
    try rig.pointer.move(to: Point(rig.screen.width / 2, rig.screen.height - 20))
    // GTK 4.8's grid loses its place if it is scrolled many times between two frames.
    for _ in 0..<abs(clicks) {
      try rig.pointer.wheel(clicks.signum())
      try window.catchUp()
    }
    try takePointerAway()
    if rests { try window.waitUntilIdle() }
  }

  /// Drags the scrollbar of the page from one end to the other, and waits until the page has come to rest.
  func dragScrollbar(down: Bool) throws {
    let x = rig.screen.width - 8
    // Inside the slider at the top, below the header, and at the bottom.
    let (top, bottom) = (Point(x, 62), Point(x, rig.screen.height - 14))
    try rig.pointer.move(to: down ? top : bottom)
    try rig.pointer.press()
    try rig.pointer.move(to: down ? bottom + Point(0, 12) : top - Point(0, 12))
    try window.catchUp()
    try rig.pointer.release()
    try takePointerAway()
    try window.waitUntilIdle()
  }

  /// Waits until pictures are undimmed where they were.
  func waitUntilBack(_ pictures: [(picture: MarkedPicture, place: Place)]) throws {
    try window.waitUntil("the pictures are back") { screenshot in
      pictures.allSatisfy { picture, place in
        // What a mark's centre can be measured to.
        let tolerance = 0.1
        guard let found = screenshot.find(picture) else { return false }
        return [Point.zero, Point(picture.size.width, picture.size.height)].allSatisfy {
          found.transform.apply(to: $0).distance(to: place.transform.apply(to: $0)) <= tolerance
        }
      }
    }
  }

  /// Waits until the page looks exactly as before: the copy is gone and the source is back.
  ///
  /// Two levels are no difference: cairo draws what has changed only, and rounds otherwise at the edge of that.
  func waitUntilRestored(_ page: Screenshot, sourceLocation: SourceLocation = #_sourceLocation) {
    do {
      try takePointerAway()
      try window.waitUntil("the page looks as before") { $0.differingPixels(from: page, tolerance: 2) == 0 }
    } catch {
      let difference = (try? window.screenshot())?.difference(from: page) ?? "all"
      Issue.record("\(error), which differs in \(difference)", sourceLocation: sourceLocation)
    }
  }
}

extension Session {
  /// Expects a picture on the screen within a pixel of where it should be, at each of its marks.
  func expect(
    _ picture: MarkedPicture, at expected: Similarity, _ comment: @autoclosure () -> String = "",
    in screenshot: Screenshot? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let screenshot = try screenshot ?? window.screenshot()
    guard let found = screenshot.find(picture, near: expected) else {
      Issue.record("the picture is not where the fingers are: \(comment())", sourceLocation: sourceLocation)
      return
    }
    for mark in picture.marks {
      let position = picture.position(of: mark)
      let distance = found.transform.apply(to: position).distance(to: expected.apply(to: position))
      #expect(distance <= 1, "\(comment())", sourceLocation: sourceLocation)
    }
  }
}

extension Session {
  /// Lifts a small picture a little, expects it under the fingers, and has it go back.
  func expectLift(
    of picture: MarkedPicture, from place: Place, on page: Screenshot,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let grip = Grip(at: place.center, spread: Point(18, 9))
    let motion = grip.motion(scale: 1.3, angle: 0.2, distance: Point(20, 60))
    try putDown(grip)
    try move(grip, by: motion)
    try expect(picture, at: place.transform.then(motion), sourceLocation: sourceLocation)
    // So that it is not let go of while it is being pulled open.
    try window.waitUntilIdle()
    try rig.touch.upAll()
    waitUntilRestored(page, sourceLocation: sourceLocation)
  }
}

extension Screenshot {
  /// Whether a light page has places whose pictures have not been loaded yet.
  var hasPlaceholders: Bool {
    // Their translucent grey on the pages' backgrounds; text and icons have some pixels of it, too.
    pixels.count { $0.isClose(to: Color(221, 221, 221), within: 2) } > 1000
  }
}

/// Expects a picture to spring to `place`, seen in every frame, and not to `old` with a jump from there.
///
/// - Parameters:
///   - frames: from before it is let go of until it is there: when each was finished, and how the picture is shown
///   - point: of the picture, which is followed
func expectSpring(
  _ frames: [(Double, Similarity?)], of point: Point, to place: Point, insteadOf old: Point,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  // Seconds. What is halfway of the jump from its place, as fast as this spring can be there, takes longer.
  let shortestArrival = 0.1
  let way = try frames.map { time, shown in
    let shown = try #require(shown, "the picture is seen in every frame", sourceLocation: sourceLocation)
    return (time: time, distance: shown.apply(to: point).distance(to: place))
  }
  let jump = old.distance(to: place)
  #expect(jump > 40, sourceLocation: sourceLocation)
  let last = try #require(way.lastIndex { $0.distance > 1 }, "it comes from elsewhere", sourceLocation: sourceLocation)
  try #require(last + 1 < way.count, "it is there", sourceLocation: sourceLocation)
  // A machine may be too busy to show anything of the way.
  let isTold = way[last + 1].time - way[last].time < shortestArrival
  #expect(way[last].distance < jump / 2 || !isTold, "it jumps at the end", sourceLocation: sourceLocation)
}
