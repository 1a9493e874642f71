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
  private var recognizer = FingerRecognizer<SourceID>()
  private weak var container: ZoomContainerWidget?
  /// Finds the widgets that show a source at present.
  private var findSources: (SourceID) -> [ZoomSourceWidget] = { _ in [] }
  private var isTicking = false
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

  private func perform(_ command: FingerRecognizer<SourceID>.Command, at time: Double, claim: (Int) -> Void) {
    switch command {
    case .claim(let finger): claim(Int(bitPattern: finger.rawValue))
    case .begin(let id, let fingers): begin(id, fingers: fingers)
    case .changeFingers(let id, let fingers): lift(of: id)?.model.setFingers(fingers)
    case .move(let id, let fingers):
      guard let lift = lift(of: id) else { return }
      lift.model.move(fingers, at: time)
      lift.holdChanged()
    case .release(let id): letGo(of: id) { $0.release(at: time, animated: $1, sourceBounds: $2) }
    case .cancel(let id): letGo(of: id) { $0.cancel(at: time, animated: $1, sourceBounds: $2) }
    }
    liftsChanged()
  }

  private func begin(_ id: SourceID, fingers: [FingerID: Point]) {
    if let index = lifts.firstIndex(where: { $0.id == id }) {
      let lift = lifts.remove(at: index)
      lifts.append(lift)
      if lift.model.catchCopy(fingers: fingers) || lift.model.isHeld { return }
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
  private func target(at point: Point) -> HitTarget<SourceID>? {
    if let lift = lifts.last(where: { !$0.isFading && $0.covers(point) }) {
      return HitTarget(source: lift.id, bounds: lift.bounds)
    }
    guard let container, let source = container.pick(ZoomSourceWidget.self, at: point).first(where: \.isEnabled),
      source.store === self, let id = source.id, let bounds = source.bounds(in: container)
    else { return nil }
    return HitTarget(source: id, bounds: bounds)
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
        ? (findSources(lift.id).isEmpty ? nil : lift.model.reference) : sourceBounds(of: lift)
      let wasHeld = lift.model.isHeld
      lift.model.frame(at: time, sourceBounds: bounds)
      if wasHeld && !lift.model.isHeld { recognizer.sourceVanished(lift.id) }
    }
    removeFinished()
    liftsChanged()
    return lifts.contains { !$0.model.isHeld }
  }

  private func removeFinished() {
    for lift in lifts where lift.model.isDone { lift.end() }
    lifts.removeAll { $0.model.isDone }
  }

  /// Ends everything at once: the container is no longer on screen.
  func endAll() {
    _ = recognizer.cancelAll()
    for lift in lifts { lift.end() }
    lifts = []
  }
}

extension ActiveLift {
  var isFading: Bool {
    if case .fading = model.state { true } else { false }
  }
}
