/// Opens entries of other machines that a relay has delivered, and refuses those that no member has written.
///
/// A machine that is not known yet has joined with a link. Links are void once a machine was removed, so that its user
/// cannot join again: an introduction under an earlier key counts only if a member has merged it, or if it is that of
/// another identity of a member.
struct IncomingEntries {
  /// The entries that could be opened.
  private(set) var entries: [Entry] = []
  /// The digests of the entries that could be opened.
  private(set) var digests: [EntryID: [UInt8]] = [:]
  /// The reasons why the others could not.
  private(set) var refused: [SealError] = []
  /// The machines, those that have introduced themselves included.
  private(set) var membership: Membership
  /// The entries that some member has merged.
  private(set) var vouched: VersionVector
  /// The machines that have introduced themselves, and the key that each of them had.
  private(set) var newMachines: [MachineID: Int64] = [:]
  /// The newest key that a member has begun.
  private var epoch: Int64
  private let keys: BookKeys

  /// Opens entries, in any order.
  ///
  /// - Complexity: O(*n* log *n* + *m*²) for *n* entries and *m* machines that are not known.
  init(_ sealed: some Sequence<SealedEntry>, _ keys: BookKeys, _ membership: Membership) {
    self.keys = keys
    self.membership = membership
    vouched = membership.seenByMembers
    epoch = keys.epoch
    var unknown: [[SealedEntry]] = []
    // An introduction is before the other entries of its machine.
    for sealed in sealed.sorted(by: { $0.id < $1.id }) {
      if membership.publicKey(of: sealed.id.machine) != nil {
        open(sealed)
      } else if unknown.last?.last?.id.machine == sealed.id.machine {
        unknown[unknown.count - 1].append(sealed)
      } else {
        unknown.append([sealed])
      }
    }
    // The first ones that are admitted may have merged the introductions of others.
    while let index = unknown.firstIndex(where: { isAdmitted($0[0]) })
      ?? unknown.firstIndex(where: { isSuccessor($0[0]) })
    {
      for sealed in unknown.remove(at: index) { open(sealed) }
    }
    refused += unknown.joined().map { .voidLink($0.id) }
  }

  /// What members report about machines that have written several entries with one number.
  var forks: [Entry.Fork] {
    entries.compactMap { entry in
      guard case .fork(let fork) = entry.content, isOfMember(entry) else { return nil }
      return fork
    }
  }

  /// The last entry of a machine through a number that a member has merged; 0 for none.
  func lastMerged(of machine: MachineID, through last: Int64) -> Int64 {
    entries.filter(isOfMember).map { $0.seen[machine] }.filter { $0 <= last }.max() ?? 0
  }

  private func isOfMember(_ entry: Entry) -> Bool { membership.machines[entry.id.machine]?.isMember == true }

  private func isAdmitted(_ first: SealedEntry) -> Bool { first.epoch >= epoch || vouched.covers(first.id) }

  /// Whether an entry introduces another identity of a member, which vouches for it: it was restored from a backup, and
  /// may lack the newest key.
  private func isSuccessor(_ first: SealedEntry) -> Bool {
    guard case .introduction(let introduction)? = (try? first.entry(keys) { _ in nil })?.content,
      let former = introduction.former, let machine = membership.machines[former.machine], machine.isMember
    else { return false }
    return Sodium.isValid(
      former.signature, of: MachineKeys.successionMark + introduction.publicKey, publicKey: machine.publicKey)
  }

  /// The reason why an entry that could not be opened is refused.
  ///
  /// Members that remove others at the same time begin different keys: a machine that is no member, or no longer, may
  /// have another one. A later key means that this machine lacks one, and perhaps the introduction too.
  private func reason(_ sealed: SealedEntry, _ error: SealError) -> SealError {
    if (try? membership.check(sealed.id, vouched)) == nil { return .removedMachine(sealed.id) }
    guard case .unknownKey(let epoch) = error, membership.machines[sealed.id.machine] == nil else { return error }
    return epoch >> 32 > keys.epoch >> 32 ? error : .voidLink(sealed.id)
  }

  private mutating func open(_ sealed: SealedEntry) {
    do throws(SealError) {
      let entry = try sealed.entry(keys) { [membership] in membership.publicKey(of: $0) }
      if case .introduction(let introduction) = entry.content {
        membership.add(introduction)
        newMachines[entry.id.machine] = sealed.epoch
      }
      entries.append(entry)
      digests[entry.id] = sealed.digest
      guard isOfMember(entry) else { return }
      vouched.formUnion(entry.seen)
      if case .rotation(let rotation) = entry.content, keys.isPlausible(epoch: rotation.epoch) {
        epoch = max(epoch, rotation.epoch)
      }
    } catch {
      refused.append(reason(sealed, error))
    }
  }
}
