/// Reads the change log of one book: its groups of entries, and the records before and after each.
struct LogReader {
  let database: Database

  // MARK: Groups

  /// Calls `body` with each group, the newest first, until it returns false.
  func groups(_ body: (EntryGroup) throws(StoreError) -> Bool) throws(StoreError) {
    let statement = try database.statement("\(Self.entries) ORDER BY change.seq DESC")
    defer { statement.reset() }
    var group: EntryGroup?
    var edge: Int64 = 0
    while try statement.step() {
      let entry = Self.group(of: statement)
      if group?.includes(tx: entry.tx, time: entry.time, edge: edge) == true {
        group?.first = entry.first
        group?.time = entry.time
      } else {
        if let group, try !body(group) { return }
        group = entry
      }
      edge = entry.time
    }
    if let group { _ = try body(group) }
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

  // MARK: Commits

  /// What has been done to records of a model after `seq`, oldest first. Inside a read transaction.
  ///
  /// - Parameter row: only to this one.
  func commits<M: Model>(of model: M.Type, after seq: Int64, row: Int64? = nil) throws(StoreError) -> [Commit<M>] {
    let entries = try Entries<M>(after: seq, row: row, in: database)
    var commits: [Commit<M>] = []
    var changes = try entries.changes()
    for group in try groups(after: seq, row: row) {
      let own = changes.removeValue(forKey: group.first) ?? []
      guard !own.isEmpty else { continue }
      commits.append(
        Commit(
          number: group.first, author: group.author, time: group.time,
          action: Commit.Action(rawValue: group.action.name) ?? .edit, changes: own))
    }
    return commits
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
