// SPDX-License-Identifier: MIT
import GtkCore

/// How a viewer says where it is, on screen and to screen readers.
public enum ViewerText {
  /// Where a picture stands among `count`, from 1: “2 of 5”.
  public static func place(_ position: Int, of count: Int) -> String {
    tr("%d of %d").replacingFirst("%d", with: "\(position)").replacingFirst("%d", with: "\(count)")
  }

  /// A ratio as a percentage: “100 %”.
  public static func percent(_ ratio: Double) -> String {
    // TRANSLATORS: a percentage
    tr("%d %%").replacingFirst("%d", with: "\(Int((ratio * 100).rounded()))").replacingFirst("%%", with: "%")
  }
}
