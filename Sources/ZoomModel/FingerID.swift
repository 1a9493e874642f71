// SPDX-License-Identifier: MIT

/// Names one finger from the moment it touches until it is gone; a later touch may use the same value again.
public struct FingerID: Hashable, Sendable {
  public let rawValue: UInt

  public init(_ rawValue: UInt) {
    self.rawValue = rawValue
  }
}
