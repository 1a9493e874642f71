// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct ViewerModelTests {
  private let middle = Point(500, 400)

  // MARK: Anything at any time

  /// One of everything that can happen to a viewer.
  private enum Input: CaseIterable {
    case down, tap, move, up, cancel, cancelAll, wheel, pan, fling, turn, toggle, enlargement, time, frame, turnPage,
      change
  }

  private static let inputs: [Input] =
    Input.allCases + [.down, .down, .up, .up, .frame, .frame] + Array(repeating: .move, count: 12)

  /// Does something random to the viewer, at its time.
  ///
  /// - Returns: how far the corners on screen may move because of it, in logical pixels; nil if anywhere
  private func doSomething(
    to viewer: inout Viewer, fingers: inout [UInt: Point], _ random: inout SeededGenerator
  ) -> Double? {
    let room = Rect(.zero, viewer.model.layout.room)
    let point = random.point(in: room)
    let finger = UInt.random(in: 0..<3, using: &random)
    let time = viewer.time
    switch Self.inputs.randomElement(using: &random) ?? .frame {
    case .down:
      viewer.down(finger, point)
      fingers[finger] = point
    case .tap:
      guard fingers.isEmpty else { return 0 }
      viewer.down(finger, point)
      viewer.up(finger)
      viewer.down(finger, point)
      fingers[finger] = point
    case .move:
      guard let (finger, start) = fingers.sorted(by: { $0.key < $1.key }).randomElement(using: &random) else {
        return 0
      }
      // An event in the same place moves nothing.
      var still = viewer
      still.move(finger, start)
      check(
        apart(still.onScreen, viewer.onScreen, on: viewer.model.layout.reference) < 2 * rounding,
        "an event without a movement moves the picture")
      let reach = Bool.random(using: &random) ? 15.0 : 150
      let position = start + Point(random.double(-reach...reach), random.double(-reach...reach))
      let scale = viewer.scale
      viewer.move(finger, position)
      fingers[finger] = position
      // Points between and far from two fingers move more than these; that they move right is another test.
      return fingers.count > 1 || viewer.scale != scale ? nil : position.distance(to: start)
    case .up:
      guard let finger = fingers.keys.sorted().randomElement(using: &random) else { return 0 }
      viewer.up(finger)
      fingers[finger] = nil
    case .cancel:
      viewer.events += viewer.model.cancel(FingerID(finger), time: time)
      fingers[finger] = nil
    case .cancelAll:
      guard Int.random(in: 0..<4, using: &random) == 0 else { return 0 }
      viewer.model.cancelAll(at: time)
      fingers = [:]
    case .wheel:
      viewer.model.zoom(by: random.double(0.5...2), about: point, at: time)
    case .pan:
      let delta = Point(random.double(-90...90), random.double(-90...90))
      viewer.model.pan(by: delta, at: time)
      return delta.length
    case .fling:
      viewer.model.fling(velocity: Point(random.double(-5000...5000), random.double(-5000...5000)), at: time)
    case .turn:
      viewer.model.turn(quarters: .random(in: -2...2, using: &random), at: time)
    case .toggle:
      viewer.model.toggleZoom(about: point, at: time)
    case .enlargement:
      viewer.model.zoom(toEnlargement: [nil, 1, 2].randomElement(using: &random) ?? nil, at: time)
    case .time:
      viewer.events += viewer.model.timePassed(to: time)
    case .frame:
      break
    case .turnPage:
      // Also without an answer to a swipe: the row then comes back.
      guard Int.random(in: 0..<2, using: &random) == 0 else { return 0 }
      var step = Bool.random(using: &random) ? 1 : -1
      if case .turnPage(let wanted) = viewer.events.last { step = wanted }
      let layout = ViewerLayout(room: room.size, pictureSize: random.layout().pictureSize)
      viewer.model.turnPage(by: step, to: layout, isSliding: Int.random(in: 0..<4, using: &random) > 0, at: time)
      return nil
    case .change:
      guard Int.random(in: 0..<4, using: &random) == 0 else { return 0 }
      let isOtherRoom = Bool.random(using: &random)
      let layout = random.layout()
      viewer.model.change(
        to: isOtherRoom ? layout : ViewerLayout(room: room.size, pictureSize: layout.pictureSize), at: time)
      return nil
    }
    return 0
  }

  private func randomViewer(_ random: inout SeededGenerator) -> Viewer {
    let layout = random.layout()
    var viewer = Viewer()
    let start = Similarity(
      scale: random.double(0.1...2), angle: 0, taking: layout.center, to: random.point(in: layout.reference))
    viewer.model = ViewerModel(
      opening: layout, from: start, velocity: random.velocity(), openness: random.double(0...1), at: 0)
    viewer.model.hasLeft = Bool.random(using: &random)
    viewer.model.hasRight = Bool.random(using: &random)
    viewer.model.allowsRotation = Bool.random(using: &random)
    return viewer
  }

  @Test(arguments: 0..<8) func `nothing ever jumps, and everything comes to rest`(seed: Int) {
    var random = SeededGenerator(UInt64(50 + seed))
    // What springs at their end may leave out unseen: the picture's and the row's.
    let unseen = 2 * ZoomMotion.standard.settleDistance + rounding
    for _ in 0..<60 {
      var viewer = randomViewer(&random)
      var fingers: [UInt: Point] = [:]
      for _ in 0..<80 {
        viewer.time += random.double(0...0.08)
        // Frames come at any time; without one, the row goes on all the same.
        var framed = viewer
        framed.model.frame(at: viewer.time)
        if Bool.random(using: &random) { viewer = framed }
        viewer.events = []
        let before = viewer
        let reach = doSomething(to: &viewer, fingers: &fingers, &random)
        let reference = viewer.model.layout.reference
        if let reach {
          let row = abs(framed.model.pageOffset - before.model.pageOffset)
          check(apart(viewer.onScreen, before.onScreen, on: reference) <= reach + row + unseen, "the picture jumps")
        }
        if reach == 0 {
          let opacities = [before.model.backdropOpacity, framed.model.backdropOpacity].sorted()
          let opacity = viewer.model.backdropOpacity
          check(opacity > opacities[0] - 0.01 && opacity < opacities[1] + 0.01, "the backdrop jumps")
        }
        // The frame right after it, at speeds up to a million pixels per second.
        var next = viewer
        next.model.frame(at: viewer.time)
        let start = next
        next.model.frame(at: viewer.time + 1e-7)
        check(apart(next.onScreen, start.onScreen, on: reference) < 0.1 + unseen, "the picture jumps in a frame")
        check(abs(next.model.backdropOpacity - start.model.backdropOpacity) < 0.01, "the backdrop jumps in a frame")
      }
      for finger in fingers.keys { viewer.up(finger) }
      viewer.rest()
      #expect(viewer.isAtRest)
      #expect(!viewer.model.isTouched)
    }
  }

  /// As an expectation, which takes too long to be made a hundred thousand times.
  private func check(_ isRight: Bool, _ failure: Comment) {
    if !isRight { Issue.record(failure) }
  }

  @Test(arguments: 0..<2) func `without animations everything is at its end at once`(seed: Int) {
    var random = SeededGenerator(UInt64(60 + seed))
    for _ in 0..<60 {
      var viewer = randomViewer(&random)
      var fingers: [UInt: Point] = [:]
      for count in 0..<60 {
        viewer.time += random.double(0...0.08)
        // From any moment on.
        if count == 20 { viewer.model.animates = false }
        viewer.events = []
        _ = doSomething(to: &viewer, fingers: &fingers, &random)
        guard count >= 20 else { continue }
        #expect(!viewer.model.needsFrames)
        if fingers.isEmpty { #expect(viewer.isAtRest) }
      }
    }
  }

  @Test func `input that is no number changes nothing`() {
    let bad = [Double.nan, .infinity, -.infinity]
    for number in bad {
      for time in [0.0, number] {
        for point in [Point(number, 1), Point(1, number)] {
          var viewer = Viewer.zoomed()
          let before = viewer
          viewer.time = time
          viewer.down(1, point)
          viewer.move(1, point)
          viewer.model.zoom(by: 2, about: point, at: time)
          viewer.model.zoom(by: number, about: middle, at: time)
          viewer.model.zoom(toEnlargement: number, at: time)
          viewer.model.pan(by: point, at: time)
          viewer.model.fling(velocity: point, at: time)
          viewer.model.toggleZoom(about: point, at: time)
          viewer.model.frame(at: time)
          #expect(viewer.onScreen == before.onScreen && viewer.isAtRest && viewer.events == [])
        }
      }
    }
    for factor in [0, -1, 1e308] {
      var viewer = Viewer.zoomed()
      let before = viewer.model.shown
      viewer.model.zoom(by: factor, about: middle, at: viewer.time)
      #expect(viewer.isAtRest && viewer.model.shown == before)
    }
  }

  @Test(arguments: [Double.nan, .infinity]) func `an event at no time still ends at rest`(time: Double) {
    for input: (inout ViewerModel) -> Void in [
      { $0.toggleZoom(about: .zero, at: time) }, { $0.fling(velocity: Point(900, 9000), at: time) },
      { $0.turnPage(by: 1, to: $0.layout, isSliding: true, at: time) },
    ] {
      var viewer = Viewer.zoomed()
      input(&viewer.model)
      viewer.rest()
      #expect(viewer.isAtRest)
    }
  }

  @Test func `a frame before the last one changes nothing`() {
    for input: (inout ViewerModel, Double) -> Void in [
      { $0.toggleZoom(about: .zero, at: $1) }, { $0.fling(velocity: Point(900, 500), at: $1) },
      { $0.turnPage(by: 1, to: $0.layout, isSliding: true, at: $1) },
    ] {
      var viewer = Viewer.zoomed()
      input(&viewer.model, viewer.time)
      for _ in 0..<3 { viewer.frame() }
      let before = viewer
      viewer.model.frame(at: viewer.time - 0.02)
      #expect(viewer.onScreen == before.onScreen && viewer.model.needsFrames)
    }
  }

  // MARK: Opening

  @Test func `it comes up from where it was with its velocity, and the backdrop with it`() {
    let layout = ViewerLayout(room: Size(1000, 800), pictureSize: Size(3000, 2400))
    let start = Similarity(scale: 0.2, angle: 0, taking: layout.center, to: Point(100, 700))
    let velocity = MotionVelocity(logScale: 1, center: Point(300, 0))
    var viewer = Viewer()
    viewer.model = ViewerModel(opening: layout, from: start, velocity: velocity, openness: 0.3, at: 0)
    #expect(viewer.model.shown == start)
    #expect(abs(viewer.model.backdropOpacity - 0.3) < rounding)
    var last = viewer.model
    while viewer.model.needsFrames && viewer.time < 2 {
      viewer.frame()
      #expect(viewer.model.openness >= last.openness)
      #expect(viewer.model.backdropOpacity >= last.backdropOpacity - rounding)
      last = viewer.model
    }
    #expect(viewer.isAtRest && viewer.model.shown == layout.fit())
  }

  @Test func `a picture on its way in can be pinched, and stays under the fingers`() {
    let layout = ViewerLayout(room: Size(1000, 800), pictureSize: Size(3000, 2400))
    var viewer = Viewer()
    viewer.model = ViewerModel(
      opening: layout, from: Similarity(scale: 0.2), velocity: .zero, openness: 0, at: 0)
    for _ in 0..<5 { viewer.frame() }
    let shown = viewer.model.shown
    viewer.down(1, Point(100, 100))
    viewer.down(2, Point(300, 200))
    for _ in 0..<60 { viewer.frame() }
    #expect(viewer.model.shown == shown)
    #expect(viewer.model.openness == 1 && !viewer.model.needsFrames)
    // The picture is on its way in, not out.
    #expect(abs(viewer.model.backdropOpacity - 1) < rounding)
  }

  // MARK: Another room, another size

  @Test func `a picture at fit stays at fit in another room, and one on its way there`() {
    let other = ViewerLayout(room: Size(700, 1200), pictureSize: Size(3000, 2400))
    var viewer = Viewer()
    viewer.model.change(to: other, at: 0)
    #expect(viewer.isAtRest && viewer.model.shown == other.fit())
    var opening = Viewer()
    opening.model = ViewerModel(
      opening: Viewer().model.layout, from: Similarity(scale: 0.3), velocity: .zero, openness: 0, at: 0)
    for _ in 0..<3 { opening.frame() }
    opening.model.change(to: other, at: opening.time)
    opening.rest()
    #expect(opening.isAtRest && opening.model.shown == other.fit())
  }

  @Test func `a picture on its way to a scale gets there in another room`() {
    var viewer = Viewer()
    viewer.model.zoom(toEnlargement: 1, at: 0)
    for _ in 0..<3 { viewer.frame() }
    viewer.model.change(to: ViewerLayout(room: Size(900, 700), pictureSize: Size(3000, 2400)), at: viewer.time)
    viewer.rest()
    #expect(viewer.isAtRest && abs(viewer.model.enlargement - 1) < rounding)
  }

  @Test func `fingers go on pinching and swiping when the picture turns out to be larger`() {
    let larger = ViewerLayout(room: Size(1000, 800), pictureSize: Size(6000, 4800))
    var viewer = Viewer()
    viewer.pinch(from: 200, to: 240)
    let before = viewer.model.shown
    viewer.model.change(to: larger, at: viewer.time)
    #expect(apart(viewer.model.shown, before, on: larger.reference) < rounding)
    viewer.pinch(from: 240, to: 400)
    #expect(abs(viewer.scale - 2) < rounding)
    viewer.pinch(from: 400, to: 60)
    viewer.pause()
    viewer.up(1)
    viewer.up(2)
    // It began at fit.
    #expect(viewer.events == [.dismiss(.zero)])

    var swiping = Viewer()
    swiping.model.hasLeft = true
    swiping.drag(by: Point(300, 0), speed: 900)
    swiping.model.change(to: larger, at: swiping.time)
    swiping.move(1, Point(920.5, 400))
    #expect(abs(swiping.model.pageOffset - 410) < rounding)
    swiping.up(1)
    #expect(swiping.events == [.turnPage(by: -1)])
  }

  // MARK: Long press

  @Test func `a finger that rests is reported, and moves nothing afterwards`() {
    var viewer = Viewer()
    viewer.down(1, Point(100, 200))
    #expect(viewer.model.deadline == 0.5)
    viewer.time = 0.5
    viewer.events += viewer.model.timePassed(to: 0.5)
    #expect(viewer.events == [.longPress(Point(100, 200))])
    viewer.move(1, Point(300, 200))
    viewer.up(1)
    #expect(viewer.isAtRest)
  }
}
