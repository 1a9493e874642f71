// SPDX-License-Identifier: MIT
import CAdwaita

/// What a signal was emitted with. Valid during the emission only.
public struct SignalArguments {
  let values: UnsafePointer<GValue>
  let count: Int

  public func bool(_ index: Int) -> Bool { g_value_get_boolean(values + 1 + index) != 0 }
  public func int(_ index: Int) -> Int { Int(g_value_get_int(values + 1 + index)) }
  public func uint(_ index: Int) -> Int { Int(g_value_get_uint(values + 1 + index)) }
  func choice(_ index: Int) -> Int { Int(g_value_get_enum(values + 1 + index)) }
  public func double(_ index: Int) -> Double { g_value_get_double(values + 1 + index) }

  func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(values + 1 + index) }

  /// An argument that is neither a GObject nor a plain number: boxed, or an event.
  func pointer(_ index: Int) -> UnsafeMutableRawPointer? { g_value_peek_pointer(values + 1 + index) }
}

/// A Swift closure that serves a signal; owned by the GClosure, which dies with the object or the connection.
@MainActor
final class SignalHandler {
  let body: (SignalArguments) -> Value?
  static var liveCount = 0

  init(_ body: @escaping (SignalArguments) -> Value?) {
    self.body = body
    SignalHandler.liveCount += 1
  }

  isolated deinit { SignalHandler.liveCount -= 1 }
}

/// A connected handler. It stays connected until the object is finalized or `disconnect` is called.
public struct SignalConnection {
  weak var object: Object?
  let id: gulong

  public func disconnect() {
    guard let object, g_signal_handler_is_connected(object.cast(), id) != 0 else { return }
    g_signal_handler_disconnect(object.cast(), id)
  }
}

extension Object {
  /// How many signal handlers exist at this moment, over all objects; tests compare it to find leaks.
  public static var liveHandlerCount: Int { SignalHandler.liveCount }

  /// Calls `handler` whenever `signal` is emitted. `handler` may return what the signal wants returned (a true
  /// `.bool` usually means "handled"); nil leaves the default. Do not capture this object strongly: the handler lives as long as it.
  @discardableResult
  public func connect(
    _ signal: String, after: Bool = false, _ handler: @escaping (SignalArguments) -> Value?
  ) -> SignalConnection {
    let box = Unmanaged.passRetained(SignalHandler(handler))
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box.toOpaque())
    g_closure_add_finalize_notifier(closure, box.toOpaque()) { data, _ in
      MainActor.assertIsolated()
      if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
    }
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
      MainActor.assertIsolated()
      guard let data = closure?.pointee.data, let values else { return }
      // Retained for the call: the handler may disconnect itself.
      let handler = Unmanaged<SignalHandler>.fromOpaque(data).retain().takeRetainedValue()
      let answer = handler.body(SignalArguments(values: values, count: Int(count) - 1))
      if let answer, let result {
        answer.withGValue { _ = g_value_transform($0, result) }
      }
    }
    let id = g_signal_connect_closure(pointer, signal, closure, after.gboolean)
    return SignalConnection(object: self, id: id)
  }

  /// Calls `handler` whenever `signal` is emitted, for signals whose arguments do not matter.
  @discardableResult
  public func on(_ signal: String, _ handler: @escaping () -> Void) -> SignalConnection {
    connect(signal) { _ in
      handler()
      return nil
    }
  }
}
