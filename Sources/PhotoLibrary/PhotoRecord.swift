// SPDX-License-Identifier: GPL-3.0-or-later

/// All that the index keeps of one photo.
struct PhotoRecord: Hashable, Sendable {
  var photo: Photo
  /// The file when it was read.
  var state: FileState
  /// Where the clock stood that the date is from: minutes that it was ahead of Greenwich.
  var zone: Int?
  var keywords: [String] = []
  var place: PhotoDetails.Place?
  /// Stars, 0 to 5, or −1 for what was rejected.
  var rating: Int?
  /// Of the content: a MIME type.
  var format: String?
}

extension PhotoRecord {
  /// Makes the table and what it is sorted by. Texts in one column are several lines, or several file names.
  static let schema = [
    """
    CREATE TABLE photos (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,      -- absolute, or a file: URI where it is not UTF-8
      size INTEGER NOT NULL,          -- bytes
      modified INTEGER NOT NULL,      -- nanoseconds since 1970
      inode INTEGER NOT NULL,
      taken INTEGER NOT NULL,         -- seconds since 1970 by the clock on the wall
      nanoseconds INTEGER NOT NULL,
      has_time INTEGER NOT NULL,      -- 0 where only the day is known
      date_source INTEGER NOT NULL,   -- 0 EXIF, 1 the name, 2 the modification
      zone INTEGER,                   -- minutes ahead of Greenwich
      width INTEGER,                  -- pixels of the upright picture
      height INTEGER,
      orientation INTEGER NOT NULL,   -- 1 to 8, as EXIF has it
      caption TEXT,
      keywords TEXT,                  -- a line each
      latitude REAL,                  -- degrees
      longitude REAL,
      altitude REAL,                  -- metres
      rating INTEGER,                 -- stars, or −1 for what was rejected
      format TEXT,                    -- a MIME type
      companions TEXT                 -- names of files in the same folder, separated by slashes
    ) STRICT
    """,
    // The order of pages. The path is what photos are looked for by, so that only those found are read from the table.
    "CREATE INDEX photos_by_date ON photos (taken DESC, nanoseconds DESC, path)",
  ]

  /// What the second version has besides. Files are read again for it: none has that size.
  static let additions = [
    "ALTER TABLE photos ADD COLUMN place_name TEXT",
    // What photos are looked for in, in the form of `SearchText`: the file's name, and all else.
    "ALTER TABLE photos ADD COLUMN searched_name TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE photos ADD COLUMN searched_text TEXT NOT NULL DEFAULT ''",
    "UPDATE photos SET size = -1",
  ]

  /// What is written, in the order of `values`.
  private static let columns = [
    "path", "size", "modified", "inode", "taken", "nanoseconds", "has_time", "date_source", "orientation", "width",
    "height", "caption", "companions", "place_name", "zone", "keywords", "latitude", "longitude", "altitude", "rating",
    "format", "searched_name", "searched_text",
  ]

  static let insertion = """
    INSERT OR REPLACE INTO photos (\(columns.joined(separator: ", ")))
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    """

  var values: [Database.Value] {
    [
      .text(photo.path), .integer(state.size), .integer(state.modified), .integer(state.inode),
      .integer(photo.date.time.secondsSince1970), .integer(photo.date.nanoseconds),
      .integer(photo.date.hasTimeOfDay ? 1 : 0), .integer(photo.date.source.number), .integer(photo.orientation),
      Database.Value(photo.pixelSize?.width), Database.Value(photo.pixelSize?.height), Database.Value(photo.caption),
      Database.Value(Self.text(photo.companions)), Database.Value(photo.placeName), Database.Value(zone),
      Database.Value(keywords.isEmpty ? nil : keywords.joined(separator: "\n")), Database.Value(place?.latitude),
      Database.Value(place?.longitude), Database.Value(place?.altitude), Database.Value(rating),
      Database.Value(format), .text(SearchText.of(photo.fileName)),
      .text(SearchText.of([photo.caption, photo.placeName] + keywords)),
    ]
  }

  /// The columns that make a photo, and those that all of it is made of.
  static let photoColumns = columns[..<numberColumn].joined(separator: ", ") + ", id"
  /// Of the row's number among `photoColumns`.
  static let numberColumn = 14
  static let allColumns = columns.joined(separator: ", ")

  static func text(_ companions: [String]) -> String? {
    companions.isEmpty ? nil : companions.joined(separator: "/")
  }

  /// Of a row with `allColumns`.
  init(_ row: Statement) {
    self.init(photo: Photo(row, path: row.text(0) ?? ""), state: FileState(row))
    zone = row.integer(14)
    keywords = row.text(15).map { $0.split(separator: "\n").map(String.init) } ?? []
    if let latitude = row.real(16), let longitude = row.real(17) {
      place = PhotoDetails.Place(latitude: latitude, longitude: longitude, altitude: row.real(18))
    }
    rating = row.integer(19)
    format = row.text(20)
  }
}

extension Photo {
  /// Of a row with `PhotoRecord.photoColumns`. A damaged one gives a photo all the same.
  init(_ row: Statement, path: String) {
    id = PhotoID(path: path)
    date = PhotoDate(
      time: CivilTime(secondsSince1970: row.integer(4) ?? 0), nanoseconds: row.integer(5) ?? 0,
      hasTimeOfDay: row.integer(6) != 0, source: PhotoDate.Source(number: row.integer(7)))
    orientation = row.integer(8).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    if let width = row.integer(9), let height = row.integer(10), width > 0, height > 0 {
      pixelSize = PixelSize(width: width, height: height)
    }
    caption = row.text(11)
    companions = row.text(12)?.split(separator: "/").map(String.init) ?? []
    placeName = row.text(13)
  }
}

extension FileState {
  /// Of a row with `PhotoRecord.photoColumns`.
  init(_ row: Statement) {
    self.init(size: row.integer(1) ?? 0, modified: row.integer(2) ?? 0, inode: row.integer(3) ?? 0)
  }
}

extension PhotoDate.Source {
  private static let numbered: [PhotoDate.Source] = [.exif, .fileName, .modification]

  var number: Int { Self.numbered.firstIndex(of: self) ?? 0 }

  init(number: Int?) {
    self = number.flatMap { Self.numbered.indices.contains($0) ? Self.numbered[$0] : nil } ?? .modification
  }
}
