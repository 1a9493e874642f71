// SPDX-License-Identifier: MIT
import Foundation
import Geometry
import Testing
import TouchRig

/// The example program with sources of every kind. One test at a time: some of them measure when frames are shown.
@Suite(.serialized) enum PlaygroundTests {}

extension Session {
  /// The playground on one of its pages.
  convenience init(
    playground page: String, _ arguments: [String] = [], width: Int = 1280, height: Int = 800,
    options: Application.Options = Application.Options()
  ) throws {
    try self.init(
      UnderTest.playground, ["--page", page] + arguments, width: width, height: height, options: options)
  }
}
