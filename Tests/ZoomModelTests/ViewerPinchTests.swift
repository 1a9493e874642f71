// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct ViewerPinchTests {
  private let middle = Point(500, 400)
  private let room = Rect(x: 0, y: 0, width: 1000, height: 800)

  // MARK: Pinching

  @Test func `the points under two fingers stay under them`() {
    var random = SeededGenerator(70)
    var checked = 0
    for index in 0..<150 {
      var viewer = index % 3 == 0 ? Viewer() : Viewer.zoomed(by: random.double(1...6), about: random.point(in: room))
      if index % 3 == 2 {
        // In the middle of a turn of the page, which goes on.
        viewer.model.turnPage(by: 1, to: viewer.model.layout, isSliding: true, at: viewer.time)
        for _ in 0..<(index % 12) { viewer.frame() }
      }
      var fingers: [UInt: Point] = [1: random.point(in: room)]
      repeat { fingers[2] = random.point(in: room) } while fingers.distance < 80
      for (finger, point) in fingers { viewer.down(finger, point) }
      let held = fingers.mapValues(viewer.onScreen.inverse.apply)
      for _ in 0..<12 {
        var moved = fingers
        repeat {
          moved = fingers.mapValues { $0 + Point(random.double(-40...40), random.double(-40...40)) }
        } while moved.distance < 50
        fingers = moved
        viewer.frame()
        for (finger, point) in fingers { viewer.move(finger, point) }
        let scales = viewer.model.layout.scales(angle: 0)
        guard scales.contains(viewer.scale) else { continue }
        checked += 1
        for (finger, point) in held {
          #expect(viewer.onScreen.apply(to: point).distance(to: fingers[finger, default: .zero]) < 1e-5)
        }
      }
    }
    #expect(checked > 500)
  }

  @Test func `let go of at rest in front of a moving row, the picture starts from rest`() {
    var viewer = Viewer()
    viewer.model.turnPage(by: 1, to: viewer.model.layout, isSliding: true, at: 0)
    for _ in 0..<4 { viewer.frame() }
    viewer.down(1, Point(400, 400))
    viewer.down(2, Point(600, 400))
    viewer.up(1)
    viewer.up(2)
    let before = viewer.onScreen
    #expect(viewer.model.pageOffset > 400)
    let step = 1e-4
    viewer.model.frame(at: viewer.time + step)
    // Springs of 18 rad/s pull with up to ω²·x and 2ω·v: the row by itself would move by half a pixel.
    #expect(viewer.onScreen.translation.distance(to: before.translation) < 0.01)
  }

  @Test func `without rotation fingers do not turn the picture, with it it snaps to quarters`() {
    for allows in [false, true] {
      var viewer = Viewer()
      viewer.model.allowsRotation = allows
      viewer.down(1, Point(400, 400))
      viewer.down(2, Point(600, 400))
      for step in 1...10 {
        viewer.time += 0.02
        let turn = Similarity(scale: 1, angle: 0.1 * Double(step), taking: middle)
        viewer.move(1, turn.apply(to: Point(400, 400)))
        viewer.move(2, turn.apply(to: Point(600, 400)))
      }
      #expect(abs(viewer.model.shown.angle - (allows ? 1 : 0)) < rounding)
      viewer.up(1)
      viewer.up(2)
      viewer.rest()
      #expect(abs(viewer.model.shown.angle - (allows ? Double.pi / 2 : 0)) < rounding)
      #expect(viewer.isAtRest && viewer.events == [])
    }
  }

  @Test func `beyond its limits a pinch gives way and springs back to them`() {
    for (ratio, rest) in [(30.0, 8.0), (0.4, 1)] {
      var viewer = Viewer.zoomed(by: 2)
      viewer.pinch(from: 100, to: 100 * ratio)
      #expect(viewer.scale > 0.74 && viewer.scale < 12)
      #expect(ratio > 1 ? viewer.scale > 8 : viewer.scale < 1)
      viewer.up(1)
      viewer.up(2)
      viewer.rest()
      #expect(abs(viewer.scale - rest) < rounding && viewer.isAtRest && viewer.events == [])
    }
  }

  @Test(arguments: [0.85, 0.3, 0.02]) func `pinched together from fit it leaves the viewer`(ratio: Double) {
    var viewer = Viewer()
    viewer.pinch(from: 400, to: 400 * ratio)
    // It shrinks with the fingers: nothing gives way.
    #expect(abs(viewer.scale - max(ratio, 0.0375)) < (ratio < 0.05 ? 0.02 : rounding))
    viewer.pause()
    viewer.up(1)
    #expect(viewer.events == [])
    viewer.up(2)
    #expect(viewer.events == [.dismiss(.zero)])
  }

  @Test func `pinched together a little it leaves only when it is fast`() {
    for (pause, leaves) in [(0, true), (1, false)] as [(Double, Bool)] {
      var viewer = Viewer()
      viewer.pinch(from: 400, to: 380, over: 0.03)
      viewer.time += pause
      viewer.up(1)
      viewer.up(2)
      if leaves {
        guard case .dismiss(let velocity) = viewer.events.last else {
          Issue.record("stays")
          continue
        }
        #expect(velocity.logScale < -1.4)
      } else {
        #expect(viewer.events == [])
        viewer.rest()
        #expect(viewer.isAtRest)
      }
    }
  }

  @Test(arguments: [0.5, 0.1, 0.001]) func `pinched together from larger than fit it never leaves`(ratio: Double) {
    for pause in [0.0, 1] {
      var viewer = Viewer.zoomed(by: 1.5)
      viewer.pinch(from: 600, to: 600 * ratio)
      viewer.time += pause
      viewer.up(1)
      viewer.up(2)
      #expect(viewer.events == [])
      viewer.rest()
      #expect(abs(viewer.scale - 1) < rounding && viewer.isAtRest)
    }
  }

  @Test func `a picture that fingers only turn does not leave, though it could be larger then`() {
    // Turned by a quarter it fits at half the scale.
    var viewer = Viewer(picture: Size(3000, 1500))
    viewer.model.turn(quarters: 1, at: 0)
    viewer.rest()
    let fit = viewer.scale
    #expect(fit < 0.9)
    viewer.down(1, Point(400, 400))
    viewer.down(2, Point(600, 400))
    var last = viewer.model.backdropOpacity
    for step in 1...90 {
      viewer.time += 1.0 / 60
      let turn = Similarity(scale: 1, angle: -Double.pi / 180 * Double(step), taking: middle)
      viewer.move(1, turn.apply(to: Point(400, 400)))
      viewer.move(2, turn.apply(to: Point(600, 400)))
      // In steps of a degree the backdrop has no jump.
      #expect(abs(viewer.model.backdropOpacity - last) < 0.05)
      last = viewer.model.backdropOpacity
    }
    viewer.up(1)
    viewer.up(2)
    #expect(viewer.events == [])
    viewer.rest()
    #expect(viewer.model.shown.scale == 1 && viewer.isAtRest)
  }

  @Test func `a pinch that the system takes away goes back and never leaves`() {
    var viewer = Viewer()
    viewer.pinch(from: 400, to: 100, over: 0.05)
    viewer.events += viewer.model.cancel(FingerID(1), time: viewer.time)
    viewer.up(2)
    #expect(viewer.events == [])
    viewer.rest()
    #expect(viewer.isAtRest && viewer.model.shown == viewer.model.layout.fit())
    // Nobody has thrown it, however fast the fingers were.
    var fast = Viewer.zoomed()
    fast.pinch(from: 100, to: 140, over: 0.05)
    fast.model.cancelAll(at: fast.time)
    #expect(fast.isAtRest)
  }

  // MARK: Double tap

  @Test func `a double tap goes to two and a half times about the point, and another one back`() {
    var random = SeededGenerator(80)
    for _ in 0..<50 {
      var viewer = Viewer()
      let point = random.point(in: Rect(x: 0, y: 0, width: 1000, height: 800))
      viewer.tap(point)
      viewer.tap(point)
      #expect(viewer.model.needsFrames)
      let under = viewer.model.shown.inverse.apply(to: point)
      // The picture fills the room, so the edges are never in the way.
      while viewer.model.needsFrames && viewer.time < 3 {
        viewer.frame()
        #expect(viewer.model.shown.apply(to: under).distance(to: point) < rounding)
        #expect(viewer.scale < 2.5 + rounding)
      }
      #expect(abs(viewer.scale - 2.5) < rounding && viewer.isAtRest)
      viewer.pause()
      viewer.tap(point)
      viewer.tap(point)
      viewer.rest()
      #expect(viewer.model.shown == viewer.model.layout.fit() && viewer.isAtRest)
    }
  }

  @Test func `where an edge is in the way, a double tap shows no gap at rest`() {
    var viewer = Viewer(picture: Size(3000, 1000))
    viewer.model.toggleZoom(about: Point(500, 240), at: 0)
    viewer.rest()
    #expect(abs(viewer.scale - 2.5) < rounding && viewer.isAtRest)
    #expect(abs(viewer.model.shown.bounds(of: viewer.model.layout.reference).minY) < 17)
  }

  @Test func `a second double tap before the first one has ended goes back to fit`() {
    var viewer = Viewer()
    viewer.model.toggleZoom(about: Point(100, 100), at: 0)
    for _ in 0..<6 { viewer.frame() }
    viewer.model.toggleZoom(about: Point(100, 100), at: viewer.time)
    #expect(viewer.model.target == viewer.model.layout.fit())
    viewer.rest()
    #expect(viewer.isAtRest && viewer.model.shown == viewer.model.layout.fit())
  }

  @Test func `a finger that stays after a tap scales about where it landed, down is larger`() {
    var viewer = Viewer()
    let point = Point(300, 250)
    viewer.tap(point)
    viewer.down(1, point)
    viewer.move(1, point + Point(0, 10))
    let under = viewer.model.shown.inverse.apply(to: point)
    for step in 1...10 {
      viewer.time += 0.02
      viewer.move(1, point + Point(0, 10 + 12 * Double(step)))
      #expect(abs(log(viewer.scale) - 0.1 * Double(step)) < rounding)
      #expect(viewer.model.shown.apply(to: under).distance(to: point) < rounding)
    }
    viewer.pause()
    viewer.up(1)
    #expect(viewer.isAtRest && abs(viewer.scale - exp(1)) < rounding && viewer.events == [])
  }

  @Test func `one finger can't scale it out of the viewer`() {
    var viewer = Viewer()
    viewer.tap(middle)
    viewer.down(1, middle)
    for step in 1...50 {
      viewer.time += 0.01
      viewer.move(1, middle + Point(0, -20 * Double(step)))
    }
    #expect(viewer.scale > 0.74)
    viewer.up(1)
    viewer.rest()
    #expect(viewer.events == [] && viewer.isAtRest)
  }
}

extension [UInt: Point] {
  fileprivate var distance: Double { self[1, default: .zero].distance(to: self[2, default: .zero]) }
}
