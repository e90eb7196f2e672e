/// The versions of the book in which the entries of the log were written, as far as it was migrated since.
struct LogVersions {
  let database: Database

  /// The beginning of the keys in the book's own table, which a version follows; the value is its last entry.
  private static let key = "last entry of version "

  /// Notes that all entries so far are of this version, or of earlier ones.
  func note(_ version: Int64) throws(StoreError) {
    // The log of a book that was never written has no table yet.
    guard try database.firstInteger("SELECT 1 FROM sqlite_master WHERE name = 'change'") != nil else { return }
    try database.setMeta("\(Self.key)\(version)", "\(try LogPosition.last(in: database))")
  }

  /// The last entry that a former version has written; 0 without one.
  func lastEntry() throws(StoreError) -> Int64 {
    let query = "SELECT max(CAST(value AS INTEGER)) FROM meta WHERE key LIKE ?"
    return try database.firstInteger(query, .text(Self.key + "%")) ?? 0
  }

  /// The version in which an entry was written; `nil` for the current one.
  func version(ofEntry seq: Int64) throws(StoreError) -> Int32? {
    try database.firstInteger(
      """
      SELECT min(CAST(substr(key, ?1) AS INTEGER)) FROM meta
      WHERE key LIKE ?2 AND CAST(value AS INTEGER) >= ?3
      """, .integer(Int64(Self.key.count + 1)), .text(Self.key + "%"), .integer(seq)
    ).map { Int32(clamping: $0) }
  }
}
