import Persistence

/// Machines that have written several entries with one number, because they were restored from a backup.
///
/// Each machine keeps the digests of the others' entries. A machine that notices the fork reports them, so that all
/// keep the same entries; the restored machine writes the others again under a new identity.
extension BookSession {
  /// The report about a machine: its next entry does not follow the one that was merged.
  func fork(of machine: MachineID) throws -> Entry.Fork {
    Entry.Fork(machine: machine, digests: try tables.digests(of: machine, limit: Entry.Fork.limit))
  }

  /// Deletes the digests that no report needs.
  ///
  /// Members that have merged other entries under the same numbers count as if they had the ones of this machine.
  func removeOldDigests() throws {
    for last in state.membership.stable.sorted {
      try tables.removeDigests(of: last.machine, before: last.number - Entry.Fork.limit)
    }
  }

  /// Compares the entries of this machine with those that a member has merged.
  ///
  /// - Throws: ``ForkedEntry`` for the first one that the member has merged in another version.
  func compareOwn(_ fork: Entry.Fork) throws {
    guard try tables.ownMachines().contains(fork.machine) else { return }
    for (number, digest) in fork.digests.sorted(by: { $0.key < $1.key }) {
      let id = EntryID(machine: fork.machine, number: number)
      if let own = try tables.entry(id), own.digest != digest { throw ForkedEntry(id: id, others: fork.digests) }
    }
  }

  /// Compares the entries that this machine has merged of another one, or of a former identity of its own, with those
  /// that a member has merged.
  ///
  /// Where they differ, it merges those of the member instead, or a snapshot with them.
  mutating func compare(_ fork: Entry.Fork) throws {
    for (number, digest) in fork.digests.sorted(by: { $0.key < $1.key }) {
      let id = EntryID(machine: fork.machine, number: number)
      guard state.seen.covers(id), let present = try tables.digest(of: id), present != digest else { continue }
      state.seen[id.machine] = number - 1
      try expect(fork.digests, from: id)
      _ = try removeWrites(from: id)
      try saveRecords()
      state.isSnapshotNeeded = true
      hasChanged = true
      return
    }
  }

  /// Notes which entries of a machine are merged in the place of those that were.
  private func expect(_ digests: [Int64: [UInt8]], from first: EntryID) throws {
    try tables.removeDigests(of: first.machine, from: first.number)
    for (number, digest) in digests where number >= first.number {
      try tables.addDigest(digest, of: EntryID(machine: first.machine, number: number))
    }
  }

  /// The delivered entries of which a member has reported others, which are merged instead.
  func replacedEntries(_ incoming: IncomingEntries) throws -> Set<EntryID> {
    var replaced: Set<EntryID> = []
    for machine in Set(incoming.entries.map(\.id.machine)) {
      for (number, digest) in try tables.digests(of: machine, limit: Entry.Fork.limit, after: state.seen[machine]) {
        let id = EntryID(machine: machine, number: number)
        if let other = incoming.digests[id], other != digest { replaced.insert(id) }
      }
    }
    return replaced
  }

  /// Writes entries with the numbers of those that a member has merged and this machine lacks.
  ///
  /// It was restored from a backup, and its relay too. The member notices it by the entry that follows.
  mutating func overtake(_ incoming: IncomingEntries) throws {
    // A number that is far away comes from no honest member.
    try overtake(incoming.lastMerged(of: state.machine, through: state.seen[state.machine] + Entry.Fork.limit))
  }

  private mutating func overtake(_ number: Int64) throws {
    let last = state.seen[state.machine]
    guard last > 0, !state.isRemoved, number > last else { return }
    let time = state.membership.machines[state.machine]?.lastReport ?? 0
    while state.seen[state.machine] <= number { try append(.acknowledgement(time: time)) }
  }

  /// The digests of the last entries of all machines, for a snapshot.
  func lastDigests() throws -> [MachineID: [Int64: [UInt8]]] {
    let limit = Snapshot.Header.digestLimit
    let own = try tables.ownMachines()
    var digests: [MachineID: [Int64: [UInt8]]] = [:]
    for last in state.seen.sorted {
      digests[last.machine] =
        own.contains(last.machine)
        ? try tables.ownDigests(of: last.machine, limit: limit)
        : try tables.digests(of: last.machine, limit: limit).filter { $0.key <= last.number }
    }
    return digests
  }

  /// Whether a snapshot can be merged: its author has the entries of this machine that this machine has.
  ///
  /// A machine that was restored from a backup may have written others with their numbers, without a sign of it. It
  /// overtakes them then, so that a member reports which ones differ, and merges the snapshot afterwards.
  ///
  /// - Throws: ``ForkedEntry`` for the first one that the author has merged in another version.
  mutating func agrees(with header: Snapshot.Header) throws -> Bool {
    for (machine, digests) in header.digests { try compareOwn(Entry.Fork(machine: machine, digests: digests)) }
    let last = state.seen[state.machine]
    let merged = state.membership.members.filter { $0.id != state.machine }.map { $0.machine.seen[state.machine] }.max()
    guard header.seen[state.machine] > last, last > merged ?? 0 else { return true }
    try overtake(header.seen[state.machine])
    return false
  }

  /// Prepares the merging of a snapshot: where this machine has merged other entries of a third one, it forgets them.
  mutating func forgetOthers(than header: Snapshot.Header) throws {
    for (machine, digests) in header.digests where machine != state.machine {
      let present = try tables.digests(of: machine, limit: Entry.Fork.limit)
      let other = digests.filter { present[$0.key] ?? $0.value != $0.value && $0.key <= state.seen[machine] }.keys.min()
      if let other {
        state.seen[machine] = other - 1
        _ = try removeWrites(from: EntryID(machine: machine, number: other))
        try saveRecords()
      }
      guard header.seen[machine] > state.seen[machine] else { continue }
      try expect(digests, from: EntryID(machine: machine, number: digests.keys.min() ?? 0))
    }
  }

  /// Gives the machine another identity, and writes its entries from `first` on again under that: other entries with
  /// their numbers were written by a copy of this machine, or before it was restored.
  ///
  /// - Parameters:
  ///   - first: An entry of the present identity, or of a former one.
  ///   - others: The digests of the other entries by their numbers, as far as they are known.
  /// - Complexity: O(n) in the number of changed records.
  mutating func reissue(from first: EntryID, others: [Int64: [UInt8]] = [:]) throws {
    guard let publicKey = state.membership.publicKey(of: first.machine) else { throw SharingError.identityInUse }
    let lost = try tables.entries(
      after: VersionVector([first.machine: first.number - 1]), size: .max
    ).filter { $0.id.machine == first.machine }
    let entries = try lost.map { try $0.entry(secrets.keys) { _ in publicKey } }
    state.seen[first.machine] = first.number - 1
    try tables.removeEntries(of: first.machine, from: first.number)
    try expect(others, from: first)
    secrets.keys.limit(toKeysBesides: entries)
    try renewIdentity()
    // No other machine knows it.
    if first.number == 1 { state.membership.remove(first.machine) }
    state.isSnapshotNeeded = true
    let changed = try removeWrites(from: first)
    for entry in entries {
      switch entry.content {
      // The machine has introduced itself with its new keys.
      case .introduction: break
      case .rotation(let rotation): try remove(rotation.removed)
      default:
        var seen = entry.seen
        seen[first.machine] = min(seen[first.machine], first.number - 1)
        seen[state.machine] = state.seen[state.machine]
        try append(entry.content, seen: seen)
        guard case .commits(let commits) = entry.content else { break }
        let id = EntryID(machine: state.machine, number: state.seen[state.machine])
        let copy = Entry(id: id, seen: seen, content: entry.content)
        // As the other machines merge them: the authors of entries that this one has merged may have
        // seen the others.
        for commit in commits { try merge(commit, of: copy) }
      }
    }
    for id in changed {
      let present = try transaction.get(M.self, id: id)
      let content = present.map { mapping.content(of: $0) }
      try write(try records.state(of: id) { content }, id, replacing: present)
    }
    try saveRecords()
  }

  /// Removes what entries have written from the states of the records, which stay as they are.
  ///
  /// - Returns: The records that have such writes.
  private mutating func removeWrites(from first: EntryID) throws -> [String] {
    try tables.ids(mapping.entity).filter { id in
      let content = try content(of: id)
      let record = try records.state(of: id) { content }
      let rest = record.filtered { $0.machine != first.machine || $0.number < first.number }
      records.set(rest, of: id)
      return rest != record
    }
  }
}

/// The error for an entry of this machine, or of a former identity, that differs from the one it has written.
struct ForkedEntry: Error, Hashable {
  var id: EntryID
  /// The digests of the other entries by their numbers, as far as they are known.
  var others: [Int64: [UInt8]] = [:]
}
