// SPDX-License-Identifier: MIT

import Geometry

/// Finds out which fingers lift which sources, for any number of lifts at once.
///
/// - A single finger never lifts. Two free fingers pair as `FingerPairing` describes, when the second one lands or when
///   they come closer, with any pause between them.
/// - While anything is held, every finger is claimed, so that the page stands still; it can still pair.
/// - A finger that lands on what is held joins that lift. So does one that completes a lift of one finger: where both
///   stand around its copy, or where it lands on no source at all.
/// - A finger that goes up leaves its lift to the others; the last one releases it.
/// - When the system cancels one finger its lift ends; the others do nothing until they go up.
///
/// Events of unknown fingers and positions that are not finite are ignored. Positions are in the container's logical
/// pixels, and `hit` tells what is under one now; it must not ask this recognizer, which is changing while it runs.
/// Times are in seconds; no rule depends on them, because there is no dwell.
public struct FingerRecognizer<Source: Hashable & Sendable>: Sendable {
  private enum Role: Hashable {
    case free
    case holding(Source)
    /// Its lift has ended without it.
    case inert
  }

  private struct Finger {
    let id: FingerID
    var position: Point
    var role = Role.free
    var isClaimed = false
  }

  /// All fingers that are down, in the order in which they landed.
  private var fingers: [Finger] = []
  /// The sources that fingers hold, in the order in which they were lifted.
  public private(set) var heldSources: [Source] = []
  private let reach: Double

  public init(motion: ZoomMotion = .standard) {
    reach = motion.pairingReach
  }

  /// Whether no finger is down.
  public var isIdle: Bool { fingers.isEmpty }

  /// Whether the finger has been taken from the page: its events have to be stopped.
  public func isClaimed(_ finger: FingerID) -> Bool {
    fingers.contains { $0.id == finger && $0.isClaimed }
  }

  /// Where the fingers that hold `source` are.
  public func fingers(holding source: Source) -> [FingerID: Point] {
    var positions: [FingerID: Point] = [:]
    for finger in fingers where finger.role == .holding(source) { positions[finger.id] = finger.position }
    return positions
  }

  /// A finger has touched the container.
  public mutating func down(
    _ finger: FingerID, at position: Point, time: Double, hit: (Point) -> HitTarget<Source>?
  ) -> [Command] {
    guard position.isFinite else { return [] }
    // A finger that is already down has lost its end: that was then.
    var commands = up(finger, time: time)
    let landed = Finger(id: finger, position: position)
    let target = hit(position)
    fingers.append(landed)
    if !heldSources.isEmpty { commands += claim([finger]) }

    if let source = target?.source, heldSources.contains(source) {
      commands += join([finger], source)
    } else if let (partner, source) = bestPairing(of: landed, with: fingers.filter(isPairable), hit: hit) {
      commands += join([partner, finger], source)
    } else if target == nil, let source = nearestSingleFingerLift(to: position) {
      commands += join([finger], source)
    }
    return commands
  }

  /// A finger has moved.
  public mutating func move(
    _ finger: FingerID, to position: Point, time: Double, hit: (Point) -> HitTarget<Source>?
  ) -> [Command] {
    guard position.isFinite, let index = fingers.firstIndex(where: { $0.id == finger }) else { return [] }
    fingers[index].position = position
    switch fingers[index].role {
    case .holding(let source):
      return [.move(source, fingers(holding: source))]
    case .free:
      let free = fingers.filter { $0.role == .free }
      guard let (partner, source) = bestPairing(of: fingers[index], with: free, hit: hit) else { return [] }
      return join([partner, finger], source)
    case .inert:
      return []
    }
  }

  /// A finger has gone up.
  public mutating func up(_ finger: FingerID, time: Double) -> [Command] {
    guard let index = fingers.firstIndex(where: { $0.id == finger }) else { return [] }
    guard case .holding(let source) = fingers.remove(at: index).role else { return [] }
    let others = fingers(holding: source)
    guard others.isEmpty else { return [.changeFingers(source, others)] }
    heldSources.removeAll { $0 == source }
    return [.release(source)]
  }

  /// The system took the finger away, which ends its lift.
  public mutating func cancel(_ finger: FingerID) -> [Command] {
    guard let index = fingers.firstIndex(where: { $0.id == finger }) else { return [] }
    guard case .holding(let source) = fingers.remove(at: index).role else { return [] }
    sourceVanished(source)
    return [.cancel(source)]
  }

  /// The system took all fingers away, for instance because the container is no longer shown.
  public mutating func cancelAll() -> [Command] {
    let commands = heldSources.map(Command.cancel)
    fingers = []
    heldSources = []
    return commands
  }

  /// Ends the lift of a source that is gone, without a command; its fingers do nothing until they go up.
  public mutating func sourceVanished(_ source: Source) {
    heldSources.removeAll { $0 == source }
    for index in fingers.indices where fingers[index].role == .holding(source) {
      fingers[index].role = .inert
    }
  }

  // MARK: Changes

  /// Lets `ids` hold `source`, which begins a lift unless it is held already.
  private mutating func join(_ ids: [FingerID], _ source: Source) -> [Command] {
    for index in fingers.indices where ids.contains(fingers[index].id) {
      fingers[index].role = .holding(source)
    }
    let positions = fingers(holding: source)
    if heldSources.contains(source) { return [.changeFingers(source, positions)] }
    heldSources.append(source)
    // Free fingers too: from now on the page stands still.
    return claim(fingers.map(\.id)) + [.begin(source, fingers: positions)]
  }

  private mutating func claim(_ ids: [FingerID]) -> [Command] {
    var commands: [Command] = []
    for index in fingers.indices where ids.contains(fingers[index].id) && !fingers[index].isClaimed {
      fingers[index].isClaimed = true
      commands.append(.claim(fingers[index].id))
    }
    return commands
  }

  // MARK: Questions

  private func isPairable(_ finger: Finger) -> Bool {
    finger.role == .free || isAlone(finger)
  }

  /// Whether the finger is the only one of its lift.
  private func isAlone(_ finger: Finger) -> Bool {
    guard case .holding = finger.role else { return false }
    return fingers.count { $0.role == finger.role } == 1
  }

  private func nearestSingleFingerLift(to position: Point) -> Source? {
    let nearest = fingers.filter(isAlone).min {
      $0.position.distance(to: position) < $1.position.distance(to: position)
    }
    guard case .holding(let source)? = nearest?.role else { return nil }
    return source
  }

  /// The best partner for `finger`, and what the two lift or go on holding.
  private func bestPairing(
    of finger: Finger, with candidates: [Finger], hit: (Point) -> HitTarget<Source>?
  ) -> (partner: FingerID, source: Source)? {
    let pairings = candidates.filter { $0.id != finger.id }.compactMap { candidate in
      FingerPairing(candidate.position, finger.position, reach: reach, hit: hit) { source in
        // What others hold is theirs; a finger that holds something pairs for nothing else.
        candidate.role == (heldSources.contains(source) ? .holding(source) : .free)
      }
      .map { (partner: candidate.id, pairing: $0) }
    }
    // The first of equals is the one that landed first.
    return pairings.min { $0.pairing < $1.pairing }.map { ($0.partner, $0.pairing.source) }
  }
}
