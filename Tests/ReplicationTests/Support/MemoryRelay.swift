@testable import Replication

/// A relay in memory that can fail, be full or slow, repeat, reorder, and return to an earlier state.
actor MemoryRelay: Relay {
  private(set) var stored: [EntryID: SealedEntry] = [:]
  private var snapshotParts: [EntryID: [SealedEntry]] = [:]
  private var calls = 0

  /// Whether an entry, which is news, has followed the last snapshot, which is none.
  private(set) var isSnapshotAnnounced = true

  /// Decides by the number of a call whether it throws.
  var fails: @Sendable (Int) -> RelayError? = { _ in nil }
  /// Decides by the number of a call whether it throws at its end: the call has its effect, and its answer is lost.
  private var losesAnswer: @Sendable (Int) -> RelayError? = { _ in nil }
  /// The number of entries that it has room for.
  private var capacity = Int.max
  /// Whether calls wait until ``release()``.
  private var isHeld = false
  private var held: [CheckedContinuation<Void, Never>] = []
  /// Changes what is delivered.
  var delivers: @Sendable ([SealedEntry]) -> [SealedEntry] = { $0 }

  /// Counts the calls from now on.
  func set(
    fails: @escaping @Sendable (Int) -> RelayError?,
    losesAnswer: @escaping @Sendable (Int) -> RelayError? = { _ in nil }
  ) {
    self.fails = fails
    self.losesAnswer = losesAnswer
    calls = 0
  }

  func set(capacity: Int) { self.capacity = capacity }

  func checkWriting() async throws {
    if capacity == 0 { throw RelayError.full("no space") }
  }

  /// Lets calls wait from now on.
  func hold() { isHeld = true }

  /// Answers the calls that wait, and later ones at once.
  func release() {
    isHeld = false
    for call in held { call.resume() }
    held = []
  }

  /// The number of calls that wait.
  var waitingCount: Int { held.count }

  func set(delivers: @escaping @Sendable ([SealedEntry]) -> [SealedEntry]) { self.delivers = delivers }

  /// Answers a call, unless it fails before or after its effect.
  private func answer<T>(_ effect: () throws -> T) async throws -> T {
    if isHeld { await withCheckedContinuation { held.append($0) } }
    calls += 1
    let number = calls
    if let error = fails(number) { throw error }
    let result = try effect()
    if let error = losesAnswer(number) { throw error }
    return result
  }

  func heads() async throws -> VersionVector {
    try await answer {
      VersionVector(stored.keys.reduce(into: [:]) { $0[$1.machine] = max($0[$1.machine] ?? 0, $1.number) })
    }
  }

  func entries(after seen: VersionVector) async throws -> [SealedEntry] {
    try await answer { delivers(stored.values.filter { !seen.covers($0.id) }.sorted { $0.id < $1.id }) }
  }

  var unreadable: [String] { [] }

  func append(_ entries: [SealedEntry]) async throws {
    for entry in entries {
      try await answer {
        if let other = stored[entry.id], other != entry { throw RelayError.taken(entry.id) }
        guard stored[entry.id] != nil || stored.count < capacity else { throw RelayError.full("memory") }
        stored[entry.id] = entry
        isSnapshotAnnounced = true
      }
    }
  }

  func removeEntries(of machine: MachineID, through number: Int64) async throws {
    try await answer { stored = stored.filter { $0.key.machine != machine || $0.key.number > number } }
  }

  func snapshots() async throws -> [EntryID] { try await answer { snapshotParts.keys.sorted() } }

  func snapshot(_ id: EntryID) async throws -> [SealedEntry] { try await answer { snapshotParts[id] ?? [] } }

  func store(snapshot parts: [SealedEntry]) async throws {
    guard let id = parts.first?.id else { return }
    try await answer {
      snapshotParts = snapshotParts.filter { $0.key.machine != id.machine }
      snapshotParts[id] = parts
      isSnapshotAnnounced = false
    }
  }

  func news() async throws -> RelayNews {
    let news = RelayNews {}
    news.finish()
    return news
  }

  // MARK: Tampering

  /// What the relay has, for a return to it.
  struct Content: Sendable {
    fileprivate var stored: [EntryID: SealedEntry]
    fileprivate var snapshots: [EntryID: [SealedEntry]]
  }

  var content: Content { Content(stored: stored, snapshots: snapshotParts) }

  func restore(_ content: Content) { (stored, snapshotParts) = (content.stored, content.snapshots) }

  /// Loses the entries after the first ones.
  func rollBack(to count: Int) {
    stored = Dictionary(uniqueKeysWithValues: stored.sorted { $0.key < $1.key }.prefix(count).map { ($0, $1) })
  }

  func replace(_ id: EntryID, with bytes: [UInt8]) { stored[id] = SealedEntry(bytes: bytes) }
}
