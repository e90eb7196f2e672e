import Persistence

/// A record as the entries make it, with the writes that determine each of its fields.
///
/// Entries are merged after those that their authors had seen, those of one machine in their order. Then the state
/// depends on the set of merged entries only:
/// - A write replaces the writes that its author had seen. Of the remaining ones the latest counts; the others are
///   conflicts where texts differ.
/// - A record exists as long as it has a write that no deletion has seen.
struct RecordState: Hashable, Sendable {
  /// The writes that keep the record alive.
  private(set) var life = Register<NoValue>()
  private(set) var fields: [String: Register<StoredValue>] = [:]
  private(set) var lists: [String: ListState] = [:]

  /// The value of a register that has none: only the places of its writes matter.
  enum NoValue: Hashable, Sendable { case none }

  init(
    life: Register<NoValue> = Register(), fields: [String: Register<StoredValue>] = [:],
    lists: [String: ListState] = [:]
  ) {
    self.life = life
    self.fields = fields.filter { $0.value.winner != nil }
    self.lists = lists.filter { !$0.value.isEmpty }
  }

  /// A record with content that was all written by one write.
  init(_ content: RecordContent, entry: EntryID = .origin, moment: Moment = .beginning) {
    life = Register([.init(entry: entry, moment: moment, value: .none)])
    fields = content.fields.mapValues { Register([.init(entry: entry, moment: moment, value: $0)]) }
    lists = content.lists.mapValues { ListState($0, entry: entry, moment: moment) }
  }

  var exists: Bool { life.winner != nil }

  /// The content, also of a deleted record; fields with their default values are left out.
  var content: RecordContent {
    RecordContent(
      fields: fields.compactMapValues(\.value), lists: lists.mapValues(\.values).filter { !$0.value.isEmpty })
  }

  // MARK: Merging

  mutating func apply(_ change: RecordChange, _ context: WriteContext) {
    switch change.kind {
    case .deletion:
      life.clear(context)
      return
    case .insertion:
      for name in Array(fields.keys) { fields[name]?.clear(context) }
      for name in Array(lists.keys) { lists[name]?.clear(context) }
    case .edit: break
    }
    life.write(.none, context)
    for field in change.fields { fields[field.name, default: Register()].write(field.value, context) }
    for list in change.lists { lists[list.name, default: ListState()].apply(list, context) }
    fields = fields.filter { $0.value.winner != nil }
    lists = lists.filter { !$0.value.isEmpty }
  }

  /// The state of a machine that has the entries of both, of which this one has merged those in `seen`.
  func merged(with other: RecordState, _ seen: VersionVector, _ otherSeen: VersionVector) -> RecordState {
    var (fields, lists) = (self.fields, self.lists)
    for name in Set(fields.keys).union(other.fields.keys) {
      fields[name] = (fields[name] ?? Register()).merged(with: other.fields[name] ?? Register(), seen, otherSeen)
    }
    for name in Set(lists.keys).union(other.lists.keys) {
      lists[name] = (lists[name] ?? ListState()).merged(with: other.lists[name] ?? ListState(), seen, otherSeen)
    }
    return RecordState(life: life.merged(with: other.life, seen, otherSeen), fields: fields, lists: lists)
  }

  /// The state with the writes of some entries only.
  func filtered(_ isIncluded: (EntryID) -> Bool) -> RecordState {
    RecordState(
      life: life.filtered(isIncluded), fields: fields.mapValues { $0.filtered(isIncluded) },
      lists: lists.mapValues { list in
        ListState(elements: list.elements.mapValues { $0.filtered(isIncluded) }, order: list.order.filtered(isIncluded))
      })
  }

  // MARK: Describing

  /// The change that a commit in this book made to the record.
  ///
  /// - Parameters:
  ///   - before: The content before the commit; `nil` when the commit inserted the record.
  ///   - after: The content after it; `nil` when it deleted the record.
  ///   - defaults: The values of fields that neither has.
  ///   - known: The fields and lists of the model. An insertion of a record that existed before, such as the undo of a
  ///     deletion, writes the values of others again.
  /// - Returns: `nil` when nothing has changed.
  func change(
    of entity: String, _ id: String, from before: RecordContent?, to after: RecordContent?,
    defaults: [String: StoredValue], known: Set<String>, _ context: WriteContext
  ) -> RecordChange? {
    guard let after else { return RecordChange(entity: entity, id: id, kind: .deletion) }
    var change = RecordChange(entity: entity, id: id, kind: before == nil ? .insertion : .edit)
    var base = self
    if before == nil {
      base.life.clear(context)
      for name in base.lists.keys { base.lists[name]?.clear(context) }
      for (name, register) in fields.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
        if let value = register.value { change.fields.append(.init(name: name, value: value)) }
      }
      for (name, list) in lists.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
        let difference = (base.lists[name] ?? ListState()).change(named: name, to: list.values, context)
        if !difference.isEmpty { change.lists.append(difference) }
      }
    }
    let old = before ?? RecordContent()
    for name in Set(after.fields.keys).union(old.fields.keys).sorted() where old.fields[name] != after.fields[name] {
      change.fields.append(.init(name: name, value: after.fields[name] ?? defaults[name] ?? .null))
    }
    for name in Set(after.lists.keys).union(old.lists.keys).sorted() where old.lists[name] != after.lists[name] {
      let list = base.lists[name] ?? ListState()
      let difference = list.change(named: name, to: after.lists[name] ?? [], context)
      if !difference.isEmpty { change.lists.append(difference) }
    }
    return before != nil && change.fields.isEmpty && change.lists.isEmpty ? nil : change
  }
}

/// The values of a record without those that are their fields' defaults.
struct RecordContent: Hashable, Sendable {
  var fields: [String: StoredValue] = [:]
  /// The parts of the elements of each list that is not empty.
  var lists: [String: [[StoredValue]]] = [:]
}
