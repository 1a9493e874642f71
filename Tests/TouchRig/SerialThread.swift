// SPDX-License-Identifier: MIT

import Foundation

/// A thread that lives until the process ends and runs one piece of work after the other.
final class SerialThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [() -> Void] = []

  init(_ name: String) {
    let thread = Thread { [self] in
      while true {
        condition.lock()
        while jobs.isEmpty { condition.wait() }
        let job = jobs.removeFirst()
        condition.unlock()
        job()
      }
    }
    thread.name = name
    thread.start()
  }

  /// Runs `body` there and waits for its result.
  func run<T>(_ body: @escaping () throws -> T) throws -> T {
    let done = DispatchSemaphore(value: 0)
    var result: Result<T, Error>?
    condition.lock()
    jobs.append {
      result = Result(catching: body)
      done.signal()
    }
    condition.signal()
    condition.unlock()
    done.wait()
    guard let result else { throw RigError("work on another thread was lost") }
    return try result.get()
  }
}
