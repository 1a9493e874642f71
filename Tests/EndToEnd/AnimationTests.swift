// SPDX-License-Identifier: MIT
import Geometry
import Testing
import TouchRig

/// What moves goes on moving while it is up.
@Suite struct AnimationTests {
  @Test(arguments: ["feed", "photos"])
  func `L8: an animation held for three seconds shows the frames that its source would`(page: String) throws {
    // Five frames, told apart by their greens.
    let greens: [UInt8] = [150, 165, 180, 195, 210]
    let interval = 0.2
    let folder = try TemporaryFolder("pictures")
    try TestPicture.makeAnimation(
      width: 300, height: 200, backgrounds: greens.map { Color(180, $0, 180) }, interval: interval, marks: [],
      at: folder.path + "/IMG_20240528_230000.gif")
    let session = try Session(folder: folder, page: page, width: 500, height: 480)
    /// The number of the animation's frame that a part of the screen shows.
    func number(_ screenshot: Screenshot) -> Int? {
      let color = screenshot.color(at: Point(2, 2))
      // Frames are fifteen levels apart.
      return greens.firstIndex { color.isClose(to: Color(180, $0, 180), within: 4) }
    }
    // The middle of the picture stays where it is, from before the lift until after the return.
    let center = page == "feed" ? Point(250, 200) : Point(60, 110)
    let area = Rect(center: center, size: Size(5, 5))
    try session.window.waitUntil("the animation shows", in: area) { number($0) != nil }

    let measure = { (frame: Frame) in (frame.number, frame.time, number(frame.picture)) }
    let frames = try session.window.record(area, measuring: measure) {
      func play(for seconds: Double) throws {
        let start = monotonicTime()
        while monotonicTime() - start < seconds { try session.window.waitForFrame() }
      }
      try play(for: 0.8)
      let grip = Grip(at: center, spread: Point(24, 8))
      try session.putDown(grip)
      try session.move(grip, by: grip.motion(scale: 1.3))
      try session.move(grip, by: grip.motion(scale: 1.6))
      try play(for: 3)
      try session.rig.touch.upAll()
      try play(for: 1)
    }
    var changes: [(time: Double, number: Int)] = []
    for (count, time, shown) in frames {
      let shown = try #require(shown, "the animation is seen in frame \(count)")
      if changes.last?.number != shown { changes.append((time, shown)) }
    }
    // The first one's begin has not been seen.
    changes.removeFirst()
    try #require(changes.count > 18)
    for (index, change) in changes.enumerated() {
      #expect(change.number == (changes[0].number + index) % greens.count, "no frame is left out or repeated")
      let due = changes[0].time + interval * Double(index)
      // Some frames of the screen, on a busy machine; it never falls behind by one of its own.
      #expect(abs(change.time - due) < 0.15, "frame \(index) is on time")
    }
    session.expectHealthy()
  }
}
