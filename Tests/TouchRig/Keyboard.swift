// SPDX-License-Identifier: MIT

import CX11

/// A keyboard with the American layout.
public final class Keyboard {
  private let device: InputDevice
  private let windowManager: WindowManager

  init(_ device: InputDevice, _ windowManager: WindowManager) {
    self.device = device
    self.windowManager = windowManager
  }

  /// Presses and releases a key while `modifiers` are held.
  ///
  /// - Parameters:
  ///   - key: The name of an X keysym: `Escape`, `Return`, `Left`, `Page_Down`, `F10`, `a`, `equal`, `Menu`.
  ///   - modifiers: Names of keys too: `Control_L`, `Shift_L`, `Alt_L`.
  public func press(_ key: String, with modifiers: [String] = []) throws {
    for modifier in modifiers { try down(modifier) }
    try down(key)
    try up(key)
    for modifier in modifiers.reversed() { try up(modifier) }
  }

  public func down(_ key: String) throws {
    try post(key, isPress: true)
  }

  public func up(_ key: String) throws {
    try post(key, isPress: false)
  }

  private func post(_ key: String, isPress: Bool) throws {
    var event = InputDevice.Bytes()
    event.append(Int32(try windowManager.keycode(of: key)))
    event.append(UInt32(isPress ? 1 : 0))
    try device.post(.key, event)
  }
}
