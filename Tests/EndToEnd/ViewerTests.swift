// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// One picture in the whole window.
@Suite struct ViewerTests {
  static let pages = ["feed", "photos"]

  @Test(arguments: pages)
  func `R4: a picture that is let go of above 1.5 goes on into the viewer, and is seen in every frame`(
    page: String
  ) throws {
    let start = try Start(page)
    let grip = Grip(at: start.places[0].center, spread: Point(30, 16))
    let home = start.places[0].transform
    try start.session.putDown(grip)
    for part in [0.25, 0.5, 0.75, 1] {
      try start.session.move(grip, by: grip.motion(scale: 1.8, angle: 0.2, distance: Point(10, 30), part: part))
    }
    // At rest, so that the first frame afterwards shows it where it was held.
    let held = home.then(grip.motion(scale: 1.8, angle: 0.2, distance: Point(10, 30)))
    try start.session.expect(start.pictures[0], at: held)
    try start.window.waitUntilIdle()
    let seen = try start.record {
      try start.touch.upAll()
      try start.waitUntilShown()
    }
    #expect(seen.allSatisfy { $0 != nil })
    let middle = Point(200, 100)
    let first = try #require(seen.compactMap { $0 }.first)
    // One frame of a spring that starts at rest.
    #expect(first.apply(to: middle).distance(to: held.apply(to: middle)) < 40)
    start.session.expectHealthy()
  }

  @Test func `R4: a picture that is let go of below 1.5, and not pulled open, goes back`() throws {
    let start = try Start()
    let grip = Grip(at: start.places[0].center, spread: Point(30, 16))
    try start.session.putDown(grip)
    try start.session.move(grip, by: grip.motion(scale: 1.4))
    // A pause: nothing is thrown open.
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    try start.waitUntilClosed()
    start.session.waitUntilRestored(start.page)
    start.session.expectHealthy()
  }

  @Test func `R4: a picture that is pulled open fast goes on into the viewer below 1.5, too`() throws {
    let start = try Start()
    let grip = Grip(at: start.places[0].center, spread: Point(30, 16))
    try start.session.putDown(grip)
    try start.touch.move(0, to: grip.moved(by: grip.motion(scale: 1.1)).0)
    try start.touch.move(1, to: grip.moved(by: grip.motion(scale: 1.1)).1)
    try start.touch.move(0, to: grip.moved(by: grip.motion(scale: 1.45)).0)
    try start.touch.move(1, to: grip.moved(by: grip.motion(scale: 1.45)).1)
    try start.touch.upAll()
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test(arguments: pages)
  func `V1: a tapped picture grows out of its place, and goes back into it`(page: String) throws {
    let start = try Start(page)
    let middle = Point(200, 100)
    let opening = try start.record { try start.open() }
    #expect(opening.allSatisfy { $0 != nil })
    let home = start.places[0].transform.apply(to: middle)
    #expect(try #require(opening.first ?? nil).apply(to: middle).distance(to: home) < 40, "it starts from its place")
    let closing = try start.record {
      try start.key("Escape")
      try start.waitUntilClosed()
    }
    #expect(closing.allSatisfy { $0 != nil })
    start.session.expectHealthy()
  }

  @Test func `V1: scrolling over pictures opens none of them`() throws {
    let start = try Start(count: 12)
    let finger = start.places[0].center + Point(0, 60)
    try start.touch.down(0, at: finger)
    try start.touch.move([0: finger - Point(0, 200)], steps: 10) { try start.window.catchUp() }
    // No flick: the page is to rest where it is.
    try start.window.waitUntilIdle()
    try start.touch.up(0)
    try start.window.waitUntilIdle()
    let scrolled = try start.window.screenshot()
    #expect(scrolled[4, 300] == start.page[4, 300], "the page is seen beside its pictures, and not the viewer")
    #expect(scrolled.differingPixels(from: start.page) > 1000, "the page has scrolled")
    start.session.expectHealthy()
  }

  @Test func `V1: Enter opens the picture that has the focus, which comes back to it from the viewer`() throws {
    let start = try Start()
    try start.open()
    try start.key("Escape")
    try start.waitUntilClosed()
    try start.key("Return")
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test func `V1: a file that the program is given is in the viewer, and the others of its folder around it`() throws {
    let folder = try TemporaryFolder("pictures")
    let pictures = Start.pictures(3)
    try folder.write(pictures)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(by: >)
    let session = try Session(UnderTest.aloft, [folder.path + "/" + names[1]], width: 600, height: 560)
    func wait(for picture: MarkedPicture) throws {
      try session.window.waitUntil("the picture fits the window") { screenshot in
        screenshot.find(picture, near: Start.fit()).map { abs($0.transform.scale - 1.5) < 0.01 } ?? false
      }
    }
    try wait(for: pictures[1])
    try session.window.focus()
    try session.rig.keyboard.press("Left")
    try wait(for: pictures[0])
    try session.rig.keyboard.press("End")
    try wait(for: pictures[2])
    session.expectHealthy()
  }

  @Test(arguments: pages)
  func `V1: the picture that is shown last goes back to its own place, scrolled into view`(page: String) throws {
    let start = try Start(page, count: page == "feed" ? 12 : 40)
    try start.open()
    try start.key("End")
    let last = start.pictures.count - 1
    try start.waitUntilShown(last)
    let seen = try start.record(last) {
      try start.key("Escape")
      try start.window.waitUntil("the last picture is on the page") { screenshot in
        screenshot.find(start.pictures[last]).map { $0.transform.scale < 1.45 } ?? false
      }
      try start.window.waitUntilIdle()
    }
    #expect(seen.allSatisfy { $0 != nil })
    start.session.expectHealthy()
  }

  @Test func `V2: two fingers scale, turn and move the picture, and hold on to it`() throws {
    let start = try Start()
    try start.open()
    let grip = Grip(at: Start.middle + Point(40, 20), spread: Point(40, 24))
    try start.session.putDown(grip)
    for part in stride(from: 0.125, through: 1, by: 0.125) {
      let motion = grip.motion(scale: 2, angle: 0.6, distance: Point(-50, 30), part: part)
      try start.session.move(grip, by: motion)
      try start.session.expect(start.pictures[0], at: Start.fit().then(motion), "part \(part)")
    }
    try start.touch.upAll()
    start.session.expectHealthy()
  }

  @Test func `V2: a turned picture comes to rest at the nearest quarter turn, and fits`() throws {
    let start = try Start()
    try start.open()
    let grip = Grip(at: Start.middle, spread: Point(60, 0))
    try start.session.putDown(grip)
    for part in stride(from: 0.125, through: 1, by: 0.125) {
      try start.session.move(grip, by: grip.motion(scale: 0.9, angle: 1.3, part: part))
    }
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    try start.waitUntilShown(at: Start.fit(isTurned: true))
    start.session.expectHealthy()
  }

  @Test func `V3: a double tap scales by 2.5 about that point, and another one back`() throws {
    let start = try Start()
    try start.open()
    let point = Start.middle + Point(60, 30)
    try start.doubleTap(point)
    let fit = Start.fit()
    let zoomed = Similarity(scale: fit.scale * 2.5, angle: 0, taking: fit.inverse.apply(to: point), to: point)
    try start.waitUntilShown(at: zoomed)
    try start.doubleTap(point)
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test func `V3: a finger that stays down after a tap scales about that point`() throws {
    let start = try Start()
    try start.open()
    let point = Start.middle + Point(-40, 20)
    try start.touch.tap(point)
    try start.drag(from: point, to: point + Point(0, 100))
    let fit = Start.fit()
    let found = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    #expect(found.scale > fit.scale * 1.3)
    let held = fit.inverse.apply(to: point)
    #expect(found.apply(to: held).distance(to: point) <= 1)
    try start.touch.upAll()
    start.session.expectHealthy()
  }

  @Test func `V4: one finger moves a larger picture, beyond its edges as if by rubber, and it comes back`() throws {
    let start = try Start()
    try start.open()
    try start.doubleTap(Start.middle)
    let zoomed = Start.fit(zoom: 2.5)
    try start.waitUntilShown(at: zoomed)
    // The finger's first ten pixels decide what it does.
    try start.touch.down(0, at: Start.middle)
    try start.touch.move(0, to: Start.middle + Point(12, 0))
    try start.window.catchUp()
    try start.touch.move([0: Start.middle + Point(112, 60)], steps: 5) { try start.window.catchUp() }
    try start.session.expect(start.pictures[0], at: zoomed.then(Similarity(translation: Point(100, 60))))
    // Of 1,500 by 750 pixels, 450 and 95 are beyond the window on each side.
    try start.touch.move([0: Start.middle + Point(112, 260)], steps: 10) { try start.window.catchUp() }
    let pulled = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    let center = pulled.apply(to: Point(200, 100))
    #expect(center.y > Start.middle.y + 95 && center.y < Start.middle.y + 260 - 40, "\(center)")
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    try start.waitUntilShown(at: zoomed.then(Similarity(translation: Point(100, 95))))
    start.session.expectHealthy()
  }

  @Test func `V4: a picture that is flung goes on by itself`() throws {
    let start = try Start()
    try start.open()
    try start.doubleTap(Start.middle)
    try start.waitUntilShown(at: Start.fit(zoom: 2.5))
    // To the right first, so that its marks are in the window all the way back.
    try start.drag(from: Start.middle, to: Start.middle + Point(120, 0))
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    try start.window.waitUntilIdle()
    let held = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    try start.flick(from: Start.middle, to: Start.middle + Point(-60, 0))
    try start.window.waitUntilIdle()
    let rest = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    #expect(rest.translation.x < held.translation.x - 60 - 20)
    #expect(abs(rest.scale / held.scale - 1) < 0.001)
    start.session.expectHealthy()
  }

  @Test func `V5: a picture that is dragged down past a fifth of the window goes back to its place`() throws {
    let start = try Start()
    try start.open()
    try start.drag(from: Start.middle, to: Start.middle + Point(0, 200))
    // It follows the finger, and the page comes through.
    let shown = try start.window.screenshot()
    try start.session.expect(start.pictures[0], at: Start.fit().then(Similarity(translation: Point(0, 175))), in: shown)
    #expect(shown[20, 200] != .black)
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    try start.waitUntilClosed()
    start.session.waitUntilRestored(start.page)
    start.session.expectHealthy()
  }

  @Test func `V5: a picture that is dragged up by less, and held, stays`() throws {
    let start = try Start()
    try start.open()
    try start.drag(from: Start.middle, to: Start.middle + Point(0, -90))
    try start.window.waitUntilIdle()
    try start.touch.upAll()
    try start.waitUntilShown()
    #expect(try start.window.screenshot()[20, 100] == .black)
    start.session.expectHealthy()
  }

  @Test func `V6: a picture that is pinched together from fit goes back to its place`() throws {
    let start = try Start()
    try start.open()
    let grip = Grip(at: Start.middle, spread: Point(90, 40))
    try start.session.putDown(grip)
    for part in [0.25, 0.5, 0.75, 1] {
      let motion = grip.motion(scale: 0.6, part: part)
      try start.session.move(grip, by: motion)
      try start.session.expect(start.pictures[0], at: Start.fit().then(motion), "part \(part)")
    }
    try start.touch.upAll()
    try start.waitUntilClosed()
    start.session.waitUntilRestored(start.page)
    start.session.expectHealthy()
  }

  @Test func `V6: a picture that is pinched together from larger than the window stops at fit`() throws {
    let start = try Start()
    try start.open()
    try start.doubleTap(Start.middle)
    try start.waitUntilShown(at: Start.fit(zoom: 2.5))
    let grip = Grip(at: Start.middle, spread: Point(150, 60))
    try start.session.putDown(grip)
    for part in [0.25, 0.5, 0.75, 1] { try start.session.move(grip, by: grip.motion(scale: 0.15, part: part)) }
    let pinched = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    #expect(pinched.scale >= Start.fit().scale * 0.75)
    try start.touch.upAll()
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test func `V7: a finger swipes to the next picture and back, and the picture goes with it`() throws {
    let start = try Start()
    try start.open()
    try start.touch.down(0, at: Start.middle)
    try start.touch.move(0, to: Start.middle + Point(-12, 0))
    try start.window.catchUp()
    try start.touch.move([0: Start.middle + Point(-212, 10)], steps: 5) { try start.window.catchUp() }
    try start.session.expect(start.pictures[0], at: Start.fit().then(Similarity(translation: Point(-200, 0))))
    try start.touch.move([0: Start.middle + Point(-352, 10)], steps: 5) { try start.window.catchUp() }
    try start.touch.upAll()
    try start.waitUntilShown(1)
    try start.drag(from: Start.middle, to: Start.middle + Point(250, 0))
    try start.touch.upAll()
    try start.waitUntilShown(0)
    start.session.expectHealthy()
  }

  @Test func `V7: before the first picture there is nothing`() throws {
    let start = try Start()
    try start.open()
    try start.drag(from: Start.middle, to: Start.middle + Point(290, 0))
    let pulled = try #require(try start.window.screenshot().transform(of: start.pictures[0]))
    // It gives way by a quarter of the window at most.
    #expect(pulled.apply(to: Point(200, 100)).x < Start.middle.x + 150)
    try start.touch.upAll()
    try start.waitUntilShown()
    start.session.expectHealthy()
  }

  @Test func `V7: keys leaf through the pictures`() throws {
    let start = try Start()
    try start.open()
    for (key, number) in [("Right", 1), ("Right", 2), ("Right", 2), ("Left", 1), ("Home", 0), ("End", 2)] {
      try start.key(key)
      try start.waitUntilShown(number)
    }
    start.session.expectHealthy()
  }

  @Test func `V8: the controls fade after three seconds, and any input brings them back`() throws {
    let start = try Start()
    try start.open()
    // The title in the header is white on black.
    let title = Rect(x: 150, y: 5, width: 300, height: 40)
    func isTitleSeen(_ screenshot: Screenshot) -> Bool { screenshot.pixels.contains { $0.green > 150 } }
    try start.window.waitUntil("the controls are there", in: title, isTitleSeen)
    try start.window.waitUntil("the controls have faded", in: title) { !isTitleSeen($0) }
    try start.touch.tap(Start.middle)
    try start.window.waitUntil("the controls are back", in: title, isTitleSeen)
    start.session.expectHealthy()
  }

  @Test func `V9: at 100 % a pixel of the picture is one of the screen`() throws {
    let start = try Start()
    try start.open()
    for (key, scale) in [("2", 2.0), ("1", 1.5), ("0", 1.5)] {
      // Smaller than fit, 100 % would be: it stays at fit.
      try start.key(key, with: ["Control_L"])
      try start.waitUntilShown(at: Start.fit(zoom: scale / 1.5))
    }
    start.session.expectHealthy()
  }

  @Test func `The wheel scales about the pointer, by the same in one turn as in several`() throws {
    let start = try Start()
    try start.open()
    let point = Start.middle + Point(50, 0)
    try start.session.rig.pointer.move(to: point)
    try start.window.catchUp()
    for _ in 0..<4 { try start.session.rig.pointer.wheel(-1) }
    let fit = Start.fit()
    try start.waitUntilShown(
      at: Similarity(scale: fit.scale * 2, angle: 0, taking: fit.inverse.apply(to: point), to: point))
    start.session.expectHealthy()
  }

  @Test func `Without animations the viewer is open and closed in the next frame`() throws {
    var options = Application.Options()
    options.animations = false
    let start = try Start(options: options)
    let seen = try start.record { try start.open() }
    // The finger is down for a frame before it goes up, and there is nothing in between.
    let scales = [start.places[0].transform.scale, Start.fit().scale]
    #expect(seen.compactMap { $0 }.allSatisfy { found in scales.contains { abs(found.scale - $0) < 0.01 } })
    try start.key("Escape")
    try start.waitUntilClosed()
    start.session.expectHealthy()
  }
}
