// SPDX-License-Identifier: GPL-3.0-or-later
import CGExiv2
import Glibc
import Synchronization

/// Why there is no index, or nothing more can be added to it.
public enum IndexError: Error, Hashable, Sendable {
  /// It was made by a newer version of the program, and is left as it is.
  case newerVersion
  /// The reason is in the system's words.
  case unusable(reason: String)
}

/// What was read from photos' files, so that it need not be read again: a cache, which can be deleted at any time.
///
/// Any thread may use it. What is read from it never waits for what is written to it. A file that is damaged is set aside,
/// and everything goes on with an empty index.
public final class PhotoIndex: Sendable {
  public static let fileName = "index.sqlite"
  /// Of the file that was damaged; the last one is kept.
  static let damagedFileName = "index.damaged.sqlite"

  /// What brings the database from each version to the next; the number of them is its version.
  static let migrations = [PhotoRecord.schema, PhotoRecord.additions]

  /// Where the index of this user is.
  public static var userFolder: String { String(cString: g_get_user_data_dir()) + "/aloft" }

  /// One for what pages show, and one for scans, which take longer.
  private final class Connections: Sendable {
    let reader: Mutex<Database>
    let writer: Mutex<Database>

    init(path: String, migrations: [[String]]) throws(OpeningError) {
      let isNewer: Bool
      do throws(Database.Failure) {
        let writer = try Database(path: path)
        isNewer = try !writer.prepare(migrations)
        self.writer = Mutex(writer)
        reader = Mutex(try Database(path: path))
      } catch {
        throw .failure(error)
      }
      if isNewer { throw .newerVersion }
    }
  }

  private enum OpeningError: Error {
    case newerVersion
    case failure(Database.Failure)
  }

  private let folder: String
  private let connections: Mutex<Connections?>
  private let firstProblem = Mutex<IndexError?>(nil)

  /// Opens the index in a folder, or makes it. Takes some milliseconds.
  public convenience init(folder: String = userFolder) throws(IndexError) {
    try self.init(folder: folder, migrations: Self.migrations)
  }

  init(folder: String, migrations: [[String]]) throws(IndexError) {
    self.folder = folder
    // What a user looks at is nobody else's business.
    guard g_mkdir_with_parents(folder, 0o700) == 0 else {
      throw .unusable(reason: String(cString: strerror(errno)))
    }
    connections = Mutex(try Self.open(folder, migrations))
  }

  private static func open(_ folder: String, _ migrations: [[String]]) throws(IndexError) -> Connections {
    do throws(OpeningError) {
      return try openOrReplace(folder, migrations)
    } catch {
      switch error {
      case .newerVersion: throw .newerVersion
      case .failure(let failure): throw .unusable(reason: failure.message)
      }
    }
  }

  private static func openOrReplace(
    _ folder: String, _ migrations: [[String]]
  ) throws(OpeningError) -> Connections {
    let path = folder + "/" + fileName
    do throws(OpeningError) {
      return try Connections(path: path, migrations: migrations)
    } catch {
      guard case .failure(let failure) = error, failure.isDamage else { throw error }
      setAside(folder)
      return try Connections(path: path, migrations: migrations)
    }
  }

  private static func setAside(_ folder: String) {
    let path = folder + "/" + fileName
    rename(path, folder + "/" + damagedFileName)
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Why nothing has been added since; nil as long as all goes well.
  public var problem: IndexError? { firstProblem.withLock { $0 } }

  // MARK: Reading

  /// The photos in files and folders as they were when they were read, in the order of pages. Looks at no photo's file.
  ///
  /// - Parameters:
  ///   - paths: as `FolderScanner.scan` takes them
  ///   - limit: how many at most, the first ones
  public func photos(in paths: [String], limit: Int = .max) -> [Photo] {
    let area = SearchArea(paths: paths)
    var photos: [Photo] = []
    let isInOrder = area.folders.count + area.files.count <= 1
    access { (connections) throws(Database.Failure) in
      try connections.reader.withLock { (database) throws(Database.Failure) in
        try database.photoRows(in: area) { row, path in
          photos.append(Photo(row, path: path))
          return !isInOrder || photos.count < limit
        }
      }
    }
    return isInOrder ? photos : Array(Photo.inOrder(photos).prefix(limit))
  }

  /// Which photos are found, of all that are known. Takes some 100 ms for 100,000 of them; call it on a worker.
  public func photoIDs(matching query: SearchQuery) -> Set<PhotoID> {
    guard !query.isEmpty else { return [] }
    let (sql, values) = query.condition
    return photoIDs(where: sql, values)
  }

  /// Photos of which nobody could tell the format when they were read.
  func photoIDsWithoutFormat() -> Set<PhotoID> { photoIDs(where: "format IS NULL") }

  private func photoIDs(where sql: String, _ values: [Database.Value] = []) -> Set<PhotoID> {
    var found: Set<PhotoID> = []
    access { (connections) throws(Database.Failure) in
      try connections.reader.withLock { (database) throws(Database.Failure) in
        try database.rows("SELECT path FROM photos WHERE \(sql)", values) { row in
          if let path = row.text(0) { found.insert(PhotoID(path: path)) }
          return true
        }
      }
    }
    return found
  }

  /// Everything known of all photos, by path.
  func allRecords() -> [PhotoRecord] {
    var records: [PhotoRecord] = []
    access { (connections) throws(Database.Failure) in
      try connections.reader.withLock { (database) throws(Database.Failure) in
        try database.rows("SELECT \(PhotoRecord.allColumns) FROM photos ORDER BY path") {
          records.append(PhotoRecord($0))
          return true
        }
      }
    }
    return records
  }

  // MARK: Writing

  /// Keeps what was read from files, instead of what is known of files of the same paths.
  func store(_ records: [PhotoRecord]) {
    guard !records.isEmpty else { return }
    write { (database) throws(Database.Failure) in
      for record in records { try database.run(PhotoRecord.insertion, record.values) }
    }
  }

  /// Writes all of what `body` does or nothing. Once that has failed, for instance because the disk is full, nothing more
  /// is written.
  func write(_ body: @Sendable (Database) throws(Database.Failure) -> Void) {
    guard problem == nil else { return }
    access { (connections) throws(Database.Failure) in
      do throws(Database.Failure) {
        try connections.writer.withLock { (database) throws(Database.Failure) in
          try database.transaction(body)
        }
      } catch {
        if !error.isDamage { note(.unusable(reason: error.message)) }
        throw error
      }
    }
  }

  /// Puts what has been logged into the database itself, which the next start then opens sooner. To be called when all has
  /// been read, off the main thread: it waits for the disk.
  public func emptyLog() {
    guard problem == nil else { return }
    access { (connections) throws(Database.Failure) in
      try connections.writer.withLock { (database) throws(Database.Failure) in
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }

  private func note(_ problem: IndexError) {
    firstProblem.withLock { if $0 == nil { $0 = problem } }
  }

  /// Tells what of a walk's files is known already, and brings the index in line with the walk: what is gone is
  /// forgotten, and what has another name now keeps what is known of it.
  ///
  /// - Parameters:
  ///   - files: all that are in the area
  ///   - area: whose files were looked for
  /// - Returns: what is known, in no order, and the files that have to be read
  func matches(of files: [FoundFile], in area: SearchArea) -> (known: [Photo], new: [FoundFile]) {
    let positions = Dictionary(zip(files.lazy.map(\.id), files.indices)) { first, _ in first }
    var isKnown = files.map { _ in false }
    var known: [Photo] = []
    var changes = Changes()
    access { (connections) throws(Database.Failure) in
      // The writer's connection, which nobody who shows pages waits for.
      try connections.writer.withLock { (database) throws(Database.Failure) in
        try database.photoRows(in: area) { row, path in
          var photo = Photo(row, path: path)
          let (state, number) = (FileState(row), row.integer(PhotoRecord.numberColumn) ?? 0)
          guard let position = positions[photo.id], files[position].state == state, !isKnown[position] else {
            changes.unmatched[state, default: []].append((number, photo))
            return true
          }
          isKnown[position] = true
          if photo.companions != files[position].companions {
            photo.companions = files[position].companions
            changes.companions.append((number, photo))
          }
          known.append(photo)
          return true
        }
      }
    }
    var new: [FoundFile] = []
    for (file, isKnown) in zip(files, isKnown) where !isKnown {
      if let (number, photo) = changes.unmatched[file.state]?.popLast() {
        known.append(photo.renamed(to: file))
        changes.renamed.append((number, known[known.count - 1]))
      } else {
        new.append(file)
      }
    }
    write(changes)
    return (known, new)
  }

  /// What a walk has found to be different from what the index has, with the rows' numbers.
  private struct Changes: Sendable {
    var companions: [(row: Int, photo: Photo)] = []
    var renamed: [(row: Int, photo: Photo)] = []
    /// Rows of files that are gone or have changed.
    var unmatched: [FileState: [(row: Int, photo: Photo)]] = [:]
  }

  private func write(_ changes: Changes) {
    let gone = changes.unmatched.values.joined().map(\.row)
    guard !changes.companions.isEmpty || !changes.renamed.isEmpty || !gone.isEmpty else { return }
    write { (database) throws(Database.Failure) in
      for row in gone { try database.run("DELETE FROM photos WHERE id = ?", [.integer(row)]) }
      // Two files may have each other's name now: no row has a name that another is about to get.
      for (row, _) in changes.renamed {
        try database.run("UPDATE photos SET path = 'renamed ' || id WHERE id = ?", [.integer(row)])
      }
      for (row, photo) in changes.renamed {
        try database.run(
          """
          UPDATE OR REPLACE photos
          SET path = ?, searched_name = ?, taken = ?, nanoseconds = ?, has_time = ?, date_source = ?, companions = ?
          WHERE id = ?
          """,
          [
            .text(photo.path), .text(SearchText.of(photo.fileName)), .integer(photo.date.time.secondsSince1970),
            .integer(photo.date.nanoseconds), .integer(photo.date.hasTimeOfDay ? 1 : 0),
            .integer(photo.date.source.number), Database.Value(PhotoRecord.text(photo.companions)), .integer(row),
          ])
      }
      for (row, photo) in changes.companions {
        try database.run(
          "UPDATE photos SET companions = ? WHERE id = ?",
          [Database.Value(PhotoRecord.text(photo.companions)), .integer(row)])
      }
    }
  }

  // MARK: Damage

  /// Calls `body`, unless there is no database any more. If it turns out to be damaged, an empty one takes its place.
  private func access(_ body: (Connections) throws(Database.Failure) -> Void) {
    guard let current = connections.withLock({ $0 }) else { return }
    do throws(Database.Failure) {
      try body(current)
    } catch {
      if error.isDamage { replace(current) }
    }
  }

  private func replace(_ damaged: Connections) {
    connections.withLock { current in
      // Another thread may have been first.
      guard current === damaged else { return }
      current = nil
      Self.setAside(folder)
      do throws(IndexError) {
        current = try Self.open(folder, Self.migrations)
      } catch {
        note(error)
      }
    }
  }
}

extension Database {
  /// Makes a database ready that was just opened; false if it is of a newer version, and is left as it is.
  fileprivate func prepare(_ migrations: [[String]]) throws(Failure) -> Bool {
    func version() throws(Failure) -> Int { try number("PRAGMA user_version") }
    guard try version() <= migrations.count else { return false }
    // Readers do not wait for a writer, and what was written before a crash is there after it.
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
    guard try version() < migrations.count else { return true }
    try transaction { (_) throws(Failure) in
      // Another process may have been first.
      let version = try version()
      guard version >= 0 else { throw .damage }
      guard version < migrations.count else { return }
      for step in migrations.dropFirst(version) {
        for sql in step { try run(sql) }
      }
      try run("PRAGMA user_version = \(migrations.count)")
    }
    return true
  }

  /// Calls `body` with the row and path of each photo that a scan of the area would find, until it returns false: in the
  /// order of pages within each folder.
  fileprivate func photoRows(in area: SearchArea, _ body: (Statement, String) -> Bool) throws(Failure) {
    for folder in area.folders {
      let ranges = folder.ranges
      try rows(
        """
        SELECT \(PhotoRecord.photoColumns) FROM photos INDEXED BY photos_by_date
        WHERE \(ranges.map { _ in "path >= ? AND path < ?" }.joined(separator: " OR "))
        ORDER BY taken DESC, nanoseconds DESC, path
        """, ranges.flatMap { [.text($0.from), .text($0.to)] }
      ) { row in
        guard let path = row.text(0), folder.finds(path) else { return true }
        return body(row, path)
      }
    }
    for file in area.files {
      try rows("SELECT \(PhotoRecord.photoColumns) FROM photos WHERE path = ?", [.text(file)]) { body($0, file) }
    }
  }
}

extension Photo {
  /// The same photo as a file of another name.
  fileprivate func renamed(to file: FoundFile) -> Photo {
    var photo = Photo(id: file.id) { file.state.modifiedSeconds }
    if date.source == .exif { photo.date = date }
    photo.caption = caption
    photo.placeName = placeName
    photo.pixelSize = pixelSize
    photo.orientation = orientation
    photo.companions = file.companions
    return photo
  }
}
