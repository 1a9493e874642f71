// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

extension PlaygroundTests {
  /// Many sources on a page, and in a carousel.
  @Suite struct SourceTests {
    /// Twelve small sources, the eighth of which shows the picture of the first.
    private struct Many {
      let folder: TemporaryFolder
      let session: Session
      let pictures: [MarkedPicture]

      init(height: Int) throws {
        folder = try TemporaryFolder("pictures")
        var pictures = (0..<12).map { MarkedPicture.numbered($0, size: Size(300, 300)) }
        session = try Session(playground: "many", folder.writeEach(pictures), height: height)
        pictures[7] = pictures[0]
        self.pictures = pictures
      }

      /// Where each source shows its picture; nil where it does not. The others tell where to look for the two that show
      /// the same.
      func places(in page: Screenshot) -> [Similarity?] {
        let others = pictures.indices.map { index in
          [0, 7].contains(index) ? nil : page.find(pictures[index])?.transform
        }
        var places = others
        for (index, beside, above) in [(0, 1, 3), (7, 6, 4)] {
          guard let row = others[beside], let column = others[above] else { continue }
          let guess = Similarity(scale: row.scale, translation: Point(column.translation.x, row.translation.y))
          places[index] = page.find(pictures[index], near: guess)?.transform
        }
        return places
      }

      /// Waits for so many of the pictures, from the first or from the last on.
      func waitForPlaces(_ indices: Range<Int>) throws -> (places: [Similarity?], page: Screenshot) {
        var found: [Similarity?] = []
        let page = try session.waitForPage("the pictures \(indices) show") { screenshot in
          found = places(in: screenshot)
          return indices.allSatisfy { found[$0] != nil }
        }
        return (found, page)
      }

      func lift(_ index: Int, at rest: Similarity, then page: Screenshot) throws {
        let grip = Grip(at: rest.apply(to: Point(150, 150)), spread: Point(30, 14))
        try session.putDown(grip)
        // Towards the middle, to stay in sight.
        let distance = Point(session.rig.screen.width / 2, session.rig.screen.height / 2) - grip.center
        for part in [0.4, 1] {
          let motion = grip.motion(scale: 1.5, angle: 0.3, distance: distance * 0.3, part: part)
          try session.move(grip, by: motion)
          try session.expect(pictures[index], at: rest.then(motion), "number \(index)")
        }
        try session.rig.touch.upAll()
        session.waitUntilRestored(page)
      }
    }

    @Test func `L11: each of twelve sources returns to its own place, in a resized window and on a scrolled page, too`()
      throws
    {
      let many = try Many(height: 1100)
      let session = many.session
      var (places, page) = try many.waitForPlaces(0..<12)
      for index in 0..<12 { try many.lift(index, at: try #require(places[index]), then: page) }

      try session.window.resize(width: 1280, height: 700)
      (places, page) = try many.waitForPlaces(0..<6)
      for index in [1, 5] { try many.lift(index, at: try #require(places[index]), then: page) }

      try session.rig.pointer.move(to: Point(640, 600))
      try session.rig.pointer.wheel(60)
      (places, page) = try many.waitForPlaces(8..<12)
      for index in [8, 10] { try many.lift(index, at: try #require(places[index]), then: page) }

      // To another page and back.
      let tabs = ["Card": Point(517, 23), "Many": Point(1009, 23)]
      for name in ["Card", "Many"] { try session.rig.pointer.click(try #require(tabs[name])) }
      (places, page) = try many.waitForPlaces(8..<12)
      for index in [9, 11] { try many.lift(index, at: try #require(places[index]), then: page) }
      session.expectHealthy()
    }

    @Test func `L12: four fingers hold two sources of one picture, and the page is not darker for it`() throws {
      let many = try Many(height: 1100)
      let session = many.session
      let (places, page) = try many.waitForPlaces(0..<12)
      let picture = many.pictures[0]
      let rests = [try #require(places[0]), try #require(places[7])]
      let grips = rests.map { Grip(at: $0.apply(to: Point(150, 150)), spread: Point(24, 10)) }
      for (index, grip) in grips.enumerated() { try session.putDown(grip, fingers: (2 * index, 2 * index + 1)) }
      let motions = [
        grips[0].motion(scale: 2.2, angle: 0.4, distance: Point(-60, 60)),
        grips[1].motion(scale: 2.2, angle: -0.4, distance: Point(330, 160)),
      ]
      for (index, grip) in grips.enumerated() {
        try session.move(grip, by: motions[index], fingers: (2 * index, 2 * index + 1))
      }
      let screenshot = try session.window.screenshot()
      for (rest, motion) in zip(rests, motions) {
        try session.expect(picture, at: rest.then(motion), "both held", in: screenshot)
      }
      let margin = Point(30, 1000)
      #expect(
        screenshot.color(at: margin).isClose(to: page.color(at: margin).dimmed(by: 0.77), within: 1),
        "backdrops do not add up")
      // One goes home, the other one stays.
      try session.rig.touch.up(0)
      try session.rig.touch.up(1)
      try session.window.waitUntil("the first is home") { $0.find(picture, near: rests[0], slack: 4) != nil }
      try session.expect(picture, at: rests[1].then(motions[1]), "the second is still held")
      try session.rig.touch.upAll()
      session.waitUntilRestored(page)
      session.expectHealthy()
    }

    // MARK: Carousel

    /// As wide as high as the carousel's frames, so that none is cropped there.
    private static let pictures = (0..<8).map { MarkedPicture.numbered($0 * 4, size: Size(800, 500)) }

    private func startCarousel() throws -> (session: Session, folder: TemporaryFolder) {
      let folder = try TemporaryFolder("pictures")
      return (try Session(playground: "carousel", folder.writeEach(Self.pictures)), folder)
    }

    @Test func `L11: each picture of a carousel that fingers turn returns to its place`() throws {
      let (session, folder) = try startCarousel()
      _ = folder
      for index in 0..<5 {
        let (places, page) = try session.waitForPictures([Self.pictures[index]])
        let grip = Grip(at: places[0].center, spread: Point(80, 30))
        try session.putDown(grip)
        for part in [0.5, 1] {
          // Sideways, as a swipe would go.
          let motion = grip.motion(scale: 1.2, angle: 0.2, distance: Point(-150, 20), part: part)
          try session.move(grip, by: motion)
          try session.expect(Self.pictures[index], at: places[0].transform.then(motion), "number \(index)")
        }
        try session.rig.touch.upAll()
        session.waitUntilRestored(page)
        guard index < 4 else { break }
        try session.rig.touch.swipe(from: Point(900, 300), to: Point(380, 305), steps: 5) {
          try session.window.catchUp()
        }
      }
      session.expectHealthy()
    }

    @Test func `L3: in a carousel and on a scrolled page, too, the points under the fingers stay there at every step`()
      throws
    {
      let (session, folder) = try startCarousel()
      _ = folder
      let gestures = [
        (1.8, 0.0, Point.zero), (1.6, 0, Point(60, 40)), (1.8, 0.6, .zero), (1.6, -0.5, Point(50, 70)),
      ]
      func follow(_ picture: MarkedPicture) throws {
        let (places, page) = try session.waitForPictures([picture])
        let rest = places[0].transform
        // On the marks, which then are where the fingers are.
        let points = picture.marks.map { rest.apply(to: picture.position(of: $0)) }
        let grip = Grip(points[0], points[1])
        for (scale, angle, distance) in gestures {
          try session.putDown(grip)
          let steps = 10
          for step in 1...steps {
            let motion = grip.motion(
              scale: scale, angle: angle, distance: distance, part: Double(step) / Double(steps))
            try session.move(grip, by: motion)
            try session.expect(picture, at: rest.then(motion), "×\(scale), \(angle), \(distance): step \(step)")
          }
          try session.rig.touch.upAll()
          session.waitUntilRestored(page)
        }
      }
      try follow(Self.pictures[0])
      try session.turnWheel(4)
      try follow(Self.pictures[5])
      session.expectHealthy()
    }
  }
}
