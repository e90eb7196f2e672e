import CSQLite
import Glibc

/// A compiled statement of one ``Database``.
///
/// States: *reset* (may be bound and run), *running* (between the first `step` that returned a row and `reset`). The
/// caller that runs it resets it: `Database`'s `run`, `first` and `each` do.
final class Statement {
  private var handle: OpaquePointer
  private unowned let database: Database
  /// Why a value could not be bound, for the next step.
  private var bindingError = SQLITE_OK

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Becomes the same statement of another connection.
  func replace(_ handle: OpaquePointer) {
    sqlite3_finalize(self.handle)
    self.handle = handle
  }

  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Binds the parameters `?1`, `?2`… in order.
  func bind(_ values: [StoredValue]) {
    for (offset, value) in values.enumerated() { bind(Int32(offset + 1), value) }
  }

  func bind(_ index: Int32, _ value: StoredValue) {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
    case .real(let real): sqlite3_bind_double(handle, index, real)
    case .text(let text): bind(index, text)
    case .blob(let bytes): bind(index, bytes)
    }
  }

  func bind(_ index: Int32, _ integer: Int64) {
    sqlite3_bind_int64(handle, index, integer)
  }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      let code = bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have no address, which SQLite would read as NULL.
        characters.isEmpty
          ? sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
          : sqlite3_bind_text64(
            handle, index, characters.baseAddress, UInt64(characters.count), csqlite_transient(), UInt8(SQLITE_UTF8))
      }
      if code != SQLITE_OK { bindingError = code }
    }
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, index, 0)
    } else {
      let code = sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), csqlite_transient())
      if code != SQLITE_OK { bindingError = code }
    }
  }

  /// Steps to the next row; `false` when there is none.
  ///
  /// - Throws: Also the reason why a value could not be bound, such as its size.
  func step() throws(StoreError) -> Bool {
    let code = bindingError == SQLITE_OK ? sqlite3_step(handle) : bindingError
    bindingError = SQLITE_OK
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = database.error(code)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs to the end and resets.
  func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  func reset() {
    bindingError = SQLITE_OK
    sqlite3_reset(handle)
  }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(column))
  }

  /// The column as text; invalid UTF-8 is replaced.
  func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of the column's text in SQLite's memory, which are valid until the next step; `nil` for NULL.
  func textBytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
  }

  /// Whether the text of the column contains another one, which ends with a zero; uses the system's fastest search.
  func hasText(_ text: [CChar], in column: Int) -> Bool {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return false }
    return start.withMemoryRebound(to: CChar.self, capacity: 1) { strstr($0, text) != nil }
  }

  func blob(_ column: Int) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    guard count > 0, let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The bytes of the column in SQLite's memory, which are valid until the next step.
  func withBytes<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return body(UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count))
  }

  /// The values of the first columns.
  func values(_ count: Int) -> [StoredValue] {
    var values: [StoredValue] = []
    values.reserveCapacity(count)
    for column in 0..<count { values.append(value(column)) }
    return values
  }

  func value(_ column: Int) -> StoredValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(column)))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
