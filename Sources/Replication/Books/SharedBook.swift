import Persistence
import Time

/// A book that several machines keep, as one of them sees it.
///
/// It turns the changes of all programs in the book into entries, and writes those of other machines in transactions of
/// their own, so that every program sees them like any other change. It does not know a relay: ``Synchronizer`` carries
/// the entries.
@MainActor
public final class SharedBook<M: Model> {
  /// The book's store.
  public let store: Store
  private(set) var secrets: SharingSecrets
  /// The state as of the last transaction.
  private(set) var state: SharingState
  /// The time of this machine's clock, in milliseconds since 1970.
  var clock: () -> Int64 = { WallClock.milliseconds }

  private init(_ store: Store, _ secrets: SharingSecrets, _ state: SharingState) {
    self.store = store
    self.secrets = secrets
    self.state = state
  }

  // MARK: Opening

  /// Whether a book is shared by this machine.
  public static func isShared(_ store: Store) -> Bool { SharingSecrets.exists(book: store.path) }

  /// Opens a book that is shared.
  ///
  /// A copy of it, made together with its keys, takes a new identity, so that two machines never write under one.
  ///
  /// - Throws: ``SharingError/notShared``; ``SharingError/noKeys(path:)``; ``SharingError/otherKeys(path:)``;
  ///   ``SharingError/damagedState``; ``SharingError/logPruned`` after an update with new fields; `StoreError`.
  /// - Complexity: O(*n*) after an update of the program that adds fields or for a copy, where *n* is the number of
  ///   records; O(1) otherwise.
  public static func open(_ store: Store, _ model: M.Type) async throws -> SharedBook {
    let saved = try await store.write { transaction in
      let state = try SharingTables(transaction: transaction).state()
      // An older version has not noted it.
      if let state {
        try SharingTables(transaction: transaction).create()
        try transaction.keepLog(after: state.position)
      }
      return state
    }
    guard let saved else { throw SharingError.notShared }
    let secrets = try SharingSecrets.load(book: store.path, as: saved)
    let book = SharedBook(store, secrets, saved)
    if !secrets.isInPlace(book: store.path) {
      try await book.perform { try $0.renewIdentity() }
    }
    try await book.perform { try $0.adoptUnknownFields() }
    return book
  }

  /// Shares a book through a relay; its current records are what all members begin with.
  ///
  /// - Parameters:
  ///   - store: The book.
  ///   - model: The model of the records that are shared.
  ///   - relay: The address of the relay, as join links have it.
  ///   - name: The name of this machine, as other members read it.
  /// - Throws: ``SharingError/alreadyShared``; ``SharingError/noKeys(path:)`` for a copy of a shared book without its
  ///   keys.
  /// - Complexity: O(*n*), where *n* is the number of records.
  public static func share(
    _ store: Store, _ model: M.Type, relay: String, name: String
  ) async throws -> SharedBook {
    guard try await !hasBegun(store) else { throw SharingError.alreadyShared }
    return try await make(
      store, SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: relay, name: name), from: nil)
  }

  /// Whether a book is shared, and not one with the keys of a sharing that was interrupted before it began.
  private static func hasBegun(_ store: Store) async throws -> Bool {
    guard try await store.write({ try SharingTables(transaction: $0).state() }) != nil else { return false }
    guard isShared(store) else { throw SharingError.noKeys(path: SharingSecrets.path(book: store.path)) }
    return true
  }

  /// Makes an empty book a member of a shared one, from a snapshot.
  ///
  /// - Throws: ``SharingError/notEmpty``; ``SharingError/alreadyShared``; ``SharingError/noSnapshot``.
  static func join(_ store: Store, _ link: JoinLink, _ snapshot: Snapshot, name: String) async throws -> SharedBook {
    guard try await !hasBegun(store) else { throw SharingError.alreadyShared }
    var keys = link.keys
    for (epoch, key) in snapshot.header.keys { keys.add(key, epoch: epoch) }
    return try await make(
      store, SharingSecrets(machine: MachineKeys(), keys: keys, relay: link.relay, name: name), from: snapshot)
  }

  private static func make(
    _ store: Store, _ secrets: SharingSecrets, from snapshot: Snapshot?
  ) async throws -> SharedBook {
    let machine = secrets.machine.machine
    try secrets.save(book: store.path)
    do {
      let state = try await store.write { transaction in
        // Adopting the snapshot would delete records that the book already has.
        if snapshot != nil, try !transaction.rows("SELECT 1 FROM \(M.table.name) LIMIT 1").isEmpty {
          throw SharingError.notEmpty
        }
        try SharingTables(transaction: transaction).drop()
        try SharingTables(transaction: transaction).create()
        let start = SharingState(machine: machine, position: try transaction.logPosition())
        var session = BookSession<M>(transaction, start, secrets, at: WallClock.milliseconds)
        try session.export()
        try session.adoptUnknownFields()
        if let snapshot { try session.adopt(snapshot) }
        try session.introduce()
        try session.end()
        return session.state
      }
      return SharedBook(store, secrets, state)
    } catch {
      SharingSecrets.remove(book: store.path)
      throw error
    }
  }

  // MARK: Entries

  /// Runs a transaction of sharing, and saves what the machine knows.
  ///
  /// - Throws: ``SharingError/notShared`` also for a book that was left and shared again through another relay.
  @discardableResult
  func perform<T: Sendable>(_ body: @escaping @Sendable (inout BookSession<M>) throws -> T) async throws -> T {
    let (path, present, time) = (store.path, secrets, clock())
    let (result, state, secrets) = try await store.write { transaction in
      guard let state = try SharingTables(transaction: transaction).state() else { throw SharingError.notShared }
      // Another process may have changed them.
      let old = try SharingSecrets.load(book: path, as: state)
      guard old.relay == present.relay, old.keys.book == present.keys.book else { throw SharingError.notShared }
      var session = BookSession<M>(transaction, state, old, at: time)
      let result = try body(&session)
      try session.end()
      // Keys are saved before the entry that brought them counts as merged.
      if session.secrets != old { try session.secrets.save(book: path) }
      return (result, session.state, session.secrets)
    }
    self.secrets = secrets
    self.state = state
    return result
  }

  /// The bytes of entries that are merged in one transaction: other programs can write after each.
  nonisolated private static var mergeBatchBytes: Int { 8 << 20 }

  /// Makes entries of the changes in the book, and merges those of other machines.
  ///
  /// - Returns: The reasons why entries were refused, and how many notices are new and entries wait for others.
  func exchange(_ incoming: [SealedEntry]) async throws -> ExchangeOutcome {
    var outcome = ExchangeOutcome()
    var rest = incoming.sorted { $0.id < $1.id }[...]
    repeat {
      var size = 0
      let part = Array(
        rest.prefix { entry in
          defer { size += entry.bytes.count }
          return size < Self.mergeBatchBytes
        })
      rest = rest.dropFirst(part.count)
      do {
        outcome.add(try await exchange(part: part))
      } catch SharingError.identityInUse {
        try await perform { try $0.renewIdentity() }
        outcome.add(try await exchange(part: part))
      }
    } while !rest.isEmpty
    return outcome
  }

  private func exchange(part: [SealedEntry]) async throws -> ExchangeOutcome {
    try await perform { session in
      try session.export()
      try session.merge(part)
      return session.outcome
    }
  }

  /// The entries that a relay lacks; those of this machine, and of the identities that it had before.
  func outgoing(after heads: VersionVector, size: Int = 1 << 20) async throws -> [SealedEntry] {
    try await store.write { try SharingTables(transaction: $0).entries(after: heads, size: size) }
  }

  /// Takes another identity, because other entries were written in the place of this machine's.
  ///
  /// - Parameters:
  ///   - entry: The first of them, of the present identity or of a former one.
  ///   - others: The digests of the others by their numbers, as far as they are known.
  func reissue(from entry: EntryID, others: [Int64: [UInt8]]) async throws {
    try await perform { session in
      guard try session.tables.ownMachines().contains(entry.machine) else { throw SharingError.identityInUse }
      try session.export()
      try session.reissue(from: entry, others: others)
    }
  }

  /// The last entries of the identities that this machine had before.
  func lastFormerEntries() async throws -> [EntryID] {
    let machine = state.machine
    return try await store.write { transaction in
      let tables = SharingTables(transaction: transaction)
      return try tables.ownMachines().filter { $0 != machine }.compactMap { try tables.lastEntry(of: $0) }
    }
  }

  /// The first of some entries that this machine, or a copy of it, has written differently; `nil` when there is none.
  func firstFork(in entries: [SealedEntry]) async throws -> EntryID? {
    let membership = state.membership
    let entries = entries.filter { entry in
      membership.publicKey(of: entry.id.machine).map { (try? entry.check(publicKey: $0)) != nil } ?? false
    }
    return try await store.write { transaction in
      let tables = SharingTables(transaction: transaction)
      return try entries.sorted { $0.id < $1.id }.first { entry in
        try tables.entry(entry.id).map { $0 != entry } ?? false
      }?.id
    }
  }

  /// Writes an entry that reports what this machine has.
  func acknowledge() async throws {
    let time = clock()
    try await perform { try $0.append(.acknowledgement(time: time)) }
  }

  /// Writes an entry that ends the membership of this machine, after entries of its last changes.
  func depart() async throws {
    try await perform { try $0.depart() }
  }

  /// The time between two reports of a machine that writes nothing else, in milliseconds: a day.
  private static var reportInterval: Int64 { 24 * 60 * 60 * 1_000 }

  /// Whether another member has removed this machine.
  public var isRemoved: Bool { state.isRemoved }

  /// The name of this machine, as other members read it.
  public var name: String { secrets.name }

  /// Whether the others should learn that this machine still takes part.
  var isReportDue: Bool {
    guard let own = state.membership.machines[state.machine] else { return false }
    let time = clock()
    // A change reports too.
    if (0..<Self.reportInterval).contains(time - own.lastChange) { return false }
    // A clock that was ahead does not keep the machine silent.
    return abs(time - own.lastReport) >= Self.reportInterval
  }

  // MARK: Members

  /// The link that makes another machine a member.
  public var link: JoinLink { JoinLink(relay: secrets.relay, keys: secrets.keys, inviter: state.machine) }

  /// The members, in the order of their names.
  ///
  /// - Complexity: O(*n* × *m*) for *n* members with entries of *m* machines.
  public var members: [SharingMember] {
    state.membership.members.map { id, machine in
      SharingMember(
        id: id, name: state.membership.label(of: id), isThisMachine: id == state.machine,
        lastSeen: max(machine.lastReport, machine.lastChange), lastChange: machine.lastChange,
        missing: id == state.machine ? 0 : machine.seen.countMissing(from: state.seen))
    }
  }

  /// Removes a member, named by its name or the beginning of its identifier, and begins a new key.
  ///
  /// It keeps what it has, and gets nothing from now on. Join links that were made before are void.
  ///
  /// - Throws: ``SharingError/noSuchMember(_:)``; ``SharingError/severalMembers(_:)``; ``SharingError/ownMachine(_:)``.
  /// - Complexity: O(*n*), where *n* is the number of members.
  public func remove(member name: String) async throws {
    let members = members
    let named = members.filter { $0.name == name || state.membership.machines[$0.id]?.name == name }
    let found = named.isEmpty ? members.filter { !name.isEmpty && $0.id.description.hasPrefix(name) } : named
    guard let member = found.first else { throw SharingError.noSuchMember(name) }
    guard found.count == 1 else { throw SharingError.severalMembers(name) }
    guard !member.isThisMachine else { throw SharingError.ownMachine(name) }
    try await perform { session in
      try session.export()
      try session.remove(member.id)
    }
  }

  /// Ends the membership of this machine, and keeps the book; its last entries must have been sent.
  func end() async throws { try await Self.end(store) }

  /// Removes what a book has for its sharing.
  static func end(_ store: Store) async throws {
    _ = try await store.write { try SharingTables(transaction: $0).drop() }
    SharingSecrets.remove(book: store.path)
  }

  // MARK: What the user should know

  /// The texts that lost against later ones.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of conflicts.
  public func conflicts() async throws -> [SharingConflict] {
    try await store.write { try SharingTables(transaction: $0).conflicts(of: M.table.name) }
  }

  /// The events that the user should know, the oldest first.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of events.
  public func notices() async throws -> [SharingNotice] {
    try await store.write { try SharingTables(transaction: $0).notices() }
  }
}
