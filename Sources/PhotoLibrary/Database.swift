// SPDX-License-Identifier: GPL-3.0-or-later
import CSQLite
import Glibc

/// A connection to an SQLite database, which one thread at a time may use.
final class Database {
  /// Why something could not be read or written.
  struct Failure: Error {
    /// SQLite's own, without details.
    let code: CInt
    /// In SQLite's words.
    let message: String

    /// Whether the file is no database, a damaged one, or one that does not have the tables that it should have.
    var isDamage: Bool { code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR }

    static let damage = Failure(code: SQLITE_CORRUPT, message: String(cString: sqlite3_errstr(SQLITE_CORRUPT)))
  }

  /// What a column holds, or a place in a statement is to hold.
  enum Value: Equatable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)

    init(_ integer: Int?) { self = integer.map { .integer($0) } ?? .null }
    init(_ real: Double?) { self = real.map { .real($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  }

  /// Milliseconds that another process that writes is waited for.
  private static let patience: CInt = 5000

  private let connection: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens a database file for reading and writing; makes it if it is not there.
  init(path: String) throws(Failure) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = Failure(code: code & 0xFF, message: String(cString: sqlite3_errstr(code)))
      sqlite3_close_v2(opened)
      throw failure
    }
    connection = opened
    sqlite3_busy_timeout(connection, Self.patience)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(connection)
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: String, _ values: [Value] = []) throws(Failure) {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// Calls `row` for each row that a statement gives, until it returns false.
  func rows(_ sql: String, _ values: [Value] = [], _ row: (Statement) -> Bool) throws(Failure) {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    while try statement.step(), row(statement) {}
  }

  /// The first row's only number.
  func number(_ sql: String) throws(Failure) -> Int {
    var number = 0
    try rows(sql) {
      number = $0.integer(0) ?? 0
      return false
    }
    return number
  }

  /// What `body` writes, all of it or nothing.
  func transaction(_ body: (Database) throws(Failure) -> Void) throws(Failure) {
    try run("BEGIN IMMEDIATE")
    do {
      try body(self)
      try run("COMMIT")
    } catch {
      // Fails where SQLite has done so itself.
      try? run("ROLLBACK")
      throw error
    }
  }

  private func statement(_ sql: String, _ values: [Value]) throws(Failure) -> Statement {
    let statement: Statement
    if let known = statements[sql] {
      statement = known
    } else {
      var pointer: OpaquePointer?
      guard sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil) == SQLITE_OK,
        let pointer
      else { throw Failure(of: connection) }
      statement = Statement(pointer)
      statements[sql] = statement
    }
    try statement.bind(values)
    return statement
  }
}

extension Database.Failure {
  /// What has just gone wrong.
  fileprivate init(of connection: OpaquePointer?) {
    let code = sqlite3_errcode(connection) & 0xFF
    let reason = sqlite3_system_errno(connection)
    // “disk I/O error” helps nobody; the system knows which.
    let isOfSystem = reason != 0 && (code == SQLITE_IOERR || code == SQLITE_CANTOPEN)
    self.init(
      code: code, message: isOfSystem ? String(cString: strerror(reason)) : String(cString: sqlite3_errmsg(connection)))
  }
}

/// A statement, and the row that it stands at.
final class Statement {
  private let pointer: OpaquePointer
  /// `SQLITE_TRANSIENT`: SQLite copies a text that it is given.
  private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  fileprivate func bind(_ values: [Database.Value]) throws(Database.Failure) {
    for (index, value) in zip(CInt(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let number): sqlite3_bind_int64(pointer, index, Int64(number))
        case .real(let number): sqlite3_bind_double(pointer, index, number)
        case .text(let text): sqlite3_bind_text(pointer, index, text, CInt(text.utf8.count), Self.copies)
        }
      guard code == SQLITE_OK else { throw failure }
    }
  }

  /// Goes on to the next row; false when there is none.
  fileprivate func step() throws(Database.Failure) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure
    }
  }

  fileprivate func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  private var failure: Database.Failure { Database.Failure(of: sqlite3_db_handle(pointer)) }

  /// Nil for NULL.
  func integer(_ column: Int) -> Int? {
    isNull(column) ? nil : Int(sqlite3_column_int64(pointer, CInt(column)))
  }

  /// Nil for NULL.
  func real(_ column: Int) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(pointer, CInt(column))
  }

  /// Nil for NULL.
  func text(_ column: Int) -> String? {
    guard let bytes = sqlite3_column_text(pointer, CInt(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, CInt(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func isNull(_ column: Int) -> Bool { sqlite3_column_type(pointer, CInt(column)) == SQLITE_NULL }
}
