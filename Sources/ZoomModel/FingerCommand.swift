// SPDX-License-Identifier: MIT

import Geometry

extension FingerRecognizer {
  /// What the container has to do, in order. Positions are those of all fingers of the lift, in its logical pixels.
  public enum Command: Hashable, Sendable {
    /// Take the finger from the page and stop its event; sent once for a finger.
    case claim(FingerID)
    /// Lift the source, or catch its returning copy.
    case begin(Source, fingers: [FingerID: Point])
    /// Other fingers hold the copy from now on: rebase.
    case changeFingers(Source, [FingerID: Point])
    /// The copy's fingers are there now.
    case move(Source, [FingerID: Point])
    /// The last finger has gone up.
    case release(Source)
    /// The system took a finger away: the copy goes home without the fingers' velocity.
    case cancel(Source)
  }
}
