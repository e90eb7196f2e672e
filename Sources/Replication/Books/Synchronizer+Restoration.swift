/// What a relay has lost, and what is damaged there.
extension Synchronizer {
  /// Exchanges entries with the relay, and writes again what it has lost or what is damaged there: everything, where it
  /// has nothing of the book.
  ///
  /// - Returns: Whether it had nothing.
  /// - Throws: As ``synchronize()``.
  /// - Complexity: O(*n* + *m*), where *n* is the number of records, and *m* that of the entries of this machine that
  ///   some member lacks.
  @discardableResult
  public func restoreRelay() async throws -> Bool {
    do {
      try await synchronize()
      try await sendAgain()
      return false
    } catch RelayError.noBook {
      try await relay.create()
      try await synchronize()
      return true
    }
  }

  /// Whether the relay lacks entries of other machines that this one has, and has no snapshot with them.
  ///
  /// It was returned to an earlier state, and the machines that wrote them may have left.
  var hasLostEntries: Bool {
    get async throws {
      guard lostEntries != restoredEntries, !lostEntries.isEmpty else { return false }
      let newest = try await Self.newestSnapshot(relay, book.secrets.keys, book.state.membership)
      return !lostEntries.allSatisfy { newest?.header.seen.covers($0) ?? false }
    }
  }

  /// Sends all entries that some member lacks, whatever the relay seems to have, and a snapshot if none can be opened.
  private func sendAgain() async throws {
    var sent = VersionVector()
    var removed: Set<EntryID> = []
    while true {
      let entries = try await book.outgoing(after: sent)
      if entries.isEmpty { break }
      do {
        try await relay.append(entries)
      } catch RelayError.taken(let id) {
        let isSent = entries.contains { $0.id == id }
        guard isSent, removed.insert(id).inserted, try await isDamaged(id) else { throw RelayError.taken(id) }
        try await relay.removeEntries(of: id.machine, through: book.state.seen[id.machine])
        sent[id.machine] = 0
        continue
      }
      for entry in entries { sent[entry.id.machine] = max(sent[entry.id.machine], entry.id.number) }
    }
    let snapshot = try await Self.newestSnapshot(relay, book.secrets.keys, book.state.membership)
    // Members that lack what was removed with the damage start from a snapshot.
    if snapshot == nil || !removed.isEmpty { try await makeSnapshot() }
  }

  /// What the relay has in the place of an entry.
  func present(_ id: EntryID) async throws -> [SealedEntry] {
    var others = try await relay.heads()
    others.formUnion(book.state.seen)
    others[id.machine] = id.number - 1
    return try await relay.entries(after: others).filter { $0.id == id }
  }

  /// Whether the relay has bytes in the place of an entry of this machine that it has not signed.
  private func isDamaged(_ id: EntryID) async throws -> Bool {
    guard let present = try await present(id).first,
      let publicKey = book.state.membership.publicKey(of: id.machine)
    else { return false }
    do throws(SealError) {
      try present.check(publicKey: publicKey)
      return false
    } catch {
      return true
    }
  }
}
