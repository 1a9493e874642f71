// SPDX-License-Identifier: MIT

import Geometry

/// A mouse, in screen pixels.
public final class Pointer {
  public enum Button: Int32 {
    case left = 1
    case middle = 2
    case right = 3
    case back = 8
    case forward = 9
  }

  private let device: InputDevice
  private let screen: Size
  private var position = Point.zero

  init(_ device: InputDevice, screen: Size) {
    self.device = device
    self.screen = screen
  }

  public func move(to point: Point) throws {
    position = point
    var event = InputDevice.Bytes()
    event.append(UInt32(1))
    event.append(axes: deviceAxes(of: point, on: screen))
    try device.post(.motion, event)
  }

  /// Moves in a straight line.
  public func move(to target: Point, steps: Int, between: () throws -> Void = {}) throws {
    let start = position
    for step in 1...steps {
      try move(to: start + (target - start) * (Double(step) / Double(steps)))
      try between()
    }
  }

  public func press(_ button: Button = .left) throws {
    try post(button.rawValue, isPress: true)
  }

  public func release(_ button: Button = .left) throws {
    try post(button.rawValue, isPress: false)
  }

  public func click(_ point: Point, _ button: Button = .left, count: Int = 1) throws {
    try move(to: point)
    for _ in 0..<count {
      try press(button)
      try release(button)
    }
  }

  /// Turns the wheel by `clicks`, down (towards the user) if positive.
  public func wheel(_ clicks: Int) throws {
    for _ in 0..<abs(clicks) {
      // The core protocol's buttons: 4 is up, 5 is down.
      try post(clicks > 0 ? 5 : 4, isPress: true)
      try post(clicks > 0 ? 5 : 4, isPress: false)
    }
  }

  private func post(_ button: Int32, isPress: Bool) throws {
    var event = InputDevice.Bytes()
    event.append(Int32(0))
    event.append(button)
    event.append(UInt32(isPress ? 1 : 0))
    event.append(axes: [])
    try device.post(.button, event)
  }
}
