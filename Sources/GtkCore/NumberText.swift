// SPDX-License-Identifier: MIT
import CAdwaita
import Glibc

/// Numbers as the user's language writes them.
public enum NumberText {
  /// A number with its decimal separator, rounded: “2.8”, in German “2,8”.
  ///
  /// - Parameter decimals: how many digits stand behind the separator; more than the least only where they say more.
  public static func text(_ value: Double, decimals: ClosedRange<Int>) -> String {
    func rounded(_ count: Int) -> Double {
      let power = pow(10, Double(count))
      return (value * power).rounded() / power
    }
    let best = rounded(decimals.upperBound)
    let count = decimals.first { rounded($0) == best } ?? decimals.upperBound
    // The longest is the greatest number, with 309 digits, a sign, a separator and the end.
    var buffer = [CChar](repeating: 0, count: 320 + count)
    _ = withVaList([CInt(count), best]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A whole number, its digits in groups as the language has them: “12,345”.
  public static func count(_ number: Int) -> String {
    // The longest has 19 digits, a sign, and separators of a few bytes each.
    var buffer = [CChar](repeating: 0, count: 64)
    _ = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%'ld", $0) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A file's size in a unit that keeps the number short: “3.4 MB”.
  ///
  /// - Parameter bytes: 0 or more.
  public static func fileSize(_ bytes: Int) -> String {
    guard let text = g_format_size(guint64(clamping: bytes)) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
