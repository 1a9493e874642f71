// SPDX-License-Identifier: MIT

import Geometry
import Testing

@testable import ZoomModel

/// A page with sources and a container that obeys a recognizer, and checks what every container relies on.
struct TouchPage {
  typealias Command = FingerRecognizer<String>.Command

  /// The sources on the page; the first one that contains a point is hit.
  var sources: [(name: String, bounds: Rect)]
  private(set) var recognizer = FingerRecognizer<String>()
  /// What fingers hold, from the commands alone.
  private(set) var held: [String: [FingerID: Point]] = [:]
  private(set) var claimed: Set<FingerID> = []
  private(set) var begun: [String] = []
  private(set) var ended: [String] = []
  private(set) var down: [FingerID: Point] = [:]
  private var time = 0.0

  init(_ sources: [(name: String, bounds: Rect)]) {
    self.sources = sources
  }

  func hit(_ point: Point) -> HitTarget<String>? {
    // Copies lie above the page: around their fingers and larger than the source.
    for name in held.keys.sorted() {
      guard let bounds = sources.first(where: { $0.name == name })?.bounds.insetBy(-20) else { continue }
      if bounds.contains(point) { return HitTarget(source: name, bounds: bounds) }
    }
    return sources.first { $0.bounds.contains(point) }.map { HitTarget(source: $0.name, bounds: $0.bounds) }
  }

  @discardableResult
  mutating func down(_ finger: UInt, _ x: Double, _ y: Double) -> [Command] {
    let id = FingerID(finger)
    down[id] = Point(x, y)
    // A new touch: what was claimed before is over.
    claimed.remove(id)
    return obey(recognizer.down(id, at: Point(x, y), time: tick(), hit: hit))
  }

  @discardableResult
  mutating func move(_ finger: UInt, _ x: Double, _ y: Double) -> [Command] {
    let id = FingerID(finger)
    if down[id] != nil { down[id] = Point(x, y) }
    return obey(recognizer.move(id, to: Point(x, y), time: tick(), hit: hit))
  }

  @discardableResult
  mutating func up(_ finger: UInt) -> [Command] {
    down[FingerID(finger)] = nil
    return obey(recognizer.up(FingerID(finger), time: tick()))
  }

  @discardableResult
  mutating func cancel(_ finger: UInt) -> [Command] {
    down[FingerID(finger)] = nil
    return obey(recognizer.cancel(FingerID(finger)))
  }

  @discardableResult
  mutating func cancelAll() -> [Command] {
    down = [:]
    return obey(recognizer.cancelAll())
  }

  mutating func vanish(_ source: String) {
    recognizer.sourceVanished(source)
    if held.removeValue(forKey: source) != nil { ended.append(source) }
    check()
  }

  func holds(_ source: String) -> Set<UInt> { Set((held[source] ?? [:]).keys.map(\.rawValue)) }

  private mutating func tick() -> Double {
    time += 0.01
    return time
  }

  private mutating func obey(_ commands: [Command]) -> [Command] {
    for command in commands {
      switch command {
      case .claim(let finger):
        demand(claimed.insert(finger).inserted, "claimed twice")
      case .begin(let source, let fingers):
        demand(held[source] == nil, "two lifts of one source")
        demand(fingers.count == 2, "a lift begins with two fingers")
        demand(fingers.keys.allSatisfy(claimed.contains), "held before it was claimed")
        held[source] = fingers
        begun.append(source)
      case .changeFingers(let source, let fingers):
        demand(held[source] != nil && !fingers.isEmpty, "there is nothing to hold")
        demand(held[source].map { Set($0.keys) } != Set(fingers.keys), "nothing has changed")
        held[source] = fingers
      case .move(let source, let fingers):
        demand(held[source].map { Set($0.keys) } == Set(fingers.keys), "other fingers without a rebase")
        held[source] = fingers
      case .release(let source), .cancel(let source):
        demand(held.removeValue(forKey: source) != nil, "ended twice")
        ended.append(source)
      }
    }
    check()
    return commands
  }

  private func check() {
    demand(recognizer.heldSources.sorted() == held.keys.sorted(), "not what the commands say")
    let members = held.values.flatMap(\.keys)
    demand(Set(members).count == members.count, "a finger in two lifts")
    for (source, fingers) in held {
      demand(recognizer.fingers(holding: source) == fingers, "not where the commands say")
      demand(fingers.allSatisfy { down[$0.key] == $0.value }, "a lift follows what is not there")
    }
    for finger in down.keys {
      demand(recognizer.isClaimed(finger) == claimed.contains(finger), "not the claims that were sent")
      demand(held.isEmpty || claimed.contains(finger), "a finger could scroll the page under a lift")
    }
  }

  /// As `#expect`, which is too slow for a million checks.
  private func demand(_ isTrue: Bool, _ fault: Comment) {
    if !isTrue { Issue.record(fault) }
  }
}
