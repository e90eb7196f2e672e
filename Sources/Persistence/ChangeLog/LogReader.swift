import Algorithms

/// Reads the change log of one book: its groups of entries, and the records before and after each.
struct LogReader {
  let database: Database

  // MARK: Groups

  /// Calls `body` with each group, the newest first, until it returns `false`.
  ///
  /// - Parameters:
  ///   - number: The first entry of the group after them; `.max` begins with the newest group.
  ///   - row: Calls it only with groups that changed this row.
  /// - Complexity: O(log n) for each stamped transaction, however large it is.
  func groups(
    before number: Int64 = .max, ofRow row: Int64? = nil, _ body: (EntryGroup) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // Fails when the log has entry numbers that would overflow.
    _ = try LogPosition.last(in: database)
    var end = number
    let condition = row == nil ? "" : " AND change.row = ?2"
    let query = "\(Self.entries) WHERE change.seq < ?1\(condition) ORDER BY change.seq DESC LIMIT 1"
    func entry() throws(StoreError) -> EntryGroup? {
      guard let row else { return try database.first(query, .integer(end)) { Self.group(of: $0) } }
      return try database.first(query, .integer(end), .integer(row)) { Self.group(of: $0) }
    }
    while var group = try entry() {
      if let tx = group.tx { try extend(&group, by: tx) } else { try extendUnstamped(&group) }
      if row != nil { group.last = try self.group(from: group.first)?.last ?? group.last }
      guard try body(group) else { return }
      end = group.first
    }
  }

  /// The numbers of the last transactions before another one, the newest first, without those that changed nothing or
  /// were erased.
  func transactionNumbers(before number: Int64 = .max, limit: Int) throws(StoreError) -> [Int64] {
    guard limit > 0 else { return [] }
    var numbers: [Int64] = []
    try groups(before: number) { (group) throws(StoreError) in
      if group.action != .upkeep, try hasRecords(group) { numbers.append(group.first) }
      return numbers.count < limit
    }
    return numbers
  }

  /// Adds the earlier entries to a group of transaction `tx` that has its last entry.
  ///
  /// The entries are consecutive.
  private func extend(_ group: inout EntryGroup, by tx: Int64) throws(StoreError) {
    let statement = try database.statement("SELECT seq, tx, time FROM change WHERE seq >= ? ORDER BY seq LIMIT 1")
    /// Whether the first entry from `seq` on belongs to the transaction, so that the group begins there or earlier.
    func includesEntry(from seq: Int64) throws(StoreError) -> Bool {
      statement.bind(1, seq)
      defer { statement.reset() }
      guard try statement.step(), !statement.isNull(1), statement.integer(1) == tx else { return false }
      group.first = statement.integer(0)
      group.time = statement.integer(2)
      return true
    }
    // Most transactions are small.
    _ = try (1..<max(1, group.last)).reversed().gallopingPartitioningIndex { seq throws(StoreError) in
      try !includesEntry(from: seq)
    }
  }

  /// Adds the earlier entries to a group without a stamp.
  private func extendUnstamped(_ group: inout EntryGroup) throws(StoreError) {
    let statement = try database.statement("SELECT seq, tx, time FROM change WHERE seq < ? ORDER BY seq DESC")
    statement.bind(1, group.first)
    defer { statement.reset() }
    var edge = group.time
    while try statement.step() {
      let tx = statement.isNull(1) ? nil : statement.integer(1)
      guard group.includes(tx: tx, time: statement.integer(2), edge: edge) else { return }
      group.first = statement.integer(0)
      group.time = statement.integer(2)
      edge = group.time
    }
  }

  private static let entries = """
    SELECT change.seq, change.tx, change.time, tx.author, tx.action, tx.target \
    FROM change LEFT JOIN tx ON tx.id = change.tx
    """

  private static func group(of entry: Statement) -> EntryGroup {
    let action: TransactionAction =
      switch entry.text(4) {
      case "undo": .undo(of: entry.integer(5))
      case "redo": .redo(of: entry.integer(5))
      case "upkeep": .upkeep
      default: .edit
      }
    return EntryGroup(
      first: entry.integer(0), last: entry.integer(0), tx: entry.isNull(1) ? nil : entry.integer(1),
      author: entry.isNull(3) ? nil : entry.text(3), time: entry.integer(2), action: action)
  }

  // MARK: Erased records

  /// Whether an entry is about a record that was erased, as SQL; see ``DeletedRecords/erase(row:)``.
  static let isErased = "(change.op = 'erased' OR change.op = 'delete' AND change.image = json_object('id', change.id))"

  /// Whether all records of a group were erased.
  ///
  /// - Complexity: O(log *n*) when its first record is not erased; otherwise O(erased entries).
  func isErased(_ group: EntryGroup) throws(StoreError) -> Bool {
    try database.firstInteger(
      "SELECT 1 FROM change WHERE seq BETWEEN ? AND ? AND NOT \(Self.isErased) LIMIT 1", .integer(group.first),
      .integer(group.last)) == nil
  }

  /// Whether a group has records that were not erased.
  func hasRecords(_ group: EntryGroup) throws(StoreError) -> Bool {
    try database.firstInteger(
      "SELECT 1 FROM change WHERE seq BETWEEN ? AND ? AND row <> 0 AND NOT \(Self.isErased) LIMIT 1",
      .integer(group.first), .integer(group.last)) != nil
  }

  // MARK: Commits

  /// The changes of records of a model after `seq`, oldest first.
  ///
  /// Inside a read transaction.
  ///
  /// - Parameter row: Considers only this record.
  func commits<M: Model>(of model: M.Type, after seq: Int64, row: Int64? = nil) throws(StoreError) -> [Commit<M>] {
    let entries = try EntryReversal<M>(after: seq, rows: row.map { [$0] }, in: database)
    var commits: [Commit<M>] = []
    var changes = try entries.changes()
    for group in try groups(after: seq, row: row) {
      let own = changes.removeValue(forKey: group.first) ?? []
      if !own.isEmpty { commits.append(Commit(group, own)) }
    }
    return commits
  }

  /// The changes of records of a model after `seq`, with only the first ones of each commit.
  func commits<M: Model>(of model: M.Type, after seq: Int64, limit: Int) throws(StoreError) -> [Commit<M>] {
    var groups: [EntryGroup] = []
    try self.groups { (group) in
      if group.first > seq { groups.append(group) }
      return group.first > seq
    }
    var commits: [Commit<M>] = []
    for (group, changes) in zip(groups, try changes(of: model, in: groups, limit: limit)).reversed()
    where !changes.isEmpty {
      commits.append(Commit(group, changes))
    }
    return commits
  }

  /// The changes of records of a model in a transaction; `nil` when it has none.
  ///
  /// - Complexity: As of the first changes of a group.
  func commit<M: Model>(of model: M.Type, _ group: EntryGroup) throws(StoreError) -> Commit<M>? {
    let own = try changes(of: model, in: [group], limit: .max)[0]
    return own.isEmpty ? nil : Commit(group, own)
  }

  /// The first changes of each of some groups, in the order in which they were made.
  ///
  /// - Complexity: O(*e* log *n*), where *e* is the number of later entries about the rows of these changes, in a log
  ///   of *n*; where the first records of a group have their former values, about all its rows.
  private func changes<M: Model>(
    of model: M.Type, in groups: [EntryGroup], row: Int64? = nil, limit: Int
  ) throws(StoreError) -> [[Change<M>]] {
    guard let oldest = groups.map(\.first).min() else { return [] }
    let rows = try groups.map { (group) throws(StoreError) in
      if let row { return [row] }
      return try database.map(
        "SELECT DISTINCT row FROM change WHERE seq BETWEEN ? AND ? "
          + "AND entity IN \(Self.tables(of: model)) AND NOT \(Self.isErased) LIMIT \(limit)",
        [.integer(group.first), .integer(group.last)]
      ) { $0.integer(0) }
    }
    let starts = Set(groups.flatMap { [$0.first, $0.last + 1] }).sorted()
    let entries = try EntryReversal<M>(
      after: oldest - 1, rows: Set(rows.joined()).sorted(), groupsFrom: starts, in: database)
    let changes = try entries.changes()
    return try zip(groups, rows).map { (group, rows) throws(StoreError) in
      let byRow = Dictionary((changes[group.first] ?? []).map { ($0.row, $0) }) { first, _ in first }
      let found = rows.compactMap { byRow[$0] }
      // The first records may have the same values as before the transaction, unlike later ones.
      guard found.isEmpty, rows.count == limit else { return found }
      return Array(try self.changes(of: model, in: [group], row: row, limit: .max)[0].prefix(limit))
    }
  }

  /// The tables of a model and its lists, as SQL.
  private static func tables<M: Model>(of model: M.Type) -> String {
    let tables = [M.table.name] + M.table.lists.map(M.table.listTable)
    return "(\(tables.map { "'\($0)'" }.joined(separator: ", ")))"
  }

  /// Summaries of what transactions changed in records of a model, without those that are not in the log.
  ///
  /// - Parameters:
  ///   - numbers: The first entries of the transactions.
  ///   - row: Reads only the changes to this row.
  ///   - limit: The number of changes to read of each.
  ///   - own: The transactions of this store.
  func summaries<M: Model>(
    of model: M.Type, _ numbers: [Int64], row: Int64? = nil, limit: Int, own: Set<Int64>
  ) throws(StoreError) -> [TransactionSummary<M>] {
    var groups: [EntryGroup] = []
    for number in numbers { if let group = try group(from: number) { groups.append(group) } }
    let changes = try changes(of: model, in: groups, row: row, limit: limit)
    var summaries: [TransactionSummary<M>] = []
    for (group, changes) in zip(groups, changes) {
      let (insertions, deletions, all) = try counts(of: model, in: group)
      summaries.append(
        TransactionSummary(
          number: group.first, author: group.author, time: group.time, isOwn: group.isOne(of: own),
          insertions: insertions, updates: max(0, all - insertions - deletions), deletions: deletions,
          changes: changes))
    }
    return summaries
  }

  /// The numbers of inserted, deleted and changed records of a group.
  private func counts<M: Model>(
    of model: M.Type, in group: EntryGroup
  ) throws(StoreError) -> (insertions: Int, deletions: Int, all: Int) {
    func rows(_ operation: String) -> String {
      "count(DISTINCT CASE WHEN entity = '\(M.table.name)' AND op = '\(operation)' THEN row END)"
    }
    return try database.first(
      """
      SELECT \(rows("insert")), \(rows("delete")), count(DISTINCT row) FROM change
      WHERE seq BETWEEN ? AND ? AND entity IN \(Self.tables(of: model)) AND NOT \(Self.isErased)
      """, .integer(group.first), .integer(group.last)
    ) { (Int($0.integer(0)), Int($0.integer(1)), Int($0.integer(2))) } ?? (0, 0, 0)
  }

  /// The group that begins with an entry.
  ///
  /// - Complexity: O(log n) for a stamped transaction, however large it is.
  func group(from first: Int64) throws(StoreError) -> EntryGroup? {
    let newest = try LogPosition.last(in: database)
    let found = try database.first(
      "\(Self.entries) WHERE change.seq = ?", .integer(first), read: { Self.group(of: $0) })
    guard var group = found else { return nil }
    if let tx = group.tx {
      group.last = try lastEntry(of: tx, after: first, upTo: newest)
    } else {
      let statement = try database.statement("SELECT seq, tx, time FROM change WHERE seq > ? ORDER BY seq")
      statement.bind(1, first)
      defer { statement.reset() }
      var edge = group.time
      while try statement.step() {
        let tx = statement.isNull(1) ? nil : statement.integer(1)
        guard group.includes(tx: tx, time: statement.integer(2), edge: edge) else { break }
        group.last = statement.integer(0)
        edge = statement.integer(2)
      }
    }
    return group
  }

  /// The last entry of a transaction that has the entry `first`.
  ///
  /// Its entries follow each other.
  private func lastEntry(of tx: Int64, after first: Int64, upTo newest: Int64) throws(StoreError) -> Int64 {
    let statement = try database.statement("SELECT tx FROM change WHERE seq <= ? ORDER BY seq DESC LIMIT 1")
    /// Whether the last entry up to `seq` is of the transaction.
    func isInside(_ seq: Int64) throws(StoreError) -> Bool {
      statement.bind(1, seq)
      defer { statement.reset() }
      return try statement.step() && !statement.isNull(0) && statement.integer(0) == tx
    }
    // Most transactions are small.
    let later = (first + 1)..<(max(first, newest) + 1)
    return try later.gallopingPartitioningIndex { seq throws(StoreError) in try !isInside(seq) } - 1
  }

  private func groups(after seq: Int64, row: Int64?) throws(StoreError) -> [EntryGroup] {
    var groups: [EntryGroup] = []
    var edge: Int64 = 0
    let condition = row == nil ? "" : " AND change.row = ?2"
    try database.each(
      "\(Self.entries) WHERE change.seq > ?1\(condition) ORDER BY change.seq",
      [.integer(seq)] + (row.map { [.integer($0)] } ?? [])
    ) { (statement) in
      let entry = Self.group(of: statement)
      if groups.last?.includes(tx: entry.tx, time: entry.time, edge: edge) == true {
        groups[groups.count - 1].last = entry.first
      } else {
        groups.append(entry)
      }
      edge = entry.time
    }
    return groups
  }
}
