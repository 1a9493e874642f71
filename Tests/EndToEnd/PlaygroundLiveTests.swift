// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

extension PlaygroundTests {
  /// Sources that move by themselves.
  @Suite struct LiveTests {
    /// Of the frames of animation and video: greys, which a video keeps, further apart than compression changes them.
    private static let shades = stride(from: 30, through: 230, by: 50).map { Color(UInt8($0), UInt8($0), UInt8($0)) }
    /// Frames per second of animation and video.
    private static let rate = 4
    /// Seconds that what moves may be off its time after some seconds: one of its frames.
    private static let greatestDrift = 1 / Double(rate)
    /// The hand of the clock goes around once in this many seconds.
    private static let period = 4.0

    /// The middle of each source on the page, in a window of 1280 × 800, for pictures as wide and high as `size`.
    private static let clock = Point(441.5, 209.5)
    private static let spinner = Point(838.5, 192)
    private static let animation = Point(441.5, 487)
    private static let video = Point(838.5, 487)
    private static let size = (width: 380, height: 220)

    private let folder: TemporaryFolder
    private let session: Session
    private let videoPath: String

    init() throws {
      folder = try TemporaryFolder("media")
      let animation = folder.path + "/animation.gif"
      videoPath = folder.path + "/video.webm"
      // The video is long enough not to begin again in a test.
      let seconds = 30
      try TestPicture.makeAnimation(
        width: Self.size.width, height: Self.size.height, backgrounds: Self.shades, interval: 1 / Double(Self.rate),
        marks: Self.marks, at: animation)
      try TestVideo.make(
        width: Self.size.width, height: Self.size.height,
        colors: (0..<seconds * Self.rate).map { Self.shades[$0 % Self.shades.count] }, rate: Self.rate, at: videoPath)
      session = try Session(playground: "live", ["--animation", animation, "--video", videoPath])
      try session.takePointerAway()
      try session.window.waitUntil("animation and video play") { screenshot in
        Self.shade(at: Self.animation, in: screenshot) != nil && Self.shade(at: Self.video, in: screenshot) != nil
      }
    }

    /// None near the middle, and none of a colour that the clock's hand could be taken for.
    private static let marks = Mark.six.filter { $0.color != .red && $0.color != .magenta }

    /// Which of the shades is seen at a point.
    private static func shade(at point: Point, in screenshot: Screenshot) -> Int? {
      let color = screenshot.color(at: point)
      return shades.firstIndex { $0.isClose(to: color, within: 8) }
    }

    // MARK: L8

    /// What one frame shows.
    private struct Moment {
      let time: Double
      let animation: Int?
      let video: Int?
      /// Of the clock's hand, as a part of a whole turn.
      let turn: Double?
      /// Stands for the spinner's pixels.
      let spinner: Int

      init(_ frame: Frame, in rect: Rect) {
        time = frame.time
        let picture = frame.picture
        animation = shade(at: LiveTests.animation - rect.origin, in: picture)
        video = shade(at: LiveTests.video - rect.origin, in: picture)
        // As far as the hand reaches in the copy.
        let dial = Rect(center: clock - rect.origin, size: Size(200, 200))
        turn = picture.findMark(.red, in: dial).map { found in
          let direction = found.center - dial.center
          return atan2(direction.x, -direction.y) / (2 * .pi)
        }
        let middle = Rect(center: LiveTests.spinner - rect.origin, size: Size(50, 50))
        spinner = picture.cropped(to: middle).pixels.hashValue
      }
    }

    @Test func `L8: animation, video, drawing and widgets go on in their copies as they would in their places`()
      throws
    {
      let places = [Self.clock, Self.animation, Self.video, Self.spinner]
      let grips = places.map { Grip(at: $0, spread: Point(50, 20)) }
      let rect = Rect(x: 320, y: 90, width: 640, height: 420)
      var (liftTime, clockTime, releaseTime) = (0.0, 0.0, 0.0)
      let filesAtRest = try session.app.openCount(of: videoPath)
      let look = { (frame: Frame) in Moment(frame, in: rect) }
      let moments = try session.window.record(rect, measuring: look) {
        try session.play(seconds: 1.5)
        for (index, grip) in grips.enumerated() { try session.putDown(grip, fingers: (2 * index, 2 * index + 1)) }
        try session.window.catchUp()
        liftTime = monotonicTime()
        for (index, grip) in grips.enumerated() {
          // The spinner stays as large as it is, to be compared.
          let motion = index == 3 ? .identity : grip.motion(scale: 1.3)
          try session.move(grip, by: motion, fingers: (2 * index, 2 * index + 1))
          if places[index] == Self.clock { clockTime = monotonicTime() }
        }
        try session.play(seconds: 3)
        #expect(try session.app.openCount(of: videoPath) == filesAtRest, "the video is opened once")
        releaseTime = monotonicTime()
        try session.rig.touch.upAll()
        try session.play(seconds: 1)
      }
      #expect(filesAtRest == 1)
      let held = moments.filter { $0.time > liftTime && $0.time < releaseTime }
      #expect(held.count > 3 * 2 * Self.rate, "drawn more often than animation and video change")

      try expectEven(moments.map { ($0.time, $0.animation) }, "animation")
      try expectEven(moments.map { ($0.time, $0.video) }, "video")

      // The clock goes on at its speed, and in every frame. After the first of its fingers has moved, and before the other
      // has, its copy is beside the middle.
      let turns = try moments.filter { $0.time < liftTime || $0.time > clockTime }
        .map { (time: $0.time, turn: try #require($0.turn, "the hand is always seen")) }
      let start = try #require(turns.first)
      for (before, after) in zip(turns, turns.dropFirst()) {
        let turn = after.turn - before.turn
        let step = turn - turn.rounded()
        // Frames may follow each other closely, and a place is measured to a tenth of a pixel, some 70 from the middle.
        #expect(step > -0.001, "in no frame does the hand go back")
      }
      let delays = turns.map { moment in
        let lag = (moment.time - start.time) / Self.period - (moment.turn - start.turn)
        return (lag - lag.rounded()) * Self.period
      }
      expectSteady(delays, "clock")

      let changes = zip(held, held.dropFirst()).count { $0.spinner != $1.spinner }
      // Two frames may fall into the same of its steps.
      #expect(Double(changes) > 0.8 * Double(held.count), "the spinner turns")
      session.expectHealthy()
    }

    /// Expects one shade after the other, none left out and none back, each in its time.
    private func expectEven(_ frames: [(time: Double, shade: Int?)], _ what: String) throws {
      var changes: [(time: Double, shade: Int)] = []
      for frame in frames {
        let shade = try #require(frame.shade, "the \(what) is seen in every frame")
        if changes.last?.shade != shade { changes.append((frame.time, shade)) }
      }
      for (before, after) in zip(changes, changes.dropFirst()) {
        #expect(after.shade == (before.shade + 1) % Self.shades.count, "the \(what)'s frames follow one another")
      }
      // When it showed its first one is not known.
      let delays = changes.enumerated().dropFirst().map { $1.time - Double($0) / Double(Self.rate) }
      #expect(delays.count > 4 * Self.rate, "the \(what) plays for more than four seconds")
      expectSteady(delays, what)
    }

    /// Expects what moves to be as late at the end as at the beginning. A busy machine shows some moments late, but not
    /// all of them.
    private func expectSteady(_ delays: [Double], _ what: String) {
      let half = delays.count / 2
      let drift = (delays[half...].min() ?? 0) - (delays[..<half].min() ?? 0)
      #expect(abs(drift) < Self.greatestDrift, "the \(what) keeps its speed")
    }

    // MARK: L9

    /// The colours to count: of three of the animation's marks, and of the clock's hand.
    private enum Kind: CaseIterable {
      case marks, hand

      /// Whether a pixel shows it, in its place on a dimmed page, too.
      func matches(_ color: Color) -> Bool {
        switch self {
        case .marks: color.green - min(color.red, color.blue) >= 100
        case .hand: color.red - max(color.green, color.blue) >= 100
        }
      }
    }

    /// Where all of it is seen: less to count.
    private static let page = Rect(x: 60, y: 60, width: 980, height: 580)

    /// What one frame shows how often.
    private struct Census {
      /// Pixels of each kind.
      let counts: [Kind: Double]
      /// Of the animation.
      let scale: Double?

      init(_ frame: Frame) {
        let picture = frame.picture
        counts = picture.pixels.withUnsafeBufferPointer { pixels in
          var counts: [Kind: Double] = [:]
          for color in pixels where color.red != color.green || color.green != color.blue {
            for kind in Kind.allCases where kind.matches(color) { counts[kind, default: 0] += 1 }
          }
          return counts
        }
        scale = picture.measureTransform(of: marks, pictureSize: Size(380, 220))?.transform.scale
      }
    }

    @Test func `L9: a source that moves is drawn exactly once in every frame from before the lift to after the return`()
      throws
    {
      // Far apart, and moved in small steps: between the moves of its two fingers the copy is hardly larger or smaller.
      let still = Grip(at: Self.clock, spread: Point(150, 20))
      let steps = 25
      let large = Grip(at: Self.animation, spread: Point(50, 20))
      let frames = try session.window.record(Self.page, measuring: Census.init) {
        try session.play(seconds: 0.3)
        try session.putDown(still)
        try session.putDown(large, fingers: (2, 3))
        for step in 1...steps {
          let part = Double(step) / Double(steps)
          // At its own scale, so that the hand stays as large as it is; and far, so that neither covers the other's or its
          // own in its place.
          try session.move(still, by: still.motion(distance: Point(420, 0), part: part))
          try session.move(
            large, by: large.motion(scale: 1.3, angle: 0.1, distance: Point(270, -10), part: part), fingers: (2, 3))
        }
        try session.play(seconds: 0.3)
        try session.rig.touch.upAll()
        try session.play(seconds: 1)
      }
      let first = try #require(frames.first)
      let restScale = try #require(first.scale)
      #expect(frames.contains { ($0.scale ?? 0) > 1.28 * restScale }, "it was lifted")
      for (index, frame) in frames.enumerated() {
        let scale = try #require(frame.scale) / restScale
        let marks = try #require(frame.counts[.marks]) / (try #require(first.counts[.marks]) * scale * scale)
        let hand = try #require(frame.counts[.hand]) / (try #require(first.counts[.hand]))
        // Edges, which count in half of their places, are some part of a disc and more of a thin hand; another one, or
        // none, makes all the difference.
        #expect(abs(marks - 1) < 0.15, "frame \(index): the animation is drawn once")
        #expect(abs(hand - 1) < 0.25, "frame \(index): the clock is drawn once")
      }
      session.expectHealthy()
    }

    // MARK: R5

    @Test func `R5: a window that closes while moving sources are held ends the program in peace`() throws {
      for (index, place) in [Self.clock, Self.animation, Self.video, Self.spinner].enumerated() {
        let (grip, fingers) = (Grip(at: place, spread: Point(50, 20)), (2 * index, 2 * index + 1))
        try session.putDown(grip, fingers: fingers)
        try session.move(grip, by: grip.motion(scale: 1.2), fingers: fingers)
      }
      try session.window.close()
      try session.window.waitUntilClosed()
      #expect(try session.app.waitForExit() == 0)
      #expect(session.app.errors == "")
    }
  }
}
