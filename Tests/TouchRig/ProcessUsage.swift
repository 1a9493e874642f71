// SPDX-License-Identifier: MIT

import Foundation

/// What a process has used, as the kernel counts it.
public struct ProcessUsage: Sendable {
  /// Seconds of processor time since the start, user and system, over all threads; to 10 ms.
  public let processorTime: Double
  /// Bytes of memory in RAM, those shared with other processes included.
  public let residentMemory: Int
  /// Bytes of memory in RAM, shared ones divided by the number of processes which share them.
  public let proportionalMemory: Int

  public init(of pid: Int32) throws {
    let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    // proc(5): the name in parentheses may hold anything; after it, utime and stime are fields 14 and 15 of the line.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw RigError("/proc/\(pid)/stat is not as expected")
    }
    processorTime = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))

    let memory = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
    func bytes(_ name: String) -> Int {
      let line = memory.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return 1024 * (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0)
    }
    residentMemory = bytes("Rss")
    proportionalMemory = bytes("Pss")
  }

  /// The processes that `pid` has started, and theirs, which still run.
  public static func descendants(of pid: Int32) -> [Int32] {
    let children = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?
      .compactMap { try? String(contentsOfFile: "/proc/\(pid)/task/\($0)/children", encoding: .utf8) }
      .flatMap { $0.split(separator: " ").compactMap { Int32($0) } }
    return (children ?? []).flatMap { [$0] + descendants(of: $0) }
  }
}

extension Application {
  /// What the app's main process has used so far.
  public func usage() throws -> ProcessUsage { try ProcessUsage(of: pid) }

  /// What the app's main process and its helpers use together now.
  public func totalUsage() throws -> (processorTime: Double, proportionalMemory: Int) {
    let all = [try usage()] + ProcessUsage.descendants(of: pid).compactMap { try? ProcessUsage(of: $0) }
    return (all.map(\.processorTime).reduce(0, +), all.map(\.proportionalMemory).reduce(0, +))
  }
}

extension Window {
  /// Frames per second and the app's share of one processor while `body` runs.
  public func measureRates(of app: Application, during body: () throws -> Void) throws -> (
    framesPerSecond: Double, processorShare: Double
  ) {
    let (start, count, used) = (monotonicTime(), frameCount, try app.usage().processorTime)
    try body()
    let seconds = monotonicTime() - start
    return (
      Double(frameCount - count) / seconds, (try app.usage().processorTime - used) / seconds
    )
  }
}
