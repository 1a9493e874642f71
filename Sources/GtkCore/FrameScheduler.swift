// SPDX-License-Identifier: MIT
import CAdwaita

extension Widget {
  /// Calls `body` before layout of every frame of this widget's window, with the frame's time in seconds (monotonic),
  /// until it returns false. Frames are drawn one after another as long as it is running.
  public func onEachFrame(_ body: @escaping (Double) -> Bool) {
    let box = Unmanaged.passRetained(FrameCallback(body))
    gtk_widget_add_tick_callback(
      cast(),
      { _, clock, data in
        MainActor.assertIsolated()
        guard let data else { return 0 }
        let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
        return Unmanaged<FrameCallback>.fromOpaque(data).takeUnretainedValue().body(time).gboolean
      }, box.toOpaque(),
      { data in
        MainActor.assertIsolated()
        if let data { Unmanaged<FrameCallback>.fromOpaque(data).release() }
      })
  }

  /// Calls `body` once, before layout of the next frame.
  public func onNextFrame(_ body: @escaping () -> Void) {
    onEachFrame { _ in
      body()
      return false
    }
  }

  /// The time of the frame at hand in seconds, monotonic; the clock's present time outside of a frame.
  public var frameTime: Double {
    guard let clock = gtk_widget_get_frame_clock(cast()) else { return MainLoop.now }
    return Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
  }
}

private final class FrameCallback {
  let body: (Double) -> Bool
  init(_ body: @escaping (Double) -> Bool) { self.body = body }
}
