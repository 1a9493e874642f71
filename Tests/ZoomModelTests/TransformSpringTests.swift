// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct TransformSpringTests {
  private static let dampingRatios = [0.0, 0.3, 0.8, 0.999_999_999, 1, 1.000_000_001, 1.5, 20]

  private func motion(dampingRatio: Double) -> ZoomMotion {
    var motion = ZoomMotion.standard
    motion.dampingRatio = dampingRatio
    return motion
  }

  @Test(arguments: dampingRatios)
  func `the closed form solves the spring's equation`(dampingRatio: Double) {
    // Runge-Kutta steps of a tenth of a millisecond are exact to about 1e-9 here.
    let spring = DampedSpring(dampingRatio: dampingRatio, response: 0.35)
    let frequency = 2 * Double.pi / 0.35
    var x = 100.0
    var v = -700.0
    let step = 0.0001
    func force(_ x: Double, _ v: Double) -> Double { -frequency * frequency * x - 2 * dampingRatio * frequency * v }
    for count in 1...3000 {
      let (x1, v1) = (v, force(x, v))
      let (x2, v2) = (v + step / 2 * v1, force(x + step / 2 * x1, v + step / 2 * v1))
      let (x3, v3) = (v + step / 2 * v2, force(x + step / 2 * x2, v + step / 2 * v2))
      let (x4, v4) = (v + step * v3, force(x + step * x3, v + step * v3))
      x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
      if count % 500 == 0 {
        let exact = spring.advanced(displacement: 100, velocity: -700, by: Double(count) * step)
        #expect(abs(exact.displacement - x) < 1e-4)
        #expect(abs(exact.velocity - v) < 1e-2)
      }
    }
  }

  @Test(arguments: dampingRatios)
  func `it does not matter into how many frames the time is divided`(dampingRatio: Double) {
    var random = SeededGenerator(8)
    for _ in 0..<40 {
      let reference = random.rect()
      let start = random.similarity()
      let target = random.similarity()
      let velocity = random.velocity()
      let motion = motion(dampingRatio: dampingRatio)
      var once = TransformSpring(from: start, velocity: velocity, reference: reference, at: 3, motion: motion)
      var often = once
      let end = 3 + random.double(0.01...0.6)
      for time in (0..<20).map({ _ in random.double(3...end) }).sorted() { often.advance(to: time, target: target) }
      once.advance(to: end, target: target)
      often.advance(to: end, target: target)
      #expect(apart(once.shown, often.shown, on: reference) < rounding)
      #expect((once.velocity.center - often.velocity.center).length < rounding)
    }
  }

  @Test func `it starts where the copy is, with the fingers' velocity`() {
    var random = SeededGenerator(9)
    for _ in 0..<100 {
      let reference = random.rect()
      let start = random.similarity()
      let velocity = random.velocity()
      var spring = TransformSpring(from: start, velocity: velocity, reference: reference, at: 0)
      #expect(spring.shown == start)
      #expect(spring.advance(to: 0, target: .identity) == start)
      let step = 1e-5
      spring.advance(to: step, target: .identity)
      let moved = spring.shown.apply(to: reference.center) - start.apply(to: reference.center)
      // The spring's own pull changes the velocity by ω²·x·step, up to 10 px/s for the farthest starts.
      #expect((moved / step - velocity.center).length < 50)
      #expect(abs(log(spring.shown.scale / start.scale) / step - velocity.logScale) < 0.05)
      #expect(abs((spring.shown.angle - start.angle) / step - velocity.angle) < 0.05)
    }
  }

  @Test func `it is home within a second, from anywhere, and stays there`() {
    var random = SeededGenerator(10)
    for _ in 0..<100 {
      let reference = random.rect()
      let target = Similarity(scale: random.double(0.5...2), translation: Point(random.double(-300...300), 9))
      var spring = TransformSpring(
        from: random.similarity(), velocity: random.velocity(), reference: reference, at: 0)
      #expect(!spring.isSettled(target: target))
      var time = 0.0
      while !spring.isSettled(target: target) && time < 2 {
        time += 1.0 / 60
        spring.advance(to: time, target: target)
      }
      #expect(time < 1)
      #expect(apart(spring.shown, spring.advance(to: time + 1.0 / 60, target: target), on: reference) < 0.5)
      #expect(spring.advance(to: time + 3600, target: target).isProper)
      #expect(spring.isSettled(target: target))
    }
  }

  @Test func `passing through its target at speed is not being home`() {
    let spring = TransformSpring(
      from: .identity, velocity: MotionVelocity(center: Point(300, 0)),
      reference: Rect(x: 0, y: 0, width: 10, height: 10), at: 0)
    #expect(!spring.isSettled(target: .identity))
  }

  @Test func `with the default damping it overshoots by one and a half percent`() {
    var spring = TransformSpring(
      from: Similarity(translation: Point(1000, 0)), velocity: .zero,
      reference: Rect(x: 0, y: 0, width: 10, height: 10), at: 0)
    let least = (1...100).map { spring.advance(to: Double($0) / 100, target: .identity).translation.x }.min()
    // exp(−πζ/√(1 − ζ²)) = 0.0152 at 0.8
    #expect(least.map { abs($0 + 15.2) < 0.1 } == true)
  }

  @Test func `a target that moves is followed without a jump`() {
    var spring = TransformSpring(
      from: Similarity(scale: 2, translation: Point(300, 100)), velocity: .zero,
      reference: Rect(x: 0, y: 0, width: 100, height: 100), at: 0)
    var last = spring.shown
    for frame in 1...180 {
      let time = Double(frame) / 60
      // The page scrolls on for a second, and jumps once in between.
      let target = Similarity(translation: Point(0, -500 * min(time, 1) - (time > 0.2 ? 200 : 0)))
      let shown = spring.advance(to: time, target: target)
      // At most: 900 px of distance at ω = 18 is a peak of about 45 px at 60 frames per second per 300 px.
      #expect(apart(shown, last, on: Rect(x: 0, y: 0, width: 100, height: 100)) < 140)
      last = shown
    }
    #expect(spring.isSettled(target: Similarity(translation: Point(0, -700))))
  }

  @Test func `a new target keeps place and velocity`() {
    var spring = TransformSpring(
      from: Similarity(scale: 3, angle: 1), velocity: .zero, reference: Rect(x: 0, y: 0, width: 9, height: 9), at: 0)
    spring.advance(to: 0.1, target: .identity)
    let before = spring
    spring.advance(to: 0.1, target: Similarity(scale: 2, angle: 2, translation: Point(500, 500)))
    #expect(spring.shown == before.shown)
    #expect(spring.velocity == before.velocity)
  }

  @Test(arguments: [3.5, -3.5, 2.5, 10, 0.5])
  func `the angle takes the shortest way home`(start: Double) {
    var spring = TransformSpring(
      from: Similarity(angle: start), velocity: .zero, reference: Rect(x: 0, y: 0, width: 100, height: 100), at: 0)
    let first = spring.advance(to: 0.02, target: .identity).angle - start
    // Home is the nearest multiple of a whole turn: downwards for what is just beyond one.
    let rest = (start / (2 * .pi)).rounded() * 2 * .pi
    #expect(first * (rest - start) > 0)
    #expect(abs(rest - start) <= .pi)
    spring.advance(to: 5, target: .identity)
    #expect(abs(spring.shown.angle - rest) < rounding)
    #expect(spring.isSettled(target: .identity))
  }

  // MARK: The anchor

  @Test func `an anchor that is where it will be stays there all the way`() {
    var random = SeededGenerator(11)
    for _ in 0..<100 {
      let reference = random.rect()
      let start = random.similarity()
      let anchor = random.point(in: Rect(x: -500, y: -500, width: 2000, height: 2000))
      let place = start.apply(to: anchor)
      let target = Similarity(
        scale: random.double(0.5...4), angle: random.double(-3...3), taking: anchor, to: place)
      var spring = TransformSpring(from: start, velocity: .zero, reference: reference, anchor: anchor, at: 0)
      for frame in 1...60 {
        spring.advance(to: Double(frame) / 60, target: target)
        #expect(spring.shown.apply(to: anchor).distance(to: place) < rounding)
      }
      #expect(spring.isSettled(target: target))
    }
  }

  @Test func `with any anchor the centre starts with the fingers' velocity`() {
    var random = SeededGenerator(12)
    for _ in 0..<100 {
      let reference = random.rect()
      let start = random.similarity()
      let velocity = random.velocity()
      let anchor = random.point(in: Rect(x: -500, y: -500, width: 2000, height: 2000))
      var spring = TransformSpring(from: start, velocity: velocity, reference: reference, anchor: anchor, at: 0)
      #expect((spring.velocity.center - velocity.center).length < rounding)
      let step = 1e-6
      spring.advance(to: step, target: .identity)
      let moved = spring.shown.apply(to: reference.center) - start.apply(to: reference.center)
      // In a step, the springs' pull of at most ω² times 20,000 px changes the velocity by 7 px/s.
      #expect((moved / step - velocity.center).length < 15)
      #expect((spring.velocity.center - velocity.center).length < 15)
    }
  }

  @Test func `whatever the anchor, the way ends at the same place`() {
    var random = SeededGenerator(13)
    for _ in 0..<50 {
      let reference = random.rect()
      let target = random.similarity()
      var spring = TransformSpring(
        from: random.similarity(), velocity: random.velocity(), reference: reference,
        anchor: random.point(in: Rect(x: -500, y: -500, width: 2000, height: 2000)), at: 0)
      spring.advance(to: 3, target: target)
      #expect(apart(spring.shown, target, on: reference) < rounding)
    }
  }

  @Test func `frame times may repeat, go back, or be none`() {
    var spring = TransformSpring(
      from: Similarity(scale: 2), velocity: .zero, reference: Rect(x: 0, y: 0, width: 100, height: 100), at: 1)
    let shown = spring.advance(to: 1.1, target: .identity)
    #expect(spring.advance(to: 1.1, target: .identity) == shown)
    #expect(spring.advance(to: 1.05, target: .identity) == shown)
    #expect(spring.advance(to: .nan, target: .identity) == shown)
    #expect(spring.advance(to: 1.2, target: Similarity(scale: 0)) == shown)
    var straight = TransformSpring(
      from: Similarity(scale: 2), velocity: .zero, reference: Rect(x: 0, y: 0, width: 100, height: 100), at: 1)
    let expected = straight.advance(to: 1.2, target: .identity)
    #expect(abs(spring.advance(to: 1.2, target: .identity).scale - expected.scale) < rounding)
  }
}
