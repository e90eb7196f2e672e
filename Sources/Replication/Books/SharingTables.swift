import Persistence

/// The tables of a shared book beside those of its records; a book that is not shared has none of them.
///
/// They are in the book's file, so that a record and the state that it was merged from are committed together.
struct SharingTables {
  let transaction: Transaction

  private static let schema = [
    "CREATE TABLE IF NOT EXISTS sharing (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID",
    // The writes that made a record; a record without one is as all machines began with it.
    """
    CREATE TABLE IF NOT EXISTS sharing_record (
      entity TEXT NOT NULL, id TEXT NOT NULL, state BLOB NOT NULL, has_unknown INTEGER NOT NULL,
      PRIMARY KEY (entity, id)
    ) STRICT, WITHOUT ROWID
    """,
    // The machine's own entries, until all members have them.
    """
    CREATE TABLE IF NOT EXISTS sharing_entry (
      machine BLOB NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (machine, number)
    ) STRICT
    """,
    // The digests of other machines' entries, until all members have them.
    """
    CREATE TABLE IF NOT EXISTS sharing_digest (
      machine BLOB NOT NULL, number INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (machine, number)
    ) STRICT, WITHOUT ROWID
    """,
    // The texts that lost against later ones.
    """
    CREATE TABLE IF NOT EXISTS sharing_conflict (
      entity TEXT NOT NULL, id TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, machine TEXT NOT NULL, \
      time INTEGER NOT NULL, PRIMARY KEY (entity, id, field, value)
    ) STRICT, WITHOUT ROWID
    """,
    // What the user should know, such as a record that was kept although another machine had deleted it.
    """
    CREATE TABLE IF NOT EXISTS sharing_notice (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, entity TEXT NOT NULL, id TEXT NOT NULL, \
      kind TEXT NOT NULL, author TEXT NOT NULL
    ) STRICT
    """,
  ]

  static let names = [
    "sharing", "sharing_record", "sharing_entry", "sharing_digest", "sharing_conflict", "sharing_notice",
  ]

  /// Creates those that the book lacks.
  func create() throws {
    for statement in Self.schema { try transaction.run(statement) }
  }

  /// Ends the sharing; the records stay.
  func drop() throws {
    for name in Self.names { try transaction.run("DROP TABLE IF EXISTS \(name)") }
    try transaction.keepLog(after: nil)
  }

  // MARK: The state

  /// `nil` in a book that is not shared.
  ///
  /// - Throws: ``SharingError/damagedState``; `StoreError`.
  func state() throws -> SharingState? {
    guard try !transaction.rows("SELECT 1 FROM sqlite_master WHERE name = 'sharing'").isEmpty,
      case .blob(let bytes)? = try transaction.rows("SELECT value FROM sharing WHERE key = 'state'").first?.first
    else { return nil }
    guard var state = try? SharingState(bytes: bytes) else { throw SharingError.damagedState }
    if state.book.isEmpty {
      let own = try transaction.rows("SELECT body FROM sharing_entry LIMIT 1").first?.first
      if case .blob(let bytes) = own { state.book = SealedEntry(bytes: bytes)?.book ?? [] }
    }
    return state
  }

  func save(_ state: SharingState) throws {
    try transaction.run("INSERT OR REPLACE INTO sharing VALUES ('state', ?)", [.blob(state.bytes)])
  }

  // MARK: Records

  func bytes(_ entity: String, _ id: String) throws -> [UInt8]? {
    let rows = try transaction.rows(
      "SELECT state FROM sharing_record WHERE entity = ? AND id = ?", [.text(entity), .text(id)])
    guard case .blob(let bytes)? = rows.first?.first else { return nil }
    return bytes
  }

  /// Whether the book has neither a record nor a state of it.
  func isNew(_ entity: String, _ id: String) throws -> Bool {
    try transaction.rows(
      """
      SELECT 1 FROM \(entity) WHERE id = ?2
      UNION ALL SELECT 1 FROM sharing_record WHERE entity = ?1 AND id = ?2
      """, [.text(entity), .text(id)]
    ).isEmpty
  }

  func save(_ entity: String, _ id: String, _ bytes: [UInt8], hasUnknown: Bool) throws {
    try transaction.run(
      "INSERT OR REPLACE INTO sharing_record VALUES (?, ?, ?, ?)",
      [.text(entity), .text(id), .blob(bytes), .integer(hasUnknown ? 1 : 0)])
  }

  /// The identifiers of records with a state, or of those with fields that were unknown.
  func ids(_ entity: String, onlyUnknown: Bool = false) throws -> [String] {
    try transaction.rows(
      "SELECT id FROM sharing_record WHERE entity = ? AND has_unknown >= ? AND id <> ''",
      [.text(entity), .integer(onlyUnknown ? 1 : 0)]
    ).compactMap { $0.first?.text }
  }

  // MARK: Own entries

  func add(_ entry: SealedEntry) throws {
    try transaction.run(
      "INSERT INTO sharing_entry VALUES (?, ?, ?)",
      [.blob(entry.id.machine.bytes), .integer(entry.id.number), .blob(entry.bytes)])
  }

  /// The entries that a relay lacks, in their order, the first ones up to a size in bytes.
  func entries(after heads: VersionVector, size: Int) throws -> [SealedEntry] {
    var (entries, total) = ([SealedEntry](), 0)
    for row in try transaction.rows("SELECT DISTINCT machine FROM sharing_entry") {
      guard case .blob(let bytes) = row[0], let machine = MachineID(bytes: bytes) else { continue }
      var last = heads[machine]
      while total < size {
        let rows = try transaction.rows(
          "SELECT number, body FROM sharing_entry WHERE machine = ? AND number > ? ORDER BY number LIMIT 1",
          [.blob(bytes), .integer(last)])
        guard let row = rows.first, case .integer(let number) = row[0], case .blob(let body) = row[1] else { break }
        last = number
        guard let entry = SealedEntry(bytes: body) else { continue }
        entries.append(entry)
        total += body.count
      }
    }
    return entries
  }

  /// The number of entries that a relay lacks.
  func countEntries(after heads: VersionVector) throws -> Int64 {
    var total: Int64 = 0
    for row in try transaction.rows("SELECT DISTINCT machine FROM sharing_entry") {
      guard case .blob(let bytes) = row[0], let machine = MachineID(bytes: bytes),
        case .integer(let count)? = try transaction.rows(
          "SELECT count(*) FROM sharing_entry WHERE machine = ? AND number > ?",
          [.blob(bytes), .integer(heads[machine])]
        ).first?.first
      else { continue }
      total += count
    }
    return total
  }

  func entry(_ id: EntryID) throws -> SealedEntry? {
    let rows = try transaction.rows(
      "SELECT body FROM sharing_entry WHERE machine = ? AND number = ?",
      [.blob(id.machine.bytes), .integer(id.number)])
    guard case .blob(let body)? = rows.first?.first else { return nil }
    return SealedEntry(bytes: body)
  }

  /// The digests of the last entries of an own identity, by their numbers.
  func ownDigests(of machine: MachineID, limit: Int64) throws -> [Int64: [UInt8]] {
    let rows = try transaction.rows(
      "SELECT body FROM sharing_entry WHERE machine = ? ORDER BY number DESC LIMIT ?",
      [.blob(machine.bytes), .integer(limit)])
    return rows.reduce(into: [:]) { digests, row in
      if case .blob(let body) = row[0], let entry = SealedEntry(bytes: body) { digests[entry.id.number] = entry.digest }
    }
  }

  func removeEntries(of machine: MachineID, through number: Int64) throws {
    try transaction.run(
      "DELETE FROM sharing_entry WHERE machine = ? AND number <= ?", [.blob(machine.bytes), .integer(number)])
  }

  func removeEntries(of machine: MachineID, from number: Int64) throws {
    try transaction.run(
      "DELETE FROM sharing_entry WHERE machine = ? AND number >= ?", [.blob(machine.bytes), .integer(number)])
  }

  func lastEntry(of machine: MachineID) throws -> EntryID? {
    let rows = try transaction.rows("SELECT max(number) FROM sharing_entry WHERE machine = ?", [.blob(machine.bytes)])
    guard case .integer(let number)? = rows.first?.first else { return nil }
    return EntryID(machine: machine, number: number)
  }

  /// The identities that the machine has or had and has written entries with.
  func ownMachines() throws -> Set<MachineID> {
    Set(
      try transaction.rows("SELECT DISTINCT machine FROM sharing_entry").compactMap { row in
        if case .blob(let bytes) = row[0] { MachineID(bytes: bytes) } else { nil }
      })
  }

  // MARK: Digests of other machines' entries

  func addDigest(_ digest: [UInt8], of entry: EntryID) throws {
    try transaction.run(
      "INSERT OR REPLACE INTO sharing_digest VALUES (?, ?, ?)",
      [.blob(entry.machine.bytes), .integer(entry.number), .blob(digest)])
  }

  func digest(of entry: EntryID) throws -> [UInt8]? {
    let rows = try transaction.rows(
      "SELECT digest FROM sharing_digest WHERE machine = ? AND number = ?",
      [.blob(entry.machine.bytes), .integer(entry.number)])
    if case .blob(let digest)? = rows.first?.first { return digest }
    return nil
  }

  /// The digests of a machine's last entries, by their numbers.
  func digests(of machine: MachineID, limit: Int64, after number: Int64 = 0) throws -> [Int64: [UInt8]] {
    let rows = try transaction.rows(
      "SELECT number, digest FROM sharing_digest WHERE machine = ? AND number > ? ORDER BY number DESC LIMIT ?",
      [.blob(machine.bytes), .integer(number), .integer(limit)])
    return rows.reduce(into: [:]) { digests, row in
      if case (.integer(let number), .blob(let digest)) = (row[0], row[1]) { digests[number] = digest }
    }
  }

  func removeDigests(of machine: MachineID, before number: Int64) throws {
    try transaction.run(
      "DELETE FROM sharing_digest WHERE machine = ? AND number < ?", [.blob(machine.bytes), .integer(number)])
  }

  func removeDigests(of machine: MachineID, from number: Int64) throws {
    try transaction.run(
      "DELETE FROM sharing_digest WHERE machine = ? AND number >= ?", [.blob(machine.bytes), .integer(number)])
  }

  // MARK: Conflicts and notices

  func replaceConflicts(of entity: String, _ id: String, _ conflicts: [SharingConflict]) throws {
    try transaction.run(
      "DELETE FROM sharing_conflict WHERE entity = ? AND id = ?", [.text(entity), .text(id)])
    for conflict in conflicts {
      try transaction.run(
        "INSERT OR IGNORE INTO sharing_conflict VALUES (?, ?, ?, ?, ?, ?)",
        [
          .text(entity), .text(id), .text(conflict.field), .text(conflict.text), .text(conflict.machine),
          .integer(conflict.time),
        ])
    }
  }

  func conflicts(of entity: String) throws -> [SharingConflict] {
    try transaction.rows(
      "SELECT id, field, value, machine, time FROM sharing_conflict WHERE entity = ? ORDER BY id, field, time DESC",
      [.text(entity)]
    ).map { row in
      var time: Int64 = 0
      if case .integer(let value) = row[4] { time = value }
      return SharingConflict(
        id: row[0].text ?? "", field: row[1].text ?? "", text: row[2].text ?? "", machine: row[3].text ?? "",
        time: time)
    }
  }

  /// Removes and returns the fields of records whose texts the user has chosen from.
  func takeSettledFields(_ entity: String) throws -> [(id: String, field: String)] {
    let prefix = "settled \(entity) "
    let keys = try transaction.rows(
      "SELECT key FROM sharing WHERE substr(key, 1, ?) = ?",
      [
        .integer(Int64(prefix.count)), .text(prefix),
      ]
    ).compactMap { $0.first?.text }
    for key in keys { try transaction.run("DELETE FROM sharing WHERE key = ?", [.text(key)]) }
    return keys.compactMap { key in
      let parts = key.dropFirst(prefix.count).split(separator: " ", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (id: parts[1], field: parts[0]) : nil
    }
  }

  func addNotice(_ kind: SharingNotice.Kind, _ entity: String, _ id: String, author: String, time: Int64) throws {
    try transaction.run(
      "INSERT INTO sharing_notice(time, entity, id, kind, author) VALUES (?, ?, ?, ?, ?)",
      [.integer(time), .text(entity), .text(id), .text(kind.rawValue), .text(author)])
  }

  func notices() throws -> [SharingNotice] {
    try transaction.rows("SELECT id, kind, author FROM sharing_notice ORDER BY number").compactMap { row in
      SharingNotice.Kind(rawValue: row[1].text ?? "").map {
        SharingNotice(id: row[0].text ?? "", kind: $0, author: row[2].text ?? "")
      }
    }
  }
}

/// A text of a record that another machine had written at the same time as the current one.
public struct SharingConflict: Hashable, Sendable {
  /// The record.
  public let id: String
  /// The name of the field.
  public let field: String
  /// The text that the field does not have.
  public let text: String
  /// The name of the machine that wrote it.
  public let machine: String
  /// The time at which it was written, in milliseconds since 1970.
  public let time: Int64
}

/// An event that the user should know.
public struct SharingNotice: Hashable, Sendable {
  /// The kinds of notices.
  public enum Kind: String, Sendable {
    /// A record was changed on one machine while another deleted it, and is kept.
    case keptDespiteDeletion
    /// A text was changed on two machines at the same time, and both are kept.
    case keptText
  }

  /// The record.
  public let id: String
  /// What has happened.
  public let kind: Kind
  /// The author of the change that was merged then.
  public let author: String
}
