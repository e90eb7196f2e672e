import Persistence

/// The fields of a model by their names, without those that have their default values.
struct RecordMapping<M: Model>: Sendable {
  let entity = M.table.name
  let defaults: [String: StoredValue]
  /// The fields of which two versions can both be shown.
  let texts: Set<String>
  /// The columns and the lists of the model.
  let names: Set<String>
  private let columns = M.table.columns
  private let columnIndices: [String: Int]
  private let lists: [String: List<M>]

  init() {
    let blank = M()
    columnIndices = Dictionary(zip(M.table.columns.map(\.name), 0...)) { first, _ in first }
    lists = Dictionary(M.table.lists.map { ($0.name, $0) }) { first, _ in first }
    defaults = Dictionary(M.table.columns.map { ($0.name, $0.get(blank)) }) { first, _ in first }
    texts = Set(M.table.columns.filter(\.isText).map(\.name))
    names = Set(M.table.columns.map(\.name) + M.table.lists.map(\.name))
  }

  func content(of record: M) -> RecordContent {
    var content = RecordContent()
    for column in M.table.columns {
      let value = column.get(record)
      if value != defaults[column.name] { content.fields[column.name] = value }
    }
    for list in M.table.lists {
      let values = list.get(record)
      if !values.isEmpty { content.lists[list.name] = values }
    }
    return content
  }

  /// A record with the content, in the row of `present` if there is one; fields that the model lacks are left out.
  func record(_ id: String, _ content: RecordContent, replacing present: M?) -> M {
    var record = M()
    record.id = id
    record.row = present?.row ?? 0
    for column in M.table.columns {
      if let value = content.fields[column.name] { column.set(&record, value) }
    }
    for list in M.table.lists { list.replace(&record, content.lists[list.name] ?? []) }
    return record
  }

  /// The record that a change inserts, if the change is all that a new record is made of.
  ///
  /// - Returns: `nil` for a change of another kind, one that orders the elements of a list, or one with fields that the
  ///   model lacks or has otherwise.
  /// - Complexity: O(fields and elements of the change).
  func record(insertedBy change: RecordChange) -> M? {
    guard change.kind == .insertion else { return nil }
    var record = M()
    record.id = change.id
    var values: [(index: Int, value: StoredValue)] = []
    for field in change.fields {
      guard let index = columnIndices[field.name], field.value != defaults[field.name] else { return nil }
      values.append((index, field.value))
    }
    // In the order of the columns, since a field may determine another one.
    values.sort { $0.index < $1.index }
    for (index, value) in values { columns[index].set(&record, value) }
    for write in change.lists {
      let parts = write.writes.map(\.parts)
      guard let list = lists[write.name], list.get(record).isEmpty, !parts.isEmpty, write.order == nil,
        write.removals.isEmpty, ElementKey.keys(of: parts) == write.writes.map(\.key)
      else { return nil }
      list.replace(&record, parts)
      guard list.get(record) == parts else { return nil }
    }
    return values.allSatisfy { columns[$0.index].get(record) == $0.value } ? record : nil
  }

  /// Whether a state has fields that the model lacks, which a newer version has written.
  func hasUnknownFields(_ state: RecordState) -> Bool {
    !state.fields.keys.allSatisfy(names.contains) || !state.lists.keys.allSatisfy(names.contains)
  }
}
