// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

extension PlaygroundTests {
  /// Containers in containers.
  @Suite struct ContainerTests {
    /// Where the page's own container begins: below the header and the bar, in pixels from the top.
    private static let top = 113.0

    @Test func `L10: a copy stays inside its nearest container, or covers the whole one that it names`() throws {
      let picture = MarkedPicture(size: Size(400, 300))
      let folder = try TemporaryFolder("pictures")
      try picture.write(to: folder.path + "/picture.png")
      let session = try Session(playground: "nested", ["--picture", folder.path + "/picture.png"])
      // The picture is there twice, side by side.
      let halves = [Rect(x: 0, y: 0, width: 640, height: 800), Rect(x: 640, y: 0, width: 640, height: 800)]
      let before = try session.waitForPage("both pictures show") { screenshot in
        halves.allSatisfy { screenshot.findMarks(picture.marks, in: $0).count == picture.marks.count }
      }
      let rests = try halves.map {
        try #require(before.measureTransform(of: picture.marks, pictureSize: picture.size, in: $0)).transform
      }
      let middle = Point(200, 150)

      // The nearest: it slides under the bar.
      let inside = Grip(at: rests[0].apply(to: middle), spread: Point(40, 12))
      try session.putDown(inside)
      for part in [0.25, 0.5, 0.75, 1] {
        let motion = inside.motion(scale: 1.2, distance: Point(60, 40 + Self.top - inside.center.y), part: part)
        try session.move(inside, by: motion)
        let screenshot = try session.window.screenshot()
        let above = Rect(x: 0, y: 0, width: 1280, height: Self.top)
        #expect(
          screenshot.cropped(to: above).differingPixels(from: before.cropped(to: above)) == 0,
          "bar and header are as before")
        let shown = rests[0].then(motion)
        var seen = 0
        for mark in picture.marks {
          let expected = shown.apply(to: picture.position(of: mark))
          // Those that the edge cuts through cannot be measured.
          let radius = picture.markRadius * picture.size.height * shown.scale + 2
          guard expected.y > Self.top + radius else { continue }
          let found = screenshot.findMark(
            mark.color, in: Rect(center: expected, size: Size(2 * radius + 6, 2 * radius + 6)))
          #expect(try #require(found).center.distance(to: expected) <= 1)
          seen += 1
        }
        #expect(seen >= 2)
        #expect(shown.apply(to: Point(200, 0)).y < Self.top || part < 1, "in the end it would cover the bar")
      }
      let lowest = try session.window.screenshot()
      let covered = rests[0].then(inside.motion(scale: 1.2, distance: Point(60, 40 + Self.top - inside.center.y)))
      for x in [20.0, 200, 380] {
        let column = covered.apply(to: Point(x, 0)).x
        #expect(lowest.color(at: Point(column, Self.top)) == picture.background, "it is seen from the edge on")
      }
      // The page is dimmed as far as its container goes.
      let backdrop = 0.77 * 0.2
      for point in [Point(5, Self.top + 1), Point(5, 790)] {
        #expect(lowest.color(at: point).isClose(to: before.color(at: point).dimmed(by: backdrop), within: 1))
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)

      // The window's: over bar, header and all.
      let everywhere = Grip(at: rests[1].apply(to: middle), spread: Point(40, 12))
      try session.putDown(everywhere)
      for part in [0.5, 1] {
        let motion = everywhere.motion(scale: 1.1, distance: Point(-150, 110 - everywhere.center.y), part: part)
        try session.move(everywhere, by: motion)
        let screenshot = try session.window.screenshot()
        try session.expect(picture, at: rests[1].then(motion), "over the header", in: screenshot)
        // A point on the header, and one on the bar.
        guard part == 1 else { continue }
        for y in [20.0, 80] {
          #expect(screenshot.color(at: Point(everywhere.center.x - 200, y)) == picture.background)
        }
        let corner = Point(5, 5)
        #expect(
          screenshot.color(at: corner).isClose(to: before.color(at: corner).dimmed(by: 0.77 * 0.1), within: 1),
          "the header is dimmed")
      }
      try session.rig.touch.upAll()
      session.waitUntilRestored(before)
      session.expectHealthy()
    }

    @Test func `R5: a container that is hidden while it holds a copy shows its page when it is back`() throws {
      let picture = MarkedPicture(size: Size(400, 300))
      let folder = try TemporaryFolder("pictures")
      try picture.write(to: folder.path + "/picture.png")
      let session = try Session(playground: "nested", ["--picture", folder.path + "/picture.png"])
      let half = Rect(x: 0, y: 0, width: 640, height: 800)
      let before = try session.waitForPage("the picture shows") { screenshot in
        screenshot.findMarks(picture.marks, in: half).count == picture.marks.count
      }
      let rest = try #require(
        before.measureTransform(of: picture.marks, pictureSize: picture.size, in: half)
      ).transform
      let grip = Grip(at: rest.apply(to: Point(200, 150)), spread: Point(40, 12))
      let motion = grip.motion(scale: 1.2, distance: Point(0, 60))
      for _ in 0..<2 {
        try session.putDown(grip)
        try session.move(grip, by: motion)
        let held = try session.window.screenshot()
        #expect(held.findMarks(picture.marks, in: half).count == picture.marks.count)
        try session.expect(picture, at: rest.then(motion), "held", in: held)
        // To the page «Many» and back.
        for tab in [Point(1009, 23), Point(640, 23)] {
          try session.rig.pointer.click(tab)
          try session.window.waitUntilIdle()
        }
        session.waitUntilRestored(before)
        // Its fingers do nothing any more.
        try session.move(grip, by: .identity)
        session.waitUntilRestored(before)
        try session.rig.touch.upAll()
        session.waitUntilRestored(before)
      }
      session.expectHealthy()
    }
  }
}
