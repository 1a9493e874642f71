// SPDX-License-Identifier: MIT
import Dispatch

/// A value that one thread uses at a time. As `Mutex`, but in a way that the thread sanitizer can see.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the queue is what makes it safe.
  private let queue = DispatchQueue(label: "guarded")
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try queue.sync { try body(&value) }
  }
}
