import Persistence

/// Snapshots of the book, and the entries that they replace.
extension SharedBook {
  /// The parts of a snapshot of the book, sealed.
  ///
  /// Other programs can write while it is made.
  func snapshot() async throws -> [SealedEntry] {
    let time = clock()
    // All local changes are in entries first, so that the snapshot is as of an entry. It has every record that exists
    // then, also one that is deleted while it is made: a record that it lacks was deleted before.
    let (start, secrets, digests, ids) = try await perform { session in
      try session.export()
      // Each snapshot has a number of its own.
      try session.append(.acknowledgement(time: time))
      return (session.state, session.secrets, try session.lastDigests(), try session.ids())
    }
    let id = EntryID(machine: start.machine, number: start.seen[start.machine])
    var header = Snapshot.Header(
      seen: start.seen, lastMoment: start.lastMoment, membership: start.membership, keys: secrets.keys.known,
      digests: digests)
    var parts: [SealedEntry] = []
    var rest = ids[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Snapshot.partSize))
      rest = rest.dropFirst(batch.count)
      let records = try await perform { session in
        try session.export()
        return try batch.map { id in
          Snapshot.Record(id: id, state: try session.recordState(of: id).bytes(besides: RecordContent()))
        }
      }
      for records in Snapshot.divided(records) {
        let content = Snapshot.bytes(records, part: parts.count + 1)
        parts.append(SealedEntry(.snapshot, id, content, secrets.keys, secrets.machine))
      }
    }
    header.partCount = parts.count
    return [SealedEntry(.snapshot, id, Snapshot.bytes(header), secrets.keys, secrets.machine)] + parts
  }

  /// Merges a snapshot, because the relay no longer has the entries that this machine lacks.
  ///
  /// - Returns: `false` when its author may have merged other entries under this machine's numbers.
  /// - Throws: ``ForkedEntry`` when its author has.
  func adopt(_ snapshot: Snapshot) async throws -> Bool {
    try await perform { session in
      try session.export()
      guard try session.agrees(with: snapshot.header) else { return false }
      try session.adopt(snapshot)
      return true
    }
  }

  /// Notes a snapshot that the relay has.
  ///
  /// One that was made before another program has removed a member is not noted: the new join link does not open it.
  ///
  /// - Parameter epoch: The number of the key that the snapshot is sealed with.
  /// - Returns: Whether it was noted.
  func note(snapshot: VersionVector, epoch: Int64) async throws -> Bool {
    try await perform { session in
      guard session.secrets.keys.epoch == epoch else { return false }
      session.state.snapshot = snapshot
      session.noteChange()
      return true
    }
  }

  /// Notes that the relay has lost its snapshot.
  func noteLostSnapshot() async throws {
    try await perform { session in
      session.state.snapshot = VersionVector()
      session.noteChange()
    }
  }

  /// Deletes the own entries that no member needs any more, because all have them and a snapshot too.
  ///
  /// The last one stays: a relay that lacks it has lost entries.
  ///
  /// - Returns: The last one that was deleted.
  func prune(to snapshot: VersionVector) async throws -> EntryID {
    try await perform { session in
      let machine = session.state.machine
      let unneeded = session.state.membership.stable.intersection(snapshot)[machine]
      let last = EntryID(machine: machine, number: min(unneeded, session.state.seen[machine] - 1))
      try session.tables.removeEntries(of: machine, through: last.number)
      session.noteChange()
      return last
    }
  }
}
