// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

extension PlaygroundTests {
  /// What policies allow, and what is shown with them.
  @Suite struct PolicyTests {
    /// The page of policies with nothing but one of them.
    private struct Exhibit {
      let folder: TemporaryFolder
      let session: Session
      let picture: MarkedPicture
      let place: Place
      let page: Screenshot

      init(_ policy: String, _ picture: MarkedPicture, width: Int = 1280, height: Int = 800) throws {
        self.picture = picture
        folder = try TemporaryFolder("pictures")
        session = try Session(
          playground: "policies", ["--policy", policy, "--picture"] + folder.writeEach([picture]), width: width,
          height: height)
        var found: Place?
        page = try session.waitForPage("the picture shows") { screenshot in
          found = screenshot.find(picture)
          return found != nil
        }
        place = try #require(found)
      }

      func letGo() throws {
        try session.rig.touch.upAll()
        session.waitUntilRestored(page)
        session.expectHealthy()
      }
    }

    /// With all of its marks near the middle, so that they are on screen at any scale.
    private static let central = MarkedPicture(
      size: Size(800, 400),
      marks: [
        Mark(.red, at: Point(0.44, 0.45)), Mark(.green, at: Point(0.56, 0.47)), Mark(.blue, at: Point(0.53, 0.57)),
        Mark(.yellow, at: Point(0.46, 0.56)),
      ], markRadius: 0.02)

    /// The scale that is shown for one of fingers: inside the limits the same, and beyond them rubber, which gives at
    /// most 50 % above and 25 % below.
    private static func shown(_ raw: Double, maximum: Double = 6, damping: Double = 1) -> Double {
      let raw = 1 + (raw - 1) * damping
      if raw > maximum {
        let pull = raw / maximum - 1
        return maximum * (1 + 0.5 * pull / (0.5 + pull))
      }
      if raw < 1 {
        let pull = 1 / raw - 1
        return 1 - 0.25 * pull / (0.25 + pull)
      }
      return raw
    }

    // MARK: L5

    @Test(arguments: [("contain", 6.0, 1.0), ("limited", 3, 1), ("damped", 6, 0.5)])
    func `L5: the scale stays in its limits, gives way like rubber beyond them, and can be damped`(
      policy: String, maximum: Double, damping: Double
    ) throws {
      let exhibit = try Exhibit(policy, Self.central)
      let (session, rest) = (exhibit.session, exhibit.place.transform)
      let grip = Grip(at: exhibit.place.center, spread: Point(18, 6))
      let held = rest.inverse.apply(to: grip.center)
      try session.putDown(grip)

      func expectScale(_ raw: Double, _ distance: Point) throws {
        let screenshot = try session.window.screenshot()
        let found = try #require(
          screenshot.measureTransform(of: exhibit.picture.marks, pictureSize: exhibit.picture.size), "\(raw)")
        let scale = found.transform.scale / rest.scale
        let expected = Self.shown(raw, maximum: maximum, damping: damping)
        // Of the fingers' distance of 38 pixels, a hundredth of a pixel at each is 0.05 %; marks are measured as well.
        #expect(abs(scale / expected - 1) < 0.005, "fingers ×\(raw)")
        #expect(scale < maximum * 1.5 && scale > 0.75)
        // Whatever the scale is, the midpoint stays on its point.
        #expect(found.transform.apply(to: held).distance(to: grip.center + distance) <= 1, "fingers ×\(raw)")
      }
      for raw in [1.5, 2.5, 3, 4, 6, 8, 15, 2, 1, 0.7, 0.4, 0.2] {
        let distance = Point(raw * 2, 10)
        try session.move(grip, by: grip.motion(scale: raw, distance: distance))
        try expectScale(raw, distance)
      }
      // In many steps, and at once.
      for step in 1...20 { try session.move(grip, by: grip.motion(scale: 0.2 + 9.8 * Double(step) / 20)) }
      try expectScale(10, .zero)
      try session.move(grip, by: grip.motion(scale: 1.5))
      try expectScale(1.5, .zero)
      try exhibit.letGo()
    }

    @Test func `L5: without rotation a copy stays upright and follows distance and midpoint of the fingers`() throws {
      let exhibit = try Exhibit("upright", MarkedPicture(size: Size(800, 400)))
      let (session, rest) = (exhibit.session, exhibit.place.transform)
      let grip = Grip(at: exhibit.place.center, spread: Point(60, 20))
      try session.putDown(grip)
      for (scale, angle, distance) in [(1.0, 0.5, Point.zero), (1.5, -0.8, Point(30, 40)), (1.2, 2, Point(-60, 20))] {
        try session.move(grip, by: grip.motion(scale: scale, angle: angle, distance: distance))
        let expected = rest.then(grip.motion(scale: scale, distance: distance))
        try session.expect(exhibit.picture, at: expected, "fingers turned by \(angle)")
      }
      try exhibit.letGo()
    }

    // MARK: L7

    /// Higher than wide, so that its crop opens upwards and downwards, where there is room; of a grey that the page
    /// does not have, however dim it is.
    private static let portrait = MarkedPicture(
      size: Size(450, 600), background: Color(170, 178, 170),
      marks: [Mark(.red, at: Point(0.4, 0.45)), Mark(.green, at: Point(0.6, 0.55))])

    @Test func `L7: a copy begins as its source looks, the crop is open by 1.3, and the corners are square by 1.05`()
      throws
    {
      let exhibit = try Exhibit("cover", Self.portrait, width: 500, height: 1000)
      let (session, place) = (exhibit.session, exhibit.place)
      let side = place.bounds.size.width
      // Bounds are seen to three pixels at each end.
      let tolerance = 6.0
      #expect(abs(place.bounds.size.height - side) <= tolerance, "it is shown as a square")
      let grip = Grip(at: place.center, spread: Point(60, 20))

      // The very frames of the lift.
      let frames = try session.window.record(place.bounds.insetBy(-4)) {
        try session.putDown(grip)
        for _ in 0..<2 { try session.window.catchUp() }
      }
      let source = exhibit.page.cropped(to: place.bounds.insetBy(-4))
      for frame in frames { #expect(frame.picture.differingPixels(from: source) == 0, "frame \(frame.number)") }

      /// Whether the copy's own colour is seen so far inside the corner of what is shown, along the diagonal.
      func isCovered(_ inset: Double, scale: Double, opening: Double) throws -> Bool {
        // From where fingers hold it; to the right and down, so that the corner is in sight.
        let distance = Point(40, 40)
        try session.move(grip, by: grip.motion(scale: scale, distance: distance))
        let half = Size(side / 2, side / 2 * (1 + opening / 3))
        let corner = place.center + distance - Point(half.width, half.height) * scale
        let color = try session.window.screenshot().color(at: corner + Point(inset, inset))
        return color.isClose(to: exhibit.picture.background, within: 1)
      }
      // An arc of radius r is (1 − 1/√2) · r inside of its corner in each direction: 7 for 24, 3.5 for 12.
      #expect(try !isCovered(5, scale: 1, opening: 0), "the corners are round")
      #expect(try isCovered(9, scale: 1, opening: 0))
      #expect(try !isCovered(1.5, scale: 1.025, opening: 0.025 / 0.3), "half of the way, they are not square")
      #expect(try isCovered(6.5, scale: 1.025, opening: 0.025 / 0.3), "half of the way, they are less round")
      #expect(try isCovered(2, scale: 1.05, opening: 0.05 / 0.3), "now they are square")
      #expect(try isCovered(2, scale: 1.2, opening: 0.2 / 0.3), "they stay square")

      for scale in [1.0, 1.1, 1.2, 1.25, 1.3, 1.4, 1.3, 1.15, 1] {
        // Into the middle of the window, to be seen as a whole.
        try session.move(grip, by: grip.motion(scale: scale, distance: Point(0, 130)))
        let bounds = try #require(try session.window.screenshot().find(exhibit.picture)).bounds
        let opening = min(1, (scale - 1) / 0.3)
        #expect(abs(bounds.size.height - side * scale * (1 + opening / 3)) <= tolerance, "at \(scale)")
      }
      try exhibit.letGo()
    }

    @Test func `L7: a crop that is to be kept is kept`() throws {
      let exhibit = try Exhibit("crop", Self.portrait, width: 500, height: 1000)
      let (session, place) = (exhibit.session, exhibit.place)
      let side = place.bounds.size.width
      let grip = Grip(at: place.center, spread: Point(60, 20))
      try session.putDown(grip)
      for scale in [1.1, 1.3, 1.7] {
        try session.move(grip, by: grip.motion(scale: scale, distance: Point(0, 130)))
        let bounds = try #require(try session.window.screenshot().find(exhibit.picture)).bounds
        #expect(abs(bounds.size.height - side * scale) <= 6, "at \(scale)")
      }
      try exhibit.letGo()
    }

    // MARK: L6

    @Test func `L6: the page grows darker with the scale from 1 to 2, and never darker than 0.77`() throws {
      let folder = try TemporaryFolder("pictures")
      let picture = MarkedPicture(size: Size(300, 300))
      let session = try Session(playground: "many", folder.writeEach([picture]))
      let first = Rect(x: 300, y: 80, width: 230, height: 230)
      let page = try session.waitForPage("the pictures show") { screenshot in
        screenshot.findMarks(picture.marks, in: first).count == picture.marks.count
      }
      let rest = try #require(page.measureTransform(of: picture.marks, pictureSize: picture.size, in: first)).transform
      let grip = Grip(at: rest.apply(to: Point(150, 150)), spread: Point(15, 6))
      try session.putDown(grip)
      // Into the corner, so that even the largest copy leaves the other one free.
      let corner = Point(1270, 790) - grip.center
      let header = Point(60, 12)
      let margin = Point(60, 100)
      for scale in [1, 1.01, 1.05, 1.2, 1.5, 1.75, 1.95, 2, 2.5, 4, 6, 3, 1.9, 1.3, 1, 0.7] {
        // Fingers have to stay on the screen as well.
        let distance = corner - Point(15, 6) * scale
        try session.move(grip, by: grip.motion(scale: scale, distance: distance))
        let screenshot = try session.window.screenshot()
        let opacity = 0.77 * min(1, max(0, scale - 1))
        for point in [header, margin] {
          let (before, now) = (page.color(at: point), screenshot.color(at: point))
          // A level is 0.4 %.
          #expect(now.isClose(to: before.dimmed(by: opacity), within: 1), "at \(scale)")
        }
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(page)
      session.expectHealthy()
    }

    @Test(arguments: ["contain", "blur", "dimAndBlur"])
    func `L6: header and tabs blur, the page is dimmed, or both`(policy: String) throws {
      let (blurs, dims) = (policy != "contain", policy != "blur")
      let exhibit = try Exhibit(policy, Self.central)
      let (session, page) = (exhibit.session, exhibit.page)
      let header = Rect(x: 220, y: 4, width: 840, height: 38)
      let margin = Point(60, 100)
      let grip = Grip(at: exhibit.place.center, spread: Point(60, 20))
      try session.putDown(grip)
      // Away from the header.
      let distance = Point(0, 450)
      for scale in [1, 1.5, 2, 1] {
        try session.move(grip, by: grip.motion(scale: scale, distance: distance))
        let screenshot = try session.window.screenshot()
        let opacity = dims ? 0.77 * (scale - 1) : 0
        #expect(screenshot.color(at: margin).isClose(to: page.color(at: margin).dimmed(by: opacity), within: 1))
        let sharpness = Double(screenshot.sharpness(in: header)) / Double(page.sharpness(in: header))
        if scale == 1 || !blurs {
          // Rounded to levels.
          #expect(abs(sharpness - (1 - opacity)) < 0.05, "at \(scale) letters are as sharp as on the page")
        } else {
          #expect(sharpness < 0.5 * (1 - opacity), "at \(scale) letters are blurred")
        }
      }
      try exhibit.letGo()
    }

    // MARK: L15

    @Test func `L15: a placeholder that never loads can be lifted and returns`() throws {
      let session = try Session(playground: "policies", ["--policy", "loading"])
      let gray = Color(128, 128, 128)
      let place = Point(640, 290)
      let page = try session.waitForPage("the placeholder shows") { $0.color(at: place).isClose(to: gray, within: 1) }
      let grip = Grip(at: place, spread: Point(60, 20))
      try session.putDown(grip)
      let motion = grip.motion(scale: 0.95, angle: 0.3, distance: Point(0, 300))
      try session.move(grip, by: motion)
      let screenshot = try session.window.screenshot()
      for offset in [Point.zero, Point(-300, 0), Point(300, 60)] {
        let point = motion.apply(to: place + offset)
        #expect(screenshot.color(at: point).isClose(to: gray, within: 1), "the copy is at the fingers")
      }
      #expect(screenshot.color(at: Point(640, 130)).isClose(to: page.color(at: Point(60, 130)), within: 1), "and gone")
      try session.rig.touch.upAll()
      session.waitUntilRestored(page)
      session.expectHealthy()
    }

    @Test func `L15: a picture that arrives while its placeholder is held appears in the copy`() throws {
      let picture = Self.central
      let folder = try TemporaryFolder("pictures")
      let session = try Session(
        playground: "policies", ["--policy", "late", "--picture"] + folder.writeEach([picture]))
      let place = Point(640, 290)
      let gray = Color(128, 128, 128)
      _ = try session.waitForPage("the placeholder shows") { $0.color(at: place).isClose(to: gray, within: 1) }
      try session.rig.pointer.click(PlaygroundTests.delayedButton)
      let grip = Grip(at: place, spread: Point(60, 20))
      try session.putDown(grip)
      let motion = grip.motion(scale: 1.3, angle: 0.4, distance: Point(40, 60))
      try session.move(grip, by: motion)
      #expect(try session.window.screenshot().findMark(.red) == nil)
      #expect(session.app.output == "", "it is held before the picture arrives")
      try session.app.waitForOutput("event arrived\n")
      let held = try session.window.waitUntil("the picture appears") { screenshot in
        screenshot.findMarks(picture.marks).count == picture.marks.count
      }
      try session.rig.touch.upAll()
      var rest: Place?
      _ = try session.waitForPage("the picture is in its place") { screenshot in
        rest = screenshot.find(picture)
        return rest != nil
      }
      // Where it then is tells where it was to be while it was held.
      try session.window.waitUntilIdle()
      rest = try session.window.screenshot().find(picture)
      try session.expect(picture, at: try #require(rest).transform.then(motion), "held", in: held)
      session.expectHealthy()
    }

    @Test func `L15: on a source that is not enabled two fingers do what they would do beside it`() throws {
      let exhibit = try Exhibit("disabled", MarkedPicture(size: Size(800, 400)), height: 360)
      let (session, page) = (exhibit.session, exhibit.page)
      /// Both fingers move up, one after the other or at once; how far the page has scrolled at the end.
      func scroll(_ grip: Grip, oneAfterTheOther: Bool) throws -> Double {
        try session.rig.touch.down(0, at: grip.first)
        if oneAfterTheOther {
          try session.rig.touch.move([0: grip.first - Point(0, 30)], steps: 3) { try session.window.catchUp() }
        }
        try session.rig.touch.down(1, at: grip.second)
        try session.rig.touch.move(
          [0: grip.first - Point(0, 60), 1: grip.second - Point(0, 60)], steps: 6
        ) { try session.window.catchUp() }
        // A pinch, by which a copy would grow and the page become dark.
        try session.rig.touch.move(
          [0: grip.first - Point(40, 60), 1: grip.second + Point(40, -60)], steps: 3
        ) { try session.window.catchUp() }
        let pinched = try session.window.screenshot()
        let scales = [page, pinched].compactMap {
          $0.measureTransform(of: exhibit.picture.marks, pictureSize: exhibit.picture.size)?.transform.scale
        }
        // Marks at the window's edge are cut off, and measured as well as that allows.
        #expect(abs(scales[0] / scales[1] - 1) < 0.05, "nothing is lifted")
        #expect(pinched.color(at: Point(60, 20)) == page.color(at: Point(60, 20)), "nothing is dimmed")
        // At rest, so that it does not go on.
        try session.window.waitUntilIdle()
        try session.rig.touch.upAll()
        let after = try session.waitForPage("the page is at rest")
        let moved = try #require(page.findMark(.red)).center.y - #require(after.findMark(.red)).center.y
        try session.rig.pointer.move(to: Point(640, 200))
        try session.rig.pointer.wheel(-60)
        _ = try session.waitForPage("the page is back") { $0.differingPixels(from: page) == 0 }
        return moved
      }
      let on = Grip(Point(500, 250), Point(760, 260))
      let beside = Grip(Point(100, 250), Point(1150, 260))
      for order in [true, false] {
        let (there, here) = (try scroll(beside, oneAfterTheOther: order), try scroll(on, oneAfterTheOther: order))
        #expect(abs(here - there) <= 1, "one after the other: \(order)")
        // The first one did scroll before the second came.
        if order { #expect(here > 10) }
      }
      session.expectHealthy()
    }
  }
}
