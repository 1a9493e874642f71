// SPDX-License-Identifier: GPL-3.0-or-later

/// Photos of one month on the clock where they were taken.
public struct Month: Identifiable, Hashable, Sendable {
  /// Which month: January of the year 1 is number 13.
  public struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// Newest first.
  public let photos: ArraySlice<Photo>

  public var id: ID { ID(number: year * 12 + month) }

  /// Puts photos under their months, the latest first. Those that have no date but that of the file's last change are
  /// where that puts them.
  ///
  /// - Parameter photos: in the order of pages
  public static func group(_ photos: [Photo]) -> [Month] {
    var months: [Month] = []
    var start = 0
    while start < photos.count {
      let (year, month) = (photos[start].date.time.year, photos[start].date.time.month)
      var end = start + 1
      while end < photos.count, (photos[end].date.time.year, photos[end].date.time.month) == (year, month) { end += 1 }
      months.append(Month(year: year, month: month, photos: photos[start..<end]))
      start = end
    }
    return months
  }
}
