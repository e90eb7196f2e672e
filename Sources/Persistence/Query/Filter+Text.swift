extension Filter {
  /// The records with a text in one of the columns and lists, letter by letter, except for case and accents.
  ///
  /// Of the elements of a list, the last part counts. An empty text matches every record.
  /// - Complexity: Each record is read.
  public static func contains(_ text: String, inColumns columns: [Column<M>], lists: [List<M>]) -> Filter {
    let folded = Folding.fold(text)
    // Nothing is left of an apostrophe.
    func condition(_ name: String) -> String {
      folded.isEmpty ? "instr(\(name), ?) > 0" : "\(Folding.containsFunction)(\(name), ?)"
    }
    let record = M.table.name
    let conditions =
      columns.map { condition($0.name) }
      + lists.map { list in
        let table = M.table.listTable(list)
        let part = list.parts.last?.name ?? "position"
        return """
          EXISTS (SELECT 1 FROM \(table) WHERE \(table).\(record) = \(record).row AND \(condition("\(table).\(part)")))
          """
      }
    guard !text.isEmpty, !conditions.isEmpty else { return Filter(text.isEmpty ? "1" : "0", []) }
    let value = StoredValue.text(folded.isEmpty ? text : folded)
    return Filter(conditions.joined(separator: " OR "), Array(repeating: value, count: conditions.count))
  }
}
