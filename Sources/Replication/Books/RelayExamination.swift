import Persistence

/// Looks at the relay of a shared book, and changes neither.
///
/// It has one sentence for each question: whether the relay can be reached, whether the key of this machine opens what
/// the relay has, what has not been exchanged yet, whether an entry is refused, and whether others can join.
@MainActor
public struct RelayExamination<M: Model> {
  private let store: Store
  private let state: SharingState
  private let secrets: SharingSecrets
  private let relay: any Relay

  /// Opens what the book has for its sharing.
  ///
  /// - Throws: ``SharingError/notShared``; ``SharingError/noKeys(path:)``; ``RelayError/badAddress(_:)``.
  public init(
    _ store: Store, _ model: M.Type, makeRelay: (JoinLink) throws -> any Relay = { try $0.makeRelay() }
  ) async throws {
    guard let state = try await store.write({ try SharingTables(transaction: $0).state() }) else {
      throw SharingError.notShared
    }
    self.store = store
    self.state = state
    secrets = try SharingSecrets.load(book: store.path, as: state)
    relay = try makeRelay(JoinLink(relay: secrets.relay, keys: secrets.keys, inviter: state.machine))
  }

  /// The address of the relay, without a password.
  public var address: String { RelayAddress.withoutPassword(secrets.relay) }

  /// Asks the relay, and calls `report` with each finding as soon as it is known.
  ///
  /// Ends when the relay cannot be reached.
  public func run(_ report: (RelayFinding) -> Void) async {
    guard !state.isRemoved else {
      report(RelayFinding(isGood: false, topic: .key, text: SharingError.removed.description))
      return
    }
    do {
      let heads = try await relay.heads()
      try await relay.checkWriting()
      report(RelayFinding(isGood: true, topic: .relay, text: "\(address) can be reached"))
      report(try await key(heads))
      let incoming = IncomingEntries(try await relay.entries(after: state.seen), secrets.keys, state.membership)
      report(try await position(heads, incoming))
      report(refusals(incoming))
      // Each request replaces what the relay could not read.
      var unreadable = Set(await relay.unreadable)
      report(try await snapshot(&unreadable))
      for problem in unreadable.sorted() { report(RelayFinding(isGood: false, topic: .files, text: problem)) }
    } catch {
      report(RelayFinding(isGood: false, topic: .relay, text: "\(error)"))
    }
  }

  /// Opens the last entry of each member.
  private func key(_ heads: VersionVector) async throws -> RelayFinding {
    let last = VersionVector(heads.numbers.mapValues { $0 - 1 })
    for sealed in try await relay.entries(after: last)
    where state.membership.machines[sealed.id.machine]?.isMember == true {
      do throws(SealError) {
        // An altered one has a finding of its own.
        guard let known = state.membership.publicKey(of: sealed.id.machine),
          (try? sealed.check(publicKey: known)) != nil
        else { continue }
        _ = try sealed.content(secrets.keys)
      } catch {
        return RelayFinding(isGood: false, topic: .key, text: error.description)
      }
    }
    return RelayFinding(isGood: true, topic: .key, text: "the newest entries of all machines can be read")
  }

  /// Compares what the relay has with what this machine has.
  private func position(_ heads: VersionVector, _ incoming: IncomingEntries) async throws -> RelayFinding {
    var others = heads
    others[state.machine] = 0
    // What they have sent is ignored.
    for (id, machine) in state.membership.machines where machine.isRemoved { others[id] = 0 }
    for case .voidLink(let entry) in incoming.refused { others[entry.machine] = 0 }
    let missing = state.seen.countMissing(from: others)
    let unsent = try await store.write { try SharingTables(transaction: $0).countEntries(after: heads) }
    var queue = CausalQueue(released: state.seen)
    for entry in incoming.entries where (try? incoming.membership.check(entry.id, incoming.vouched)) != nil {
      queue.add(entry)
    }
    let waiting = queue.waiting.count
    guard waiting == 0 || !queue.release().isEmpty else {
      return RelayFinding(
        isGood: false, topic: .position,
        text: "entries that wait for earlier ones\(authors(queue)), which the relay does not have yet: \(waiting). If "
          + "they do not come, share the book again on the machine that wrote them, or remove it if it does not come "
          + "back")
    }
    guard missing > 0 || unsent > 0 else {
      return RelayFinding(isGood: true, topic: .position, text: "this machine and the relay have the same entries")
    }
    return RelayFinding(
      isGood: true, topic: .position,
      text: "entries to receive: \(missing), to send: \(unsent); they are exchanged while the book is open")
  }

  /// The machines whose earlier entries others wait for, as a part of a sentence.
  private func authors(_ queue: CausalQueue) -> String {
    var needed = VersionVector()
    for (id, entry) in queue.waiting {
      needed.formUnion(entry.seen)
      needed[id.machine] = max(needed[id.machine], id.number - 1)
    }
    let present = Set(queue.waiting.keys)
    let lacking = needed.sorted.filter { last in
      let next = EntryID(machine: last.machine, number: queue.released[last.machine] + 1)
      return next.number <= last.number && !present.contains(next)
    }
    let names = lacking.map { "“\(state.membership.label(of: $0.machine))”" }
    return names.isEmpty ? "" : " of " + names.joined(separator: ", ")
  }

  /// Checks the entries that this machine would merge next.
  private func refusals(_ incoming: IncomingEntries) -> RelayFinding {
    var reasons = incoming.refused
    for entry in incoming.entries {
      do throws(SealError) { try incoming.membership.check(entry.id, incoming.vouched) } catch {
        reasons.append(incoming.membership.reason(entry, error, on: state.machine))
      }
    }
    let (refused, ignored) = incoming.membership.divided(reasons)
    guard let reason = refused.first else {
      return RelayFinding(
        isGood: true, topic: .entries, text: (["none is refused"] + ignored).joined(separator: ". "))
    }
    return RelayFinding(isGood: false, topic: .entries, text: "refused: \(refused.count). \(reason)")
  }

  /// Reads what a new member would begin with: the snapshot, and the entries after it.
  ///
  /// - Parameter unreadable: What the relay could not read so far.
  private func snapshot(_ unreadable: inout Set<String>) async throws -> RelayFinding {
    guard let newest = try await Synchronizer<M>.newestSnapshot(relay, secrets.keys, state.membership) else {
      return RelayFinding(
        isGood: false, topic: .snapshot,
        text: "no machine can join, since the relay has no snapshot that can be read: share the book again")
    }
    var (read, last) = (newest.header.seen, VersionVector())
    while read != last {
      last = read
      for entry in try await relay.entries(after: last) {
        read[entry.id.machine] = max(read[entry.id.machine], entry.id.number)
      }
      unreadable.formUnion(await relay.unreadable)
    }
    guard unreadable.isEmpty else {
      return RelayFinding(
        isGood: false, topic: .snapshot, text: "a machine that joins now lacks what cannot be read of the relay")
    }
    return RelayFinding(isGood: true, topic: .snapshot, text: "others can join")
  }
}

/// One sentence about the relay of a shared book.
public struct RelayFinding: Hashable, Sendable {
  /// What was examined.
  public enum Topic: String, Sendable {
    /// Whether the relay can be reached.
    case relay
    /// Whether this machine has the keys to the newest entries.
    case key
    /// Whether this machine and the relay have the same entries.
    case position
    /// Whether this machine refuses entries of the relay.
    case entries
    /// Whether others can join.
    case snapshot
    /// What the relay has and this machine cannot read.
    case files
  }

  /// Whether there is nothing to do.
  public let isGood: Bool
  /// What was examined.
  public let topic: Topic
  /// The answer.
  public let text: String

  /// Creates a finding.
  public init(isGood: Bool, topic: Topic, text: String) {
    self.isGood = isGood
    self.topic = topic
    self.text = text
  }
}
