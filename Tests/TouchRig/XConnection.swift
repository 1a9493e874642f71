// SPDX-License-Identifier: MIT

import CX11
import Foundation

/// A connection to a display server, for one thread.
final class XConnection {
  let display: OpaquePointer
  let root: CX11.Window
  private var atoms: [String: Atom] = [:]

  init(_ name: String) throws {
    _ = XConnection.prepareLibrary
    guard let display = XOpenDisplay(name) else { throw RigError("the display \(name) does not take connections") }
    self.display = display
    root = XDefaultRootWindow(display)
    // Without this, the library ends the process when the server goes away.
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  func close() {
    XCloseDisplay(display)
  }

  func atom(_ name: String) -> Atom {
    if let known = atoms[name] { return known }
    let atom = XInternAtom(display, name, 0)
    atoms[name] = atom
    return atom
  }

  func numbers(_ property: String, of window: CX11.Window) -> [UInt] {
    guard let found = read(property, of: window), found.format == 32 else { return [] }
    return found.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt.self)) }
  }

  func text(_ property: String, of window: CX11.Window) -> String? {
    guard let found = read(property, of: window), found.format == 8 else { return nil }
    return String(decoding: found.bytes, as: UTF8.self)
  }

  func set(_ property: String, of window: CX11.Window, type: String, to numbers: [UInt]) {
    numbers.withUnsafeBytes {
      _ = XChangeProperty(
        display, window, atom(property), atom(type), 32, PropModeReplace, $0.bindMemory(to: UInt8.self).baseAddress,
        Int32(numbers.count))
    }
  }

  func set(_ property: String, of window: CX11.Window, to text: String) {
    let bytes = Array(text.utf8)
    XChangeProperty(
      display, window, atom(property), atom("UTF8_STRING"), 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  func send(_ message: String, to window: CX11.Window, _ numbers: [Int]) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(message)
    event.xclient.format = 32
    withUnsafeMutableBytes(of: &event.xclient.data) {
      $0.bindMemory(to: Int.self).baseAddress?.update(from: numbers, count: min(5, numbers.count))
    }
    XSendEvent(display, window, 0, 0, &event)
  }

  /// Properties of format 32 come as longs, whatever their size on the wire.
  private func read(_ property: String, of window: CX11.Window) -> (format: Int32, bytes: [UInt8])? {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, atom(property), 0, 1 << 16, 0, Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    guard let data else { return nil }
    defer { XFree(data) }
    guard type != 0 else { return nil }
    let width = format == 32 ? MemoryLayout<Int>.size : Int(format) / 8
    return (format, Array(UnsafeBufferPointer(start: data, count: Int(count) * width)))
  }

  /// Windows of the app go away at any time, so requests about them may fail; the default handlers end the process.
  private static let prepareLibrary: Void = {
    XInitThreads()
    XSetErrorHandler { _, _ in 0 }
    XSetIOErrorHandler { _ in 0 }
  }()
}
