// SPDX-License-Identifier: MIT

import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The picture in the viewer, and the row that it stands in: what fingers, wheels and keys do to it, and how it moves by
/// itself.
///
/// `ViewerArbiter` decides which gesture it is; here is what the gesture does. Positions are in the viewer's logical
/// pixels, times in seconds of one clock that does not go back. Whatever moves by itself can be taken hold of at any
/// moment, exactly where it is.
public struct ViewerModel: Sendable {
  /// What only the owner can do.
  public enum Event: Hashable, Sendable {
    /// The picture has been dragged or pinched out of the viewer: it goes back to its source with that velocity.
    case dismiss(MotionVelocity)
    /// The row has been moved on by that many pictures: call `turnPage`.
    case turnPage(by: Int)
    case longPress(Point)
  }

  private enum Activity {
    case resting
    /// With the scale at fit if the pinch began there, and can go on out of the viewer.
    case held(Hold, fitAtStart: Double?)
    /// Of the picture's centre.
    case panning(x: RubberPull, y: RubberPull)
    case swiping(RubberPull)
    case dismissing(base: Similarity)
    case zooming(Hold, base: Point)
    case settling(TransformSpring, target: Similarity)
    case gliding(x: Glide, y: Glide)
  }

  public private(set) var layout: ViewerLayout
  /// Maps points of the layout's reference rectangle to where the picture is shown when the row rests.
  public private(set) var shown: Similarity
  /// How far the row is moved, in logical pixels; positive to the right, which lets the picture on the left come in.
  public private(set) var pageOffset = 0.0
  /// The picture that the row has just left, as long as it can be seen: by how many places, and how it is shown.
  public private(set) var departed: (place: Int, shown: Similarity)?
  /// From 0, when only its source is on screen, to 1: the viewer has come up.
  public private(set) var openness: Double

  /// Whether there is a picture on the left of the row and on the right.
  public var hasLeft = false
  public var hasRight = false
  /// Whether fingers turn the picture.
  public var allowsRotation = true
  /// Without, everything is at its end at once.
  public var animates = true {
    didSet { if !animates { finish() } }
  }

  /// From which scale, as a ratio to that at fit, and from which distance a picture is on its way out.
  private var leaving = (zoom: 1.0, distance: 0.0)
  private let motion: ZoomMotion
  private var arbiter: ViewerArbiter
  private var activity = Activity.resting
  private var history: MotionHistory
  private var pageVelocity: Double?
  private var opennessVelocity = 0.0
  private var time: Double

  /// The least share of its size that a picture can be pinched to while it is on its way out.
  private static let leastScale = 0.05
  /// Scales from which a picture moved up or down does not leave the viewer, as a ratio to that at fit.
  private static let leavingScale = 1.1
  /// A backdrop nearer to its full opacity than this has it: less than the eye sees.
  private static let settledOpenness = 0.002

  /// A picture at rest, at fit.
  public init(layout: ViewerLayout, at time: Double, motion: ZoomMotion = .standard) {
    self.init(opening: layout, from: layout.fit(), velocity: .zero, openness: 1, at: time, motion: motion)
    activity = .resting
  }

  /// A picture that comes up from `start` and goes to fit.
  public init(
    opening layout: ViewerLayout, from start: Similarity, velocity: MotionVelocity, openness: Double, at time: Double,
    motion: ZoomMotion = .standard
  ) {
    self.layout = layout
    self.motion = motion
    self.openness = openness.clamped(to: 0...1)
    self.time = time
    shown = start.isProper ? start : layout.fit()
    arbiter = ViewerArbiter(motion: motion)
    history = MotionHistory(motion: motion)
    // However small and far it is: it comes in.
    leaving = (min(1, zoom), abs(distanceOut))
    settle(to: layout.fit(), push: velocity, at: time)
  }

  // MARK: What is shown

  /// The backdrop's opacity, from 0 to 1: it goes with the distance of a picture on its way out.
  public var backdropOpacity: Double { openness * presence }

  /// How far the picture is from being out of the viewer: 1 where it belongs, to 0.
  private var presence: Double {
    // Half the size or less: gone.
    let shrunk = (2 * zoom / leaving.zoom - 1).clamped(to: 0...1)
    let distance = (abs(distanceOut) - leaving.distance) / (layout.room.height * motion.dismissFadeShare)
    let weight = ((Self.leavingScale - zoom) / (Self.leavingScale - 1)).clamped(to: 0...1)
    return shrunk * (1 - distance.clamped(to: 0...1) * weight)
  }

  /// The scale as a ratio to that at fit, which between quarter turns goes from one to the other: the backdrop must not
  /// jump halfway.
  private var zoom: Double {
    let upright = cos(shown.angle) * cos(shown.angle)
    return shown.scale
      / (layout.fitScale(angle: 0) * upright + layout.fitScale(angle: .pi / 2) * (1 - upright))
  }

  /// Takes a picture in front of the full backdrop for one that belongs here, though it may be still on its way in.
  private mutating func markPresent() {
    if presence > 1 - Self.settledOpenness { leaving = (min(1, zoom), abs(distanceOut)) }
  }

  /// How far the picture is above or below where it could rest, in logical pixels; positive below.
  private var distanceOut: Double {
    center.y - center.y.clamped(to: layout.centers(for: shown).y)
  }

  private var center: Point { shown.apply(to: layout.reference.center) }

  /// With the row where it is.
  private var onScreen: Similarity { shown.then(Similarity(translation: Point(pageOffset, 0))) }

  /// The distance between two pictures of the row.
  public var stride: Double { layout.room.width + motion.pageGap }

  /// Pixels of the device for one of the picture.
  public var enlargement: Double { shown.scale / layout.actualScale }

  /// Where the picture goes, if nothing happens any more.
  public var target: Similarity {
    if case .settling(_, let target) = activity { target } else { shown }
  }

  /// Whether the picture is moved by fingers, or moves.
  public var isInMotion: Bool { isActive || pageOffset != 0 || openness != 1 }

  private var isActive: Bool {
    if case .resting = activity { false } else { true }
  }

  /// Whether something moves by itself and `frame` has to be called.
  public var needsFrames: Bool {
    if openness != 1 || pageVelocity != nil { return true }
    return switch activity {
    case .settling, .gliding: true
    case .resting, .held, .panning, .swiping, .dismissing, .zooming: false
    }
  }

  // MARK: Fingers

  /// When `timePassed` should be called next, in seconds; nil if nothing waits for it.
  public var deadline: Double? { arbiter.deadline }

  public mutating func timePassed(to time: Double) -> [Event] {
    arbiter.timePassed(to: time).flatMap { perform($0, at: time) }
  }

  public mutating func down(_ finger: FingerID, at position: Point, time: Double) -> [Event] {
    guard position.isFinite else { return [] }
    stopGliding(at: time)
    return arbiter.down(finger, at: position, time: time).flatMap { perform($0, at: time) }
  }

  public mutating func move(_ finger: FingerID, to position: Point, time: Double) -> [Event] {
    let commands = arbiter.move(finger, to: position, time: time) { [self] in drag(for: $0) }
    return commands.flatMap { perform($0, at: time) }
  }

  public mutating func up(_ finger: FingerID, time: Double) -> [Event] {
    let events = arbiter.up(finger, time: time).flatMap { perform($0, at: time) }
    settleIfLoose(at: time)
    return events
  }

  public mutating func cancel(_ finger: FingerID, time: Double) -> [Event] {
    let events = arbiter.cancel(finger).flatMap { perform($0, at: time) }
    settleIfLoose(at: time)
    return events
  }

  /// The system took all fingers away.
  public mutating func cancelAll(at time: Double) {
    for command in arbiter.cancelAll() { _ = perform(command, at: time) }
    settleIfLoose(at: time)
  }

  public var isTouched: Bool { arbiter.state != .idle && !isTapped }

  private var isTapped: Bool {
    if case .tapped = arbiter.state { true } else { false }
  }

  /// What a finger does that has moved by `offset`.
  private func drag(for offset: Point) -> ViewerDrag {
    let isSideways = abs(offset.x) >= abs(offset.y)
    if isSideways && pageOffset != 0 { return .swipe }
    if layout.isAtFit(shown) { return isSideways ? .swipe : .dismiss }
    return isSideways && layout.isAtEdge(shown, movingBy: offset.x) ? .swipe : .pan
  }

  /// A finger holds on to what glides; what settles goes on until the finger does something.
  private mutating func stopGliding(at time: Double) {
    guard case .gliding = activity else { return }
    activity = .resting
  }

  /// What a finger has stopped beyond an edge, and then let go of without having moved it, goes on.
  private mutating func settleIfLoose(at time: Double) {
    guard case .resting = activity, !isTouched else { return }
    settle(to: layout.restingPlace(near: shown, about: layout.center), at: time)
  }

  private mutating func perform(_ command: ViewerArbiter.Command, at time: Double) -> [Event] {
    switch command {
    case .tap: break
    case .longPress(let point): return [.longPress(point)]
    case .doubleTap(let point): toggleZoom(about: point, at: time)
    case .begin(let drag, let point): begin(drag, at: point, time: time)
    case .move(_, let offset, _): move(by: offset, at: time)
    case .end: return end(at: time)
    case .stop: stop(at: time)
    case .beginPinch(let fingers):
      beginHold(fingers, fitAtStart: layout.isAtFit(shown) ? layout.fitScale(angle: shown.angle) : nil)
    case .changeFingers(let fingers): changeHold { $0.setFingers(fingers) }
    case .movePinch(let fingers): changeHold { $0.move(fingers, at: time) }
    case .releasePinch: return letGo(at: time, isCancelled: false)
    case .cancelPinch: return letGo(at: time, isCancelled: true)
    }
    return []
  }

  // MARK: Pinching

  private mutating func beginHold(_ fingers: [FingerID: Point], fitAtStart: Double?) {
    markPresent()
    var hold = newHold(leastShare: fitAtStart == nil ? 1 : Self.leastScale, allowsRotation: allowsRotation)
    hold.setFingers(fingers)
    activity = .held(hold, fitAtStart: fitAtStart)
  }

  /// Of the picture where it is on screen, so that a row that still moves does not take it from the fingers.
  private func newHold(leastShare: Double, allowsRotation: Bool) -> Hold {
    let scales = layout.scales(angle: shown.angle)
    let limits = ScaleLimits(minimum: scales.lowerBound * leastShare, maximum: scales.upperBound)
    return Hold(
      reference: layout.reference, shown: onScreen,
      rules: GestureRules(limits: limits, allowsRotation: allowsRotation), motion: motion)
  }

  private mutating func show(_ hold: Hold) {
    shown = hold.shown.then(Similarity(translation: Point(-pageOffset, 0)))
  }

  private mutating func changeHold(_ change: (inout Hold) -> Void) {
    guard case .held(var hold, let fitAtStart) = activity else { return }
    change(&hold)
    show(hold)
    activity = .held(hold, fitAtStart: fitAtStart)
  }

  private mutating func letGo(at time: Double, isCancelled: Bool) -> [Event] {
    guard case .held(let hold, let fitAtStart) = activity else { return [] }
    let velocity = isCancelled ? .zero : hold.velocity(at: time)
    if let fitAtStart, !isCancelled {
      // Fingers that have only turned the picture to where it could be larger have not made it smaller.
      let fit = min(fitAtStart, layout.fitScale(angle: shown.angle))
      let isThrown = shown.scale < fit && velocity.logScale < -motion.dismissPinchSpeed
      if isThrown || shown.scale < fit * motion.dismissScale {
        activity = .resting
        return [.dismiss(velocity)]
      }
    }
    release(hold, about: hold.focus ?? layout.center, velocity: velocity, at: time)
    return []
  }

  private mutating func release(_ hold: Hold, about focus: Point, velocity: MotionVelocity, at time: Double) {
    var push = velocity
    push.center.x -= pageVelocity ?? 0
    settle(
      to: layout.restingPlace(near: shown, about: focus), push: push, anchor: shown.inverse.apply(to: focus), at: time)
  }

  // MARK: Dragging

  private mutating func begin(_ drag: ViewerDrag, at point: Point, time: Double) {
    history = MotionHistory(motion: motion)
    markPresent()
    let give = layout.room * motion.edgeGive
    switch drag {
    case .pan:
      let range = layout.centers(for: shown)
      activity = .panning(
        x: RubberPull(from: center.x, in: range.x, give: give.width),
        y: RubberPull(from: center.y, in: range.y, give: give.height))
    case .swipe:
      activity = .swiping(RubberPull(from: pageOffset, in: pageRange, give: give.width))
      pageVelocity = nil
    case .dismiss:
      activity = .dismissing(base: shown)
    case .zoom:
      // Two fingers at the same distance on both sides of the point, which move apart as the one moves down.
      var hold = newHold(leastShare: 1, allowsRotation: false)
      hold.setFingers(Self.fingers(around: point, distance: 1))
      activity = .zooming(hold, base: point)
    }
    record(at: time)
  }

  private static func fingers(around point: Point, distance: Double) -> [FingerID: Point] {
    // Logical pixels: far enough apart for any scale to keep a distance between them.
    let arm = Point(1000 * distance, 0)
    return [FingerID(0): point - arm, FingerID(1): point + arm]
  }

  private mutating func move(by offset: Point, at time: Double) {
    switch activity {
    case .panning(let x, let y):
      place(center: Point(x.shown(movedBy: offset.x), y.shown(movedBy: offset.y)))
    case .swiping(let pull):
      pageOffset = pull.shown(movedBy: offset.x)
    case .dismissing(let base):
      shown = base.then(Similarity(translation: offset))
    case .zooming(var hold, let base):
      hold.move(Self.fingers(around: base, distance: exp(offset.y / motion.zoomDragDistance)), at: time)
      show(hold)
      activity = .zooming(hold, base: base)
    case .resting, .held, .settling, .gliding:
      return
    }
    record(at: time)
  }

  private mutating func record(at time: Double) {
    history.record(shown, center: center + Point(pageOffset, 0), at: time)
  }

  private mutating func end(at time: Double) -> [Event] {
    let velocity = history.velocity(at: time)
    let throwVelocity = history.throwVelocity(at: time).center
    switch activity {
    case .panning:
      glide(velocity: velocity.center, at: time)
    case .swiping(let pull):
      activity = .resting
      let way = pageOffset
      returnRow(velocity: velocity.center.x, at: time)
      if isMeant(way: way, speed: throwVelocity.x, from: layout.room.width / 2),
        pull.range.contains(way > 0 ? stride : -stride)
      {
        return [.turnPage(by: way > 0 ? -1 : 1)]
      }
    case .dismissing:
      if isMeant(way: distanceOut, speed: throwVelocity.y, from: layout.room.height * motion.dismissShare) {
        activity = .resting
        return [.dismiss(velocity)]
      }
      settle(to: layout.fit(angle: shown.angle), push: velocity, at: time)
    case .zooming(let hold, let base):
      release(hold, about: base, velocity: hold.velocity(at: time), at: time)
    case .resting, .held, .settling, .gliding:
      break
    }
    return []
  }

  /// Whether a drag that has moved something by `way` goes on when it ends; a fling counts for more than the way.
  private func isMeant(way: Double, speed: Double, from threshold: Double) -> Bool {
    abs(speed) >= motion.swipeSpeed ? speed * way > 0 : abs(way) > threshold
  }

  private mutating func stop(at time: Double) {
    if case .swiping = activity { returnRow(velocity: 0, at: time) }
    activity = .resting
  }

  /// Where the row can be moved to: towards a neighbour, unless the picture would have to be moved to its edge before.
  private var pageRange: ClosedRange<Double> {
    let canGoLeft = hasLeft && (pageOffset > 0 || layout.isAtEdge(shown, movingBy: 1))
    let canGoRight = hasRight && (pageOffset < 0 || layout.isAtEdge(shown, movingBy: -1))
    return (canGoRight ? -stride : 0)...(canGoLeft ? stride : 0)
  }

  private mutating func place(center: Point) {
    shown = Similarity(
      scale: shown.scale, angle: shown.angle, taking: layout.reference.center, to: center)
  }

  // MARK: Other input

  /// Scales by `factor`, as a ratio, about a point; from where the picture is going, if it is on its way.
  public mutating func zoom(by factor: Double, about point: Point, at time: Double) {
    guard factor.isFinite, factor > 0, point.isFinite, !isTouched else { return }
    let start = target
    zoom(
      to: Similarity(
        scale: start.scale * factor, angle: start.angle, taking: start.inverse.apply(to: point), to: point),
      about: point, at: time)
  }

  /// Scales to `scale`, as a ratio of the device's pixels to the picture's, about the middle of the room; nil for fit.
  public mutating func zoom(toEnlargement enlargement: Double?, at time: Double) {
    guard !isTouched else { return }
    guard let enlargement else { return settle(to: layout.fit(angle: target.angle), at: time) }
    zoom(by: enlargement * layout.actualScale / target.scale, about: layout.center, at: time)
  }

  /// Turns by quarter turns, clockwise if positive; a picture at fit fits again afterwards.
  public mutating func turn(quarters: Int, at time: Double) {
    guard !isTouched else { return }
    let start = target
    let angle = start.angle + Double(quarters % 4) * .pi / 2
    if layout.isAtFit(start) { return settle(to: layout.fit(angle: angle), at: time) }
    let middle = layout.center
    let turned = Similarity(scale: start.scale, angle: angle, taking: start.inverse.apply(to: middle), to: middle)
    settle(to: layout.restingPlace(near: turned, about: middle), at: time)
  }

  /// Moves the picture by `delta`, as far as its edges allow.
  public mutating func pan(by delta: Point, at time: Double) {
    guard delta.isFinite, !isTouched else { return }
    let start = target
    let center = start.apply(to: layout.reference.center)
    let moved = Similarity(
      scale: start.scale, angle: start.angle, taking: layout.reference.center,
      to: layout.center(near: center + delta, for: start))
    let isBeyondEdge = center.distance(to: layout.center(near: center, for: start)) > motion.settleDistance
    if isSettling || isBeyondEdge { return settle(to: moved, at: time) }
    activity = .resting
    shown = moved
    record(at: time)
  }

  /// The fingers whose scrolling has panned the picture have left the touchpad: it goes on as fast as they were.
  public mutating func endPan(at time: Double) {
    guard case .resting = activity else { return }
    fling(velocity: history.velocity(at: time).center, at: time)
  }

  /// Lets the picture go on with a velocity, in logical pixels per second.
  mutating func fling(velocity: Point, at time: Double) {
    guard velocity.isFinite, !isTouched, !layout.isAtFit(shown) else { return }
    glide(velocity: velocity, at: time)
  }

  /// Between fit and a fixed larger scale.
  public mutating func toggleZoom(about point: Point, at time: Double) {
    guard point.isFinite, !isTouched else { return }
    if layout.isAtFit(target) {
      zoom(
        to: Similarity(
          scale: layout.fitScale(angle: target.angle) * motion.doubleTapScale, angle: target.angle,
          taking: target.inverse.apply(to: point), to: point), about: point, at: time)
    } else {
      zoom(toEnlargement: nil, at: time)
    }
  }

  private mutating func zoom(to wanted: Similarity, about point: Point, at time: Double) {
    guard wanted.isProper else { return }
    let rest = layout.restingPlace(near: wanted, about: point)
    settle(to: rest, anchor: shown.fixedPoint(to: rest), at: time)
  }

  /// Another picture takes the place of this one, which moves `step` places to the other side.
  ///
  /// - Parameters:
  ///   - step: 1 for the picture on the right, −1 for that on the left
  ///   - layout: of the other picture
  ///   - isSliding: whether it comes in from the side, or is there at once
  public mutating func turnPage(by step: Int, to layout: ViewerLayout, isSliding: Bool, at time: Double) {
    advanceRow(to: time)
    let left = (place: -step, shown: shown)
    let isReturn = departed?.place == step
    shown = isReturn ? departed?.shown ?? layout.fit() : layout.fit()
    departed = left
    self.layout = layout
    activity = .resting
    openness = 1
    if isSliding && animates {
      pageOffset = (pageOffset + Double(step) * stride).clamped(to: -stride...stride)
      returnRow(velocity: pageVelocity ?? 0, at: time)
      settleIfLoose(at: time)
    } else {
      endRow()
      shown = layout.fit()
    }
  }

  /// The room has another size, or the picture turns out to have one; fingers that pinch or swipe in the same room go on.
  public mutating func change(to newLayout: ViewerLayout, at time: Double) {
    guard newLayout != layout else { return }
    let old = layout
    let isSameRoom = newLayout.room == old.room
    let wasAtFit = old.isAtFit(target)
    let moved = newLayout.adopted(shown, from: old)
    let rest =
      wasAtFit
      ? newLayout.fit(angle: target.angle)
      : newLayout.restingPlace(near: newLayout.adopted(target, from: old), about: newLayout.center)
    layout = newLayout
    if !isSameRoom { endRow() }
    switch activity {
    case .settling(let spring, _):
      shown = moved
      settle(to: rest, push: spring.velocity, at: time)
    case .held(let hold, let fitAtStart) where isSameRoom:
      shown = moved
      beginHold(hold.positions, fitAtStart: fitAtStart.map { _ in newLayout.fitScale(angle: moved.angle) })
    case .swiping where isSameRoom:
      shown = rest
    case .resting, .held, .panning, .swiping, .dismissing, .zooming, .gliding:
      _ = arbiter.cancelAll()
      activity = .resting
      shown = rest
    }
  }

  // MARK: Frames

  private var isSettling: Bool {
    if case .settling = activity { true } else { false }
  }

  /// - Parameters:
  ///   - push: the velocity that fingers gave it; nil to go on with the one it has
  ///   - anchor: see `TransformSpring`
  private mutating func settle(
    to target: Similarity, push: MotionVelocity? = nil, anchor: Point? = nil, at time: Double
  ) {
    var velocity = push ?? .zero
    if push == nil, case .settling(let spring, _) = activity { velocity = spring.velocity }
    // Without overshoot, unless fingers have given it a push: nothing else shows what is beyond a picture's edge.
    var motion = motion
    if push == nil || push == .zero { motion.dampingRatio = 1 }
    let spring = TransformSpring(
      from: shown, velocity: velocity, reference: layout.reference, anchor: anchor, at: usable(time), motion: motion)
    activity = .settling(spring, target: target)
    if !animates || spring.isSettled(target: target) { rest(at: target) }
  }

  private mutating func rest(at target: Similarity) {
    shown = target
    activity = .resting
  }

  private mutating func glide(velocity: Point, at time: Double) {
    let rest = layout.restingPlace(near: shown, about: layout.center)
    guard animates, rest.scale == shown.scale, rest.angle == shown.angle else {
      // Caught on its way to another scale or angle, it can't stay as it is.
      return settle(to: rest, push: MotionVelocity(center: velocity), at: time)
    }
    let range = layout.centers(for: shown)
    let time = usable(time)
    activity = .gliding(
      x: Glide(from: center.x, velocity: velocity.x, in: range.x, at: time, motion: motion),
      y: Glide(from: center.y, velocity: velocity.y, in: range.y, at: time, motion: motion))
  }

  /// Something that began at no time at all would never come to rest.
  private func usable(_ time: Double) -> Double { time.isFinite ? time : self.time }

  private mutating func returnRow(velocity: Double, at time: Double) {
    guard animates else { return endRow() }
    advanceRow(to: time)
    pageVelocity = velocity
  }

  private mutating func endRow() {
    pageOffset = 0
    pageVelocity = nil
    departed = nil
  }

  /// Takes what moves by itself to its end.
  private mutating func finish() {
    openness = 1
    if pageVelocity != nil { endRow() }
    switch activity {
    case .settling(_, let target): rest(at: target)
    case .gliding(let x, let y):
      place(center: Point(x.restingPosition, y.restingPosition))
      activity = .resting
    case .held(let hold, _), .zooming(let hold, _): show(hold)
    case .resting, .panning, .swiping, .dismissing: break
    }
  }

  /// Goes on to the frame at `time`; a time before the last one changes nothing.
  public mutating func frame(at time: Double) {
    advanceRow(to: time)
    switch activity {
    case .settling(var spring, let target):
      shown = spring.advance(to: self.time, target: target)
      activity = .settling(spring, target: target)
      if spring.isSettled(target: target) { rest(at: target) }
    case .gliding(let x, let y):
      let isSettled = x.isSettled(at: self.time) && y.isSettled(at: self.time)
      place(
        center: isSettled
          ? Point(x.restingPosition, y.restingPosition)
          : Point(x.state(at: self.time).position, y.state(at: self.time).position))
      if isSettled { activity = .resting }
    case .held(let hold, _), .zooming(let hold, _):
      show(hold)
    case .resting, .panning, .swiping, .dismissing:
      break
    }
  }

  /// Moves the row and the backdrop on to `time`.
  private mutating func advanceRow(to time: Double) {
    guard time.isFinite else { return }
    let step = max(0, time - self.time)
    self.time += step
    let spring = DampedSpring(dampingRatio: 1, response: motion.response)
    if openness != 1 {
      let next = spring.advanced(displacement: openness - 1, velocity: opennessVelocity, by: step)
      openness = min(1, 1 + next.displacement)
      opennessVelocity = next.velocity
      if abs(openness - 1) < Self.settledOpenness { openness = 1 }
    }
    if let velocity = pageVelocity {
      let next = spring.advanced(displacement: pageOffset, velocity: velocity, by: step)
      pageOffset = next.displacement
      pageVelocity = next.velocity
      if abs(pageOffset) < motion.settleDistance, abs(next.velocity) < motion.settleSpeed { endRow() }
    }
  }
}

extension Similarity {
  /// The point of the plane before this transform which `other` takes to the same place; nil if there is none, or only
  /// one too far away to be exact.
  func fixedPoint(to other: Similarity) -> Point? {
    // p ↦ a·p + t and p ↦ b·p + u agree where (a − b)·p = u − t, with a and b as complex numbers.
    let real = scale * cos(angle) - other.scale * cos(other.angle)
    let imaginary = scale * sin(angle) - other.scale * sin(other.angle)
    let square = real * real + imaginary * imaginary
    // A change of scale below a thousandth has its fixed point thousands of pixels away.
    guard square > 1e-6 * scale * scale else { return nil }
    let way = other.translation - translation
    return Point((way.x * real + way.y * imaginary) / square, (way.y * real - way.x * imaginary) / square)
  }
}
