// SPDX-License-Identifier: MIT

import CX11
import Geometry

/// A computer with a touch screen, a touchpad, a mouse, a keyboard and a window manager, for one test.
///
/// It starts in a fifth of a second and ends with the object; everything that it starts ends with the test process. Use
/// it from one thread at a time.
public final class Rig {
  public let screen: Size
  public let touch: TouchScreen
  public let touchpad: Touchpad
  public let pointer: Pointer
  public let keyboard: Keyboard

  private let server: DisplayServer
  private let manager: WindowManager
  private var isStopped = false

  /// - Parameters:
  ///   - width: The screen's width in pixels.
  ///   - height: Its height.
  public init(width: Int = 1280, height: Int = 800) throws {
    screen = Size(Double(width), Double(height))
    server = try DisplayServer(screen: screen)
    manager = try WindowManager(display: server.display, screen: screen)
    touch = TouchScreen(try server.connect(.touch), screen: screen)
    touchpad = Touchpad(try server.connect(.touchpad))
    pointer = Pointer(try server.connect(.pointer), screen: screen)
    keyboard = Keyboard(try server.connect(.keyboard), manager)
  }

  deinit {
    stop()
  }

  /// The display's name, for programs that a test starts by itself.
  public var display: String { server.display }

  /// Starts an app on this computer.
  ///
  /// - Parameter executable: A path, or a name in the PATH.
  public func launch(
    _ executable: String, arguments: [String] = [], options: Application.Options = Application.Options()
  ) throws -> Application {
    try Application(executable, arguments, display: server.display, manager, options)
  }

  /// The screen or a part of it, at any moment: also while an app is painting.
  public func screenshot(_ rect: Rect? = nil) throws -> Screenshot {
    try manager.screenshot(of: rect)
  }

  /// Takes the touch screen away, with fingers on it or not, as when it is unplugged.
  public func removeTouchScreen() throws {
    try manager.setDevice(DisplayServer.Device.touch.rawValue, enabled: false)
  }

  /// Brings the touch screen back.
  public func returnTouchScreen() throws {
    try manager.setDevice(DisplayServer.Device.touch.rawValue, enabled: true)
    touch.reconnect(try server.connect(.touch))
  }

  /// Ends the window manager and the server; apps lose their display.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    manager.stop()
    server.stop()
  }
}
