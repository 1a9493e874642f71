// SPDX-License-Identifier: MIT

import CX11

/// A keyboard with the American layout.
public final class Keyboard {
  /// The keycode of the left shift key, which is the same in all layouts.
  private static let leftShift: UInt8 = 50

  private let device: InputDevice
  private let windowManager: WindowManager

  init(_ device: InputDevice, _ windowManager: WindowManager) {
    self.device = device
    self.windowManager = windowManager
    // The display takes over a keyboard's layout with its first key; before, it tells others' keycodes. So that key comes
    // before anybody asks. If it fails, so does the first key of a test.
    try? post(keycode: Self.leftShift, isPress: true)
    try? post(keycode: Self.leftShift, isPress: false)
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
    try post(keycode: windowManager.keycode(of: key), isPress: isPress)
  }

  private func post(keycode: UInt8, isPress: Bool) throws {
    var event = InputDevice.Bytes()
    event.append(Int32(keycode))
    event.append(UInt32(isPress ? 1 : 0))
    try device.post(.key, event)
  }
}
