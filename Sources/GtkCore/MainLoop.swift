// SPDX-License-Identifier: MIT
import CAdwaita
import CShim
import Dispatch
import Glibc

/// GLib's main loop, on the main thread, which also serves Swift concurrency.
public enum MainLoop {
  private static var servesSwiftConcurrency = false

  /// Connects to the display, for programs without an `Application`. False if there is no display.
  public static func startToolkit() -> Bool {
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    return true
  }

  /// Lets `Task { @MainActor in … }` and `await` on the main actor run under GLib's loop. Call once, before it starts.
  ///
  /// Swift's main actor is libdispatch's main queue, which nobody drains while GLib waits; libdispatch signals an
  /// eventfd whenever that queue has work.
  public static func serveSwiftConcurrency() {
    guard !servesSwiftConcurrency else { return }
    servesSwiftConcurrency = true
    let handle = _dispatch_get_main_queue_handle_4CF()
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, handle, G_IO_IN,
      { handle, _, _ in
        MainActor.assertIsolated()
        var signals: UInt64 = 0
        read(handle, &signals, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil, nil)
  }

  /// Runs `body` once the loop has nothing more urgent to do.
  public static func whenIdle(_ body: @escaping () -> Void) {
    let box = Unmanaged.passRetained(Callback(body))
    g_idle_add_full(
      G_PRIORITY_DEFAULT_IDLE,
      { data in
        MainActor.assertIsolated()
        if let data { Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      }, box.toOpaque(), releaseCallback)
  }

  /// A call that is due.
  public final class Timer {
    private var source: guint = 0
    private var body: (() -> Void)?

    fileprivate init(seconds: Double, _ body: @escaping () -> Void) {
      self.body = body
      let box = Unmanaged.passRetained(Callback { [weak self] in self?.fire() })
      source = g_timeout_add_full(
        G_PRIORITY_DEFAULT, guint((max(0, seconds) * 1000).rounded()),
        { data in
          MainActor.assertIsolated()
          if let data { Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().body() }
          return 0
        }, box.toOpaque(), releaseCallback)
    }

    private func fire() {
      source = 0
      let body = body
      self.body = nil
      body?()
    }

    /// Calls it off, if it has not happened yet.
    public func cancel() {
      if source != 0 { g_source_remove(source) }
      source = 0
      body = nil
    }
  }

  /// Runs `body` after `seconds`, as long as the timer is kept.
  public static func after(seconds: Double, _ body: @escaping () -> Void) -> Timer {
    Timer(seconds: seconds, body)
  }

  /// Handles what is waiting, without waiting for more. For tests and for programs without an `Application`.
  public static func iterate() {
    g_main_context_iteration(nil, 0)
  }

  /// The monotonic clock in seconds; the same clock as frame times.
  public static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }
}

/// A closure that C holds.
final class Callback {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

let releaseCallback: GDestroyNotify = { data in
  MainActor.assertIsolated()
  if let data { Unmanaged<Callback>.fromOpaque(data).release() }
}

/// Runs `body` on the main actor: at once on the main thread, soon afterwards from any other.
public nonisolated func onMainThread(_ body: @escaping @MainActor @Sendable () -> Void) {
  if aloft_is_main_thread() != 0 {
    MainActor.assumeIsolated(body)
  } else {
    Task { @MainActor in body() }
  }
}
