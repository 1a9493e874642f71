// SPDX-License-Identifier: MIT

import Geometry
import Testing

@testable import ZoomModel

@Suite struct ViewerRowTests {
  private let middle = Point(500, 400)
  private let room = Rect(x: 0, y: 0, width: 1000, height: 800)

  // MARK: Leaving

  @Test(arguments: [
    // 20 % of 800 px, or 300 px/s, but not back.
    (159.0, 200.0, 1.0, false), (161, 200, 1, true), (-161, 200, 1, true), (60, 290, 0, false), (60, 310, 0, true),
    (-60, 310, 0, true),
  ])
  func `dragged up or down at fit it leaves from a fifth of the height or at speed`(
    way: Double, speed: Double, pause: Double, leaves: Bool
  ) {
    var viewer = Viewer()
    viewer.drag(by: Point(0, way), speed: speed)
    #expect(viewer.model.shown.translation.distance(to: Point(0, way)) < rounding)
    viewer.time += pause
    viewer.up(1)
    if leaves {
      guard case .dismiss(let velocity) = viewer.events.last else {
        Issue.record("stays")
        return
      }
      #expect(pause > 0 || velocity.center.y * way > 0)
      #expect(apart(viewer.model.shown, Similarity(translation: Point(0, way)), on: room) < rounding)
    } else {
      #expect(viewer.events == [])
    }
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `a finger that slips by little in a frame moves neither the picture nor the row out`() {
    for way in [Point(0, 20), Point(0, -20), Point(20, 0), Point(-20, 0)] {
      var viewer = Viewer()
      viewer.model.hasLeft = true
      viewer.model.hasRight = true
      viewer.drag(by: way, speed: way.length * 60)
      viewer.up(1)
      #expect(viewer.events == [])
      viewer.rest()
      #expect(viewer.isAtRest)
    }
  }

  @Test func `flung back it stays, however far it was`() {
    var viewer = Viewer()
    viewer.drag(by: Point(0, 300), speed: 500)
    for step in 1...5 {
      viewer.time += 0.02
      viewer.move(1, Point(500, 710 - 20 * Double(step)))
    }
    // The mean of the last 0.15 s is what counts.
    viewer.time += 0.05
    viewer.move(1, Point(500, 590))
    viewer.up(1)
    #expect(viewer.events == [])
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `the backdrop fades with the distance`() {
    var viewer = Viewer()
    viewer.down(1, middle)
    viewer.move(1, Point(500, 410))
    var last = 1.0
    for step in 1...50 {
      viewer.time += 0.02
      viewer.move(1, Point(500, 410 + 10 * Double(step)))
      #expect(viewer.model.backdropOpacity <= last)
      #expect(last - viewer.model.backdropOpacity < 0.03)
      last = viewer.model.backdropOpacity
    }
    #expect(last == 0)
  }

  @Test func `a second finger takes the picture over while it is dragged out`() {
    var viewer = Viewer()
    viewer.drag(by: Point(0, 200), speed: 500)
    let before = viewer.model
    viewer.down(2, Point(700, 700))
    #expect(viewer.model.shown == before.shown)
    #expect(abs(viewer.model.backdropOpacity - before.backdropOpacity) < rounding)
    #expect(before.backdropOpacity < 0.6)
    viewer.move(2, Point(760, 760))
    #expect(viewer.scale > 1)
    viewer.pause()
    viewer.up(1)
    viewer.up(2)
    #expect(viewer.events == [])
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  // MARK: The row

  @Test(
    arguments: [
      // Half of 1000 px, or 300 px/s.
      (499.0, 250.0, 1.0, nil), (501, 250, 1, -1), (-501, 250, 1, 1), (60, 290, 0, nil), (60, 310, 0, -1),
      (-60, 310, 0, 1),
    ] as [(Double, Double, Double, Int?)])
  func `a swipe moves the row with the finger and turns the page from half the width or at speed`(
    way: Double, speed: Double, pause: Double, step: Int?
  ) {
    var viewer = Viewer()
    viewer.model.hasLeft = true
    viewer.model.hasRight = true
    viewer.drag(by: Point(way, 0), speed: speed)
    #expect(abs(viewer.model.pageOffset - way) < rounding && viewer.model.shown == .identity)
    viewer.time += pause
    viewer.up(1)
    #expect(viewer.events == (step.map { [.turnPage(by: $0)] } ?? []))
    #expect(abs(viewer.model.pageOffset - way) < rounding)
    // Without an answer it comes back, from where it is.
    viewer.frame()
    #expect(abs(viewer.model.pageOffset - way) < 50)
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `without a neighbour the row gives way and comes back`() {
    for way in [700.0, -700] {
      var viewer = Viewer()
      viewer.model.hasLeft = way < 0
      viewer.model.hasRight = way > 0
      viewer.drag(by: Point(way, 0), speed: 3000)
      #expect(viewer.model.pageOffset * way > 0 && abs(viewer.model.pageOffset) < 250)
      viewer.up(1)
      #expect(viewer.events == [])
      viewer.rest()
      #expect(viewer.isAtRest)
    }
  }

  @Test func `a swipe that is flung back turns nothing`() {
    var viewer = Viewer()
    viewer.model.hasLeft = true
    viewer.model.hasRight = true
    viewer.drag(by: Point(600, 0), speed: 2000)
    for step in 1...9 {
      viewer.time += 0.02
      viewer.move(1, Point(1110 - 20 * Double(step), 400))
    }
    #expect(viewer.model.pageOffset > 400)
    viewer.up(1)
    #expect(viewer.events == [])
  }

  @Test func `a zoomed picture turns the page only from its edge`() {
    var viewer = Viewer.zoomed()
    viewer.model.hasLeft = true
    viewer.model.hasRight = true
    viewer.swipe(by: 400, speed: 3000)
    #expect(viewer.events == [] && viewer.model.pageOffset == 0)
    viewer.rest()
    viewer.model.pan(by: Point(9000, 0), at: viewer.time)
    viewer.drag(by: Point(-400, 0), speed: 3000)
    #expect(viewer.model.pageOffset == 0)
    viewer.up(1)
    viewer.rest()
    viewer.model.pan(by: Point(9000, 0), at: viewer.time)
    let shown = viewer.model.shown
    viewer.drag(by: Point(400, 0), speed: 3000)
    #expect(abs(viewer.model.pageOffset - 400) < rounding && viewer.model.shown == shown)
    // And back, past the edge: not to the other neighbour, whose edge is far away.
    var back = viewer
    back.move(1, Point(-400, 400))
    #expect(back.model.pageOffset < 0 && back.model.pageOffset > -250)
    back.up(1)
    #expect(back.events == [])
    viewer.up(1)
    #expect(viewer.events == [.turnPage(by: -1)])
  }

  @Test func `the next picture comes in from where the row is, at the finger's speed`() {
    var viewer = Viewer()
    viewer.model.hasRight = true
    viewer.swipe(by: -300, speed: 1500)
    let offset = viewer.model.pageOffset
    let next = ViewerLayout(room: Size(1000, 800), pictureSize: Size(500, 500))
    viewer.model.turnPage(by: 1, to: next, isSliding: true, at: viewer.time)
    #expect(abs(viewer.model.pageOffset - offset - viewer.model.stride) < rounding)
    #expect(viewer.model.departed?.place == -1 && viewer.model.departed?.shown == .identity)
    #expect(viewer.model.shown == next.fit())
    let before = viewer.model.pageOffset
    viewer.frame()
    #expect(viewer.model.pageOffset < before - 20)
    viewer.rest()
    #expect(viewer.isAtRest && viewer.model.layout == next)
  }

  @Test func `there and back, a picture is shown as it was`() {
    var viewer = Viewer.zoomed(by: 3, about: Point(200, 200))
    let shown = viewer.model.shown
    let layout = viewer.model.layout
    let other = ViewerLayout(room: Size(1000, 800), pictureSize: Size(500, 500))
    viewer.model.turnPage(by: 1, to: other, isSliding: true, at: viewer.time)
    for _ in 0..<4 { viewer.frame() }
    let offset = viewer.model.pageOffset
    viewer.model.turnPage(by: -1, to: layout, isSliding: true, at: viewer.time)
    #expect(viewer.model.shown == shown && viewer.model.departed?.place == 1)
    #expect(abs(viewer.model.pageOffset - (offset - viewer.model.stride)) < rounding)
    viewer.rest()
    #expect(viewer.model.shown == shown && viewer.isAtRest)
    // Once it is out of sight it starts anew.
    viewer.model.turnPage(by: 1, to: other, isSliding: true, at: viewer.time)
    viewer.rest()
    viewer.model.turnPage(by: -1, to: layout, isSliding: true, at: viewer.time)
    #expect(viewer.model.shown == layout.fit())
  }

  @Test func `a picture that leaves in the middle of a movement stays as it is, and ends it when it comes back`() {
    var viewer = Viewer()
    viewer.model.toggleZoom(about: middle, at: 0)
    for _ in 0..<4 { viewer.frame() }
    let shown = viewer.model.shown
    let layout = viewer.model.layout
    viewer.model.turnPage(by: 1, to: layout, isSliding: true, at: viewer.time)
    #expect(viewer.model.departed?.shown == shown)
    viewer.model.turnPage(by: -1, to: layout, isSliding: true, at: viewer.time)
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `a page that is turned without sliding is there at once`() {
    var viewer = Viewer.zoomed()
    let next = ViewerLayout(room: Size(1000, 800), pictureSize: Size(500, 500))
    viewer.model.turnPage(by: 1, to: next, isSliding: false, at: viewer.time)
    #expect(viewer.isAtRest && viewer.model.shown == next.fit())
  }

  @Test func `a second finger takes the picture over in the middle of a swipe`() {
    var viewer = Viewer()
    viewer.model.hasLeft = true
    viewer.drag(by: Point(300, 0), speed: 900)
    let before = viewer.onScreen
    viewer.down(2, Point(600, 500))
    #expect(apart(viewer.onScreen, before, on: room) < rounding)
    for _ in 0..<60 {
      viewer.frame()
      // The row goes back to its place; the fingers keep the picture.
      #expect(apart(viewer.onScreen, before, on: room) < 1)
    }
    #expect(viewer.model.pageOffset == 0)
    viewer.up(1)
    viewer.up(2)
    #expect(viewer.events == [])
    viewer.rest()
    #expect(viewer.isAtRest)
  }

  @Test func `a row on its way can be taken hold of`() {
    var viewer = Viewer()
    viewer.model.hasLeft = true
    viewer.model.hasRight = true
    viewer.model.turnPage(by: 1, to: viewer.model.layout, isSliding: true, at: 0)
    for _ in 0..<3 { viewer.frame() }
    viewer.down(1, middle)
    viewer.move(1, Point(489, 400))
    let caught = viewer.model.pageOffset
    #expect(caught > 300)
    viewer.move(1, Point(589, 400))
    #expect(abs(viewer.model.pageOffset - caught - 100) < rounding)
    for _ in 0..<5 { viewer.frame() }
    #expect(abs(viewer.model.pageOffset - caught - 100) < rounding)
    viewer.up(1)
    viewer.rest()
    #expect(viewer.isAtRest)
  }
}
