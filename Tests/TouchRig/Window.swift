// SPDX-License-Identifier: MIT

import Foundation
import Geometry

/// A top-level window of an app under test.
///
/// Rectangles and positions are screen pixels; the first window of an app fills the screen, so that they are the
/// window's too. All waiting is for frames that the app has finished; it throws `RigError` when time is up.
public final class Window {
  private let window: ManagedWindow
  private let manager: WindowManager

  /// Seconds that waits last if they are not told otherwise: far longer than anything takes on a busy machine.
  public static let timeout = 10.0

  init(_ window: ManagedWindow, _ manager: WindowManager) {
    self.window = window
    self.manager = manager
  }

  public var bounds: Rect { manager.changes.withLock { window.bounds } }
  public var title: String { manager.changes.withLock { window.title } }
  /// Frames that the app has finished in this window since it was made.
  public var frameCount: Int { manager.changes.withLock { window.frameCount } }
  public var isOnScreen: Bool { manager.changes.withLock { window.isMapped } }
  public var isClosed: Bool { manager.changes.withLock { window.isDestroyed } }
  public var isFullscreen: Bool { manager.changes.withLock { window.states.contains("_NET_WM_STATE_FULLSCREEN") } }
  public var isFocused: Bool { manager.changes.withLock { window.states.contains("_NET_WM_STATE_FOCUSED") } }

  // MARK: Waiting

  /// Waits for a frame later than number `count`, by default the next one.
  @discardableResult
  public func waitForFrame(after count: Int? = nil, timeout: Double = Window.timeout) throws -> Int {
    let start = count ?? frameCount
    try wait(timeout, "a frame") { window.frameCount > start }
    return frameCount
  }

  /// Waits until the app has taken in all input so far and drawn a frame with what it has done at once in answer.
  ///
  /// As the step of a gesture it gives each step its frame, and before a look it makes «nothing has changed» mean
  /// something. What the app does later or elsewhere, such as loading a picture, is not waited for.
  public func catchUp(timeout: Double = Window.timeout) throws {
    let target = try manager.requestFrame(of: window)
    try wait(timeout, "the app to catch up") { window.hasReached(target) }
  }

  /// Waits until the window, as a whole frame shows it, meets `condition`.
  ///
  /// It is asked at once, and again whenever there is a newer frame. What lasts for a frame only may be missed; `record`
  /// sees each.
  ///
  /// - Parameters:
  ///   - what: Completes «waited in vain until …».
  ///   - rect: Looks only at this part of the screen; the window by default.
  @discardableResult
  public func waitUntil(
    _ what: String, in rect: Rect? = nil, timeout: Double = Window.timeout,
    _ condition: (Screenshot) throws -> Bool
  ) throws -> Screenshot {
    let deadline = Deadline(in: timeout)
    while true {
      let (picture, count) = try screenshot(rect, deadline)
      if try condition(picture) { return picture }
      guard !deadline.hasPassed, (try? waitForFrame(after: count, timeout: deadline.remaining)) != nil else {
        throw RigError("waited in vain until \(what) (\(frameCount) frames so far)\(saved(picture))")
      }
    }
  }

  /// Waits until the app has taken in all input so far, and then has drawn nothing for `quiet` seconds, or for longer
  /// where the machine is so busy that frames are far apart.
  ///
  /// Only for what can't be told from the screen: that something does *not* happen, or before a measurement.
  public func waitUntilIdle(quiet: Double = 0.3, timeout: Double = Window.timeout) throws {
    // Of the time between two frames that is not yet taken for a rest.
    let allowance = 3.0
    let deadline = Deadline(in: timeout)
    if window.isMapped { try catchUp(timeout: timeout) }
    try manager.changes.withLock {
      var idleSince = monotonicTime()
      var longestGap = 0.0
      var count = window.frameCount
      while true {
        let left = idleSince + max(quiet, allowance * longestGap) - monotonicTime()
        if left <= 0 && window.counterValue % 2 == 0 { return }
        guard !deadline.hasPassed else { throw RigError("the window draws without end") }
        _ = manager.changes.wait(until: Date(timeIntervalSinceNow: max(left, 0.01)))
        if window.frameCount != count {
          let now = monotonicTime()
          longestGap = max(longestGap, now - idleSince)
          (count, idleSince) = (window.frameCount, now)
        }
      }
    }
  }

  public func waitUntilClosed(timeout: Double = Window.timeout) throws {
    try wait(timeout, "the window to close", endsWithWindow: false) { window.isDestroyed || !window.isMapped }
  }

  /// Waits until something about the window itself, such as its title, meets `condition`.
  public func waitForState(
    _ what: String, timeout: Double = Window.timeout, _ condition: (Window) -> Bool
  ) throws {
    let deadline = Deadline(in: timeout)
    while !condition(self) {
      guard !deadline.hasPassed else { throw RigError("waited in vain until \(what)") }
      manager.changes.withLock { _ = manager.changes.wait(until: Date(timeIntervalSinceNow: 0.05)) }
    }
  }

  // MARK: Pictures

  /// The window, with popups above it, between two frames.
  public func screenshot(_ rect: Rect? = nil) throws -> Screenshot {
    try screenshot(rect, Deadline(in: Window.timeout)).0
  }

  private func screenshot(_ rect: Rect?, _ deadline: Deadline) throws -> (Screenshot, Int) {
    while true {
      let count = frameCount
      if let result = try manager.screenshot(of: window, rect) { return result }
      try waitForFrame(after: count, timeout: deadline.remaining)
    }
  }

  /// Every frame that the app draws while `body` runs.
  ///
  /// The app waits for each picture to be taken, so that none is lost and none is torn. A picture of 1280 × 800 is
  /// 4 MB: for more than a second or so, name a `rect` or use `record(measuring:)`.
  public func record(_ rect: Rect? = nil, during body: () throws -> Void) throws -> [Frame] {
    try record(rect, measuring: \.self, during: body)
  }

  /// What `measure` makes of every frame that the app draws while `body` runs.
  ///
  /// - Parameter measure: Runs on another thread, while the app waits.
  public func record<T>(
    _ rect: Rect? = nil, measuring measure: @escaping (Frame) throws -> T, during body: () throws -> Void
  ) throws -> [T] {
    var results: [T] = []
    var failure: Error?
    let observer = try manager.addObserver(to: window) { moment in
      do {
        let picture = try moment.read(rect)
        results.append(try measure(Frame(number: moment.number, time: moment.time, picture: picture)))
      } catch {
        failure = failure ?? error
      }
    }
    let outcome = Result(catching: body)
    try manager.removeObserver(observer, from: window)
    try outcome.get()
    if let failure { throw failure }
    return results
  }

  /// How long `action` takes to show: frames up to the first that meets `condition`, that one included, and seconds
  /// from the start of `action` to the end of that frame.
  public func latency(
    of what: String, in rect: Rect? = nil, timeout: Double = Window.timeout,
    until condition: @escaping (Screenshot) throws -> Bool, action: () throws -> Void
  ) throws -> (frames: Int, seconds: Double) {
    let start = monotonicTime()
    let measure = { (frame: Frame) in (frame.time, try condition(frame.picture)) }
    let frames = try record(rect, measuring: measure) {
      try action()
      try waitUntil("\(what) shows", in: rect, timeout: timeout, condition)
    }
    guard let index = frames.firstIndex(where: { $0.1 }) else {
      throw RigError("\(what) showed before any frame")
    }
    return (index + 1, frames[index].0 - start)
  }

  // MARK: Asking the window

  /// Changes the window's size and waits for the first frame of that size.
  public func resize(width: Int, height: Int, timeout: Double = Window.timeout) throws {
    let target = try manager.resize(window, width: width, height: height)
    try wait(timeout, "a frame of the new size") { window.hasReached(target) }
  }

  /// Asks the window to close, as a click on its close button does.
  public func close() throws {
    try manager.requestClose(window)
  }

  public func focus() throws {
    try manager.focus(window)
  }

  public func minimize() throws {
    try manager.setMinimized(window, true)
    try wait(Window.timeout, "the window to leave the screen") { !window.isMapped }
  }

  /// Brings a minimized window back.
  public func restore() throws {
    try manager.setMinimized(window, false)
    try wait(Window.timeout, "the window to return") { window.isSettled }
  }

  // MARK: -

  /// Waits for `condition`, which is asked under the window manager's lock.
  private func wait(
    _ timeout: Double, _ what: String, endsWithWindow: Bool = true, _ condition: () -> Bool
  ) throws {
    let limit = Date(timeIntervalSinceNow: timeout)
    try manager.changes.withLock {
      while !condition() {
        if endsWithWindow && window.isDestroyed { throw RigError("the window closed while waiting for \(what)") }
        guard manager.changes.wait(until: limit) else {
          throw RigError("waited \(timeout) s in vain for \(what) (\(window.frameCount) frames so far)")
        }
      }
    }
  }

  /// Keeps the last picture of a failed wait where `TOUCH_RIG_PICTURES` says, to look at.
  private func saved(_ picture: Screenshot) -> String {
    guard let folder = ProcessInfo.processInfo.environment["TOUCH_RIG_PICTURES"] else { return "" }
    let path = "\(folder)/\(UUID().uuidString).png"
    guard (try? picture.write(to: path)) != nil else { return "" }
    return "; see \(path)"
  }
}

/// One frame of an app.
public struct Frame: Sendable {
  /// Counts from 1 for the window's first.
  public let number: Int
  /// When it was finished, by `monotonicTime`.
  public let time: Double
  public let picture: Screenshot
}
