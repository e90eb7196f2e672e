extension Synchronizer {
  /// The snapshot with the most entries that the keys open; `nil` when the relay has none.
  ///
  /// - Parameters:
  ///   - relay: The relay.
  ///   - keys: The keys of the book.
  ///   - membership: The machines, of which removed ones make no snapshots; empty for a machine that joins.
  ///   - member: The entries that a member has, and its machine: only snapshots with more entries count.
  ///   - inviter: The machine that has given the join link: its snapshot is preferred.
  static func newestSnapshot(
    _ relay: any Relay, _ keys: BookKeys, _ membership: Membership = Membership(),
    for member: (seen: VersionVector, machine: MachineID)? = nil, inviter: MachineID? = nil
  ) async throws -> Snapshot? {
    let known = member?.seen ?? VersionVector()
    var newest: Snapshot?
    // A removed machine names itself a member in its snapshot, under an earlier key.
    for id in try await relay.snapshots() where membership.machines[id.machine]?.isMember != false {
      let parts = try await relay.snapshot(id)
      // A snapshot that this machine cannot open, or that was altered, is none.
      guard let epoch = parts.first?.epoch, epoch >= keys.epoch, keys[epoch] != nil,
        let snapshot = try? Snapshot(parts, keys)
      else { continue }
      let count = known.countMissing(from: snapshot.header.seen)
      if let member, count == 0 || !snapshot.isPlausible(for: member.machine, after: member.seen) { continue }
      let isInviters = id.machine == inviter
      if let best = newest, (best.id.machine == inviter) == isInviters {
        if known.countMissing(from: best.header.seen) < count { newest = snapshot }
      } else if newest == nil || isInviters {
        newest = snapshot
      }
    }
    return newest
  }
}
