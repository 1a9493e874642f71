// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct ViewerPanTests {
  private let middle = Point(500, 400)
  private let room = Rect(x: 0, y: 0, width: 1000, height: 800)

  // MARK: Panning

  @Test func `a picture larger than the room goes with the finger, and gives way at its edge`() {
    var viewer = Viewer.zoomed()
    let before = viewer.model.shown.translation
    viewer.drag(by: Point(-120, 70), speed: 400)
    #expect((viewer.model.shown.translation - before - Point(-120, 70)).length < rounding)
    let corner = { (viewer: Viewer) in viewer.model.shown.apply(to: .zero) }
    viewer.move(1, Point(4000, 400))
    #expect(corner(viewer).x > 0 && corner(viewer).x < 1000 * ZoomMotion.standard.edgeGive)
    viewer.pause()
    viewer.up(1)
    viewer.rest()
    #expect(viewer.isAtRest && abs(corner(viewer).x) < rounding)
  }

  @Test func `a flung picture is at the same place whatever the frame rate`() {
    var random = SeededGenerator(90)
    for _ in 0..<30 {
      let velocity = Point(random.double(-4000...4000), random.double(-4000...4000))
      let ends = [30.0, 60, 144, nil].map { rate in
        var viewer = Viewer.zoomed()
        viewer.model.fling(velocity: velocity, at: viewer.time)
        let start = viewer.time
        var time = start
        while time < start + 0.4 {
          time += rate.map { 1 / $0 } ?? random.double(0.001...0.09)
          viewer.model.frame(at: min(time, start + 0.4))
        }
        return viewer.model.shown
      }
      for end in ends { #expect(apart(end, ends[0], on: room) < rounding) }
    }
  }

  @Test func `a picture that is let go of in motion goes on at that speed`() {
    var viewer = Viewer.zoomed()
    viewer.drag(by: Point(-100, -50), speed: 1000)
    let before = viewer.model.shown.translation
    viewer.up(1)
    #expect(viewer.model.shown.translation == before)
    viewer.frame()
    // A sixtieth of a second at friction 4 /s: 3 % less.
    let way = viewer.model.shown.translation - before
    #expect((way * 60 - Point(-894, -447)).length < 40)
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `a finger stops what glides where it is, and holds it`() {
    var viewer = Viewer.zoomed()
    viewer.model.fling(velocity: Point(-9000, 0), at: viewer.time)
    // Out beyond the edge.
    for _ in 0..<12 { viewer.frame() }
    #expect(viewer.model.shown.bounds(of: viewer.model.layout.reference).maxX < 999)
    let caught = viewer.model.shown
    viewer.down(1, middle)
    for _ in 0..<10 { viewer.frame() }
    #expect(viewer.model.shown == caught)
    viewer.move(1, Point(500, 410))
    viewer.move(1, Point(500, 410.5))
    #expect(apart(viewer.model.shown, caught, on: room) < 0.51)
    viewer.up(1)
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `what a drag catches at a scale that can't last goes on to one that can`() {
    var viewer = Viewer.zoomed(by: 7)
    viewer.pinch(from: 100, to: 300)
    viewer.up(1)
    viewer.up(2)
    #expect(viewer.scale > 8)
    viewer.frame()
    viewer.drag(by: Point(-60, -60), speed: 900)
    #expect(viewer.scale > 8)
    viewer.up(1)
    viewer.rest()
    #expect(abs(viewer.scale - 8) < rounding && viewer.isAtRest)
  }

  @Test func `keys and scrolling move it as far as its edges, flinging a picture at fit nowhere`() {
    var viewer = Viewer.zoomed()
    viewer.model.pan(by: Point(-70, 30), at: viewer.time)
    #expect(viewer.model.shown.apply(to: middle) == Point(430, 430))
    #expect(viewer.isAtRest)
    viewer.model.pan(by: Point(9000, -9000), at: viewer.time)
    #expect(viewer.isAtRest)
    let bounds = viewer.model.shown.bounds(of: viewer.model.layout.reference)
    #expect(abs(bounds.minX) < rounding && abs(bounds.maxY - 800) < rounding)
    var atFit = Viewer()
    atFit.model.pan(by: Point(50, 50), at: 0)
    atFit.model.fling(velocity: Point(5000, 0), at: 0)
    #expect(atFit.isAtRest && atFit.model.shown == .identity)
  }

  @Test func `fingers that leave the touchpad while they scroll let the picture go on, until they scroll again`() {
    var viewer = Viewer.zoomed()
    func scroll() {
      for _ in 0..<10 {
        viewer.time += 0.01
        viewer.model.pan(by: Point(-6, 3), at: viewer.time)
      }
    }
    scroll()
    let before = viewer.model.shown.translation
    viewer.model.endPan(at: viewer.time)
    #expect(viewer.model.shown.translation == before)
    viewer.frame()
    // A sixtieth of a second at friction 4 /s: 3 % less.
    let way = viewer.model.shown.translation - before
    #expect((way * 60 - Point(-580, 290)).length < 30)
    for _ in 0..<5 { viewer.frame() }
    viewer.model.pan(by: Point(0, 0), at: viewer.time)
    #expect(viewer.isAtRest)
    // Fingers that have rested do not throw.
    let rest = viewer.model.shown
    viewer.time += 0.2
    viewer.model.endPan(at: viewer.time)
    viewer.rest()
    #expect(viewer.isAtRest && viewer.model.shown == rest)
  }

  @Test func `scrolling that ends leaves alone what else is going on`() {
    for input: (inout ViewerModel, Double) -> Void in [
      { $0.zoom(by: 1.7, about: Point(300, 300), at: $1) }, { $0.turn(quarters: 1, at: $1) },
      { $0.turnPage(by: 1, to: $0.layout, isSliding: false, at: $1) },
      { _ = $0.down(FingerID(1), at: Point(500, 400), time: $1) },
    ] {
      var viewer = Viewer.zoomed()
      viewer.time += 0.01
      viewer.model.pan(by: Point(-6, 3), at: viewer.time)
      viewer.time += 0.01
      viewer.model.pan(by: Point(-6, 3), at: viewer.time)
      input(&viewer.model, viewer.time)
      var other = viewer
      other.model.endPan(at: viewer.time)
      for _ in 0..<60 {
        viewer.frame()
        other.frame()
        #expect(other.onScreen == viewer.onScreen)
      }
    }
  }

  // MARK: Wheel and keys

  @Test(arguments: [2, 5, 9]) func `several clicks of the wheel are one of all of them`(count: Int) {
    let point = Point(333, 222)
    let factor = 1.15
    var often = Viewer()
    for _ in 0..<count {
      often.model.zoom(by: factor, about: point, at: often.time)
      often.frame()
    }
    var once = Viewer()
    once.model.zoom(by: pow(factor, Double(count)), about: point, at: 0)
    often.rest()
    once.rest()
    #expect(apart(often.model.shown, once.model.shown, on: room) < rounding)
    #expect(often.isAtRest)
  }

  @Test func `a click of the wheel keeps the speed of the one before, and the point all the while`() {
    let point = Point(333, 222)
    var viewer = Viewer()
    viewer.model.zoom(by: 1.5, about: point, at: 0)
    var scales = [1.0]
    for frame in 1...12 {
      if frame == 5 { viewer.model.zoom(by: 1.5, about: point, at: viewer.time) }
      viewer.frame()
      scales.append(viewer.scale)
      #expect(viewer.model.shown.apply(to: point).distance(to: point) < 150)
    }
    let steps = zip(scales.dropFirst(), scales).map { log($0 / $1) }
    // Until the second click and after it: not from standing again.
    #expect(steps[4] > steps[3] * 0.8)
  }

  @Test func `percentages are of the device's pixels`() {
    var viewer = Viewer()
    viewer.model.zoom(toEnlargement: 1, at: 0)
    viewer.rest()
    #expect(abs(viewer.model.enlargement - 1) < rounding && abs(viewer.scale - 3) < rounding)
    viewer.model.zoom(toEnlargement: 2, at: viewer.time)
    viewer.rest()
    #expect(abs(viewer.model.enlargement - 2) < rounding && viewer.isAtRest)
    viewer.model.zoom(toEnlargement: nil, at: viewer.time)
    viewer.rest()
    #expect(viewer.model.shown == viewer.model.layout.fit())
  }

  @Test func `turned by quarters a picture at fit fits again, a larger one stays as large about the middle`() {
    var viewer = Viewer()
    for quarter in 1...5 {
      viewer.model.turn(quarters: 1, at: viewer.time)
      viewer.rest()
      #expect(viewer.isAtRest && viewer.model.layout.isAtFit(viewer.model.shown))
      #expect(abs(viewer.model.shown.angle - Double(quarter) * .pi / 2) < rounding)
    }
    var large = Viewer.zoomed(by: 4, about: Point(450, 380))
    let under = large.model.shown.inverse.apply(to: middle)
    large.model.turn(quarters: -1, at: large.time)
    large.rest()
    #expect(large.isAtRest && abs(large.scale - 4) < rounding)
    #expect(large.model.shown.apply(to: under).distance(to: middle) < rounding)
    large.model.turn(quarters: .min, at: large.time)
    large.rest()
    #expect(large.isAtRest && abs(large.scale - 4) < rounding)
  }

  @Test func `while fingers hold the picture, wheel and keys do nothing`() {
    var viewer = Viewer.zoomed()
    viewer.pinch(from: 200, to: 220)
    let before = viewer.model.shown
    viewer.model.zoom(by: 2, about: middle, at: viewer.time)
    viewer.model.zoom(toEnlargement: 1, at: viewer.time)
    viewer.model.turn(quarters: 1, at: viewer.time)
    viewer.model.pan(by: Point(50, 50), at: viewer.time)
    viewer.model.fling(velocity: Point(500, 500), at: viewer.time)
    viewer.model.toggleZoom(about: middle, at: viewer.time)
    #expect(viewer.model.shown == before && !viewer.model.needsFrames)
  }
}
