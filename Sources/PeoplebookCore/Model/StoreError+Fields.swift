import Persistence

extension StoreError {
  /// The error as the user reads it: with the labels of a person's fields in place of the names of their columns.
  ///
  /// - Complexity: O(*n* · *m*) for *n* fields of the error and *m* fields of the catalogue.
  public var labelled: StoreError {
    switch self {
    case .conflict(let id, let columns): .conflict(id: id, fields: Self.labels(of: columns))
    case .undoConflict(let name, let columns, let author):
      .undoConflict(name: name, fields: Self.labels(of: columns), author: author)
    default: self
    }
  }

  /// The labels of the fields, each once.
  ///
  /// What has no field is a part of the card.
  private static func labels(of columns: [String]) -> [String] {
    let fields = FieldCatalogue.current.fields
    let labels = columns.map { column in
      column == "id" ? column : fields.first { $0.column == column }?.label ?? PersonField.cardLines.label
    }
    var seen: Set<String> = []
    return labels.filter { seen.insert($0).inserted }
  }
}
