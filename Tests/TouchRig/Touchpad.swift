// SPDX-License-Identifier: MIT

import Geometry

/// A touchpad's gestures, which happen where the pointer is.
///
/// After fingers on the touch screen, GTK knows of no pointer until it moves: move it before the gesture.
public final class Touchpad {
  private let device: InputDevice

  init(_ device: InputDevice) {
    self.device = device
  }

  public func beginPinch(fingers: Int = 2) throws {
    try post(pinch: 27, fingers: fingers)
  }

  /// - Parameters:
  ///   - scale: The finger distance now as a ratio to that at the start.
  ///   - turn: The turn since the last update, in degrees clockwise.
  ///   - moved: The movement since the last update in screen pixels.
  public func updatePinch(scale: Double, turn: Double = 0, moved: Point = .zero, fingers: Int = 2) throws {
    try post(pinch: 28, fingers: fingers, scale: scale, turn: turn, moved: moved)
  }

  public func endPinch(fingers: Int = 2, cancelled: Bool = false) throws {
    try post(pinch: 29, fingers: fingers, cancelled: cancelled)
  }

  public func beginSwipe(fingers: Int = 3) throws {
    try post(swipe: 30, fingers: fingers)
  }

  /// - Parameter moved: The movement since the last update in screen pixels.
  public func updateSwipe(moved: Point, fingers: Int = 3) throws {
    try post(swipe: 31, fingers: fingers, moved: moved)
  }

  public func endSwipe(fingers: Int = 3, cancelled: Bool = false) throws {
    try post(swipe: 32, fingers: fingers, cancelled: cancelled)
  }

  /// A whole pinch from scale 1 to `scale`.
  public func pinch(scale: Double, turn: Double = 0, steps: Int = 10, between: () throws -> Void = {}) throws {
    try beginPinch()
    for step in 1...steps {
      try updatePinch(scale: 1 + (scale - 1) * Double(step) / Double(steps), turn: turn / Double(steps))
      try between()
    }
    try endPinch()
  }

  /// A whole swipe over `distance` screen pixels.
  public func swipe(_ distance: Point, fingers: Int = 3, steps: Int = 10, between: () throws -> Void = {}) throws {
    try beginSwipe(fingers: fingers)
    for _ in 1...steps {
      try updateSwipe(moved: distance / Double(steps), fingers: fingers)
      try between()
    }
    try endSwipe(fingers: fingers)
  }

  private func post(
    pinch kind: UInt16, fingers: Int, scale: Double = 1, turn: Double = 0, moved: Point = .zero, cancelled: Bool = false
  ) throws {
    var event = head(kind, fingers, moved, cancelled)
    event.append(scale)
    event.append(turn)
    try device.post(.pinch, event)
  }

  private func post(swipe kind: UInt16, fingers: Int, moved: Point = .zero, cancelled: Bool = false) throws {
    try device.post(.swipe, head(kind, fingers, moved, cancelled))
  }

  private func head(_ kind: UInt16, _ fingers: Int, _ moved: Point, _ cancelled: Bool) -> InputDevice.Bytes {
    var event = InputDevice.Bytes()
    event.append(kind)
    event.append(UInt16(fingers))
    event.append(UInt32(cancelled ? 1 : 0))
    // Once accelerated and once not.
    for value in [moved.x, moved.y, moved.x, moved.y] { event.append(value) }
    return event
  }
}
