// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct ViewerArbiterTests {
  private typealias Command = ViewerArbiter.Command

  private let a = FingerID(1)
  private let b = FingerID(2)
  private let c = FingerID(3)
  private let home = Point(400, 300)

  // MARK: Any sequence

  /// What a listener may expect: one gesture at a time, begun before it moves, ended once.
  private struct Listener {
    enum Gesture: Equatable {
      case none
      case drag(ViewerDrag, from: Point)
      case pinch
    }
    var gesture = Gesture.none
    /// Where the last finger came down.
    var landing = Point.zero

    mutating func hear(_ command: Command, fingers: [FingerID: Point]) {
      switch command {
      case .tap, .doubleTap, .longPress:
        #expect(gesture == .none)
      case .begin(let drag, let point):
        #expect(gesture == .none)
        #expect(fingers.count == 1 && point == landing)
        // Where it landed is where it is meant to be, but it moves from where it is.
        gesture = .drag(drag, from: fingers.values.first ?? .zero)
      case .move(let drag, let offset, let point):
        if case .drag(drag, let start) = gesture {
          #expect(offset == point - start)
        } else {
          Issue.record("moves \(drag) during \(gesture)")
        }
        #expect(fingers.values.contains(point))
      case .end(let drag), .stop(let drag):
        if case .drag(drag, _) = gesture {} else { Issue.record("ends \(drag) during \(gesture)") }
        gesture = .none
      case .beginPinch(let pinching):
        #expect(gesture == .none)
        #expect(pinching == fingers && fingers.count > 1)
        gesture = .pinch
      case .changeFingers(let pinching), .movePinch(let pinching):
        #expect(gesture == .pinch && !pinching.isEmpty)
      case .releasePinch, .cancelPinch:
        #expect(gesture == .pinch)
        gesture = .none
      }
    }
  }

  @Test func `over random touches there is never more than one gesture, and none without fingers`() {
    var random = SeededGenerator(40)
    var gestures: [String: Int] = [:]
    for _ in 0..<400 {
      var arbiter = ViewerArbiter()
      var listener = Listener()
      var fingers: [FingerID: Point] = [:]
      var time = 0.0
      for _ in 0..<60 {
        time += random.double(0...0.25)
        // Mostly one that is there.
        let other = FingerID(.random(in: 0..<5, using: &random))
        let known = fingers.keys.min { $0.rawValue < $1.rawValue } ?? other
        let finger = Int.random(in: 0..<3, using: &random) == 0 ? other : known
        // Mostly a few pixels from where a finger was, so that there are taps and small movements.
        var position = fingers[finger] ?? home
        position += Point(random.double(-8...8), random.double(-8...8)) * (Bool.random(using: &random) ? 1 : 20)
        if Int.random(in: 0..<20, using: &random) == 0 {
          position = [Point(.nan, 1), Point(1, .infinity)].randomElement(using: &random) ?? .zero
        }
        let before = arbiter
        var commands: [Command] = []
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2 where fingers.isEmpty || Int.random(in: 0..<3, using: &random) == 0:
          commands = arbiter.down(finger, at: position, time: time)
          if position.isFinite {
            let isSecond = fingers.count == 1 && fingers[finger] == nil
            fingers[finger] = position
            listener.landing = position
            if isSecond && before.state != .spent { #expect(arbiter.state == .pinching) }
          } else {
            #expect(arbiter.state == before.state && commands.isEmpty)
          }
        case 0...7:
          var decisions = 0
          commands = arbiter.move(finger, to: position, time: time) { offset in
            decisions += 1
            #expect(offset.length >= ZoomMotion.standard.dragThreshold)
            if case .pressed = before.state {} else { Issue.record("decides in \(before.state)") }
            return offset.x > 100 ? nil : abs(offset.x) > abs(offset.y) ? .swipe : offset.y > 0 ? .dismiss : .pan
          }
          #expect(decisions <= 1)
          if position.isFinite && fingers[finger] != nil {
            fingers[finger] = position
          } else {
            #expect(arbiter.state == before.state && commands.isEmpty)
          }
        case 8, 9:
          commands = arbiter.up(finger, time: time)
          if fingers.removeValue(forKey: finger) == nil { #expect(commands.isEmpty) }
        case 10:
          commands = arbiter.timePassed(to: time)
        default:
          if Int.random(in: 0..<4, using: &random) == 0 {
            commands = arbiter.cancelAll()
            fingers = [:]
          } else {
            commands = arbiter.cancel(finger)
            if fingers.removeValue(forKey: finger) == nil { #expect(commands.isEmpty) }
          }
        }
        for command in commands {
          listener.hear(command, fingers: fingers)
          gestures["\(command)".prefix { $0 != "(" }.description, default: 0] += 1
        }
        checkRest(arbiter, listener, fingers)
      }
      for finger in fingers.keys {
        for command in arbiter.up(finger, time: time) {
          fingers[finger] = nil
          listener.hear(command, fingers: fingers)
        }
      }
      checkRest(arbiter, listener, [:])
    }
    // The random touches do reach everything.
    #expect(gestures.count == 12)
    #expect(gestures.values.allSatisfy { $0 > 10 }, "\(gestures)")
  }

  private func checkRest(_ arbiter: ViewerArbiter, _ listener: Listener, _ fingers: [FingerID: Point]) {
    switch arbiter.state {
    case .idle, .tapped: #expect(fingers.isEmpty && listener.gesture == .none)
    case .pressed, .pressedAgain: #expect(fingers.count == 1 && listener.gesture == .none)
    case .dragging(let drag, let start):
      #expect(fingers.count == 1 && listener.gesture == .drag(drag, from: start))
    case .pinching: #expect(!fingers.isEmpty && listener.gesture == .pinch)
    case .spent: #expect(!fingers.isEmpty && listener.gesture == .none)
    }
  }

  // MARK: The table, row by row

  private func pressed() -> ViewerArbiter {
    var arbiter = ViewerArbiter()
    #expect(arbiter.down(a, at: home, time: 1) == [])
    return arbiter
  }

  private func tapped() -> ViewerArbiter {
    var arbiter = pressed()
    #expect(arbiter.up(a, time: 1.1) == [.tap(home)])
    return arbiter
  }

  private func pressedAgain() -> ViewerArbiter {
    var arbiter = tapped()
    #expect(arbiter.down(b, at: home + Point(20, 20), time: 1.3) == [])
    return arbiter
  }

  private func dragging() -> ViewerArbiter {
    var arbiter = pressed()
    _ = arbiter.move(a, to: home + Point(12, 0), time: 1.1) { _ in .swipe }
    return arbiter
  }

  private func pinching() -> ViewerArbiter {
    var arbiter = pressed()
    #expect(
      arbiter.down(b, at: Point(500, 300), time: 1.2) == [.beginPinch([a: home, b: Point(500, 300)])])
    return arbiter
  }

  @Test func `a finger is pressed, and waits for a long press`() {
    let arbiter = pressed()
    #expect(arbiter.state == .pressed(start: home, time: 1))
    #expect(arbiter.deadline == 1.5)
    #expect(ViewerArbiter().deadline == nil && dragging().deadline == nil)
  }

  @Test func `a pressed finger drags from the threshold on, by the way from there`() {
    var arbiter = pressed()
    #expect(arbiter.move(a, to: home + Point(6, 7.9), time: 1.1) { _ in .pan } == [])
    #expect(arbiter.move(a, to: home + Point(6, 8), time: 1.2) { _ in .pan } == [.begin(.pan, at: home)])
    let next = home + Point(-50, 8)
    #expect(arbiter.move(a, to: next, time: 1.3) { _ in .swipe } == [.move(.pan, by: Point(-56, 0), at: next)])
    #expect(arbiter.up(a, time: 1.4) == [.end(.pan)])
    #expect(arbiter.state == .idle)
  }

  @Test func `a drag that means nothing is spent`() {
    var arbiter = pressed()
    #expect(arbiter.move(a, to: home + Point(50, 0), time: 1.1) { _ in nil } == [])
    #expect(arbiter.state == .spent)
    #expect(arbiter.down(b, at: home, time: 1.2) == [])
    #expect(arbiter.move(b, to: .zero, time: 1.3) { _ in .pan } == [])
    #expect(arbiter.up(a, time: 1.4) == [] && arbiter.state == .spent)
    #expect(arbiter.up(b, time: 1.4) == [] && arbiter.state == .idle)
  }

  @Test func `a finger that goes up taps`() {
    #expect(tapped().state == .tapped(home, time: 1.1))
  }

  @Test func `a finger that rests is a long press, and nothing afterwards`() {
    var arbiter = pressed()
    #expect(arbiter.timePassed(to: 1.49) == [])
    #expect(arbiter.timePassed(to: 1.5) == [.longPress(home)])
    #expect(arbiter.state == .spent)
    #expect(arbiter.move(a, to: .zero, time: 2) { _ in .pan } == [])
    #expect(arbiter.up(a, time: 2) == [] && arbiter.state == .idle)
  }

  @Test(arguments: [(39.0, 0.29, true), (41, 0.29, false), (39, 0.31, false)])
  func `a second tap has to be near and soon`(distance: Double, wait: Double, isDouble: Bool) {
    var arbiter = tapped()
    let place = home + Point(0, distance)
    #expect(arbiter.down(b, at: place, time: 1.1 + wait) == [])
    #expect(
      arbiter.state == (isDouble ? .pressedAgain(start: place) : .pressed(start: place, time: 1.1 + wait)))
    #expect(arbiter.up(b, time: 1.5) == [isDouble ? .doubleTap(place) : .tap(place)])
    if isDouble { #expect(arbiter.state == .idle) }
  }

  @Test func `a third tap is a first one again`() {
    var arbiter = pressedAgain()
    _ = arbiter.up(b, time: 1.31)
    _ = arbiter.down(a, at: home, time: 1.35)
    #expect(arbiter.up(a, time: 1.4) == [.tap(home)])
  }

  @Test func `a finger that moves after a tap zooms`() {
    var arbiter = pressedAgain()
    let start = home + Point(20, 20)
    #expect(arbiter.move(b, to: start + Point(0, 9), time: 1.4) { _ in .pan } == [])
    let begun = start + Point(0, -10)
    #expect(arbiter.move(b, to: begun, time: 1.4) { _ in .pan } == [.begin(.zoom, at: start)])
    #expect(
      arbiter.move(b, to: start, time: 1.5) { _ in .pan } == [.move(.zoom, by: Point(0, 10), at: start)])
    #expect(arbiter.up(b, time: 1.6) == [.end(.zoom)])
    #expect(arbiter.state == .idle)
  }

  @Test func `a second finger pinches, whatever the first one did`() {
    for before in [pressed(), pressedAgain(), dragging()] {
      var arbiter = before
      let commands = arbiter.down(c, at: .zero, time: 2)
      #expect(arbiter.state == .pinching)
      if case .beginPinch(let fingers) = commands.last {
        #expect(fingers.count == 2 && fingers[c] == .zero)
      } else {
        Issue.record("no pinch: \(commands)")
      }
      #expect(commands.first == (before.state == dragging().state ? .stop(.swipe) : commands.last))
    }
  }

  @Test func `fingers come and go in a pinch, which ends with the last one`() {
    var arbiter = pinching()
    let other = Point(500, 300)
    #expect(arbiter.down(c, at: .zero, time: 1) == [.changeFingers([a: home, b: other, c: .zero])])
    #expect(
      arbiter.move(c, to: Point(5, 5), time: 1) { _ in .pan } == [.movePinch([a: home, b: other, c: Point(5, 5)])])
    #expect(arbiter.up(a, time: 1) == [.changeFingers([b: other, c: Point(5, 5)])])
    #expect(arbiter.up(c, time: 1) == [.changeFingers([b: other])])
    #expect(arbiter.up(b, time: 1) == [.releasePinch])
    #expect(arbiter.state == .idle)
  }

  @Test func `what the system takes away is over, and what is left is spent`() {
    for (before, commands) in [
      (pressed(), []), (dragging(), [.stop(.swipe)]), (pinching(), [.cancelPinch]),
    ] as [(ViewerArbiter, [Command])] {
      var one = before
      #expect(one.cancel(a) == commands)
      #expect(one.state == (before.state == .pinching ? .spent : .idle))
      #expect(one.up(b, time: 3) == [] && one.state == .idle)
      var all = before
      #expect(all.cancelAll() == commands)
      #expect(all.state == .idle)
    }
    var tapped = tapped()
    #expect(tapped.cancelAll() == [] && tapped.state == .idle)
    var again = pressedAgain()
    #expect(again.cancel(b) == [] && again.state == .idle)
  }

  @Test func `unknown fingers and positions that are none change nothing`() {
    for before in [ViewerArbiter(), pressed(), tapped(), pressedAgain(), dragging(), pinching()] {
      var arbiter = before
      #expect(arbiter.move(c, to: .zero, time: 2) { _ in .pan } == [])
      #expect(arbiter.up(c, time: 2) == [] && arbiter.cancel(c) == [])
      #expect(arbiter.down(c, at: Point(.nan, 0), time: 2) == [])
      #expect(arbiter.move(a, to: Point(0, -.infinity), time: 2) { _ in .pan } == [])
      #expect(arbiter.state == before.state)
    }
  }

  @Test func `a finger that lands again without having gone up has gone up`() {
    var arbiter = dragging()
    #expect(arbiter.down(a, at: home, time: 2) == [.end(.swipe)])
    #expect(arbiter.state == .pressed(start: home, time: 2))
  }
}
