// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct LiftTests {
  private let a = FingerID(1)
  private let b = FingerID(2)
  private let reference = Rect(x: 300, y: 200, width: 200, height: 100)

  /// A lift that fingers have pinched to three times its size and moved.
  private func heldLift() -> Lift {
    var lift = Lift(
      reference: reference, fingers: [a: Point(350, 250), b: Point(450, 250)], rules: GestureRules())
    for step in 0...20 {
      let part = Double(step)
      lift.move([a: Point(350 - 5 * part, 250 + part), b: Point(450 + 5 * part, 250)], at: part / 100)
    }
    return lift
  }

  private func returningLift() -> Lift {
    var lift = heldLift()
    lift.release(at: 0.2, animated: true, sourceBounds: reference)
    return lift
  }

  private func isFading(_ lift: Lift) -> Bool {
    if case .fading = lift.state { true } else { false }
  }

  @Test func `a lift is held from its begin, and looks as its source`() {
    let lift = Lift(reference: reference, fingers: [a: .zero, b: Point(9, 9)], rules: GestureRules())
    #expect(lift.isHeld && !lift.isDone)
    #expect(lift.shown == .identity && lift.opacity == 1)
  }

  @Test func `release changes nothing that is seen, then the copy comes home with the fingers' velocity`() {
    var lift = heldLift()
    let shown = lift.shown
    let velocity = lift.velocity(at: 0.2)
    #expect(velocity.logScale > 1)
    lift.release(at: 0.2, animated: true, sourceBounds: reference)
    #expect(lift.shown == shown && !lift.isHeld && !lift.isDone)
    #expect(lift.velocity(at: 0.2) == velocity)
    var time = 0.2
    while !lift.isDone && time < 3 {
      time += 1.0 / 60
      lift.frame(at: time, sourceBounds: reference)
      #expect(lift.opacity == 1)
    }
    #expect(time < 1.2)
    #expect(apart(lift.shown, .identity, on: reference) < rounding)
  }

  @Test func `it returns to where the source is now`() {
    var lift = returningLift()
    // Scrolled by 400 px, and laid out at half of its width with another height.
    let now = Rect(x: 300, y: -200, width: 100, height: 80)
    for frame in 1...120 { lift.frame(at: 0.2 + Double(frame) / 60, sourceBounds: frame < 5 ? reference : now) }
    #expect(lift.isDone)
    #expect(abs(lift.shown.scale - 0.5) < rounding)
    #expect(lift.shown.apply(to: reference.center).distance(to: now.center) < rounding)
  }

  @Test func `a caught copy is exactly as it was, and follows its new fingers`() {
    var random = SeededGenerator(12)
    for _ in 0..<200 {
      var lift = returningLift()
      lift.frame(at: 0.2 + random.double(0...0.3), sourceBounds: reference)
      let shown = lift.shown
      let fingers = [a: random.point(in: reference), b: random.point(in: reference) + Point(300, 0)]
      let isCaught = lift.catchCopy(fingers: fingers)
      #expect(isCaught && lift.isHeld && lift.shown == shown)
      lift.move(fingers, at: 1)
      #expect(apart(lift.shown, shown, on: reference) < rounding)
      lift.move(fingers.mapValues { $0 + Point(30, 40) }, at: 1.1)
      #expect(abs(lift.shown.scale - shown.scale) < rounding)
      #expect(lift.shown.apply(to: .zero).distance(to: shown.apply(to: .zero) + Point(30, 40)) < rounding)
    }
  }

  @Test func `only a returning copy can be caught`() {
    let held = heldLift()
    var fading = held
    fading.release(at: 0.2, animated: true, sourceBounds: nil)
    var done = held
    done.release(at: 0.2, animated: false, sourceBounds: reference)
    for var lift in [held, fading, done] {
      let isCaught = lift.catchCopy(fingers: [a: .zero])
      #expect(!isCaught)
    }
  }

  @Test func `without its source a copy fades where it is, without a jump`() {
    for bounds in [nil, Rect.zero, Rect(x: .nan, y: 0, width: 10, height: 10)] {
      var lift = heldLift()
      let shown = lift.shown
      lift.release(at: 0.2, animated: true, sourceBounds: bounds)
      #expect(isFading(lift))
      var last = 1.0
      for frame in 0...25 {
        lift.frame(at: 0.2 + Double(frame) / 100, sourceBounds: bounds)
        // A hundredth of a second is a twentieth of the fade.
        #expect(lift.opacity <= last && last - lift.opacity < 0.051)
        #expect(lift.shown == shown)
        #expect(lift.isDone == (lift.opacity == 0))
        last = lift.opacity
      }
      #expect(lift.isDone)
    }
  }

  @Test func `a source that disappears makes its copy fade, held or returning`() {
    var held = heldLift()
    held.frame(at: 0.2, sourceBounds: reference)
    #expect(held.isHeld)
    held.frame(at: 0.21, sourceBounds: nil)
    #expect(isFading(held))

    var returning = returningLift()
    returning.frame(at: 0.25, sourceBounds: reference)
    let shown = returning.shown
    returning.frame(at: 0.26, sourceBounds: nil)
    #expect(isFading(returning) && returning.shown == shown)
    // Should it come back, the fade goes on.
    returning.frame(at: 0.36, sourceBounds: reference)
    #expect(abs(returning.opacity - 0.5) < rounding)
    returning.frame(at: 0.35, sourceBounds: reference)
    #expect(abs(returning.opacity - 0.5) < rounding)
    returning.frame(at: 0.46, sourceBounds: reference)
    #expect(returning.isDone)
  }

  @Test func `a cancelled copy goes home from rest`() {
    var lift = heldLift()
    lift.cancel(at: 0.2, animated: true, sourceBounds: reference)
    #expect(!lift.isHeld && !lift.isDone && lift.velocity(at: 0.2) == .zero)
    for frame in 1...120 { lift.frame(at: 0.2 + Double(frame) / 60, sourceBounds: reference) }
    #expect(lift.isDone)
  }

  @Test func `without animations a lift is over at once`() {
    let now = reference.offset(by: Point(0, 50))
    var released = heldLift()
    released.release(at: 0.2, animated: false, sourceBounds: now)
    #expect(released.isDone && released.shown == Similarity(translation: Point(0, 50)))
    var cancelled = heldLift()
    cancelled.cancel(at: 0.2, animated: false, sourceBounds: nil)
    #expect(cancelled.isDone)
  }

  @Test func `what comes at the wrong time changes nothing`() {
    var lift = returningLift()
    let shown = lift.shown
    lift.move([a: .zero, b: Point(5, 5)], at: 0.21)
    lift.setFingers([a: .zero])
    lift.release(at: 0.21, animated: false, sourceBounds: reference)
    lift.cancel(at: 0.21, animated: false, sourceBounds: reference)
    #expect(lift.shown == shown && !lift.isDone && !lift.isHeld)
    for frame in 1...120 { lift.frame(at: 0.2 + Double(frame) / 60, sourceBounds: reference) }
    let end = lift.shown
    lift.frame(at: 9, sourceBounds: nil)
    lift.release(at: 9, animated: true, sourceBounds: nil)
    #expect(lift.isDone && lift.shown == end)
  }

  @Test func `a lift ends whatever the fingers and the source did`() {
    var random = SeededGenerator(13)
    for _ in 0..<300 {
      var lift = Lift(
        reference: random.rect(), fingers: [a: Point(400, 300), b: Point(500, 350)], rules: GestureRules())
      var time = 0.0
      for _ in 0..<30 {
        time += random.double(-0.005...0.05)
        let fingers = [a: Point(random.double(0...900), 300), b: Point(random.double(0...900), 350)]
        let bounds = Int.random(in: 0..<30, using: &random) == 0 ? nil : random.rect()
        switch Int.random(in: 0..<7, using: &random) {
        case 0...1: lift.move(fingers, at: time)
        case 2: lift.setFingers(Bool.random(using: &random) ? fingers : [a: .zero])
        case 3: _ = lift.catchCopy(fingers: fingers)
        case 4: lift.release(at: time, animated: true, sourceBounds: bounds)
        case 5: lift.cancel(at: time, animated: true, sourceBounds: bounds)
        default: lift.frame(at: time, sourceBounds: bounds)
        }
        #expect(lift.shown.isProper && (0...1).contains(lift.opacity))
      }
      lift.release(at: time, animated: true, sourceBounds: reference)
      for frame in 1...180 { lift.frame(at: time + Double(frame) / 60, sourceBounds: reference) }
      #expect(lift.isDone)
    }
  }
}
