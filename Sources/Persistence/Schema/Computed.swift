/// What only we can compute of a record: its sort keys and its folded search text. Other programs leave them NULL.
struct Computed {
  /// In the order of the table's orders.
  var keys: [[UInt8]]
  var search: String
}

extension Table {
  func computed(for model: M, collator: Collator) -> Computed {
    Computed(keys: orders.map { collator.key(for: $0.fields(model)) }, search: search(for: model))
  }

  /// The folded search text: a text a line.
  func search(for model: M) -> String {
    var search = ""
    for text in searchText(model) where !text.isEmpty {
      if !search.isEmpty { search += "\n" }
      search += Folding.fold(text)
    }
    return search
  }
}
