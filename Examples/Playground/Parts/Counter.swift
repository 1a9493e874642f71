// SPDX-License-Identifier: MIT
import Declarative
import Glibc
import GtkCore
import Observation

/// Counts something that can happen, on screen and on standard output as `count NAME N`.
@Observable
final class Counter {
  private(set) var count = 0
  @ObservationIgnored private let name: String

  init(_ name: String) { self.name = name }

  func add() {
    count += 1
    Output.write("count \(name) \(count)")
  }
}

/// Shows a counter beside what it counts.
struct CounterLabel: View {
  let title: String
  let counter: Counter

  var body: some View {
    HStack(spacing: 6) {
      Label(title).styleClass("dim-label")
      Label(String(counter.count)).styleClass("counter")
    }
  }
}

/// What programs that watch this one can read.
enum Output {
  /// Writes a line to standard output at once.
  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}
