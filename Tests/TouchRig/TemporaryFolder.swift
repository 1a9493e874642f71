// SPDX-License-Identifier: MIT

import Foundation

/// A folder of its own under the system's temporary folder, gone with the object.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init(_ purpose: String = "rig") throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/\(purpose)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RigError("no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The absolute path of `name` inside; the folders on the way to it are made.
  public func path(_ name: String) throws -> String {
    let full = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    return full
  }

  /// The absolute path of the folder `name` inside, which is made.
  public func folder(_ name: String) throws -> String {
    let full = path + "/" + name
    try FileManager.default.createDirectory(atPath: full, withIntermediateDirectories: true)
    return full
  }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let full = try path(name)
    try text.write(toFile: full, atomically: false, encoding: .utf8)
    return full
  }
}
