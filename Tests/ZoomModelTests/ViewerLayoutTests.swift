// SPDX-License-Identifier: MIT

import Geometry
import TestSupport
import Testing

@testable import ZoomModel

@Suite struct ViewerLayoutTests {
  private let layout = ViewerLayout(room: Size(1000, 800), pictureSize: Size(3000, 2000))

  private func shown(in layout: ViewerLayout, _ random: inout SeededGenerator) -> Similarity {
    Similarity(
      scale: random.double(0.1...30), angle: random.double(-9...9), taking: layout.center,
      to: random.point(in: Rect(x: -3000, y: -3000, width: 7000, height: 7000)))
  }

  // MARK: Fit and limits

  @Test func `at fit a picture fills the room in one direction and lies in the middle`() {
    let bounds = layout.fit().bounds(of: layout.reference)
    #expect(layout.fit() == .identity)
    #expect(abs(bounds.minX) < rounding && abs(bounds.maxX - 1000) < rounding)
    #expect(abs(bounds.minY - 66.667) < 0.001 && abs(bounds.maxY - 733.333) < 0.001)
    #expect(abs(layout.actualScale - 3) < rounding)
  }

  @Test(arguments: [1, -1, 3, 101])
  func `a picture that lies on its side fits the room with its other side`(quarters: Int) {
    let bounds = layout.fit(angle: Double(quarters) * .pi / 2).bounds(of: layout.reference)
    #expect(abs(bounds.minY) < rounding && abs(bounds.maxY - 800) < rounding)
    #expect(abs(bounds.size.width - 800 / 1.5) < rounding && abs(bounds.center.x - 500) < rounding)
  }

  @Test func `any picture at fit touches two opposite sides, lies within and is at fit`() {
    var random = SeededGenerator(30)
    for _ in 0..<200 {
      let layout = random.layout()
      for quarters in -3...3 {
        let fit = layout.fit(angle: Double(quarters) * .pi / 2 + random.double(-0.7...0.7))
        let bounds = fit.bounds(of: layout.reference)
        let gaps = Size(layout.room.width - bounds.size.width, layout.room.height - bounds.size.height)
        #expect(abs(min(gaps.width, gaps.height)) < rounding)
        #expect(layout.isAtFit(fit))
        #expect(apart(fit, layout.restingPlace(near: fit, about: .zero), on: layout.reference) < rounding)
      }
    }
  }

  @Test(arguments: [
    // Small pictures up to eight times what fits, large ones up to 200 %.
    (Size(3000, 2000), 0.0, 1.0, 8.0), (Size(3000, 2000), Double.pi / 2, 0.8, 6.4), (Size(30, 20), 0, 1, 8),
    (Size(10_000, 8000), 0, 1, 20), (Size(10_000, 8000), Double.pi / 2, 0.8, 20), (Size(4000, 3200), 0, 1, 8),
  ])
  func `limits are fit, and eight times fit or 200 percent`(size: Size, angle: Double, least: Double, most: Double) {
    let scales = ViewerLayout(room: Size(1000, 800), pictureSize: size).scales(angle: angle)
    #expect(abs(scales.lowerBound - least) < rounding)
    #expect(abs(scales.upperBound - most) < rounding)
  }

  @Test func `a picture counts as at fit as long as nobody sees the difference`() {
    #expect(layout.isAtFit(Similarity(scale: 0.5)))
    #expect(layout.isAtFit(Similarity(scale: 1.009)))
    #expect(!layout.isAtFit(Similarity(scale: 1.011)))
    #expect(!layout.isAtFit(Similarity(scale: 1, angle: .pi / 2)))
  }

  // MARK: Resting places

  @Test func `a resting place is within the limits, turned by quarters, and has no gaps on one side only`() {
    var random = SeededGenerator(31)
    for _ in 0..<500 {
      let layout = random.layout()
      let shown = shown(in: layout, &random)
      let rest = layout.restingPlace(near: shown, about: random.point(in: Rect(.zero, layout.room)))
      #expect(layout.scales(angle: rest.angle).contains(rest.scale))
      #expect(abs((rest.angle / (.pi / 2)).remainder(dividingBy: 1)) < rounding)
      #expect(abs(rest.angle - shown.angle) < .pi / 4 + rounding)
      let bounds = rest.bounds(of: layout.reference)
      for (start, end, room) in [
        (bounds.minX, bounds.maxX, layout.room.width), (bounds.minY, bounds.maxY, layout.room.height),
      ] {
        if end - start > room {
          #expect(start < rounding && end > room - rounding)
        } else {
          #expect(abs(start - (room - end)) < rounding)
        }
      }
    }
  }

  @Test func `what rests stays, about any point`() {
    var random = SeededGenerator(32)
    for _ in 0..<500 {
      let layout = random.layout()
      let rest = layout.restingPlace(near: shown(in: layout, &random), about: layout.center)
      let again = layout.restingPlace(near: rest, about: random.point(in: Rect(.zero, layout.room)))
      #expect(again.scale == rest.scale && again.angle == rest.angle)
      #expect(apart(again, rest, on: layout.reference) < rounding)
    }
  }

  @Test func `the point stays as far as the edges allow`() {
    var random = SeededGenerator(33)
    var kept = 0
    for _ in 0..<500 {
      let layout = random.layout()
      let shown = shown(in: layout, &random)
      let point = random.point(in: Rect(.zero, layout.room))
      let rest = layout.restingPlace(near: shown, about: point)
      let ideal = Similarity(
        scale: rest.scale, angle: rest.angle, taking: shown.inverse.apply(to: point), to: point)
      let range = layout.centers(for: rest)
      let wanted = ideal.apply(to: layout.center)
      let center = rest.apply(to: layout.center)
      #expect(abs(center.x - wanted.x.clamped(to: range.x)) < rounding)
      #expect(abs(center.y - wanted.y.clamped(to: range.y)) < rounding)
      if range.x.contains(wanted.x) && range.y.contains(wanted.y) {
        kept += 1
        #expect(rest.apply(to: shown.inverse.apply(to: point)).distance(to: point) < rounding)
      }
    }
    #expect(kept > 20)
  }

  @Test func `an edge is reached when nothing is left to come in from that side`() {
    let large = Similarity(scale: 2, taking: layout.center)
    #expect(!layout.isAtEdge(large, movingBy: 1) && !layout.isAtEdge(large, movingBy: -1))
    let left = Similarity(scale: 2, angle: 0, taking: layout.center, to: Point(1000, 400))
    #expect(layout.isAtEdge(left, movingBy: 1) && !layout.isAtEdge(left, movingBy: -1))
    // Narrower than the room: at both.
    let narrow = ViewerLayout(room: Size(1000, 800), pictureSize: Size(100, 800))
    let grown = Similarity(scale: 3, taking: narrow.center)
    #expect(narrow.isAtEdge(grown, movingBy: 1) && narrow.isAtEdge(grown, movingBy: -1))
  }

  @Test func `in another room a picture is as large on screen and as far from the middle`() {
    var random = SeededGenerator(34)
    for _ in 0..<100 {
      let old = random.layout()
      let other = ViewerLayout(room: Size(random.double(200...2000), 700), pictureSize: old.pictureSize)
      let shown = shown(in: old, &random)
      let adopted = other.adopted(shown, from: old)
      let before = shown.bounds(of: old.reference)
      let after = adopted.bounds(of: other.reference)
      #expect(abs(before.size.width - after.size.width) < 1e-4 && abs(before.size.height - after.size.height) < 1e-4)
      #expect((after.center - other.center - (before.center - old.center)).length < rounding)
    }
  }

  // MARK: Sizes that are hardly any

  private static let extents = [0, 1, 2.5, 60_000, -5, 1e308, .nan, .infinity, -.infinity]

  @Test(arguments: extents, extents)
  func `no size of room or picture upsets it`(a: Double, b: Double) {
    for (room, picture) in [
      (Size(a, b), Size(300, 200)), (Size(800, 600), Size(a, b)), (Size(a, b), Size(b, a)),
    ] {
      let layout = ViewerLayout(room: room, pictureSize: picture)
      #expect(!layout.room.isEmpty && !layout.pictureSize.isEmpty && !layout.reference.isEmpty)
      for angle in [0, 1, Double.pi / 2, -9] {
        #expect(layout.fit(angle: angle).isProper)
        #expect(layout.scales(angle: angle).upperBound.isFinite)
        let shown = Similarity(scale: 3, angle: angle, taking: layout.center, to: Point(5, 9))
        #expect(layout.restingPlace(near: shown, about: .zero).isProper)
        _ = layout.isAtEdge(shown, movingBy: 1)
      }
      var model = ViewerModel(layout: layout, at: 0)
      model.toggleZoom(about: .zero, at: 0)
      for frame in 1...120 { model.frame(at: Double(frame) / 60) }
      #expect(model.shown.isProper && !model.needsFrames)
    }
  }

  @Test func `an extent that is none is one pixel, and the largest is a million`() {
    let none = ViewerLayout(room: Size(.nan, -3), pictureSize: Size(0, .infinity))
    #expect(none.room == Size(1, 1))
    #expect(none.pictureSize == Size(1, 1e6))
  }
}

extension SeededGenerator {
  /// Rooms from a telephone to a wall, pictures from icons to panoramas.
  mutating func layout() -> ViewerLayout {
    ViewerLayout(
      room: Size(double(300...2500), double(300...1500)), pictureSize: Size(double(16...9000), double(16...9000)))
  }
}

extension Similarity {
  /// Scales and turns about a point.
  init(scale: Double, angle: Double = 0, taking point: Point) {
    self.init(scale: scale, angle: angle, taking: point, to: point)
  }
}
