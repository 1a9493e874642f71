// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2

/// What somebody has typed to find photos: all of its words must be found, each of them in the file's name, the caption,
/// the place, the keywords or the date.
public struct SearchQuery: Hashable, Sendable {
  /// What a word can say of a date.
  enum Moment: Hashable {
    /// Seconds since 1970 by the clock on the wall; the upper end is not included.
    case span(from: Int, to: Int)
    /// Of any year.
    case month(Int)
    /// Of any month.
    case day(Int)
  }

  struct Word: Hashable {
    /// In the form of `SearchText`.
    let text: String
    let moments: [Moment]
  }

  let words: [Word]

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { words.isEmpty }

  /// Understands dates like 2023, 2023-05, 5/2023, 2023-05-12, 12.5.2023 and, with names of months in the user's language
  /// or in English, “may”, “May 2023” and “12 May”.
  public init(_ text: String) { self.init(text, monthNames: MonthNames.understood) }

  /// - Parameter monthNames: for each month those that are understood
  init(_ text: String, monthNames: [[String]]) {
    let texts = text.split(whereSeparator: \.isWhitespace).map { SearchText.of(String($0)) }.filter { !$0.isEmpty }
    let months = texts.map { Self.months($0, monthNames) }
    let hasMonth = months.contains { !$0.isEmpty }
    words = zip(texts, months).map { text, months in
      Word(text: text, moments: months.map { .month($0) } + Self.moments(text, withDays: hasMonth))
    }
  }

  /// Letters of a month's name that have to be there: with fewer, nearly all words would be months.
  private static let fewestLetters = 3
  /// Years that a number of four digits can mean.
  private static let years = 1800...2199

  private static func months(_ text: String, _ names: [[String]]) -> [Int] {
    guard text.count >= fewestLetters else { return [] }
    return zip(1..., names).compactMap { month, names in names.contains { $0.hasPrefix(text) } ? month : nil }
  }

  private static func moments(_ text: String, withDays: Bool) -> [Moment] {
    let parts = text.split { "-/.:".contains($0) }.map { $0.utf8.count <= 4 ? Int($0) : nil }
    guard parts.allSatisfy({ $0 != nil }) else { return [] }
    let numbers = parts.compactMap(\.self)
    switch numbers.count {
    case 1:
      if years.contains(numbers[0]) { return span(numbers[0]) }
      return withDays && (1...31).contains(numbers[0]) ? [.day(numbers[0])] : []
    case 2:
      return years.contains(numbers[0]) ? span(numbers[0], numbers[1]) : span(numbers[1], numbers[0])
    case 3:
      if years.contains(numbers[0]) { return span(numbers[0], numbers[1], numbers[2]) }
      // Some write the day first, and some the month.
      let first = span(numbers[2], numbers[1], numbers[0])
      return numbers[0] == numbers[1] ? first : first + span(numbers[2], numbers[0], numbers[1])
    default: return []
    }
  }

  /// A year, a month or a day; none if there is no such.
  private static func span(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) -> [Moment] {
    guard years.contains(year), let start = CivilTime(year: year, month: month ?? 1, day: day ?? 1) else { return [] }
    let from = start.secondsSince1970
    if day != nil { return [.span(from: from, to: from + 24 * 60 * 60)] }
    let isLast = month == nil || month == 12
    guard let end = CivilTime(year: isLast ? year + 1 : year, month: isLast ? 1 : (month ?? 1) + 1, day: 1) else {
      return []
    }
    return [.span(from: from, to: end.secondsSince1970)]
  }

  /// Whether a photo is found by what is known of it without the index: its file's name, date, caption and place.
  public func finds(_ photo: Photo) -> Bool {
    let text = SearchText.of(photo.fileName) + "\n" + SearchText.of([photo.caption, photo.placeName])
    return words.allSatisfy { word in
      text.utf8.contains(word.text.utf8) || word.moments.contains { $0.contains(photo.date.time) }
    }
  }
}

extension SearchQuery.Moment {
  func contains(_ time: CivilTime) -> Bool {
    switch self {
    case .span(let from, let to): (from..<to).contains(time.secondsSince1970)
    case .month(let month): time.month == month
    case .day(let day): time.day == day
    }
  }

  /// The same of a row, with the numbers for its places.
  var condition: (sql: String, numbers: [Int]) {
    switch self {
    case .span(let from, let to): ("taken >= ? AND taken < ?", [from, to])
    case .month(let month): ("CAST(strftime('%m', taken, 'unixepoch') AS INTEGER) = ?", [month])
    case .day(let day): ("CAST(strftime('%d', taken, 'unixepoch') AS INTEGER) = ?", [day])
    }
  }
}

extension SearchQuery {
  /// What a row must meet, with the values for its places.
  var condition: (sql: String, values: [Database.Value]) {
    var values: [Database.Value] = []
    let conditions = words.map { word in
      var alternatives = ["instr(searched_name, ?)", "instr(searched_text, ?)"]
      values += [.text(word.text), .text(word.text)]
      for moment in word.moments {
        let (sql, numbers) = moment.condition
        alternatives.append(sql)
        values += numbers.map { .integer($0) }
      }
      return "(" + alternatives.joined(separator: " OR ") + ")"
    }
    return (conditions.joined(separator: " AND "), values)
  }
}

/// Texts in a form in which they are the same whether they have capitals and accents or not.
enum SearchText {
  static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    guard let decomposed = g_utf8_normalize(text, -1, G_NORMALIZE_ALL) else { return text.lowercased() }
    defer { g_free(decomposed) }
    let letters = String(cString: decomposed).unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
    guard let folded = g_utf8_casefold(String(String.UnicodeScalarView(letters)), -1) else { return text.lowercased() }
    defer { g_free(folded) }
    return String(cString: folded)
  }

  /// Of several, with breaks between them, across which nothing is found.
  static func of(_ texts: [String?]) -> String {
    texts.compactMap(\.self).map(of).joined(separator: "\n")
  }
}

/// What months are called.
enum MonthNames {
  private static let english = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// In the user's language, on their own and in dates, and in English, in the form of `SearchText`.
  static let understood: [[String]] = (1...12).map { month in
    guard let date = g_date_time_new_utc(2000, gint(month), 1, 0, 0, 0) else { return [english[month - 1]] }
    defer { g_date_time_unref(date) }
    let local = ["%OB", "%B", "%b"].compactMap { format -> String? in
      guard let text = g_date_time_format(date, format) else { return nil }
      defer { g_free(text) }
      return SearchText.of(String(cString: text))
    }
    return local + [english[month - 1]]
  }
}
