// SPDX-License-Identifier: MIT

import CAdwaita
import Foundation

/// A session bus of its own with the desktop's accessibility services, through which screen readers hear of apps.
///
/// It speaks AT-SPI: one object on the bus for each widget, as a tree from each app's root.
public final class AccessibilityBus {
  /// What a screen reader knows of a widget.
  public struct Element: Hashable, Sendable {
    public var name: String
    /// In English: `image`, `push button`, `toggle button`.
    public var role: String
    public var isFocused: Bool
    public var isFocusable: Bool
  }

  let sessionAddress: String
  private let process: ChildProcess
  private let folder: TemporaryFolder
  private let connection: Connection

  /// Seconds that starting and calling last at most: far longer than anything takes on a busy machine.
  private static let timeout = 10.0

  public init() throws {
    folder = try TemporaryFolder("bus")
    let home = try folder.folder("home")
    let runtime = try folder.folder("run")
    chmod(runtime, 0o700)
    let pipe = try makePipe()
    defer { close(pipe.read) }
    let log = open(folder.path + "/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    do {
      defer {
        close(pipe.write)
        close(log)
      }
      // It starts the services when they are asked for.
      process = try ChildProcess(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=3"],
        environment: [
          "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home,
          "XDG_RUNTIME_DIR": runtime, "GSETTINGS_BACKEND": "memory",
        ], descriptors: [1: log, 2: log, 3: pipe.write])
    }
    guard let address = readLine(from: pipe.read, by: Deadline(in: Self.timeout)) else {
      throw RigError("the session bus does not start")
    }
    sessionAddress = address
    let session = try Connection(address: address, timeout: Self.timeout)
    let services = Place(bus: "org.a11y.Bus", path: "/org/a11y/bus")
    connection = try Connection(
      address: try session.call(services, "org.a11y.Bus", "GetAddress").child(0).text, timeout: Self.timeout)
  }

  deinit {
    process.kill()
  }

  /// Every widget of every app on the bus, parents before children.
  public func elements() throws -> [Element] {
    var elements: [Element] = []
    try visit(Place(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")) { elements.append($0) }
    return elements
  }

  /// What has the keyboard's focus; nil where nothing has.
  public func focused() throws -> Element? { try elements().last(where: \.isFocused) }

  // MARK: -

  private static let accessible = "org.a11y.atspi.Accessible"

  /// Positions of AT-SPI's bits for states.
  private enum State: UInt32 {
    case focusable = 11
    case focused = 12
  }

  private func visit(_ place: Place, _ body: (Element) -> Void) throws {
    let list = try connection.call(place, Self.accessible, "GetChildren").child(0)
    for index in 0..<list.count {
      let child = Place(bus: list.child(index).child(0).text, path: list.child(index).child(1).text)
      // What goes away meanwhile is not there.
      guard let element = try? element(at: child) else { continue }
      body(element)
      try? visit(child, body)
    }
  }

  private func element(at place: Place) throws -> Element {
    let name = try connection.call(
      place, "org.freedesktop.DBus.Properties", "Get", arguments: [Self.accessible, "Name"])
    let role = try connection.call(place, Self.accessible, "GetRoleName")
    let states = try connection.call(place, Self.accessible, "GetState").child(0).child(0).number
    func has(_ state: State) -> Bool { states >> state.rawValue & 1 != 0 }
    return Element(
      name: name.child(0).child(0).text, role: role.child(0).text, isFocused: has(.focused),
      isFocusable: has(.focusable))
  }
}

/// An object on a bus.
private struct Place {
  var bus: String
  var path: String
}

/// A connection to a bus.
private final class Connection {
  private let pointer: OpaquePointer
  /// Seconds.
  private let timeout: Double

  init(address: String, timeout: Double) throws {
    self.timeout = timeout
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    var error: UnsafeMutablePointer<GError>?
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      throw failure("the connection to \(address)", error)
    }
    pointer = connection
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  /// Calls a method and waits for its answer, a tuple.
  func call(_ place: Place, _ interface: String, _ method: String, arguments: [String] = []) throws -> Variant {
    let texts = arguments.map { g_variant_new_string($0) }
    let tuple = texts.isEmpty ? nil : g_variant_new_tuple(texts, gsize(texts.count))
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_sync(
      pointer, place.bus, place.path, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NONE, gint(timeout * 1000), nil,
      &error)
    guard let answer else { throw failure("\(method) of \(place.path)", error) }
    return Variant(answer)
  }
}

private func failure(_ what: String, _ error: UnsafeMutablePointer<GError>?) -> RigError {
  defer { g_error_free(error) }
  return RigError("\(what) fails: \(error.map { String(cString: $0.pointee.message) } ?? "")")
}

/// A value that came over a bus.
private final class Variant {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    g_variant_unref(pointer)
  }

  var count: Int { Int(g_variant_n_children(pointer)) }
  /// One of a tuple or an array, or the value in a box.
  func child(_ index: Int) -> Variant { Variant(g_variant_get_child_value(pointer, gsize(index))) }
  var text: String { String(cString: g_variant_get_string(pointer, nil)) }
  var number: UInt32 { g_variant_get_uint32(pointer) }
}
