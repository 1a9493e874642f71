// SPDX-License-Identifier: MIT

import Glibc

/// Seconds since an arbitrary start, never set back: the clock of frames, deadlines and measurements.
public func monotonicTime() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// A moment after which waiting is given up.
struct Deadline {
  private let end: Double

  init(in seconds: Double) {
    end = monotonicTime() + seconds
  }

  var remaining: Double { max(0, end - monotonicTime()) }
  var hasPassed: Bool { remaining == 0 }

  /// The rest in milliseconds for `poll`, rounded up so that it does not spin at the end.
  var pollTimeout: Int32 { Int32(min(remaining * 1000 + 1, 1e9)) }
}
