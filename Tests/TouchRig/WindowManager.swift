// SPDX-License-Identifier: MIT

import CX11
import Foundation
import Geometry

/// A window manager that is also the compositor of frames: it hears of every frame that an app has finished, and the
/// app begins no other until it answers.
///
/// It follows the extended `_NET_WM_SYNC_REQUEST` of the window manager specification's drafts: the app's counter is
/// odd while it paints and even afterwards, and `_NET_WM_FRAME_DRAWN` lets it go on. That is how GTK paces itself under
/// every compositing window manager, so nothing is special about the app in a test.
///
/// Windows fill the screen, as on a tablet; dialogs have the size that they ask for, in the middle.
///
/// One thread serves the connection; everything else asks it through `perform`.
final class WindowManager: @unchecked Sendable {
  /// Signals every change of a window.
  let changes = NSCondition()
  /// Guarded by `changes`, in the order of their appearance.
  private(set) var windows: [ManagedWindow] = []

  private let connection: XConnection
  private let reader: ScreenReader
  private let screen: (width: Int, height: Int)
  private let checkWindow: CX11.Window
  private let alarmEvent: Int32
  private var jobs: [() -> Void] = []
  private var isStopping = false
  private let wakeRead: Int32
  private let wakeWrite: Int32
  private let ended = DispatchSemaphore(value: 0)

  init(display: String, screen: Size) throws {
    let connection = try XConnection(display)
    self.connection = connection
    self.screen = (Int(screen.width), Int(screen.height))
    reader = try ScreenReader(connection)

    var firstEvent: Int32 = 0
    var firstError: Int32 = 0
    var version: (Int32, Int32) = (3, 1)
    guard XSyncQueryExtension(connection.display, &firstEvent, &firstError) != 0,
      XSyncInitialize(connection.display, &version.0, &version.1) != 0
    else { throw RigError("the display server has no SYNC extension") }
    alarmEvent = firstEvent + XSyncAlarmNotify

    (wakeRead, wakeWrite) = try makePipe()
    _ = fcntl(wakeRead, F_SETFL, O_NONBLOCK)

    checkWindow = XCreateSimpleWindow(connection.display, connection.root, -1, -1, 1, 1, 0, 0, 0)
    announce()
    XSelectInput(
      connection.display, connection.root, SubstructureRedirectMask | SubstructureNotifyMask)
    XSync(connection.display, 0)

    let thread = Thread { [self] in serve() }
    thread.name = "window manager"
    thread.start()
  }

  /// Ends the thread and the connection; windows stay as they are.
  func stop() {
    changes.withLock { isStopping = true }
    wake()
    ended.wait()
    close(wakeRead)
    close(wakeWrite)
  }

  // MARK: Asking

  /// Runs `body` on the window manager's thread, between two events, and waits for its result.
  func perform<T>(_ body: @escaping () throws -> T) throws -> T {
    let done = DispatchSemaphore(value: 0)
    var result: Result<T, Error>?
    try changes.withLock {
      guard !isStopping else { throw RigError("the rig is stopped") }
      jobs.append {
        result = Result(catching: body)
        done.signal()
      }
    }
    wake()
    done.wait()
    guard let result else { throw RigError("the display server is gone") }
    return try result.get()
  }

  func keycode(of name: String) throws -> UInt8 {
    try perform { [self] in
      let symbol = XStringToKeysym(name)
      guard symbol != 0 else { throw RigError("no key is named \(name)") }
      // Of the keyboard itself: the server's own keys are others until the first one is pressed.
      let keyboard = try device(named: DisplayServer.Device.keyboard.rawValue)
      guard
        let map = XkbGetMap(connection.display, UInt32(XkbKeyTypesMask | XkbKeySymsMask), UInt32(keyboard))
      else { throw RigError("the keyboard does not tell its keys") }
      defer { XkbFreeKeyboard(map, 0, 1) }
      let codes = map.pointee.min_key_code...map.pointee.max_key_code
      let found = codes.first { code in
        var modifiers: UInt32 = 0
        var meant = KeySym()
        return XkbTranslateKeyCode(map, code, 0, &modifiers, &meant) != 0 && meant == symbol
      }
      guard let found else { throw RigError("the keyboard has no key \(name)") }
      return found
    }
  }

  private func device(named name: String) throws -> Int32 {
    var count: Int32 = 0
    guard let devices = XIQueryDevice(connection.display, Int32(XIAllDevices), &count) else {
      throw RigError("the display server does not list its devices")
    }
    defer { XIFreeDeviceInfo(devices) }
    let list = UnsafeBufferPointer(start: devices, count: Int(count))
    guard let device = list.first(where: { String(cString: $0.name) == name }) else {
      throw RigError("no input device is named \(name)")
    }
    return device.deviceid
  }

  /// Switches an input device off or on; off, the server ends its touches.
  func setDevice(_ name: String, enabled: Bool) throws {
    try perform { [self] in
      let device = try device(named: name)
      var value: UInt8 = enabled ? 1 : 0
      XIChangeProperty(
        connection.display, device, connection.atom("Device Enabled"), Atom(XA_INTEGER), 8,
        PropModeReplace, &value, 1)
      XSync(connection.display, 0)
    }
  }

  /// What is on the screen inside `rect`, or everywhere.
  func screenshot(of rect: Rect? = nil) throws -> Screenshot {
    try perform { [self] in try read(rect) }
  }

  /// What is on the screen inside `rect`, or over the window, while the window is not painting.
  ///
  /// - Returns: Also the number of frames that it shows; nil if the window is painting, so that its next frame is due.
  func screenshot(of window: ManagedWindow, _ rect: Rect?) throws -> (Screenshot, frameCount: Int)? {
    try perform { [self] in
      guard window.isMapped else { throw RigError("the window is not on the screen") }
      XGrabServer(connection.display)
      defer {
        XUngrabServer(connection.display)
        XFlush(connection.display)
      }
      var value = XSyncValue()
      if window.counter != 0 {
        guard XSyncQueryCounter(connection.display, window.counter, &value) != 0 else {
          throw RigError("the window is gone")
        }
        // Frames that this thread has not answered yet are not counted yet either.
        guard Int64(value) == window.counterValue, window.counterValue % 2 == 0 else { return nil }
      }
      return (try read(rect ?? window.bounds), window.frameCount)
    }
  }

  /// Calls `observer` at every end of a frame until it is removed.
  func addObserver(to window: ManagedWindow, _ observer: @escaping (FrameMoment) -> Void) throws -> Int {
    try perform {
      let key = (window.observers.keys.max() ?? 0) + 1
      window.observers[key] = observer
      return key
    }
  }

  func removeObserver(_ key: Int, from window: ManagedWindow) throws {
    try perform { window.observers[key] = nil }
  }

  func requestClose(_ window: ManagedWindow) throws {
    try perform { [self] in sendProtocol("WM_DELETE_WINDOW", to: window) }
  }

  func focus(_ window: ManagedWindow) throws {
    try perform { [self] in activate(window) }
  }

  /// Takes the window off the screen, as minimizing does, or brings it back.
  func setMinimized(_ window: ManagedWindow, _ minimized: Bool) throws {
    try perform { [self] in
      if minimized { minimize(window) } else { show(window) }
    }
  }

  /// Resizes the window.
  ///
  /// - Returns: A value that the window's counter reaches with the first frame of the new size.
  func resize(_ window: ManagedWindow, width: Int, height: Int) throws -> Int64 {
    try perform { [self] in
      requestFrame(of: window, width: width, height: height)
    }
  }

  /// Asks for a frame that is begun after all input so far.
  ///
  /// - Returns: A value that the window's counter reaches with that frame.
  func requestFrame(of window: ManagedWindow) throws -> Int64 {
    try perform { [self] in requestFrame(of: window, width: window.width, height: window.height) }
  }

  // MARK: The thread

  private func serve() {
    let display = connection.display
    while true {
      while XPending(display) > 0 {
        var event = XEvent()
        XNextEvent(display, &event)
        handle(&event)
      }
      let (work, stopping) = changes.withLock {
        defer { jobs = [] }
        return (jobs, isStopping)
      }
      for job in work { job() }
      if stopping { break }
      if !work.isEmpty { continue }
      var pollers = [
        pollfd(fd: XConnectionNumber(display), events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0),
      ]
      let timeout = answerFrames()
      // Sending also receives, and what was received no poll tells of.
      if XEventsQueued(display, Int32(QueuedAlready)) > 0 { continue }
      poll(&pollers, 2, timeout)
      if pollers[0].revents & Int16(POLLHUP | POLLERR) != 0 { break }
      var drain = [UInt8](repeating: 0, count: 64)
      while Glibc.read(wakeRead, &drain, drain.count) > 0 {}
    }
    let left = changes.withLock {
      isStopping = true
      for window in windows { window.isDestroyed = true }
      changes.broadcast()
      defer { jobs = [] }
      return jobs
    }
    for job in left { job() }
    reader.close()
    connection.close()
    ended.signal()
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = Glibc.write(wakeWrite, &byte, 1)
  }

  private func handle(_ event: inout XEvent) {
    if event.type == alarmEvent {
      let alarm = withUnsafeBytes(of: &event) { $0.load(as: XSyncAlarmNotifyEvent.self) }
      counterChanged(alarm)
      return
    }
    switch event.type {
    case MapRequest:
      show(find(event.xmaprequest.window) ?? manage(event.xmaprequest.window))
    case ConfigureRequest:
      configure(event.xconfigurerequest)
    case UnmapNotify:
      if let window = find(event.xunmap.window) { unmapped(window) }
    case DestroyNotify:
      if let window = find(event.xdestroywindow.window) {
        unmapped(window)
        change {
          window.isDestroyed = true
          windows.removeAll { $0 === window }
        }
      }
    case PropertyNotify:
      if let window = find(event.xproperty.window) {
        let title = connection.text("_NET_WM_NAME", of: window.id) ?? ""
        change { window.title = title }
      }
    case ClientMessage:
      if let window = find(event.xclient.window) { request(event.xclient, window) }
    default: break
    }
  }

  private func find(_ id: CX11.Window) -> ManagedWindow? { windows.first { $0.id == id } }

  /// Tells everyone who waits that something has changed.
  private func change(_ body: () -> Void) {
    changes.withLock {
      body()
      changes.broadcast()
    }
  }

  // MARK: Frames

  private func counterChanged(_ event: XSyncAlarmNotifyEvent) {
    guard let window = windows.first(where: { $0.alarm == event.alarm }) else { return }
    let value = Int64(event.counter_value)
    guard value != window.counterValue else { return }
    guard value % 2 == 0 else {
      change { window.counterValue = value }
      return
    }
    let now = monotonicTime()
    let moment = FrameMoment(
      number: window.frameCount + 1, time: now,
      read: { [self] in try read($0 ?? window.bounds) })
    for observer in window.observers.values { observer(moment) }
    change {
      window.counterValue = value
      window.frameCount += 1
      window.lastFrameTime = now
    }
    // The next refresh of a monitor, which is what paces GTK: it draws the next frame as soon as it is answered.
    window.answerTime = ((now / WindowManager.refreshInterval).rounded(.down) + 1) * WindowManager.refreshInterval
  }

  /// Answers the frames whose time has come.
  ///
  /// - Returns: Milliseconds until the next is due, or -1 if none is.
  private func answerFrames() -> Int32 {
    var next = Double.infinity
    let now = monotonicTime()
    for window in windows {
      guard let time = window.answerTime else { continue }
      if time <= now { answerFrame(of: window, now) } else { next = min(next, time - now) }
    }
    return next.isFinite ? Int32((next * 1000).rounded(.up)) : -1
  }

  private func answerFrame(of window: ManagedWindow, _ now: Double) {
    // GTK may answer the request for its first size and end its first frame with one and the same value of its counter,
    // which is one event here, and would then wait for an answer for ever. One too many is no harm to it.
    window.answerTime = window.frameCount == 1 ? now + WindowManager.repeatInterval : nil
    let words = UInt64(bitPattern: window.counterValue)
    let (low, high) = (Int(words & 0xffff_ffff), Int(words >> 32))
    let microseconds = Int(now * 1e6)
    connection.send("_NET_WM_FRAME_DRAWN", to: window.id, [low, high, microseconds & 0xffff_ffff, microseconds >> 32])
    // No time of presentation, which nothing here has.
    let interval = Int(WindowManager.refreshInterval * 1e6)
    connection.send("_NET_WM_FRAME_TIMINGS", to: window.id, [low, high, 0, interval, 0])
    XFlush(connection.display)
  }

  /// Seconds until the first frame is answered again; far more than an app takes for its second.
  private static let repeatInterval = 0.5

  /// Seconds between two refreshes of a monitor with 60 of them per second.
  private static let refreshInterval = 1.0 / 60

  /// Asks the window for a frame of that size, which it can't begin before it has read all that was sent before.
  ///
  /// - Returns: A value that the window's counter reaches with that frame.
  private func requestFrame(of window: ManagedWindow, width: Int, height: Int) -> Int64 {
    // Well past what the app may reach by itself until the request arrives.
    let target = window.counterValue + 240
    let words = UInt64(bitPattern: target)
    sendProtocol("_NET_WM_SYNC_REQUEST", to: window, [Int(words & 0xffff_ffff), Int(words >> 32), 1])
    place(window, x: window.x, y: window.y, width: width, height: height)
    // A size that stays is no reason to draw, a pixel that is lost is one.
    var event = XEvent()
    event.xexpose.type = Expose
    event.xexpose.window = window.id
    (event.xexpose.width, event.xexpose.height) = (1, 1)
    XSendEvent(connection.display, window.id, 0, ExposureMask, &event)
    XFlush(connection.display)
    return target
  }

  private func read(_ rect: Rect?) throws -> Screenshot {
    let all = Rect(x: 0, y: 0, width: Double(screen.width), height: Double(screen.height))
    let part = rect.map { $0.intersection(all) } ?? all
    return try reader.read(
      x: Int(part.minX), y: Int(part.minY), width: Int(part.size.width), height: Int(part.size.height))
  }

  // MARK: Windows

  private func announce() {
    let root = connection.root
    for window in [root, checkWindow] {
      connection.set("_NET_SUPPORTING_WM_CHECK", of: window, type: "WINDOW", to: [checkWindow])
    }
    connection.set("_NET_WM_NAME", of: checkWindow, to: "touch rig")
    let supported = [
      "_NET_SUPPORTED", "_NET_SUPPORTING_WM_CHECK", "_NET_WM_NAME", "_NET_ACTIVE_WINDOW", "_NET_WORKAREA",
      "_NET_WM_STATE", "_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_FULLSCREEN",
      "_NET_WM_STATE_FOCUSED", "_NET_WM_STATE_HIDDEN", "_NET_WM_SYNC_REQUEST", "_NET_WM_FRAME_DRAWN",
      "_NET_WM_FRAME_TIMINGS", "_GTK_FRAME_EXTENTS",
    ]
    connection.set("_NET_SUPPORTED", of: root, type: "ATOM", to: supported.map(connection.atom))
    connection.set("_NET_NUMBER_OF_DESKTOPS", of: root, type: "CARDINAL", to: [1])
    connection.set("_NET_CURRENT_DESKTOP", of: root, type: "CARDINAL", to: [0])
    connection.set(
      "_NET_WORKAREA", of: root, type: "CARDINAL", to: [0, 0, UInt(screen.width), UInt(screen.height)])
    connection.set("_NET_ACTIVE_WINDOW", of: root, type: "WINDOW", to: [0])
    // Without a compositor or without frame extents, GTK draws a thick frame around windows, also maximized ones.
    XSetSelectionOwner(connection.display, connection.atom("_NET_WM_CM_S0"), checkWindow, UInt(CurrentTime))
  }

  private func manage(_ id: CX11.Window) -> ManagedWindow {
    let display = connection.display
    XSelectInput(display, id, PropertyChangeMask)
    let counters = connection.numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: id)
    var counter: XSyncCounter = 0
    var alarm: XSyncAlarm = 0
    var value = XSyncValue()
    if counters.count > 1 {
      counter = counters[1]
      var attributes = XSyncAlarmAttributes()
      attributes.trigger.counter = counter
      attributes.trigger.value_type = XSyncRelative
      attributes.trigger.wait_value = XSyncValue(hi: 0, lo: 1)
      attributes.trigger.test_type = XSyncPositiveComparison
      attributes.delta = XSyncValue(hi: 0, lo: 1)
      attributes.events = 1
      let mask = XSyncCACounter | XSyncCAValueType | XSyncCAValue | XSyncCATestType | XSyncCADelta | XSyncCAEvents
      alarm = XSyncCreateAlarm(display, UInt(mask), &attributes)
      XSyncQueryCounter(display, counter, &value)
    }
    let window = ManagedWindow(
      id: id, pid: Int(connection.numbers("_NET_WM_PID", of: id).first ?? 0), counter: counter, alarm: alarm,
      transientFor: connection.numbers("WM_TRANSIENT_FOR", of: id).first)
    window.counterValue = Int64(value)
    window.title = connection.text("_NET_WM_NAME", of: id) ?? ""

    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, id, &attributes)
    if window.transientFor == nil {
      window.states = ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"]
      let wanted = connection.numbers("_NET_WM_STATE", of: id)
      if wanted.contains(connection.atom("_NET_WM_STATE_FULLSCREEN")) {
        window.states.append("_NET_WM_STATE_FULLSCREEN")
      }
      (window.width, window.height) = screen
    } else {
      (window.width, window.height) = (Int(attributes.width), Int(attributes.height))
      center(window)
    }
    changes.withLock { windows.append(window) }
    return window
  }

  private func show(_ window: ManagedWindow) {
    window.states.removeAll { $0 == "_NET_WM_STATE_HIDDEN" }
    publishStates(of: window)
    connection.set("WM_STATE", of: window.id, type: "WM_STATE", to: [UInt(NormalState), 0])
    place(window, x: window.x, y: window.y, width: window.width, height: window.height)
    XMapRaised(connection.display, window.id)
    activate(window)
    // Not before its first frame with all this is the window as it stays.
    let settled = requestFrame(of: window, width: window.width, height: window.height)
    change {
      window.isMapped = true
      window.settledValue = settled
    }
  }

  private func minimize(_ window: ManagedWindow) {
    window.states.append("_NET_WM_STATE_HIDDEN")
    publishStates(of: window)
    connection.set("WM_STATE", of: window.id, type: "WM_STATE", to: [UInt(IconicState), 0])
    XUnmapWindow(connection.display, window.id)
    XFlush(connection.display)
  }

  private func unmapped(_ window: ManagedWindow) {
    guard window.isMapped else { return }
    window.states.removeAll { $0 == "_NET_WM_STATE_FOCUSED" }
    if let next = windows.last(where: { $0.isMapped && $0 !== window }) { activate(next) }
    change { window.isMapped = false }
  }

  private func activate(_ window: ManagedWindow) {
    for other in windows where other !== window && other.states.contains("_NET_WM_STATE_FOCUSED") {
      other.states.removeAll { $0 == "_NET_WM_STATE_FOCUSED" }
      publishStates(of: other)
    }
    if !window.states.contains("_NET_WM_STATE_FOCUSED") {
      window.states.append("_NET_WM_STATE_FOCUSED")
      publishStates(of: window)
    }
    XRaiseWindow(connection.display, window.id)
    XSetInputFocus(connection.display, window.id, Int32(RevertToPointerRoot), UInt(CurrentTime))
    sendProtocol("WM_TAKE_FOCUS", to: window)
    connection.set("_NET_ACTIVE_WINDOW", of: connection.root, type: "WINDOW", to: [window.id])
    XFlush(connection.display)
  }

  private func place(_ window: ManagedWindow, x: Int, y: Int, width: Int, height: Int) {
    change { (window.x, window.y, window.width, window.height) = (x, y, width, height) }
    XMoveResizeWindow(connection.display, window.id, Int32(x), Int32(y), UInt32(width), UInt32(height))
    // An app waits for an answer also where nothing has changed, which the server does not report.
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    event.xconfigure.event = window.id
    event.xconfigure.window = window.id
    (event.xconfigure.x, event.xconfigure.y) = (Int32(x), Int32(y))
    (event.xconfigure.width, event.xconfigure.height) = (Int32(width), Int32(height))
    XSendEvent(connection.display, window.id, 0, StructureNotifyMask, &event)
    XFlush(connection.display)
  }

  private func center(_ window: ManagedWindow) {
    window.x = max(0, (screen.width - window.width) / 2)
    window.y = max(0, (screen.height - window.height) / 2)
  }

  private func configure(_ request: XConfigureRequestEvent) {
    guard let window = find(request.window) else {
      var changes = XWindowChanges()
      (changes.x, changes.y, changes.width, changes.height) = (request.x, request.y, request.width, request.height)
      let geometry = UInt32(CWX | CWY | CWWidth | CWHeight)
      XConfigureWindow(connection.display, request.window, UInt32(request.value_mask) & geometry, &changes)
      return
    }
    let isFixed = window.states.contains { $0.contains("MAXIMIZED") || $0.contains("FULLSCREEN") }
    if !isFixed {
      if request.value_mask & UInt(CWWidth) != 0 { window.width = Int(request.width) }
      if request.value_mask & UInt(CWHeight) != 0 { window.height = Int(request.height) }
      if window.transientFor != nil { center(window) }
    }
    place(window, x: window.x, y: window.y, width: window.width, height: window.height)
  }

  /// What a window asks of its manager.
  private func request(_ message: XClientMessageEvent, _ window: ManagedWindow) {
    let data = message.data.l
    switch message.message_type {
    case connection.atom("_NET_ACTIVE_WINDOW"):
      activate(window)
    case connection.atom("WM_CHANGE_STATE"):
      if data.0 == Int(IconicState) { minimize(window) }
    case connection.atom("_NET_WM_STATE"):
      // Nothing but full screen: windows here stay maximized, also where GTK asks for its last size as it shows one.
      let name = "_NET_WM_STATE_FULLSCREEN"
      let atom = Int(connection.atom(name))
      if data.1 == atom || data.2 == atom {
        let isSet = window.states.contains(name)
        window.states.removeAll { $0 == name }
        // 0 removes, 1 adds, 2 toggles.
        if data.0 == 1 || (data.0 == 2 && !isSet) { window.states.append(name) }
      }
      publishStates(of: window)
      place(window, x: window.x, y: window.y, width: window.width, height: window.height)
    default: break
    }
  }

  private func publishStates(of window: ManagedWindow) {
    connection.set("_NET_WM_STATE", of: window.id, type: "ATOM", to: window.states.map(connection.atom))
    change {}
  }

  private func sendProtocol(_ name: String, to window: ManagedWindow, _ data: [Int] = []) {
    connection.send("WM_PROTOCOLS", to: window.id, [Int(connection.atom(name)), CurrentTime] + data)
    XFlush(connection.display)
  }
}

extension ManagedWindow {
  var bounds: Rect { Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)) }
}

extension Int64 {
  fileprivate init(_ value: XSyncValue) {
    self = Int64(value.hi) << 32 | Int64(value.lo)
  }
}
