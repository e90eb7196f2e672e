import Persistence
import Time

/// Carries entries between a shared book and its relay.
///
/// It can be interrupted at any point: what was not finished is done by the next ``synchronize()``.
@MainActor
public final class Synchronizer<M: Model> {
  /// The book.
  public let book: SharedBook<M>
  let relay: any Relay
  /// The machine's last entry that this process has found on the relay, or sent.
  private var confirmed: EntryID?
  /// Whether this process has asked the relay for snapshots, and the relay has lost nothing since.
  private var hasAskedForSnapshots = false
  /// Whether the relay was believed to have another entry of this machine, which it has not delivered.
  private var hasBelievedRelay = false
  /// The last entries of other machines, where the relay lacked them at the end of the last sending.
  private(set) var lostEntries: [EntryID] = []
  /// Those of them that a snapshot on the relay has.
  private(set) var restoredEntries: [EntryID] = []

  /// Creates a synchronizer.
  public init(_ book: SharedBook<M>, _ relay: any Relay) {
    self.book = book
    self.relay = relay
  }

  /// The entries after which a snapshot is made, and the entries before it are deleted from the relay.
  var snapshotInterval: Int64 = 2_000
  /// The merged entries after which this machine reports that it has them, if it writes none itself.
  var acknowledgementInterval: Int64 = 100

  /// Receives the number of entries that are about to be merged or sent.
  public var onProgress: ((Int) -> Void)?

  // MARK: Beginning and ending

  /// Shares a book through a relay, which gets a snapshot of it.
  ///
  /// - Parameters:
  ///   - store: The book.
  ///   - model: The model of the records that are shared.
  ///   - address: The address of the relay, as join links have it.
  ///   - name: The name of this machine, as other members read it.
  ///   - makeRelay: Returns the relay of a link.
  /// - Throws: The reason why the book cannot be shared, or why the relay cannot be used; then nothing was changed.
  /// - Complexity: O(*n*), where *n* is the number of records.
  public static func share(
    _ store: Store, _ model: M.Type, relay address: String, name: String,
    makeRelay: (JoinLink) throws -> any Relay = { try $0.makeRelay() }
  ) async throws -> Synchronizer {
    let book = try await SharedBook<M>.share(store, model, relay: address, name: name)
    do {
      let synchronizer = Synchronizer(book, try makeRelay(book.link))
      try await synchronizer.restoreRelay()
      return synchronizer
    } catch {
      // A book is not shared before its relay works.
      try await book.end()
      throw error
    }
  }

  /// Makes an empty book a member of a shared one.
  ///
  /// A relay that fails after it has delivered the snapshot does not undo this: the next ``synchronize()`` makes the
  /// machine known to the others.
  ///
  /// - Parameters:
  ///   - store: The empty book.
  ///   - model: The model of the records that are shared.
  ///   - link: The link of a member, with the keys of the book.
  ///   - address: The address of the relay on this machine, where it is not that of the link: another folder.
  ///   - name: The name of this machine, as other members read it.
  ///   - makeRelay: Returns the relay of a link.
  /// - Throws: ``SharingError/noSnapshot`` when the relay has no snapshot that the link opens;
  ///   ``SharingError/voidLink`` when the members have begun another key since.
  /// - Complexity: O(*n* + *m*), where *n* is the number of records, and *m* that of the entries that the snapshot
  ///   lacks.
  public static func join(
    _ store: Store, _ model: M.Type, _ link: JoinLink, relay address: String? = nil, name: String,
    makeRelay: (JoinLink) throws -> any Relay = { try $0.makeRelay() }
  ) async throws -> Synchronizer {
    let link = address.map { JoinLink(relay: $0, keys: link.keys, inviter: link.inviter) } ?? link
    let relay = try makeRelay(link)
    let newest: Snapshot?
    do {
      newest = try await newestSnapshot(relay, link.keys, inviter: link.inviter)
    } catch RelayError.noBook {
      newest = nil
    }
    guard let snapshot = newest else {
      if let problem = await relay.unreadable.first { throw RelayError.unreadable(problem) }
      throw SharingError.noSnapshot
    }
    guard try await !hasNewerKey(relay, link.keys, snapshot) else { throw SharingError.voidLink }
    let synchronizer = Synchronizer(try await SharedBook<M>.join(store, link, snapshot, name: name), relay)
    do { try await synchronizer.synchronize() } catch is RelayError {}
    return synchronizer
  }

  /// Whether a member of a snapshot has written entries under a key that came after those of a join link.
  private static func hasNewerKey(
    _ relay: any Relay, _ keys: BookKeys, _ snapshot: Snapshot
  ) async throws -> Bool {
    let members = snapshot.header.membership
    return try await relay.entries(after: snapshot.header.seen).contains { entry in
      guard entry.epoch > keys.epoch, let machine = members.machines[entry.id.machine], machine.isMember else {
        return false
      }
      return (try? entry.check(publicKey: machine.publicKey)) != nil
    }
  }

  /// Opens a book that is shared.
  ///
  /// - Throws: As `SharedBook.open`.
  /// - Complexity: As `SharedBook.open`.
  public static func open(
    _ store: Store, _ model: M.Type, makeRelay: (JoinLink) throws -> any Relay = { try $0.makeRelay() }
  ) async throws -> Synchronizer {
    let book = try await SharedBook<M>.open(store, model)
    return Synchronizer(book, try makeRelay(book.link))
  }

  /// Ends the membership of this machine; the book stays.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  func leave() async throws {
    try await synchronize()
    try await book.depart()
    _ = try await send()
    try await book.end()
  }

  /// Ends the membership of this machine, also when its relay or its keys are gone; the book stays.
  ///
  /// - Returns: The reason why the other members were not informed, and may lack the last changes of this machine;
  ///   `nil` when they were.
  /// - Throws: ``SharingError/notShared``; `StoreError`.
  /// - Complexity: As ``synchronize()``.
  public static func leave(
    _ store: Store, _ model: M.Type, makeRelay: (JoinLink) throws -> any Relay = { try $0.makeRelay() }
  ) async throws -> (any Error)? {
    do {
      try await open(store, model, makeRelay: makeRelay).leave()
      return nil
    } catch let error as RelayError {
      try await SharedBook<M>.end(store)
      return error
    } catch SharingError.removed {
      // The others know it.
      try await SharedBook<M>.end(store)
      return nil
    } catch SharingError.notShared where SharedBook<M>.isShared(store) {
      // The keys of a sharing that was interrupted before it began.
      try await SharedBook<M>.end(store)
      return nil
    } catch let error as SharingError where error != .notShared {
      try await SharedBook<M>.end(store)
      return error
    }
  }

  // MARK: Synchronizing

  /// Merges what the relay has, and sends what it lacks.
  ///
  /// - Returns: The numbers of entries that were merged and sent, and the reasons why others were refused.
  /// - Throws: The reason why the relay cannot be reached or used; ``SharingError/removed``.
  /// - Complexity: O(*m*), where *m* is the number of changes that are sent and merged; O(*n* + *m*) with *n* records
  ///   when a snapshot is due.
  @discardableResult
  public func synchronize() async throws -> SynchronizationReport {
    var report = SynchronizationReport()
    guard !book.isRemoved else { throw SharingError.removed }
    try await receive(&report)
    // What it sends from now on is refused.
    guard !book.isRemoved else { throw SharingError.removed }
    (report.refused, report.ignored) = book.state.membership.divided(report.refused)
    report.unreadable = await relay.unreadable
    report.sent = try await send()
    if book.state.unacknowledged >= acknowledgementInterval { try await acknowledge() }
    let age = book.state.snapshot.countMissing(from: book.state.seen)
    let lostEntries = lostEntries
    let hasLostEntries = try await hasLostEntries
    // A member waits for it: one that has lost entries, or has one of two concurrent keys.
    let isSnapshotAwaited = book.state.isSnapshotNeeded
    let isSnapshotNeeded = try await isSnapshotNeeded
    if age >= snapshotInterval {
      if let snapshot = try await makeSnapshot() { try await prune(to: snapshot) }
    } else if hasLostEntries || isSnapshotNeeded {
      try await makeSnapshot()
    }
    // Storing a snapshot is no news. The members that lack it or lost entries notice it by the report, which follows.
    if hasLostEntries || isSnapshotAwaited || book.isReportDue {
      try await book.acknowledge()
      _ = try await send()
    }
    restoredEntries = lostEntries
    return report
  }

  /// The moments at which the relay may have news, until the relay is lost.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  public func news() async throws -> RelayNews { try await relay.news() }

  /// Returns what exchanges the presence of the members, through a relay that carries it.
  ///
  /// - Parameter scheduler: The clock that announcements expire by.
  public func makePresence(scheduler: any Scheduler = MainScheduler.shared) -> PresenceExchange {
    PresenceExchange(scheduler: scheduler) { [book] in
      PresenceExchange.Identity(
        keys: book.secrets.keys, machine: book.secrets.machine, membership: book.state.membership)
    }
  }

  /// Reports what this machine has, if others wait for it.
  ///
  /// - Throws: The reason why the relay cannot be reached or used.
  public func acknowledge() async throws {
    guard book.state.unacknowledged > 0 else { return }
    try await book.acknowledge()
    _ = try await send()
  }

  private func receive(_ report: inout SynchronizationReport) async throws {
    var isFirst = true
    while true {
      let incoming = try await relay.entries(after: try await request)
      if incoming.isEmpty { report.waiting = 0 }
      guard isFirst || !incoming.isEmpty else { return }
      isFirst = false
      if !incoming.isEmpty { onProgress?(incoming.count) }
      let before = book.state.seen
      do {
        let outcome = try await book.exchange(incoming)
        report.refused = outcome.refused
        report.notices += outcome.noticeCount
        report.waiting = outcome.waitingCount
        report.received += Int(before.countMissing(from: book.state.seen))
        if book.state.seen == before || incoming.isEmpty, try await !adoptSnapshot(insteadOf: incoming) { return }
      } catch let fork as ForkedEntry {
        try await takeNewIdentity(becauseOf: fork)
      }
    }
  }

  /// The entries that are not requested: those that were merged.
  ///
  /// The machine's own last entry is requested until it is known to be on the relay, and so are those of its former
  /// identities, so that a copy of this machine is noticed.
  private var request: VersionVector {
    get async throws {
      let machine = book.state.machine
      var request = book.state.seen
      if let confirmed, confirmed.machine == machine {
        request[machine] = confirmed.number
      } else {
        request[machine] -= 1
        for id in try await book.lastFormerEntries() { request[id.machine] = min(request[id.machine], id.number - 1) }
      }
      return request
    }
  }

  /// Writes the entries again that a copy of this machine has written differently: one of them, and those before it
  /// that the relay has differently.
  private func takeNewIdentity(becauseOf fork: ForkedEntry) async throws {
    let id = fork.id
    var known = try await relay.heads()
    known.formUnion(book.state.seen)
    known[id.machine] = 0
    var first: EntryID?
    while first == nil, known[id.machine] < id.number {
      let entries = try await relay.entries(after: known).filter { $0.id.machine == id.machine }
      guard let last = entries.map(\.id).max(), last.number > known[id.machine] else { break }
      first = try await book.firstFork(in: entries)
      known[id.machine] = last.number
    }
    try await book.reissue(from: first.map { min($0, id) } ?? id, others: fork.others)
  }

  /// Merges a snapshot when the entries before the delivered ones are gone; returns `false` when there is none that
  /// helps.
  private func adoptSnapshot(insteadOf incoming: [SealedEntry]) async throws -> Bool {
    let (seen, membership) = (book.state.seen, book.state.membership)
    var secrets = book.secrets
    let opened = IncomingEntries(incoming, secrets.keys, membership)
    // A snapshot does not help with those that a removed machine has left.
    func isLacking(_ id: EntryID) -> Bool {
      id.number > seen[id.machine] && (try? membership.check(id, opened.vouched)) != nil
    }
    guard incoming.contains(where: { isLacking($0.id) }) else { return false }
    // The entry with the key of the snapshot may follow entries that are gone.
    for entry in opened.entries {
      let isOfMember = membership.machines[entry.id.machine]?.isMember == true
      if isOfMember, case .rotation(let rotation) = entry.content {
        secrets.apply(rotation)
      }
    }
    guard
      let snapshot = try await Self.newestSnapshot(relay, secrets.keys, membership, for: (seen, book.state.machine))
    else { return false }
    return try await book.adopt(snapshot)
  }

  /// Whether the relay has another entry of this machine in the place of one, as it claims.
  ///
  /// It delivers none where an append was interrupted. Then it is believed once, so that it cannot make this machine
  /// take identities without end.
  private func isForked(_ id: EntryID) async throws -> Bool {
    let present = try await present(id)
    if try await book.firstFork(in: present) != nil { return true }
    defer { hasBelievedRelay = true }
    return present.isEmpty && !hasBelievedRelay
  }

  /// Sends the entries that the relay lacks.
  private func send() async throws -> Int {
    var heads = try await relay.heads()
    // It has lost entries, and perhaps its snapshots too.
    if let confirmed, heads[confirmed.machine] < confirmed.number { hasAskedForSnapshots = false }
    var count = 0
    while true {
      let entries = try await book.outgoing(after: heads)
      if entries.isEmpty {
        confirmed = EntryID(machine: book.state.machine, number: book.state.seen[book.state.machine])
        lostEntries = book.state.seen.sorted.filter { heads[$0.machine] < $0.number }
        return count
      }
      onProgress?(entries.count)
      // The relay had them before the snapshot: it has lost both.
      if entries.contains(where: { book.state.snapshot.covers($0.id) }) {
        try await book.noteLostSnapshot()
      }
      do {
        try await relay.append(entries)
      } catch RelayError.taken(let id) {
        guard entries.contains(where: { $0.id == id }), try await isForked(id) else {
          throw RelayError.refused("it has something else in the place of an entry of this machine")
        }
        try await takeNewIdentity(becauseOf: ForkedEntry(id: id))
        heads = try await relay.heads()
        continue
      }
      for entry in entries { heads[entry.id.machine] = max(heads[entry.id.machine], entry.id.number) }
      count += entries.count
    }
  }

  // MARK: Snapshots

  /// Whether there has to be a snapshot, however few entries it has more than the last one.
  ///
  /// Whether the relay still has one is asked once, and again when it has lost entries: it may have been emptied.
  private var isSnapshotNeeded: Bool {
    get async throws {
      if book.state.isSnapshotNeeded { return true }
      guard !hasAskedForSnapshots else { return false }
      let snapshots = try await relay.snapshots()
      hasAskedForSnapshots = true
      return snapshots.isEmpty
    }
  }

  /// Returns the entries that the snapshot has; `nil` for one that does not count: that of a machine that was removed,
  /// and one that was made before a member was.
  @discardableResult
  func makeSnapshot() async throws -> VersionVector? {
    let parts = try await book.snapshot()
    _ = try await send()
    try await relay.store(snapshot: parts)
    guard let seen = try? Snapshot.header(of: parts[0], book.secrets.keys).seen,
      try await book.note(snapshot: seen, epoch: parts[0].epoch)
    else { return nil }
    return seen
  }

  /// Deletes the own entries that all members have.
  private func prune(to snapshot: VersionVector) async throws {
    let last = try await book.prune(to: snapshot)
    try await relay.removeEntries(of: last.machine, through: last.number)
  }
}
