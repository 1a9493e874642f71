// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A date and a time of day as a clock on the wall shows them, in the Gregorian calendar and no time zone.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// All of it in one number, which grows with time: a library has 100,000 of them, and is sorted by them.
  let rank: Int

  public var year: Int { rank >> 26 }
  /// 1 to 12.
  public var month: Int { rank >> 22 & 0xF }
  /// 1 to 31.
  public var day: Int { rank >> 17 & 0x1F }
  /// 0 to 23.
  public var hour: Int { rank >> 12 & 0x1F }
  /// 0 to 59.
  public var minute: Int { rank >> 6 & 0x3F }
  /// 0 to 59.
  public var second: Int { rank & 0x3F }

  private init(valid year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
    rank = year << 26 | month << 22 | day << 17 | hour << 12 | minute << 6 | second
  }

  /// Nil for a date or time that does not exist.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...12).contains(month), (1...Self.dayCount(ofMonth: month, year: year)).contains(day),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    self.init(valid: year, month, day, hour, minute, second)
  }

  /// What a clock in Greenwich shows that many seconds after 1970 began.
  public init(secondsSince1970 seconds: Int) {
    var time = tm()
    var seconds = seconds
    gmtime_r(&seconds, &time)
    self.init(time)
  }

  /// What the clock on this computer's wall showed at that moment, in seconds since 1970 began in Greenwich.
  public init(localAt seconds: Int) {
    var time = tm()
    var seconds = seconds
    localtime_r(&seconds, &time)
    self.init(time)
  }

  private init(_ time: tm) {
    self.init(
      valid: Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday), Int(time.tm_hour), Int(time.tm_min),
      // A leap second would be 60.
      min(Int(time.tm_sec), 59))
  }

  /// Seconds since 1970 began, were the clock in Greenwich: the inverse of `init(secondsSince1970:)`.
  public var secondsSince1970: Int {
    var time = tm()
    time.tm_year = CInt(year - 1900)
    time.tm_mon = CInt(month - 1)
    time.tm_mday = CInt(day)
    time.tm_hour = CInt(hour)
    time.tm_min = CInt(minute)
    time.tm_sec = CInt(second)
    return timegm(&time)
  }

  /// Earlier first.
  public static func < (first: CivilTime, second: CivilTime) -> Bool { first.rank < second.rank }

  private static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

/// A time found in a text: an EXIF value or a file name.
struct WrittenTime: Equatable {
  var time: CivilTime
  /// False where the text has a date alone; the time of day is then midnight.
  var hasTimeOfDay: Bool

  /// Years that a photo's name or EXIF can mean; keeps serial numbers from being read as dates.
  private static let years = 1900...2099

  /// Finds the first date in the text, and the time of day where one follows it.
  ///
  /// Dates are `20230512` or `2023-05-12`, times `101530…` or `10.15.30`, with any punctuation between the numbers:
  /// `IMG_20230512_101530`, `PXL_20230512_101530123`, `2023-05-12 10.15.30`, `IMG-20230512-WA0001`,
  /// `2023:05:12 10:15:30`.
  init?(in text: String) {
    let runs = Self.digitRuns(in: text)
    for (index, run) in runs.enumerated() {
      guard let (date, timeStart) = Self.date(at: index, run, in: runs) else { continue }
      if let (hour, minute, second) = Self.timeOfDay(timeStart),
        let time = CivilTime(
          year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
      {
        self.time = time
        hasTimeOfDay = true
      } else {
        time = date
        hasTimeOfDay = false
      }
      return
    }
    return nil
  }

  /// Digits that stand together, and how many other bytes stand between them and the digits before.
  private struct DigitRun {
    /// A part of the text: no memory of its own, because names of 10,000 files are looked at before any picture shows.
    var digits: ArraySlice<UInt8>
    var gap: Int

    func number(_ range: Range<Int>) -> Int {
      digits.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    var number: Int { number(0..<digits.count) }
  }

  private static func digitRuns(in text: String) -> [DigitRun] {
    let bytes = Array(text.utf8)
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var runs: [DigitRun] = []
    var end = 0
    while let start = bytes[end...].firstIndex(where: isDigit) {
      let gap = start - end
      end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
      runs.append(DigitRun(digits: bytes[start..<end], gap: gap))
    }
    return runs
  }

  /// The date that starts with that run, and the runs in which a time of day would be.
  private static func date(
    at index: Int, _ run: DigitRun, in runs: [DigitRun]
  ) -> (CivilTime, ArraySlice<DigitRun>)? {
    if run.digits.count == 8 || run.digits.count == 14 {
      let year = run.number(0..<4)
      guard years.contains(year),
        let date = CivilTime(year: year, month: run.number(4..<6), day: run.number(6..<8))
      else { return nil }
      let rest = DigitRun(digits: run.digits.dropFirst(8), gap: 1)
      return (date, rest.digits.isEmpty ? runs[(index + 1)...] : [rest])
    }
    guard run.digits.count == 4, years.contains(run.number), index + 2 < runs.count,
      runs[(index + 1)...(index + 2)].allSatisfy({ $0.digits.count == 2 && $0.gap == 1 }),
      let date = CivilTime(year: run.number, month: runs[index + 1].number, day: runs[index + 2].number)
    else { return nil }
    return (date, runs[(index + 3)...])
  }

  private static func timeOfDay(_ runs: ArraySlice<DigitRun>) -> (hour: Int, minute: Int, second: Int)? {
    // “ at ” is the longest that programs put between date and time.
    guard let first = runs.first, first.gap <= 4 else { return nil }
    if (6...9).contains(first.digits.count) {
      // More than six: milliseconds follow.
      return (first.number(0..<2), first.number(2..<4), first.number(4..<6))
    }
    let parts = runs.prefix(3)
    guard parts.count == 3, parts.allSatisfy({ $0.digits.count == 2 }), parts.dropFirst().allSatisfy({ $0.gap == 1 })
    else { return nil }
    let numbers = parts.map(\.number)
    return (numbers[0], numbers[1], numbers[2])
  }
}
