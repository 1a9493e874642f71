// SPDX-License-Identifier: MIT

import Geometry

/// A touch screen for ten fingers that covers the whole screen.
///
/// Positions are screen pixels. Every call returns when the display server has handled the event, which is before
/// the app has seen it.
public final class TouchScreen {
  private var device: InputDevice
  private let screen: Size
  private var fingers: [Int: Point] = [:]

  init(_ device: InputDevice, screen: Size) {
    self.device = device
    self.screen = screen
  }

  /// Where the fingers are that are down, by their number.
  public var positions: [Int: Point] { fingers }

  /// Puts finger number `id` (0 to 9) down.
  public func down(_ id: Int, at point: Point) throws {
    guard fingers[id] == nil else { throw RigError("finger \(id) is down already") }
    fingers[id] = point
    try post(id, .begin, point)
  }

  public func move(_ id: Int, to point: Point) throws {
    guard fingers[id] != nil else { throw RigError("finger \(id) is not down") }
    fingers[id] = point
    try post(id, .update, point)
  }

  public func up(_ id: Int) throws {
    guard let point = fingers.removeValue(forKey: id) else { throw RigError("finger \(id) is not down") }
    try post(id, .end, point)
  }

  public func upAll() throws {
    for id in fingers.keys.sorted() { try up(id) }
  }

  /// Goes on with another connection and without the fingers, which the server has ended by itself.
  func reconnect(_ device: InputDevice) {
    self.device = device
    fingers = [:]
  }

  public func tap(_ point: Point, finger id: Int = 0) throws {
    try down(id, at: point)
    try up(id)
  }

  /// Moves fingers that are down in a straight line to `targets`, one finger after the other in each of `steps` steps.
  ///
  /// - Parameter between: Runs after each step, for instance to wait for a frame.
  public func move(_ targets: [Int: Point], steps: Int, between: () throws -> Void = {}) throws {
    let start = fingers
    for step in 1...steps {
      let progress = Double(step) / Double(steps)
      for (id, target) in targets.sorted(by: { $0.key < $1.key }) {
        guard let origin = start[id] else { throw RigError("finger \(id) is not down") }
        try move(id, to: origin + (target - origin) * progress)
      }
      try between()
    }
  }

  /// Puts two fingers down at `from`, moves them to `to` and leaves them there; `upAll` lets go.
  public func pinch(
    from: (Point, Point), to: (Point, Point), steps: Int = 10, fingers ids: (Int, Int) = (0, 1),
    between: () throws -> Void = {}
  ) throws {
    try down(ids.0, at: from.0)
    try down(ids.1, at: from.1)
    try move([ids.0: to.0, ids.1: to.1], steps: steps, between: between)
  }

  /// One finger down at `from`, moved to `to` and up again.
  public func swipe(
    from: Point, to: Point, steps: Int = 10, finger id: Int = 0, between: () throws -> Void = {}
  ) throws {
    try down(id, at: from)
    try move([id: to], steps: steps, between: between)
    try up(id)
  }

  private enum Kind: UInt32 {
    case begin = 18
    case update = 19
    case end = 20
  }

  private func post(_ id: Int, _ kind: Kind, _ point: Point) throws {
    var event = InputDevice.Bytes()
    event.append(UInt32(id))
    event.append(kind.rawValue)
    event.append(axes: deviceAxes(of: point, on: screen))
    try device.post(.touch, event)
  }
}

/// Absolute devices run from 0 to 65536 over the screen's width and height.
func deviceAxes(of point: Point, on screen: Size) -> [Double] {
  [point.x * 65536 / screen.width, point.y * 65536 / screen.height]
}
