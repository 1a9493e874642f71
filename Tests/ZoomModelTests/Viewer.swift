// SPDX-License-Identifier: MIT

import Geometry

@testable import ZoomModel

/// A viewer whose fingers and frames a test moves, with a clock that goes on only when the test says so.
struct Viewer {
  var model: ViewerModel
  var time = 0.0
  var events: [ViewerModel.Event] = []

  init(room: Size = Size(1000, 800), picture: Size = Size(3000, 2400)) {
    model = ViewerModel(layout: ViewerLayout(room: room, pictureSize: picture), at: 0)
  }

  mutating func down(_ finger: UInt, _ position: Point) {
    events += model.down(FingerID(finger), at: position, time: time)
  }

  mutating func move(_ finger: UInt, _ position: Point) {
    events += model.move(FingerID(finger), to: position, time: time)
  }

  mutating func up(_ finger: UInt) { events += model.up(FingerID(finger), time: time) }

  mutating func tap(_ position: Point) {
    down(1, position)
    time += 0.05
    up(1)
    time += 0.05
  }

  /// One frame at 60 Hz.
  mutating func frame() {
    time += 1.0 / 60
    model.frame(at: time)
  }

  mutating func rest() {
    for _ in 0..<600 where model.needsFrames { frame() }
  }

  /// Rests at that scale.
  static func zoomed(by factor: Double = 2.5, about point: Point = Point(500, 400)) -> Viewer {
    var viewer = Viewer()
    viewer.model.zoom(by: factor, about: point, at: 0)
    viewer.rest()
    return viewer
  }

  /// Presses, crosses the threshold towards the offset, and moves by the offset from there.
  ///
  /// - Parameter speed: logical pixels per second, up to the last event
  mutating func drag(from start: Point = Point(500, 400), by offset: Point, speed: Double) {
    down(1, start)
    let direction = offset / offset.length
    // A bit more, because of rounding.
    let begin = start + direction * (ZoomMotion.standard.dragThreshold + 0.5)
    move(1, begin)
    let steps = 20
    for step in 1...steps {
      time += offset.length / speed / Double(steps)
      move(1, begin + offset * (Double(step) / Double(steps)))
    }
  }

  /// Two fingers at both sides of the middle, each that far from it; they stay down.
  mutating func pinch(from start: Double, to end: Double, over duration: Double = 0.3) {
    let middle = Point(500, 400)
    if !model.isTouched {
      down(1, middle - Point(start, 0))
      down(2, middle + Point(start, 0))
    }
    for step in 1...15 {
      time += duration / 15
      let distance = start + (end - start) * Double(step) / 15
      move(1, middle - Point(distance, 0))
      move(2, middle + Point(distance, 0))
    }
  }

  /// So that nothing has a velocity any more.
  mutating func pause() { time += 1 }

  mutating func swipe(by way: Double, speed: Double) {
    drag(by: Point(way, 0), speed: speed)
    up(1)
  }

  var onScreen: Similarity { model.shown.then(Similarity(translation: Point(model.pageOffset, 0))) }
  var scale: Double { model.shown.scale }

  /// Whether all is where it belongs, and nothing moves.
  var isAtRest: Bool {
    let rest = model.layout.restingPlace(near: model.shown, about: model.layout.center)
    return !model.needsFrames && !model.isInMotion && model.pageOffset == 0 && model.openness == 1
      && model.departed == nil && abs(model.backdropOpacity - 1) < rounding
      && apart(rest, model.shown, on: model.layout.reference) < rounding
  }
}
