// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct VelocityTests {
  private let a = FingerID(1)
  private let b = FingerID(2)
  private let reference = Rect(x: 300, y: 200, width: 200, height: 150)

  /// A hold whose fingers have moved steadily for half a second, with an event every 8 ms.
  private func steadyHold() -> (hold: Hold, end: Double, expected: MotionVelocity) {
    let start = [a: Point(370, 250), b: Point(430, 300)]
    var hold = Hold(reference: reference, rules: GestureRules())
    hold.setFingers(start)
    var time = 0.0
    for step in 0...62 {
      time = Double(step) * 0.008
      let motion = Similarity(
        scale: exp(1.5 * time), angle: -0.8 * time, taking: reference.center,
        to: reference.center + Point(200, -100) * time)
      hold.move(start.mapValues(motion.apply), at: 10 + time)
    }
    return (hold, 10 + time, MotionVelocity(logScale: 1.5, angle: -0.8, center: Point(200, -100)))
  }

  @Test func `a steady movement has its own velocity`() {
    let (hold, end, expected) = steadyHold()
    let velocity = hold.velocity(at: end)
    #expect(abs(velocity.logScale - expected.logScale) < rounding)
    #expect(abs(velocity.angle - expected.angle) < rounding)
    #expect((velocity.center - expected.center).length < rounding)
  }

  @Test func `a pause before the release slows the copy down, and stops it after the window`() {
    let (hold, end, expected) = steadyHold()
    let afterHalf = hold.velocity(at: end + 0.075)
    // About half of the window holds movement; the rest of the deviation is one event's worth of window.
    #expect(abs(afterHalf.logScale / expected.logScale - 0.5) < 0.06)
    #expect(hold.velocity(at: end + 0.16) == .zero)
  }

  @Test func `fingers that rest but still send events have no velocity`() {
    var (hold, end, _) = steadyHold()
    let resting = [a: Point(500, 200), b: Point(600, 300)]
    hold.setFingers(resting)
    for step in 1...40 { hold.move(resting, at: end + Double(step) * 0.008) }
    #expect(hold.velocity(at: end + 0.32) == .zero)
  }

  @Test func `a burst of events at one time is not taken for speed`() {
    var hold = Hold(reference: reference, rules: GestureRules())
    hold.setFingers([a: Point(400, 275)])
    for step in 0...10 { hold.move([a: Point(400 + Double(step), 275)], at: 5) }
    #expect(hold.velocity(at: 5).center == Point(600, 0))
  }

  @Test func `nothing is known before the first movement, and times that go back do no harm`() {
    var hold = Hold(reference: reference, rules: GestureRules())
    hold.setFingers([a: Point(400, 275)])
    #expect(hold.velocity(at: 1) == .zero)
    hold.move([a: Point(400, 275)], at: 1)
    hold.move([a: Point(410, 275)], at: 1.05)
    hold.move([a: Point(420, 275)], at: 1.04)
    #expect((hold.velocity(at: 1.03).center - Point(400, 0)).length < rounding)
    #expect(hold.velocity(at: .nan) == .zero)
  }

  @Test func `the velocity of a pinch outlives the first finger that goes up`() {
    var (hold, end, expected) = steadyHold()
    hold.setFingers([a: Point(500, 200)])
    hold.move([a: Point(500, 200)], at: end + 0.01)
    #expect(hold.velocity(at: end + 0.01).logScale > expected.logScale * 0.8)
  }

  /// A copy pulled to `scale` at a steady speed, in events at random moments from 0 to `duration` in seconds.
  private func pulled(to scale: Double, in duration: Double, _ random: inout SeededGenerator) -> Lift {
    let grip = [a: random.point(in: reference), b: random.point(in: reference) + Point(500, 0)]
    let middle = grip.values.reduce(.zero, +) / 2
    var lift = Lift(reference: reference, fingers: grip, rules: GestureRules())
    let between = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.double(0...1) }
    for part in [0] + between.sorted() + [1] {
      let motion = Similarity(
        scale: pow(scale, part), angle: 0, taking: middle, to: middle + Point(900, -400) * duration * part)
      lift.move(grip.mapValues(motion.apply), at: 10 + duration * part)
    }
    return lift
  }

  @Test func `no jerk of a tenth pulls a copy open, in however few events and moments`() {
    var random = SeededGenerator(731)
    for _ in 0..<300 {
      let duration = Bool.random(using: &random) ? random.double(0...0.034) : random.double(0...0.3)
      let lift = pulled(to: random.double(0.5...1.1), in: duration, &random)
      #expect(!lift.isPulledOpen(at: 10 + duration), "within \(duration) s")
    }
  }

  @Test func `a pull that doubles the size in half a second opens, in however few events, and not after a pause`() {
    var random = SeededGenerator(732)
    for _ in 0..<300 {
      let duration = random.double(0.09...0.15)
      // A breath faster, because of rounding.
      let lift = pulled(to: exp(random.double(1.401...6) * duration), in: duration, &random)
      #expect(lift.isPulledOpen(at: 10 + duration), "within \(duration) s")
      #expect(!lift.isPulledOpen(at: 10 + duration + 0.16))
    }
  }
}
