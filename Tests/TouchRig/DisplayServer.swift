// SPDX-License-Identifier: MIT

import Foundation
import Geometry

/// An Xorg of its own, without a screen or a real device.
public final class DisplayServer {
  /// The display's name, as in `DISPLAY`.
  public let display: String
  public let screen: Size

  private let process: ChildProcess
  private let folder: TemporaryFolder

  /// Starts the server and waits until it takes connections.
  ///
  /// - Parameter screen: The size of the only monitor in pixels.
  init(screen: Size) throws {
    self.screen = screen
    folder = try TemporaryFolder("xorg")
    let configuration = try folder.write(
      DisplayServer.configuration(screen: screen, folder: folder.path), to: "xorg.conf")
    let output = open(folder.path + "/output", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let pipe = try makePipe()
    defer { close(pipe.read) }
    let environment = ProcessInfo.processInfo.environment
    do {
      defer {
        close(pipe.write)
        close(output)
      }
      process = try ChildProcess(
        [
          "Xorg", "-displayfd", "3", "-config", configuration, "-logfile", folder.path + "/log", "-noreset",
          "-nolisten", "tcp", "-novtswitch", "-sharevts", "-ac", "-s", "0", "-dpms", "-dpi", "96",
        ],
        environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path],
        descriptors: [1: output, 2: output, 3: pipe.write])
    }

    // Up to the newline: the server dies if the pipe is closed while it writes.
    guard let number = readLine(from: pipe.read, by: Deadline(in: DisplayServer.startTimeout)) else {
      let log = (try? String(contentsOfFile: folder.path + "/output", encoding: .utf8)) ?? ""
      throw RigError("Xorg does not start:\n\(log.suffix(2000))")
    }
    display = ":" + number
  }

  deinit {
    stop()
  }

  /// Ends the server; what is connected to it loses its display.
  public func stop() {
    process.signal(SIGTERM)
    if process.waitForExit(timeout: DisplayServer.stopTimeout) == nil { process.kill() }
  }

  enum Device: String, CaseIterable {
    case keyboard = "Keyboard"
    case pointer = "PointerAbsolute"
    case touch = "Touch"
    case touchpad = "PointerGesture"
  }

  func connect(_ device: Device) throws -> InputDevice {
    try InputDevice(
      path: "\(folder.path)/\(device.rawValue)", deadline: Deadline(in: DisplayServer.startTimeout))
  }

  /// Seconds; it takes 0.2 on an idle machine.
  private static let startTimeout = 20.0
  private static let stopTimeout = 5.0

  private static func configuration(screen: Size, folder: String) -> String {
    let (width, height) = (Int(screen.width), Int(screen.height))
    // Any mode will do that has some blank lines and columns and 60 frames per second.
    let (totalWidth, totalHeight) = (width + 160, height + 30)
    let clock = Double(totalWidth * totalHeight * 60) / 1e6
    let mode =
      "\(clock) \(width) \(width + 40) \(width + 80) \(totalWidth) "
      + "\(height) \(height + 5) \(height + 10) \(totalHeight)"
    let devices = Device.allCases.map { device in
      """
      Section "InputDevice"
        Identifier "\(device.rawValue)"
        Driver "inputtest"
        Option "DeviceType" "\(device.rawValue)"
        Option "SocketPath" "\(folder)/\(device.rawValue)"
        Option "TouchCount" "10"
        Option "xkb_rules" "evdev"
        Option "xkb_model" "pc105"
        Option "xkb_layout" "us"
      EndSection

      """
    }
    let references = Device.allCases.map { "  InputDevice \"\($0.rawValue)\"\n" }
    return """
      Section "ServerFlags"
        Option "AutoAddDevices" "off"
        Option "AutoEnableDevices" "off"
        Option "AutoAddGPU" "off"
        Option "AllowMouseOpenFail" "on"
      EndSection
      Section "Device"
        Identifier "card"
        Driver "dummy"
        VideoRam 256000
      EndSection
      Section "Monitor"
        Identifier "monitor"
        HorizSync 1-1000
        VertRefresh 1-1000
        Modeline "mode" \(mode)
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "card"
        Monitor "monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "mode"
          Virtual \(width) \(height)
        EndSubSection
      EndSection
      \(devices.joined())
      Section "ServerLayout"
        Identifier "layout"
        Screen "screen"
      \(references.joined())
      EndSection

      """
  }
}
