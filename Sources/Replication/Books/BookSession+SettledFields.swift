import Persistence

/// The choices of the user between texts that several machines wrote at the same time.
extension BookSession {
  /// Writes the chosen texts again, which the book has already, so that all machines forget the others.
  mutating func exportSettledFields() throws {
    let settled = try tables.takeSettledFields(mapping.entity)
    guard !settled.isEmpty else { return }
    hasChanged = true
    let entry = EntryID(machine: state.machine, number: state.seen[state.machine] + 1)
    let context = WriteContext(entry: entry, moment: clock.tick(at: clock.last.time), seen: state.seen)
    var changes: [RecordChange] = []
    for (id, field) in settled {
      guard let content = try content(of: id) else { continue }
      var record = try records.state(of: id) { content }
      guard let register = record.fields[field], register.versions.count > 1 else { continue }
      let value = content.fields[field] ?? mapping.defaults[field] ?? .null
      let change = RecordChange(
        entity: mapping.entity, id: id, kind: .edit, fields: [RecordChange.FieldWrite(name: field, value: value)])
      record.apply(change, context)
      records.set(record, of: id)
      changes.append(change)
    }
    try saveRecords()
    guard !changes.isEmpty else { return }
    try append(.commits([Entry.Commit(moment: context.moment, author: "", changes: changes)]))
  }
}
