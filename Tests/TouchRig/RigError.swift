// SPDX-License-Identifier: MIT

/// Why the rig could not do what a test asked for.
public struct RigError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
