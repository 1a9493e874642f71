// SPDX-License-Identifier: MIT
import Foundation
import TouchRig

/// The memory of a viewer that has opened a picture.
enum OpenedMemoryRows {
  private static let rounds = 3
  /// Seconds after which all has been loaded.
  private static let time = 4.0

  static func large() throws -> Outcome { try measure(Photos.photo24()) }

  static func huge() throws -> Outcome { try measure(Photos.photo108()) }

  private static func measure(_ file: String) throws -> Outcome {
    let rig = try Rig()
    let (aloft, viewnior) = try (PictureViewer.aloft(), PictureViewer.other(Programs.viewnior))
    var (own, other) = ([Memory](), [Memory]())
    for _ in 0..<rounds {
      own.append(try memory(of: aloft, file, on: rig))
      other.append(try memory(of: viewnior, file, on: rig))
    }
    func detail(_ memory: [Memory]) -> String {
      "\(memory.map(\.lasting).spread(digits: 1)) MB after a peak of \(memory.map(\.peak).spread(digits: 1)) MB"
    }
    return Outcome(value: own.map(\.lasting).median, detail: "\(detail(own)); viewnior \(detail(other))")
  }

  /// Millions of bytes.
  private struct Memory {
    /// What is taken at rest: what is shared with other processes in part.
    var lasting: Double
    /// The most that the process has had in RAM so far, all of what is shared included.
    var peak: Double
  }

  private static func memory(of viewer: PictureViewer, _ file: String, on rig: Rig) throws -> Memory {
    let app = try viewer.open(file, on: rig).app
    usleep(UInt32(time * 1e6))
    let status = try String(contentsOfFile: "/proc/\(app.pid)/status", encoding: .utf8).split(separator: "\n")
    let peak = status.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").compactMap { Double($0) }.first
    return Memory(lasting: Double(try app.totalUsage().proportionalMemory) / 1e6, peak: (peak ?? 0) * 1024 / 1e6)
  }
}
