// SPDX-License-Identifier: MIT

import CX11
import Geometry

/// What the window manager knows about a top-level window; guarded by its lock.
final class ManagedWindow {
  let id: CX11.Window
  let pid: Int
  /// The counter in which the app announces its frames, and the alarm that reports each change of it; 0 if none.
  let counter: XSyncCounter
  let alarm: XSyncAlarm
  let transientFor: CX11.Window?

  var x = 0
  var y = 0
  var width = 0
  var height = 0
  /// Atoms of `_NET_WM_STATE`.
  var states: [String] = []
  var title = ""
  var isMapped = false
  var isDestroyed = false

  /// Odd while the app paints.
  var counterValue: Int64 = 0
  /// What the counter reaches with the first frame that knows of the window's place and states.
  var settledValue: Int64 = 0
  var isSettled: Bool { isMapped && hasReached(settledValue) }
  var frameCount = 0
  /// By `monotonicTime`; 0 before the first frame.
  var lastFrameTime = 0.0
  /// When the app hears that its last frame is on the screen; nil if it has heard.
  var answerTime: Double?
  /// Called at each end of a frame, before the app may begin the next.
  var observers: [Int: (FrameMoment) -> Void] = [:]

  init(
    id: CX11.Window, pid: Int, counter: XSyncCounter, alarm: XSyncAlarm, transientFor: CX11.Window?
  ) {
    self.id = id
    self.pid = pid
    self.counter = counter
    self.alarm = alarm
    self.transientFor = transientFor
  }
}

extension ManagedWindow {
  /// The frame is finished for which the window was to set its counter to `value`.
  func hasReached(_ value: Int64) -> Bool { frameCount > 0 && counterValue >= value && counterValue % 2 == 0 }
}

/// The end of a frame, as the window manager sees it.
struct FrameMoment {
  let number: Int
  let time: Double
  let read: (Rect?) throws -> Screenshot
}
