import Persistence

/// One transaction of sharing: the changes of other programs become entries first, then entries of other machines are
/// merged.
///
/// In a transaction no other program writes. So what the log has at the beginning beyond the last position is new, and
/// what it has at the end comes from entries.
struct BookSession<M: Model> {
  let transaction: Transaction
  let tables: SharingTables
  let mapping: RecordMapping<M>
  var state: SharingState
  var secrets: SharingSecrets
  private(set) var outcome = ExchangeOutcome()
  /// The last key that was merged, and the machines that have it.
  var lastRotation: Entry.Rotation?
  var clock: HybridClock
  /// The time of this machine's clock, in milliseconds since 1970.
  let time: Int64
  var records: RecordStates<M>
  /// The contents of records in the book as this transaction has left them.
  private var contents: [String: RecordContent?] = [:]
  /// The entry whose commit was merged last; `nil` before the first.
  private var lastMerged: EntryID?
  /// Whether something was written, so that the state has to be saved.
  var hasChanged = false
  /// Whether all changes of other programs are in entries, so that the rest of the log comes from this transaction.
  private var hasExported = false

  /// The most changes in one entry; larger transactions are divided.
  static var entrySize: Int { 1_000 }
  /// The bytes after which an entry has no further change.
  private static var entryBytes: Int { 4 << 20 }

  init(_ transaction: Transaction, _ state: SharingState, _ secrets: SharingSecrets, at time: Int64) {
    self.transaction = transaction
    self.state = state
    self.secrets = secrets
    tables = SharingTables(transaction: transaction)
    mapping = RecordMapping()
    clock = HybridClock(last: state.lastMoment)
    self.time = time
    records = RecordStates(tables, mapping)
  }

  // MARK: Records

  mutating func content(of id: String) throws -> RecordContent? {
    if let known = contents[id] { return known }
    let content = try transaction.get(M.self, id: id).map { mapping.content(of: $0) }
    contents[id] = .some(content)
    return content
  }

  mutating func saveRecords() throws {
    let names = state.membership
    var session = self
    try records.save(content: { try session.content(of: $0) }) { names.label(of: $0) }
    contents = [:]
  }

  // MARK: Own entries

  /// Writes an entry of this machine.
  ///
  /// - Parameter seen: The entries that were in the book when the content was written; `nil` for those that are now.
  mutating func append(_ content: Entry.Content, seen: VersionVector? = nil) throws {
    let id = EntryID(machine: state.machine, number: state.seen[state.machine] + 1)
    let entry = Entry(id: id, seen: seen ?? state.seen, previous: state.digest, content: content)
    // Each member must read which key begins, whichever it has; the key itself is encrypted for each.
    let isRotation = if case .rotation = content { true } else { false }
    let sealed = SealedEntry(entry, isRotation ? secrets.keys.common : secrets.keys, secrets.machine)
    try tables.add(sealed)
    state.digest = sealed.digest
    state.seen[id.machine] = id.number
    state.membership.apply(entry, at: time)
    if case .rotation(let rotation) = content {
      secrets.keys.apply(rotation, secrets.machine)
      note(rotation)
    }
    state.unacknowledged = 0
    hasChanged = true
  }

  /// Makes entries of the changes in the log that other programs have made.
  mutating func export() throws {
    hasExported = true
    try exportChanges()
    try exportSettledFields()
  }

  private mutating func exportChanges() throws {
    guard try transaction.logPosition() > state.position else { return }
    guard try !transaction.isLogPruned(after: state.position) else { throw SharingError.logPruned }
    var commits: [Entry.Commit] = []
    var (count, bytes) = (0, 0)
    let hasNewFields = !state.fields.isEmpty && mapping.names != Set(state.fields)
    for commit in try transaction.commits(of: M.self, after: state.position) {
      let version = try hasNewFields ? transaction.version(ofEntry: commit.number) : nil
      var rest = commit.sharedChanges[...]
      var isContinuation = false
      while !rest.isEmpty {
        let part = rest.prefix(Self.entrySize - count)
        let (changes, exported, size) = try export(
          part, of: version, at: commit.time, upTo: Self.entryBytes - bytes)
        rest = rest.dropFirst(exported)
        count += exported
        bytes += size
        commits.append(
          Entry.Commit(
            moment: clock.last, author: commit.author ?? "", changes: changes, isContinuation: isContinuation))
        // A part without changes is left out.
        if !changes.isEmpty { isContinuation = true }
        if count == Self.entrySize || bytes >= Self.entryBytes {
          try flush(&commits)
          (count, bytes) = (0, 0)
        }
      }
    }
    try flush(&commits)
    hasChanged = true
  }

  private mutating func flush(_ commits: inout [Entry.Commit]) throws {
    commits.removeAll { $0.changes.isEmpty }
    // The book has the records as the last commit leaves them, and the states are as of this one.
    try records.save(
      content: { [contents] in contents[$0] ?? nil },
      name: { [state] in state.membership.label(of: $0) })
    if !commits.isEmpty { try append(.commits(commits)) }
    commits = []
    contents = [:]
  }

  /// Makes the changes of an entry, and stops after some bytes.
  ///
  /// - Parameter version: The earlier version of the book in which they were made. What the migration has filled in
  ///   since is no change of a user, and would replace what another machine has written.
  /// - Returns: The changes, the number of those of the commit that they have, and their bytes.
  private mutating func export(
    _ changes: some Sequence<Change<M>>, of version: Int32?, at time: Int64, upTo limit: Int
  ) throws -> (changes: [RecordChange], count: Int, size: Int) {
    let entry = EntryID(machine: state.machine, number: state.seen[state.machine] + 1)
    let context = WriteContext(entry: entry, moment: clock.tick(at: time), seen: state.seen)
    var exported: [RecordChange] = []
    var (count, size) = (0, 0)
    for change in changes {
      let (before, after) = (completed(change.before, from: version), completed(change.after, from: version))
      if let id = (after ?? before)?.id, let new = try export(id, before, after, context) {
        exported.append(new)
        size += new.size
      }
      count += 1
      if size >= limit { break }
    }
    return (exported, count, size)
  }

  private func completed(_ record: M?, from version: Int32?) -> M? {
    guard var record, let version else { return record }
    M.complete(&record, from: version)
    return record
  }

  private mutating func export(
    _ id: String, _ before: M?, _ after: M?, _ context: WriteContext
  ) throws -> RecordChange? {
    let old = before.map { mapping.content(of: $0) }
    let new = after.map { mapping.content(of: $0) }
    var record = try records.state(of: id) { old }
    let change = record.change(
      of: mapping.entity, id, from: old, to: new, defaults: mapping.defaults, known: mapping.names, context)
    contents[id] = .some(new)
    guard let change else { return nil }
    record.apply(change, context)
    records.set(record, of: id)
    return change
  }

  // MARK: Entries of other machines

  /// Merges the entries that can be merged; the others are requested again.
  ///
  /// - Throws: ``ForkedEntry``; ``SharingError/identityInUse``.
  mutating func merge(_ sealed: [SealedEntry]) throws {
    let identities = try tables.ownMachines().union([state.machine])
    for own in sealed.sorted(by: { $0.id < $1.id }) where identities.contains(own.id.machine) {
      do throws(SealError) { try checkOwn(own) } catch {
        outcome.refused.append(error)
        continue
      }
      try compare(own)
    }
    try keepPages(for: sealed)
    let known = Set(state.membership.members.map(\.id))
    let new = sealed.filter { $0.id.machine != state.machine && !state.seen.covers($0.id) }
    let incoming = IncomingEntries(new, secrets.keys, state.membership)
    for fork in incoming.forks { try compareOwn(fork) }
    outcome.refused += incoming.refused
    state.membership = incoming.membership
    let others = try replacedEntries(incoming)
    var queue = CausalQueue(released: state.seen)
    for entry in incoming.entries where !others.contains(entry.id) { queue.add(entry) }
    var forks: [MachineID: Entry.Fork] = [:]
    var reports: [Entry.Fork] = []
    var digests: [EntryID: [UInt8]] = [:]
    for entry in queue.release() {
      do throws(SealError) {
        // What a member has merged, all merge: it did not know then that the machine was removed.
        try state.membership.check(entry.id, incoming.vouched)
      } catch {
        outcome.refused.append(state.membership.reason(entry, error, on: state.machine))
        continue
      }
      let last = EntryID(machine: entry.id.machine, number: entry.id.number - 1)
      if let digest = try digests[last] ?? tables.digest(of: last), digest != entry.previous, forks[last.machine] == nil
      {
        forks[last.machine] = try fork(of: last.machine)
      }
      try merge(entry)
      if case .fork(let fork) = entry.content { reports.append(fork) }
      let digest = incoming.digests[entry.id] ?? []
      digests[entry.id] = digest
      try tables.addDigest(digest, of: entry.id)
    }
    // A removed machine may have left entries that follow none.
    let vouched = incoming.vouched
    outcome.waitingCount = queue.waiting.keys.count { (try? state.membership.check($0, vouched)) != nil }
    for fork in reports { try compare(fork) }
    try removeOldDigests()
    // The machine gets what it has lost with the snapshot.
    if !forks.isEmpty { state.isSnapshotNeeded = true }
    for fork in forks.sorted(by: { $0.key < $1.key }) { try append(.fork(fork.value)) }
    try overtake(incoming)
    try introduceAgain()
    try replaceKey(known, incoming.newMachines)
  }

  /// The size of entries from which on they are many.
  private static var manyBytes: Int { 256 << 10 }

  /// Keeps up to 64 MB of the pages that many entries change in memory until the end of the transaction, each of them
  /// repeatedly; screens keep fewer.
  private func keepPages(for sealed: [SealedEntry]) throws {
    guard sealed.reduce(0, { $0 + $1.bytes.count }) > Self.manyBytes else { return }
    _ = try transaction.rows("PRAGMA cache_size = -64000")
  }

  /// Notes the machines that have the newest key.
  private mutating func note(_ rotation: Entry.Rotation) {
    if rotation.epoch == secrets.keys.epoch { state.holders = Set(rotation.keys.keys) }
  }

  /// Checks that this machine, or a copy of it, has written an entry.
  private func checkOwn(_ sealed: SealedEntry) throws(SealError) {
    let isFormer = sealed.id.machine != state.machine
    let key = isFormer ? state.membership.publicKey(of: sealed.id.machine) : secrets.machine.publicKey
    guard sealed.kind == .entry, let key else { throw .altered(sealed.id) }
    try sealed.check(publicKey: key)
  }

  /// Checks that an entry of this machine is the one that it has written.
  private func compare(_ sealed: SealedEntry) throws {
    guard state.seen.covers(sealed.id) || sealed.id.machine != state.machine else {
      let last = EntryID(machine: state.machine, number: state.seen[state.machine])
      let publicKey = secrets.machine.publicKey
      if sealed.id.number == last.number + 1, let next = try? sealed.entry(secrets.keys, publicKey: { _ in publicKey }),
        next.previous != state.digest
      {
        throw ForkedEntry(id: last)
      }
      throw SharingError.identityInUse
    }
    if let own = try tables.entry(sealed.id), own != sealed { throw ForkedEntry(id: sealed.id) }
  }

  private mutating func merge(_ entry: Entry) throws {
    switch entry.content {
    case .commits(let commits):
      for commit in commits { try merge(commit, of: entry) }
      try saveRecords()
    case .rotation(let rotation):
      // A link has only one of two keys that were begun at the same time. The snapshot has both.
      if secrets.keys.hasConcurrentKey(with: rotation.epoch) { state.isSnapshotNeeded = true }
      secrets.apply(rotation)
      note(rotation)
      lastRotation = rotation
    case .introduction, .acknowledgement, .departure, .fork, .unknown: break
    }
    state.membership.apply(entry, at: time)
    // The relay may lose what the removed machine wrote last. The others need it, since entries of this one follow it.
    if case .rotation(let rotation) = entry.content, rotation.removed != state.machine,
      let end = state.membership.machines[rotation.removed]?.end,
      state.seen[rotation.removed] > end
    {
      state.isSnapshotNeeded = true
    }
    state.seen[entry.id.machine] = entry.id.number
    if entry.isNews { state.unacknowledged += 1 }
    hasChanged = true
  }

  mutating func merge(_ commit: Entry.Commit, of entry: Entry) throws {
    clock.receive(commit.moment)
    let context = WriteContext(entry: entry.id, moment: commit.moment, seen: entry.seen)
    // The same for all records that one write made as they are.
    let newState = RecordState(RecordContent(), entry: entry.id, moment: commit.moment).bytes(besides: RecordContent())
    // A commit may be divided between two entries; another one, or another transaction, may be merged between them.
    let previous = EntryID(machine: entry.id.machine, number: entry.id.number - 1)
    if !commit.isContinuation || lastMerged != previous {
      try transaction.changeAuthor(to: Self.author(commit.author, on: state.membership.label(of: entry.id.machine)))
    }
    lastMerged = entry.id
    // An earlier version may have sent a record without an id, for which each machine would make another one.
    let changes = commit.changes.filter { [entity = mapping.entity] in $0.entity == entity && !$0.id.isEmpty }
    try transaction.forEachPrepared(changes, { [mapping] in ($0, mapping.record(insertedBy: $0)) }) {
      change, prepared in
      if let prepared, try records.isNew(change.id) {
        // The state of each field need not be worked out: it is the same for all.
        try transaction.insertPrepared(prepared)
        records.insert(change.id, newState)
      } else {
        try merge(change, of: commit, context)
      }
    }
  }

  /// The signature of another machine's program, with the name of the machine among the members, and without the number
  /// of the process: that of a program here has one.
  static func author(_ signature: String, on machine: String) -> String {
    guard let program = signature.split(separator: "@").first, signature.contains("@") else { return signature }
    return "\(program)@\(machine.replacing(":", with: " "))"
  }

  private mutating func merge(_ change: RecordChange, of commit: Entry.Commit, _ context: WriteContext) throws {
    let id = change.id
    let present = try transaction.get(M.self, id: id)
    let content = present.map { mapping.content(of: $0) }
    var record = try records.state(of: id) { content }
    let existed = record.exists
    let conflictCount = records.conflicts(in: record).count
    record.apply(change, context)
    records.set(record, of: id)
    if records.conflicts(in: record).count > conflictCount {
      outcome.noticeCount += 1
      try tables.addNotice(.keptText, mapping.entity, id, author: commit.author, time: commit.moment.time)
    }
    // A change and a deletion without knowledge of each other, in either order.
    let isKept = change.kind == .deletion ? existed && record.exists : !existed && change.kind == .edit
    if isKept {
      outcome.noticeCount += 1
      try tables.addNotice(
        .keptDespiteDeletion, mapping.entity, id, author: commit.author, time: commit.moment.time)
    }
    try write(record, id, replacing: present)
  }

  /// Makes the book have a record as its state is.
  mutating func write(_ record: RecordState, _ id: String, replacing present: M?) throws {
    guard record.exists else {
      contents[id] = .some(nil)
      if let present { try transaction.delete(present) }
      return
    }
    let wanted = mapping.record(id, record.content, replacing: present)
    contents[id] = mapping.content(of: wanted)
    if let present {
      if !M.areStoredAlike(present, wanted) { try transaction.update(wanted) }
    } else {
      try transaction.insert(wanted)
    }
  }

  /// Saves what the machine knows, after everything else.
  mutating func end() throws {
    guard hasChanged else { return }
    if hasExported {
      state.position = try transaction.logPosition()
      try transaction.keepLog(after: state.position)
    }
    state.lastMoment = clock.last
    state.book = secrets.keys.book
    state.epoch = secrets.keys.epoch
    try tables.save(state)
  }
}
