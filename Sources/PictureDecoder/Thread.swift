// SPDX-License-Identifier: MIT
import Glibc

/// A thread of its own for one piece of work. Dispatch would want more of the system than there is here.
struct Thread {
  /// How far it stands back (nice(7)): it has a tenth of the time of one that does not, where both want a processor.
  private static let niceness: CInt = 10

  private let thread: pthread_t

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts it; nil where there can be no more.
  init?(_ body: @escaping () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    self.thread = thread
  }

  /// Returns when its work is done.
  func wait() { pthread_join(thread, nil) }

  /// Has the calling thread step back for all others, for good.
  static func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
}
