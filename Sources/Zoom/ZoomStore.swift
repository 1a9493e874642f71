// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import ZoomModel

/// The lifts of one container: from fingers, through the model, to what is drawn.
final class ZoomStore {
  var name: String?
  /// In the order in which they are drawn.
  private(set) var lifts: [ActiveLift] = []
  private(set) var recognizer = FingerRecognizer<SourceID>()
  private weak var container: ZoomContainerWidget?
  weak var viewer: ViewerWidget?
  /// Finds the widgets that show a source at present.
  private var findSources: (SourceID) -> [ZoomSourceWidget] = { _ in [] }
  private var isTicking = false
  private var fingerCount = 0
  /// The only finger that is down, as long as the page has it.
  private var scrollingFinger: Int?
  /// Where that has moved to, which the recognizer has not been told.
  private var unheardMove: Touch?
  /// What the viewer showed when it last changed.
  private var shownInViewer: SourceID?
  private var chrome: [WeakChrome] = []
  /// Whether the chrome was last drawn blurred, and has to be drawn once more without.
  private var wasBlurred = false

  private struct WeakChrome { weak var widget: ChromeWidget? }

  /// Draws `widget` again whenever lifts change.
  func register(_ widget: ChromeWidget) {
    chrome.removeAll { $0.widget == nil || $0.widget === widget }
    chrome.append(WeakChrome(widget: widget))
  }

  /// What is drawn above the content, or how the content is drawn, has changed.
  private func liftsChanged() {
    container?.liftsChanged()
    if lifts.contains(where: \.policy.backdropStyle.blurs) || wasBlurred {
      for chrome in chrome { chrome.widget?.queueDraw() }
    }
    wasBlurred = blurProgress > 0
  }

  func connect(_ container: ZoomContainerWidget, findSources: @escaping (SourceID) -> [ZoomSourceWidget]) {
    self.container = container
    self.findSources = findSources
  }

  // MARK: Fingers

  /// Handles a touch; true keeps it from the page.
  func handle(_ touch: Touch, claim: (Int) -> Void) -> Bool {
    // Most of what fingers do is to scroll with one of them: where it is matters only once something else happens.
    if touch.phase == .moved, touch.finger == scrollingFinger {
      unheardMove = touch
      return false
    }
    if let move = unheardMove {
      unheardMove = nil
      _ = recognize(move, claim: claim)
    }
    let isKept = recognize(touch, claim: claim)
    switch touch.phase {
    case .began: fingerCount += 1
    case .ended, .cancelled: fingerCount = max(0, fingerCount - 1)
    case .moved: break
    }
    scrollingFinger = touch.phase == .began && fingerCount == 1 && !isKept ? touch.finger : nil
    return isKept
  }

  private func recognize(_ touch: Touch, claim: (Int) -> Void) -> Bool {
    let finger = FingerID(UInt(bitPattern: touch.finger))
    let hit = { [unowned self] (point: Point) in self.target(at: point) }
    let wasClaimed = recognizer.isClaimed(finger)
    let commands =
      switch touch.phase {
      case .began: recognizer.down(finger, at: touch.location, time: touch.time, hit: hit)
      case .moved: recognizer.move(finger, to: touch.location, time: touch.time, hit: hit)
      case .ended: recognizer.up(finger, time: touch.time)
      case .cancelled: recognizer.cancel(finger)
      }
    for command in commands { perform(command, at: touch.time, claim: claim) }
    return wasClaimed || recognizer.isClaimed(finger)
  }

  func perform(_ command: FingerRecognizer<SourceID>.Command, at time: Double, claim: (Int) -> Void) {
    switch command {
    case .claim(let finger): claim(Int(bitPattern: finger.rawValue))
    case .begin(let id, let fingers): begin(id, fingers: fingers)
    case .changeFingers(let id, let fingers): lift(of: id)?.model.setFingers(fingers)
    case .move(let id, let fingers):
      guard let lift = lift(of: id) else { return }
      lift.model.move(fingers, at: time)
      lift.holdChanged()
    case .release(let id):
      if !settleIntoViewer(id, at: time) { letGo(of: id) { $0.release(at: time, animated: $1, sourceBounds: $2) } }
    case .cancel(let id): letGo(of: id) { $0.cancel(at: time, animated: $1, sourceBounds: $2) }
    }
    liftsChanged()
  }

  private func begin(_ id: SourceID, fingers: [FingerID: Point]) {
    if let index = lifts.firstIndex(where: { $0.id == id }) {
      let lift = lifts.remove(at: index)
      lifts.append(lift)
      if lift.model.catchCopy(fingers: fingers) { return }
      if lift.model.isHeld { return lift.model.setFingers(fingers) }
      lifts.removeLast()
      lift.end()
    }
    guard let container, let source = source(of: id, nearestTo: fingers), let bounds = source.bounds(in: container)
    else { return recognizer.sourceVanished(id) }
    let model = Lift(reference: bounds, fingers: fingers, rules: source.policy.rules)
    let lift = ActiveLift(source: source, id: id, model: model, in: container)
    lifts.append(lift)
    source.queueDraw()
  }

  /// Of several widgets that show the same, the one that the fingers are on.
  private func source(of id: SourceID, nearestTo fingers: [FingerID: Point]) -> ZoomSourceWidget? {
    let sources = findSources(id).filter(\.isMapped)
    guard sources.count > 1, let container, !fingers.isEmpty else { return sources.first }
    let middle = fingers.values.reduce(Point.zero, +) / Double(fingers.count)
    func distance(_ source: ZoomSourceWidget) -> Double {
      source.bounds(in: container)?.distance(to: middle) ?? .infinity
    }
    return sources.min { distance($0) < distance($1) }
  }

  private func letGo(of id: SourceID, _ change: (inout Lift, _ animated: Bool, _ bounds: Rect?) -> Void) {
    guard let lift = lift(of: id) else { return }
    change(&lift.model, container?.animationsEnabled ?? false, sourceBounds(of: lift))
    lift.holdChanged()
    removeFinished()
    startTicking()
  }

  /// What is under a point of the container: copies that fingers can hold, then sources on the page.
  func target(at point: Point) -> HitTarget<SourceID>? {
    if let lift = lifts.last(where: { !$0.isFading && $0.covers(point) }) {
      return HitTarget(source: lift.id, bounds: lift.bounds)
    }
    guard let container, let source = container.pick(ZoomSourceWidget.self, at: point).first(where: \.isEnabled),
      source.store === self, let id = source.id, let bounds = source.bounds(in: container)
    else { return nil }
    return HitTarget(source: id, bounds: bounds)
  }

  // MARK: The viewer

  /// Whether a copy that is let go of goes on in the viewer, and has gone there.
  private func settleIntoViewer(_ id: SourceID, at time: Double) -> Bool {
    guard let lift = lift(of: id), case .openViewer(let scale) = lift.release, let viewer, viewer.canShow(id) else {
      return false
    }
    let velocity = lift.model.velocity(at: time)
    guard lift.model.shown.scale >= scale || lift.model.isPulledOpen(at: time),
      let opening = lift.opening(velocity: velocity),
      viewer.open(id, from: opening, at: time)
    else { return false }
    lifts.removeAll { $0 === lift }
    lift.end()
    return true
  }

  /// Opens the viewer with a source's picture; false if there is no viewer, or it does not have that picture.
  func openViewer(_ id: SourceID) -> Bool { viewer?.open(id) ?? false }

  /// How a picture is shown on the page now; nil if it is not on screen.
  func opening(of id: SourceID, picture: any PictureContent) -> ViewerOpening? {
    guard let (source, bounds) = visibleSource(of: id), case .picture(let content, let fit, let radius) = source.content
    else { return nil }
    let whole = fit.rect(for: content.paintable.intrinsicSize, in: bounds)
    return ViewerOpening(
      whole: whole, shownRect: bounds, cornerRadius: radius, shown: .identity, velocity: .zero, backdropOpacity: 0)
  }

  /// Lets a picture that leaves the viewer return to its source; false if that is not on screen.
  func bringHome(_ id: SourceID, from closing: ViewerOpening?, at time: Double) -> Bool {
    guard let closing, let container, container.animationsEnabled, let (source, bounds) = visibleSource(of: id),
      case .picture(let content, let fit, _) = source.content
    else { return false }
    let whole = fit.rect(for: content.paintable.intrinsicSize, in: bounds)
    let model = Lift(
      returningTo: bounds, from: closing.transform(of: whole), velocity: closing.velocity, at: time,
      rules: source.policy.rules)
    let lift = ActiveLift(source: source, id: id, model: model, in: container)
    lift.takeOver(backdropOpacity: closing.backdropOpacity, at: time)
    lifts.append(lift)
    source.queueDraw()
    if source.isFocusable { source.grabFocus() }
    liftsChanged()
    startTicking()
    return true
  }

  /// Where a widget is in the container.
  func bounds(of widget: Widget) -> Rect? { container.flatMap { widget.bounds(in: $0) } }

  private func visibleSource(of id: SourceID) -> (ZoomSourceWidget, Rect)? {
    guard let container else { return nil }
    for source in findSources(id) {
      guard let visible = source.visibleBounds(in: container), !visible.isEmpty,
        let bounds = source.bounds(in: container)
      else { continue }
      return (source, bounds)
    }
    return nil
  }

  /// The viewer has opened, closed, or shows another picture.
  func viewerChanged() {
    container?.viewerChanged()
    // Its source is drawn as long as it is not in the viewer.
    if let id = viewer?.currentID, id != shownInViewer { for source in findSources(id) { source.queueDraw() } }
    if let id = shownInViewer, id != viewer?.currentID { for source in findSources(id) { source.queueDraw() } }
    shownInViewer = viewer?.currentID
  }

  // MARK: Sources

  func lift(of id: SourceID) -> ActiveLift? { lifts.first { $0.id == id } }

  /// The lift for which `widget` is not to be drawn. A widget takes over where the one that was lifted no longer shows
  /// the picture: its cell was recycled, or its page is hidden.
  func lift(takingOver widget: ZoomSourceWidget) -> ActiveLift? {
    guard !lifts.isEmpty, let id = widget.id, let lift = lift(of: id) else { return nil }
    if lift.source === widget { return lift }
    if let source = lift.source, source.id == id, source.isMapped { return nil }
    lift.source = widget
    return lift
  }

  /// Sources have come, gone or changed.
  func sourcesChanged() {
    guard !lifts.isEmpty else { return }
    startTicking()
  }

  /// Where the source is now; nil if it cannot be seen.
  private func sourceBounds(of lift: ActiveLift) -> Rect? {
    guard let container else { return nil }
    if lift.source?.id != lift.id || lift.source?.isMapped != true {
      lift.source = findSources(lift.id).first(where: \.isMapped)
    }
    guard let source = lift.source, let visible = source.visibleBounds(in: container), !visible.isEmpty else {
      return nil
    }
    return source.bounds(in: container)
  }

  // MARK: Frames

  private func startTicking() {
    guard !isTicking, !lifts.isEmpty, let container else { return }
    isTicking = true
    container.onEachFrame { [weak self] time in
      guard let self else { return false }
      self.isTicking = self.tick(at: time)
      return self.isTicking
    }
  }

  /// Moves on what moves by itself; false once nothing does.
  private func tick(at time: Double) -> Bool {
    for lift in lifts {
      // A held copy stays up while its source is out of sight, but not when it has ceased to exist.
      let bounds =
        lift.model.isHeld
        ? (findSources(lift.id).isEmpty && !lift.isScrolledAway() ? nil : lift.model.reference) : sourceBounds(of: lift)
      let wasHeld = lift.model.isHeld
      lift.frame(at: time, sourceBounds: bounds)
      if wasHeld && !lift.model.isHeld { recognizer.sourceVanished(lift.id) }
    }
    removeFinished()
    liftsChanged()
    return lifts.contains(where: \.movesByItself)
  }

  private func removeFinished() {
    for lift in lifts where lift.isDone { lift.end() }
    lifts.removeAll(where: \.isDone)
  }

  /// Ends everything at once: the container is no longer on screen.
  func endAll() {
    _ = recognizer.cancelAll()
    (fingerCount, scrollingFinger, unheardMove) = (0, nil, nil)
    for lift in lifts { lift.end() }
    lifts = []
  }
}

extension ActiveLift {
  var isFading: Bool {
    if case .fading = model.state { true } else { false }
  }
}
