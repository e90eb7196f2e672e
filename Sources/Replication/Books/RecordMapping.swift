import Persistence

/// The fields of a model by their names, without those that have their default values.
struct RecordMapping<M: Model>: Sendable {
  let entity = M.table.name
  let defaults: [String: StoredValue]
  /// The fields of which two versions can both be shown.
  let texts: Set<String>
  /// The columns and the lists of the model.
  let names: Set<String>

  init() {
    let blank = M()
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

  /// Whether a state has fields that the model lacks, which a newer version has written.
  func hasUnknownFields(_ state: RecordState) -> Bool {
    !state.fields.keys.allSatisfy(names.contains) || !state.lists.keys.allSatisfy(names.contains)
  }
}
