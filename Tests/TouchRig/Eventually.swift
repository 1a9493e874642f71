// SPDX-License-Identifier: MIT

/// Lets the main thread go on with other things until `condition` holds; false if it does not in time.
@MainActor
public func eventually(timeout: Duration = .seconds(10), _ condition: () -> Bool) async -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now.advanced(by: timeout)
  while !condition() {
    guard clock.now < deadline else { return false }
    // Waking up costs little, and the main loop runs in between.
    try? await clock.sleep(for: .milliseconds(2))
  }
  return true
}
