@testable import Replication

/// A relay in memory that can fail, repeat, reorder, and return to an earlier state.
actor MemoryRelay: Relay {
  private(set) var stored: [EntryID: SealedEntry] = [:]
  private var snapshotParts: [EntryID: [SealedEntry]] = [:]
  private var calls = 0

  /// Throws at each call whose number satisfies it.
  var fails: @Sendable (Int) -> RelayError? = { _ in nil }
  /// Changes what is delivered.
  var delivers: @Sendable ([SealedEntry]) -> [SealedEntry] = { $0 }

  /// Counts the calls from now on.
  func set(fails: @escaping @Sendable (Int) -> RelayError?) {
    self.fails = fails
    calls = 0
  }

  func set(delivers: @escaping @Sendable ([SealedEntry]) -> [SealedEntry]) { self.delivers = delivers }

  private func count() throws(RelayError) {
    calls += 1
    if let error = fails(calls) { throw error }
  }

  func heads() async throws -> VersionVector {
    try count()
    return VersionVector(stored.keys.reduce(into: [:]) { $0[$1.machine] = max($0[$1.machine] ?? 0, $1.number) })
  }

  func entries(after seen: VersionVector) async throws -> [SealedEntry] {
    try count()
    return delivers(stored.values.filter { !seen.covers($0.id) }.sorted { $0.id < $1.id })
  }

  func append(_ entries: [SealedEntry]) async throws {
    for entry in entries {
      try count()
      if let other = stored[entry.id], other != entry { throw RelayError.taken(entry.id) }
      stored[entry.id] = entry
    }
  }

  func removeEntries(of machine: MachineID, through number: Int64) async throws {
    try count()
    stored = stored.filter { $0.key.machine != machine || $0.key.number > number }
  }

  func snapshots() async throws -> [EntryID] {
    try count()
    return snapshotParts.keys.sorted()
  }

  func snapshot(_ id: EntryID) async throws -> [SealedEntry] {
    try count()
    return snapshotParts[id] ?? []
  }

  func store(snapshot parts: [SealedEntry]) async throws {
    try count()
    guard let id = parts.first?.id else { return }
    snapshotParts = snapshotParts.filter { $0.key.machine != id.machine }
    snapshotParts[id] = parts
  }

  func news() async throws -> RelayNews {
    let news = RelayNews {}
    news.finish()
    return news
  }

  // MARK: Tampering

  /// Loses the entries after the first ones.
  func rollBack(to count: Int) {
    stored = Dictionary(uniqueKeysWithValues: stored.sorted { $0.key < $1.key }.prefix(count).map { ($0, $1) })
  }

  func replace(_ id: EntryID, with bytes: [UInt8]) { stored[id] = SealedEntry(bytes: bytes) }
}
