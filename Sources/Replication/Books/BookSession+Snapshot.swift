import Persistence

/// Whole states of records.
extension BookSession {
  /// The state of a record, as a snapshot has it.
  mutating func recordState(of id: String) throws -> RecordState {
    let content = try content(of: id)
    return try records.state(of: id) { content }
  }

  /// Merges a record of a snapshot; its author has merged the entries in `otherSeen`.
  mutating func merge(_ other: RecordState, of id: String, _ otherSeen: VersionVector) throws {
    let present = try transaction.get(M.self, id: id)
    let content = present.map { mapping.content(of: $0) }
    let record = try records.state(of: id) { content }.merged(with: other, state.seen, otherSeen)
    records.set(record, of: id)
    try write(record, id, replacing: present)
    hasChanged = true
  }

  /// Merges a whole snapshot: afterwards the book has the entries of both.
  mutating func adopt(_ snapshot: Snapshot) throws {
    let header = snapshot.header
    try transaction.changeAuthor(to: "")
    // It would be undone on all machines.
    transaction.excludeFromUndo()
    var present = Set(try tables.ids(mapping.entity))
    present.formUnion(
      try transaction.rows("SELECT id FROM \(mapping.entity)").compactMap { $0.first?.text })
    var count = 0
    try snapshot.forEach { id, record in
      present.remove(id)
      try merge(record, of: id, header.seen)
      count += 1
      if count.isMultiple(of: Self.entrySize) { try saveRecords() }
    }
    // Records that the snapshot lacks were deleted, unless they are newer than it.
    for id in present.sorted() { try merge(RecordState(), of: id, header.seen) }
    try saveRecords()
    clock.receive(header.lastMoment)
    for (epoch, key) in header.keys { secrets.keys.add(key, epoch: epoch) }
    state.membership.merge(header.membership)
    state.seen.formUnion(header.seen)
    state.snapshot = header.seen
    hasChanged = true
  }

  mutating func noteChange() {
    hasChanged = true
  }

  /// Writes the fields to the book that the model did not have when they were merged.
  mutating func adoptUnknownFields() throws {
    let names = mapping.names.sorted()
    guard state.fields != names else { return }
    for id in try tables.ids(mapping.entity, onlyUnknown: true) {
      let present = try transaction.get(M.self, id: id)
      let content = present.map { mapping.content(of: $0) }
      let record = try records.state(of: id) { content }
      try write(record, id, replacing: present)
    }
    try saveRecords()
    state.fields = names
    hasChanged = true
  }
}
