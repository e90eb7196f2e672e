/// The computed columns of a record: its sort keys and its folded search text.
///
/// Other programs leave them NULL.
struct ComputedColumns: Sendable {
  /// The sort keys in the order of the table's orders.
  var keys: [[UInt8]]
  var search: String
}

extension Table {
  func computed(for model: M, collator: Collator) -> ComputedColumns {
    ComputedColumns(keys: orders.map { $0.key(of: model, collator) }, search: search(for: model))
  }

  /// The folded search text, never NULL: that marks a row without a computed text.
  func search(for model: M) -> String {
    var search = SearchText()
    for text in searchText(model) { search.append(text) }
    return search.string
  }
}
