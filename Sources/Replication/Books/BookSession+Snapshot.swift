import Persistence

/// A record of a snapshot that was read.
private struct SnapshotItem: Sendable {
  var id: String
  var state: RecordState
  /// What a book saves beside the record that it takes over; `nil` for nothing.
  var bytes: [UInt8]?
}

extension RecordMapping {
  /// Reads a record of a snapshot.
  ///
  /// - Returns: It, and the record that a book without it takes over: `nil` for one that was deleted, or that has
  ///   conflicts or unknown fields.
  fileprivate func reading(_ record: Snapshot.Record) throws -> (item: SnapshotItem, record: M?) {
    let state = try RecordState(bytes: record.state, besides: RecordContent())
    var item = SnapshotItem(id: record.id, state: state)
    let hasConflict = state.fields.contains { texts.contains($0.key) && $0.value.versions.count > 1 }
    guard state.exists, !hasConflict, !hasUnknownFields(state) else { return (item, nil) }
    let new = self.record(record.id, state.content, replacing: nil)
    let content = content(of: new)
    if state != RecordState(content) { item.bytes = state.bytes(besides: content) }
    return (item, new)
  }
}

/// Whole states of records.
extension BookSession {
  /// The state of a record, as a snapshot has it.
  mutating func recordState(of id: String) throws -> RecordState {
    let content = try content(of: id)
    return try records.state(of: id) { content }
  }

  /// The records of the book in the order of their rows, and then those that were deleted; a record without an id is
  /// not shared.
  func ids() throws -> [String] {
    let present = try presentIDs()
    return present + Set(try tables.ids(mapping.entity)).subtracting(present).sorted()
  }

  private func presentIDs() throws -> [String] {
    try transaction.rows("SELECT id FROM \(mapping.entity) WHERE id <> '' ORDER BY row").compactMap { $0.first?.text }
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
    try forgetOthers(than: header)
    var present = Set(try tables.ids(mapping.entity))
    present.formUnion(try presentIDs())
    for number in snapshot.parts.indices {
      let part = try snapshot.records(ofPart: number).filter { !$0.id.isEmpty }
      present.subtract(part.map(\.id))
      try merge(part, header.seen)
      try saveRecords()
    }
    // Records that the snapshot lacks were deleted, unless they are newer than it.
    for id in present.sorted() { try merge(RecordState(), of: id, header.seen) }
    try saveRecords()
    clock.receive(header.lastMoment)
    let epoch = secrets.keys.epoch
    for (epoch, key) in header.keys { secrets.keys.add(key, epoch: epoch) }
    if secrets.keys.epoch > epoch { state.holders = [] }
    state.membership.merge(header.membership)
    state.seen.formUnion(header.seen)
    state.snapshot = header.seen
    hasChanged = true
  }

  /// Merges some records of a snapshot.
  ///
  /// On a machine that has merged nothing, a record is as the snapshot has it; another thread prepares it.
  private mutating func merge(_ part: [Snapshot.Record], _ otherSeen: VersionVector) throws {
    let isFirst = state.seen.isEmpty
    try transaction.forEachPrepared(part, { [mapping] in try mapping.reading($0) }) { item, prepared in
      if let prepared, isFirst, try records.isNew(item.id) {
        try transaction.insertPrepared(prepared)
        if let bytes = item.bytes { records.insert(item.id, bytes) }
        hasChanged = true
      } else {
        try merge(item.state, of: item.id, otherSeen)
      }
    }
  }

  mutating func noteChange() {
    hasChanged = true
  }

  /// Writes the fields to the book that the model did not have when they were merged.
  ///
  /// Changes that are not shared yet become entries first: writing a record as its state is would revert them.
  mutating func adoptUnknownFields() throws {
    let names = mapping.names.sorted()
    guard state.fields != names else { return }
    // Read before the export: it saves states without the mark, since the model has the fields now.
    let ids = try tables.ids(mapping.entity, onlyUnknown: true)
    try export()
    if !ids.isEmpty {
      try transaction.changeAuthor(to: "")
      // An undo would remove the fields on all machines.
      transaction.excludeFromUndo()
    }
    for id in ids {
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
