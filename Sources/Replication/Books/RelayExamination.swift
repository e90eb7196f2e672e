import Persistence

/// Looks at the relay of a shared book, and changes neither.
///
/// It has one sentence for each question: whether the relay can be reached, whether the key of this machine opens what
/// the relay has, what has not been exchanged yet, and whether an entry is refused.
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
    secrets = try SharingSecrets.load(book: store.path)
    relay = try makeRelay(JoinLink(relay: secrets.relay, keys: secrets.keys, inviter: state.machine))
  }

  /// The address of the relay.
  public var address: String { secrets.relay }

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
      report(RelayFinding(isGood: true, topic: .relay, text: "\(address) can be reached"))
      report(try await key(heads))
      let incoming = IncomingEntries(try await relay.entries(after: state.seen), secrets.keys, state.membership)
      report(try await position(heads, incoming))
      report(refusals(incoming))
      for problem in await relay.unreadable { report(RelayFinding(isGood: false, topic: .files, text: problem)) }
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
    guard missing > 0 || unsent > 0 else {
      return RelayFinding(isGood: true, topic: .position, text: "this machine and the relay have the same entries")
    }
    return RelayFinding(
      isGood: true, topic: .position,
      text: "entries to receive: \(missing), to send: \(unsent); they are exchanged while the book is open")
  }

  /// Checks the entries that this machine would merge next.
  private func refusals(_ incoming: IncomingEntries) -> RelayFinding {
    var reasons = incoming.refused
    for entry in incoming.entries {
      do throws(SealError) { try incoming.membership.check(entry.id, incoming.vouched) } catch { reasons.append(error) }
    }
    let (refused, ignored) = incoming.membership.divided(reasons)
    guard let reason = refused.first else {
      return RelayFinding(
        isGood: true, topic: .entries, text: (["none is refused"] + ignored).joined(separator: ". "))
    }
    return RelayFinding(isGood: false, topic: .entries, text: "refused: \(refused.count). \(reason)")
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
