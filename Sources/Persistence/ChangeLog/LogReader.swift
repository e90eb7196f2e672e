import Algorithms

/// Reads the change log of one book: its groups of entries, and the records before and after each.
struct LogReader {
  let database: Database

  // MARK: Groups

  /// Calls `body` with each group, the newest first, until it returns `false`.
  ///
  /// - Complexity: O(log n) for each stamped transaction, however large it is.
  func groups(_ body: (EntryGroup) throws(StoreError) -> Bool) throws(StoreError) {
    var end = Int64.max
    while var group = try database.first(
      "\(Self.entries) WHERE change.seq < ? ORDER BY change.seq DESC LIMIT 1", .integer(end),
      read: { Self.group(of: $0) })
    {
      if let tx = group.tx { try extend(&group, by: tx) } else { try extendUnstamped(&group) }
      guard try body(group) else { return }
      end = group.first
    }
  }

  /// The numbers of the last transactions, the newest first.
  func transactions(limit: Int) throws(StoreError) -> [Int64] {
    var numbers: [Int64] = []
    try groups { group in
      if group.action != .upkeep { numbers.append(group.first) }
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

  // MARK: Commits

  /// The changes of records of a model after `seq`, oldest first.
  ///
  /// Inside a read transaction.
  ///
  /// - Parameter row: Considers only this record.
  func commits<M: Model>(of model: M.Type, after seq: Int64, row: Int64? = nil) throws(StoreError) -> [Commit<M>] {
    let entries = try Entries<M>(after: seq, row: row, in: database)
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
    for group in groups.reversed() {
      let changes = try changes(of: model, in: group, limit: limit)
      if !changes.isEmpty { commits.append(Commit(group, changes)) }
    }
    return commits
  }

  /// The first changes of a group, in the order in which they were made.
  private func changes<M: Model>(of model: M.Type, in group: EntryGroup, limit: Int) throws(StoreError) -> [Change<M>] {
    let rows = try database.map(
      "SELECT DISTINCT row FROM change WHERE seq BETWEEN ? AND ? "
        + "AND entity IN \(Self.tables(of: model)) AND NOT \(Self.isErased) LIMIT \(limit)",
      [.integer(group.first), .integer(group.last)]
    ) { $0.integer(0) }
    var changes: [Change<M>] = []
    for row in rows {
      // If the log is read for one row, a group is identified by its first entry about that row.
      let all = try Entries<M>(after: group.first - 1, row: row, in: database).changes()
      if let first = all.keys.min(), first <= group.last { changes += all[first] ?? [] }
    }
    return changes
  }

  /// The tables of a model and its lists, as SQL.
  private static func tables<M: Model>(of model: M.Type) -> String {
    let tables = [M.table.name] + M.table.lists.map(M.table.listTable)
    return "(\(tables.map { "'\($0)'" }.joined(separator: ", ")))"
  }

  /// A summary of what the transaction with the first entry `number` changed in records of a model; `nil` when the
  /// transaction is not in the log.
  ///
  /// - Parameters:
  ///   - limit: The number of its changes to read.
  ///   - own: The transactions of this store.
  func summary<M: Model>(
    of model: M.Type, _ number: Int64, limit: Int, own: Set<Int64>
  ) throws(StoreError) -> TransactionSummary<M>? {
    guard let group = try group(from: number) else { return nil }
    func rows(_ operation: String) -> String {
      "count(DISTINCT CASE WHEN entity = '\(M.table.name)' AND op = '\(operation)' THEN row END)"
    }
    let counts = try database.map(
      """
      SELECT \(rows("insert")), \(rows("delete")), count(DISTINCT row) FROM change
      WHERE seq BETWEEN ? AND ? AND entity IN \(Self.tables(of: model)) AND NOT \(Self.isErased)
      """, [.integer(group.first), .integer(group.last)]
    ) { counts in (0..<3).map { Int(counts.integer($0)) } }
    let (insertions, deletions, all) = counts.first.map { ($0[0], $0[1], $0[2]) } ?? (0, 0, 0)
    let changes = try changes(of: model, in: group, limit: limit)
    return TransactionSummary(
      number: number, author: group.author, time: group.time, isOwn: group.isOne(of: own), insertions: insertions,
      updates: max(0, all - insertions - deletions), deletions: deletions, changes: changes)
  }

  /// The group that begins with an entry.
  ///
  /// - Complexity: O(log n) for a stamped transaction, however large it is.
  private func group(from first: Int64) throws(StoreError) -> EntryGroup? {
    let found = try database.first(
      "\(Self.entries) WHERE change.seq = ?", .integer(first), read: { Self.group(of: $0) })
    guard var group = found else { return nil }
    if let tx = group.tx {
      group.last = try lastEntry(of: tx, after: first)
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
  private func lastEntry(of tx: Int64, after first: Int64) throws(StoreError) -> Int64 {
    let newest = try LogPosition.last(in: database)
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
