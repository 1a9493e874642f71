// SPDX-License-Identifier: MIT

import Foundation

/// An app under test: a process with a home of its own.
public final class Application {
  /// What an app finds when it starts.
  public struct Options {
    public var animations = true
    public var prefersDark = false
    /// GTK's renderer: `cairo` for pixels and logic, `gl` for frame rates.
    public var renderer = "cairo"
    /// Lays windows out from right to left, as in an Arabic session; the app's own texts stay what they are.
    public var isRightToLeft = false
    /// Where the app can be read as a screen reader does; nowhere by default.
    public var accessibilityBus: AccessibilityBus?
    /// Seen by the app besides, or instead of, what the rig sets.
    public var environment: [String: String] = [:]
    /// Lines of `settings.ini` besides, or instead of, what the rig sets.
    public var settings: [String: String] = [:]
    /// A home that an earlier start has left; a fresh one by default.
    public var home: TemporaryFolder?

    public init() {}
  }

  public let pid: Int32
  public let home: TemporaryFolder
  private let process: ChildProcess
  private let manager: WindowManager
  private let outputFolder: TemporaryFolder

  init(
    _ executable: String, _ arguments: [String], display: String, _ manager: WindowManager, _ options: Options
  ) throws {
    self.manager = manager
    home = try options.home ?? TemporaryFolder("home")
    outputFolder = try TemporaryFolder("output")
    try home.write(
      Application.settings(options), to: "config/gtk-4.0/settings.ini")
    let environment = try Application.environment(options, home: home, display: display)

    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let output = open(outputFolder.path + "/stdout", flags, 0o600)
    let errors = open(outputFolder.path + "/stderr", flags, 0o600)
    defer { for file in [input, output, errors] { close(file) } }
    guard input >= 0, output >= 0, errors >= 0 else { throw RigError("no file descriptors left") }
    process = try ChildProcess(
      [executable] + arguments, environment: environment, descriptors: [0: input, 1: output, 2: errors])
    pid = process.pid
  }

  deinit {
    process.kill()
  }

  /// Everything that the app has written to its standard output.
  public var output: String { text("stdout") }

  /// Everything that the app has written to its standard error: empty for an app without a fault.
  public var errors: String { text("stderr") }

  public var isRunning: Bool { process.isRunning }

  /// Waits for the first window of the app to have drawn a frame in its place and size.
  public func waitForWindow(timeout: Double = Window.timeout) throws -> Window {
    try waitForWindow(number: 1, timeout: timeout)
  }

  /// Waits until `number` windows of the app are on the screen; the one that appeared last has drawn a frame in its
  /// place and size.
  public func waitForWindow(number: Int, timeout: Double = Window.timeout) throws -> Window {
    let deadline = Deadline(in: timeout)
    while true {
      let found = manager.changes.withLock { () -> ManagedWindow? in
        let own = manager.windows.filter { $0.pid == pid && $0.isMapped }
        if own.count >= number, own[number - 1].isSettled { return own[number - 1] }
        // Short enough to notice soon that the app has ended instead.
        _ = manager.changes.wait(until: Date(timeIntervalSinceNow: 0.1))
        return nil
      }
      if let found { return Window(found, manager) }
      guard isRunning else { throw RigError("the app ended without a window: \(ending)\n\(errors)") }
      guard !deadline.hasPassed else { throw RigError("the app shows no window number \(number)\n\(errors)") }
    }
  }

  /// The windows that are on the screen, in the order in which they appeared.
  public var windows: [Window] {
    manager.changes.withLock {
      manager.windows.filter { $0.pid == pid && $0.isMapped }.map { Window($0, manager) }
    }
  }

  /// Waits for a line of the output that has `text` in it.
  public func waitForOutput(_ text: String, timeout: Double = Window.timeout) throws {
    let deadline = Deadline(in: timeout)
    while !output.contains(text) {
      guard isRunning, !deadline.hasPassed else { throw RigError("the app has not written «\(text)»\n\(errors)") }
      // Nobody tells of a file that grows.
      usleep(5000)
    }
  }

  /// Asks the process to end (SIGTERM).
  public func terminate() {
    process.signal(SIGTERM)
  }

  /// Waits for the process to end by itself.
  ///
  /// - Returns: Its exit status.
  /// - Throws: `RigError` if it still runs when time is up, or if a signal has ended it.
  @discardableResult
  public func waitForExit(timeout: Double = Window.timeout) throws -> Int32 {
    switch process.waitForExit(timeout: timeout) {
    case .status(let status): return status
    case .signal(let number): throw RigError("the app was ended by signal \(number)\n\(errors)")
    case nil: throw RigError("the app still runs\n\(errors)")
    }
  }

  private var ending: String {
    switch process.waitForExit(timeout: 0) {
    case .status(let status): return "status \(status)"
    case .signal(let number): return "signal \(number)"
    case nil: return "still running"
    }
  }

  private func text(_ name: String) -> String {
    let data = FileManager.default.contents(atPath: outputFolder.path + "/" + name) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private static func settings(_ options: Options) -> String {
    // What makes pixels equal from start to start and from machine to machine.
    var settings = [
      "gtk-enable-animations": options.animations ? "1" : "0",
      "gtk-cursor-blink": "0",
      "gtk-overlay-scrolling": "0",
      "gtk-font-name": "DejaVu Sans 10",
      "gtk-xft-hinting": "0",
      "gtk-xft-rgba": "none",
    ]
    settings.merge(options.settings) { $1 }
    let lines = settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
    return "[Settings]\n" + lines.joined()
  }

  private static func environment(
    _ options: Options, home: TemporaryFolder, display: String
  ) throws -> [String: String] {
    var environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": home.path,
      "LANG": "C.UTF-8",
      "XDG_CONFIG_HOME": try home.folder("config"),
      "XDG_CACHE_HOME": try home.folder("cache"),
      "XDG_DATA_HOME": try home.folder("data"),
      "XDG_STATE_HOME": try home.folder("state"),
      "XDG_RUNTIME_DIR": try home.folder("run"),
      "DISPLAY": display,
      "GDK_BACKEND": "x11",
      "GSK_RENDERER": options.renderer,
      "GSETTINGS_BACKEND": "memory",
      "G_DEBUG": "fatal-criticals",
      // No session bus: apps then start without one, each for itself.
      "DBUS_SESSION_BUS_ADDRESS": "disabled:",
      "GTK_A11Y": "none",
      "ADW_DISABLE_PORTAL": "1",
      "ADW_DEBUG_COLOR_SCHEME": options.prefersDark ? "prefer-dark" : "default",
      "GIO_USE_VFS": "local",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // GTK takes the direction from its own translation.
    if options.isRightToLeft { environment["LANGUAGE"] = "ar" }
    if let bus = options.accessibilityBus {
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus.sessionAddress
      environment["GTK_A11Y"] = "atspi"
    }
    // Without GL for cairo: it is set up at the start otherwise, which takes a third of a second, and not used.
    if options.renderer == "cairo" { environment["GDK_DEBUG"] = "gl-disable" }
    // Mesa warns of the missing graphics card.
    environment["EGL_LOG_LEVEL"] = "fatal"
    chmod(environment["XDG_RUNTIME_DIR"] ?? "", 0o700)
    // A toolchain outside of the system, sanitizers and coverage reach the app by these.
    for name in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    environment.merge(options.environment) { $1 }
    return environment
  }
}
