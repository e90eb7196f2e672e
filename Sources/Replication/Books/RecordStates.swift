import Persistence

/// The states of the records that one transaction touches: loaded when they are first used, saved together.
struct RecordStates<M: Model> {
  private let tables: SharingTables
  private let mapping: RecordMapping<M>
  private var loaded: [String: RecordState] = [:]
  /// The records with conflicts when they were loaded.
  private var conflicted: Set<String> = []
  /// The records that have a saved state.
  private var saved: Set<String> = []
  /// The states of records that this transaction has inserted, and that one write made as they are.
  private var inserted: [String: [UInt8]] = [:]

  init(_ tables: SharingTables, _ mapping: RecordMapping<M>) {
    self.tables = tables
    self.mapping = mapping
  }

  /// The state of a record.
  ///
  /// - Parameter content: The content that the book had when the state was saved; `nil` for a missing record.
  mutating func state(of id: String, besides content: () throws -> RecordContent?) throws -> RecordState {
    if let state = loaded[id] { return state }
    let state: RecordState
    if let bytes = inserted.removeValue(forKey: id) {
      state = try RecordState(bytes: bytes, besides: try content() ?? RecordContent())
    } else if let bytes = try tables.bytes(mapping.entity, id) {
      state = try RecordState(bytes: bytes, besides: try content() ?? RecordContent())
      saved.insert(id)
    } else {
      state = try content().map { RecordState($0) } ?? RecordState()
    }
    loaded[id] = state
    if !conflicts(in: state).isEmpty { conflicted.insert(id) }
    return state
  }

  mutating func set(_ state: RecordState, of id: String) {
    loaded[id] = state
  }

  /// Whether neither the record nor a write of it is known, also of a deleted one.
  func isNew(_ id: String) throws -> Bool {
    try loaded[id] == nil && inserted[id] == nil && tables.isNew(mapping.entity, id)
  }

  /// Notes a record that is not known, and that one write has made as it is in the book.
  mutating func insert(_ id: String, _ state: [UInt8]) { inserted[id] = state }

  /// The texts of a record that lost against later ones.
  func conflicts(in state: RecordState) -> [(field: String, version: Register<StoredValue>.Version)] {
    guard state.exists else { return [] }
    return state.fields.filter { mapping.texts.contains($0.key) && $0.value.versions.count > 1 }
      .sorted { $0.key < $1.key }
      .flatMap { name, register in
        register.others.filter { $0.value.text?.isEmpty == false }.map { (field: name, version: $0) }
      }
  }

  /// Writes the states beside the records, which have been written.
  ///
  /// - Parameters:
  ///   - content: The present content of a record in the book.
  ///   - name: The name of a machine.
  mutating func save(content: (String) throws -> RecordContent?, name: (MachineID) -> String) throws {
    // In their order, the index is written page by page.
    for (id, bytes) in inserted.sorted(by: { $0.key < $1.key }) {
      try tables.save(mapping.entity, id, bytes, hasUnknown: false)
    }
    inserted = [:]
    for (id, state) in loaded {
      let content = try content(id) ?? RecordContent()
      if !saved.contains(id), state == RecordState(content) { continue }
      let bytes = state.bytes(besides: content)
      try tables.save(mapping.entity, id, bytes, hasUnknown: mapping.hasUnknownFields(state))
      let conflicts = conflicts(in: state)
      guard !conflicts.isEmpty || conflicted.contains(id) else { continue }
      try tables.replaceConflicts(
        of: mapping.entity, id,
        conflicts.map { field, version in
          SharingConflict(
            id: id, field: field, text: version.value.text ?? "", machine: name(version.entry.machine),
            time: version.moment.time)
        })
    }
    loaded = [:]
    conflicted = []
    saved = []
  }
}
