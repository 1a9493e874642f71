// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct HoldTests {
  private let a = FingerID(1)
  private let b = FingerID(2)
  private let c = FingerID(3)
  private let reference = Rect(x: 300, y: 200, width: 200, height: 150)
  /// So wide that no random gesture reaches them.
  private let unlimited = GestureRules(limits: ScaleLimits(minimum: 0.001, maximum: 1000))

  private func hold(_ fingers: [FingerID: Point], rules: GestureRules = GestureRules()) -> Hold {
    var hold = Hold(reference: reference, rules: rules)
    hold.setFingers(fingers)
    return hold
  }

  // MARK: The points under the fingers

  @Test func `a copy that was just lifted looks as its source`() {
    #expect(hold([a: Point(350, 250), b: Point(450, 300)]).shown == .identity)
  }

  @Test(arguments: [
    (1.8, 0.0, Point.zero), (1.6, 0, Point(60, 40)), (1.8, 0.593, .zero), (1.6, 0.506, Point(60, 40)),
  ])
  func `pinch, pan and turn keep both points under their fingers`(ratio: Double, turn: Double, pan: Point) {
    let start = [a: Point(370, 250), b: Point(430, 290)]
    var hold = hold(start)
    let center = Point(400, 270)
    for step in 1...30 {
      let part = Double(step) / 30
      let motion = Similarity(
        scale: 1 + (ratio - 1) * part, angle: turn * part, taking: center, to: center + pan * part)
      hold.move(start.mapValues(motion.apply), at: part)
      for point in start.values {
        #expect(hold.shown.apply(to: point).distance(to: motion.apply(to: point)) < rounding)
      }
    }
    #expect(abs(hold.shown.scale - ratio) < rounding)
    #expect(abs(hold.shown.angle - turn) < rounding)
  }

  @Test func `over random gestures with finger changes the points under two fingers stay under them`() {
    var random = SeededGenerator(2)
    let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
    for _ in 0..<200 {
      var hold = hold([:], rules: unlimited)
      for _ in 0..<6 {
        // Fingers may land anywhere, at least 60 px apart, and then move freely but not onto each other.
        var fingers = [a: random.point(in: screen)]
        repeat { fingers[b] = random.point(in: screen) } while fingers.distance(a, b) < 60
        let before = hold.shown
        hold.setFingers(fingers)
        #expect(hold.shown == before)
        let held = fingers.mapValues(hold.shown.inverse.apply)
        for step in 0..<10 {
          var moved = fingers
          repeat {
            for finger in [a, b] {
              moved[finger] = fingers[finger, default: .zero] + Point(random.double(-80...80), random.double(-80...80))
            }
          } while moved.distance(a, b) < 40
          fingers = moved
          hold.move(fingers, at: Double(step) / 60)
          for (finger, point) in held {
            // The only error is that of the inverse, whose coordinates reach 1e5 at the smallest scales.
            #expect(hold.shown.apply(to: point).distance(to: fingers[finger, default: .zero]) < 1e-5)
          }
        }
        // One of them goes up, the other pans.
        hold.setFingers([a: fingers[a, default: .zero]])
        let scale = hold.shown.scale
        let center = hold.shown.apply(to: reference.center)
        hold.move([a: fingers[a, default: .zero] + Point(7, -5)], at: 1)
        #expect(hold.shown.scale == scale)
        #expect((hold.shown.apply(to: reference.center) - center - Point(7, -5)).length < rounding)
      }
    }
  }

  @Test func `three fingers that move as one carry all three points, and the centroid always stays`() {
    var random = SeededGenerator(3)
    for _ in 0..<200 {
      let fingers = [a: random.point(in: reference), b: random.point(in: reference), c: random.point(in: reference)]
      var hold = hold(fingers, rules: unlimited)
      let motion = Similarity(
        scale: random.double(0.5...3), angle: random.double(-3...3), translation: Point(random.double(-99...99), 5))
      hold.move(fingers.mapValues(motion.apply), at: 0)
      #expect(apart(hold.shown, motion, on: reference) < rounding)

      let scattered = fingers.mapValues { $0 + Point(random.double(-30...30), random.double(-30...30)) }
      hold.move(scattered, at: 1)
      let from = FingerCluster(fingers).centroid
      #expect(hold.shown.apply(to: from).distance(to: FingerCluster(scattered).centroid) < rounding)
    }
  }

  @Test func `no similarity about the centroid is nearer to three fingers than the shown one`() {
    var random = SeededGenerator(4)
    for _ in 0..<50 {
      let fingers = [a: Point(310, 210), b: Point(480, 220), c: Point(400, 340)]
      var hold = hold(fingers, rules: unlimited)
      let moved = fingers.mapValues { $0 + Point(random.double(-40...40), random.double(-40...40)) }
      hold.move(moved, at: 0)
      func error(_ motion: Similarity) -> Double {
        fingers.reduce(0) { sum, finger in
          let distance = motion.apply(to: finger.value).distance(to: moved[finger.key, default: .zero])
          return sum + distance * distance
        }
      }
      let from = FingerCluster(fingers).centroid
      let to = FingerCluster(moved).centroid
      for (scale, turn) in [(1.01, 0), (0.99, 0), (1, 0.01), (1, -0.01)] as [(Double, Double)] {
        let other = Similarity(
          scale: hold.shown.scale * scale, angle: hold.shown.angle + turn, taking: from, to: to)
        #expect(error(hold.shown) < error(other))
      }
    }
  }

  @Test func `without rotation, and damped, the midpoint stays`() {
    var random = SeededGenerator(5)
    for rules in [GestureRules(allowsRotation: false), GestureRules(damping: 0.5)] {
      for _ in 0..<200 {
        let fingers = [a: Point(340, 240), b: Point(440, 310)]
        var hold = hold(fingers, rules: rules)
        let motion = Similarity(
          scale: random.double(0.3...9), angle: random.double(-3...3), translation: Point(random.double(-99...99), 5))
        hold.move(fingers.mapValues(motion.apply), at: 0)
        let midpoint = Point(390, 275)
        #expect(hold.shown.apply(to: midpoint).distance(to: motion.apply(to: midpoint)) < rounding)
        #expect(abs(hold.shown.scale - rules.shownScale(forRaw: motion.scale)) < rounding)
        #expect(abs(hold.shown.angle - (rules.allowsRotation ? motion.angle : 0)) < rounding)
      }
    }
  }

  @Test func `a turn of more than half a circle goes on turning`() {
    let start = [a: Point(350, 275), b: Point(450, 275)]
    var hold = hold(start)
    for step in 1...100 {
      let turn = Similarity(scale: 1, angle: Double(step) / 10, taking: Point(400, 275), to: Point(400, 275))
      hold.move(start.mapValues(turn.apply), at: Double(step))
    }
    #expect(abs(hold.shown.angle - 10) < rounding)
  }

  // MARK: Limits

  @Test func `how many events a pinch beyond the limits takes does not matter`() {
    var random = SeededGenerator(6)
    let start = [a: Point(380, 275), b: Point(420, 275)]
    for _ in 0..<100 {
      let end = [
        a: Point(random.double(-900...390), random.double(250...290)),
        b: Point(random.double(410...1700), random.double(250...290)),
      ]
      var once = hold(start)
      once.move(end, at: 1)
      var often = hold(start)
      for step in 1...50 {
        let wobble = step < 50 ? Point(random.double(-99...99), random.double(-99...99)) : .zero
        often.move(
          [
            a: between(start, end, a, Double(step) / 50) + wobble,
            b: between(start, end, b, Double(step) / 50) - wobble,
          ], at: Double(step) / 50)
      }
      #expect(apart(once.shown, often.shown, on: reference) < rounding)
    }
  }

  @Test func `the shown scale follows the limits and comes back along the same way`() {
    let rules = GestureRules()
    let start = [a: Point(390, 275), b: Point(410, 275)]
    var hold = hold(start, rules: rules)
    for raw in [0.5, 3, 6, 12, 60, 12, 3, 0.1, 1] {
      hold.move([a: Point(400 - 10 * raw, 275), b: Point(400 + 10 * raw, 275)], at: 0)
      #expect(abs(hold.shown.scale - rules.limits.shown(forRaw: raw)) < rounding)
    }
    #expect(apart(hold.shown, .identity, on: reference) < rounding)
  }

  @Test func `changing fingers beyond a limit keeps the total of the pinch`() {
    let rules = GestureRules()
    for raw in [0.4, 20.0] {
      var hold = hold([a: Point(390, 275), b: Point(410, 275)], rules: rules)
      hold.move([a: Point(400 - 10 * raw, 275), b: Point(400 + 10 * raw, 275)], at: 0)
      let before = hold.shown
      hold.setFingers([b: Point(400 + 10 * raw, 275)])
      #expect(hold.shown == before)
      hold.move([b: Point(500, 300)], at: 0.1)
      #expect(abs(hold.shown.scale - before.scale) < rounding)
      hold.setFingers([b: Point(500, 300), c: Point(500, 400)])
      #expect(abs(hold.shown.scale - before.scale) < rounding)
      // Half as far apart: half of the total.
      hold.move([b: Point(500, 325), c: Point(500, 375)], at: 0.2)
      #expect(abs(hold.shown.scale - rules.limits.shown(forRaw: raw / 2)) < rounding)
    }
  }

  @Test func `a caught copy stays as it is, whatever it is`() {
    var random = SeededGenerator(7)
    let rules = [GestureRules(), GestureRules(damping: 0.5), GestureRules(damping: 0), unlimited]
    for index in 0..<400 {
      // Also scales that the rubber band would never show, as a spring overshoots to.
      var shown = random.similarity()
      shown.scale = random.double(0.3...12)
      var hold = Hold(reference: reference, shown: shown, rules: rules[index % rules.count])
      let fingers = [a: Point(340, 240), b: Point(440, 310)]
      hold.setFingers(fingers)
      #expect(hold.shown == shown)
      hold.move(fingers, at: 0)
      #expect(apart(hold.shown, shown, on: reference) < rounding)
    }
  }

  // MARK: Bad input

  @Test func `fingers on one point neither blow up nor jump when they come apart`() {
    let point = Point(400, 275)
    var hold = hold([a: point, b: point])
    hold.move([a: point + Point(0.3, 0), b: point], at: 0)
    #expect(hold.shown.scale == 1)
    hold.move([a: point + Point(30, 0), b: point - Point(30, 0)], at: 0.1)
    #expect(hold.shown.scale == 1)
    hold.move([a: point + Point(60, 0), b: point - Point(60, 0)], at: 0.2)
    #expect(abs(hold.shown.scale - 2) < rounding)
    // Onto one point again: as small as the rubber band gets, not turned, and back.
    hold.move([a: point, b: point], at: 0.3)
    #expect(hold.shown.scale > 0.75 && hold.shown.angle == 0 && hold.shown.translation.isFinite)
    hold.move([a: point + Point(30, 0), b: point - Point(30, 0)], at: 0.4)
    #expect(apart(hold.shown, .identity, on: reference) < rounding)
  }

  @Test func `positions that are no positions are dropped`() {
    let fingers = [a: Point(350, 275), b: Point(450, 275)]
    var hold = hold(fingers)
    for bad in [Point(.nan, 0), Point(0, .infinity), Point(1e308, -1e308)] {
      hold.move([a: bad], at: 0)
      hold.move([c: Point(1, 1)], at: 0)
      #expect(hold.shown.isProper)
    }
    hold.move([a: Point(300, 275), b: Point(500, 275)], at: .nan)
    #expect(abs(hold.shown.scale - 2) < rounding)
    hold.setFingers([a: Point(.nan, .nan), b: Point(500, 275)])
    hold.move([b: Point(700, 275)], at: 1)
    #expect(abs(hold.shown.scale - 4) < rounding)
    hold.setFingers([:])
    hold.move([a: .zero], at: 2)
    #expect(abs(hold.shown.scale - 4) < rounding)
  }

  private func between(_ from: [FingerID: Point], _ to: [FingerID: Point], _ id: FingerID, _ part: Double) -> Point {
    from[id, default: .zero] * (1 - part) + to[id, default: .zero] * part
  }
}

extension [FingerID: Point] {
  fileprivate func distance(_ a: FingerID, _ b: FingerID) -> Double {
    self[a, default: .zero].distance(to: self[b, default: .zero])
  }
}
