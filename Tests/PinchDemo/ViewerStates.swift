// SPDX-License-Identifier: MIT

import Foundation
import Geometry
import TouchRig

/// Pictures of what the viewer looks like, in windows of a phone and of a desktop, light and dark, and from right to left.
struct ViewerStates {
  let program: String
  let photos: String
  /// Where the pictures go.
  let folder: String

  /// Seconds to wait for anything: this is no test, and the machine may be busy building.
  private static let patience = 60.0
  private static let sizes = [Size(360, 640), Size(1280, 800)]
  /// Steps of a key that scales, each by the half of a doubling.
  private static let zoomSteps = 4
  /// Of JPEG, in per cent.
  private static let quality = 82

  /// Returns how many there are.
  func take() throws -> Int {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var count = 0
    for size in Self.sizes {
      for style in ["light", "dark", "rtl"] { count += try take(size, style) }
    }
    return count
  }

  private func take(_ size: Size, _ style: String) throws -> Int {
    let rig = try Rig(width: Int(size.width), height: Int(size.height))
    var options = Application.Options()
    options.settings = ["gtk-font-name": "Cantarell 11"]
    options.prefersDark = style == "dark"
    options.isRightToLeft = style == "rtl"
    let application = try rig.launch(program, arguments: [photos, "--page", "feed"], options: options)
    let window = try application.waitForWindow(timeout: Self.patience)
    var count = 0
    func keep(_ state: String) throws {
      // Seconds: longer than any pause between two pictures that are decoded one after the other.
      _ = try? window.waitUntilIdle(quiet: 1, timeout: Self.patience)
      let scratch = try TemporaryFolder("state")
      let plain = scratch.path + "/plain.png"
      try window.screenshot().write(to: plain)
      try TestPicture.convert([
        plain, "-quality", "\(Self.quality)", "\(folder)/viewer-\(Int(size.width))-\(style)-\(state).jpg",
      ])
      count += 1
    }
    func key(_ name: String, with modifiers: [String] = []) throws {
      try window.focus()
      try rig.keyboard.press(name, with: modifiers)
    }
    _ = try? window.waitUntilIdle(quiet: 1, timeout: Self.patience)
    let picture = Point(size.width / 2, size.height * 0.35)
    let arm = Point(size.width * 0.12, -30)
    try rig.touch.pinch(
      from: (picture - arm, picture + arm), to: (picture - arm * 1.4, picture + arm * 1.4), steps: 12
    ) { try window.catchUp() }
    try keep("held")
    try rig.touch.upAll()
    _ = try? window.waitUntilIdle(quiet: 0.5, timeout: Self.patience)
    try rig.touch.tap(picture)
    _ = try? window.waitUntilIdle(quiet: 0.5, timeout: Self.patience)
    // The controls are there while there is input.
    try key("Right")
    try keep("fit")
    for _ in 0..<Self.zoomSteps { try key("equal", with: ["Control_L"]) }
    try keep("scaled")
    try key("0", with: ["Control_L"])
    try key("Return", with: ["Alt_L"])
    try keep("information")
    return count
  }
}
