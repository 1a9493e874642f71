// SPDX-License-Identifier: MIT

import Geometry
import Glibc
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
}
