import Persistence

extension StoreError {
  /// The error as the user reads it: with the labels of a person's fields in place of the names of their columns.
  ///
  /// - Complexity: O(*n* · *m*) for *n* fields of the error and *m* fields of the catalogue.
  public var labelled: StoreError {
    switch self {
    case .conflict(let id, let columns): .conflict(id: id, fields: Self.labels(of: columns))
    case .undoConflict(let id, let name, let columns, let author):
      .undoConflict(id: id, name: name, fields: Self.labels(of: columns), author: author)
    default: self
    }
  }

  /// The error as the user of `store` reads it: an undo conflict has the values of its fields in the book, and its
  /// author in words.
  ///
  /// - Complexity: One query for an undo conflict; otherwise that of ``labelled``.
  @MainActor
  public func labelled(in store: Store) -> StoreError {
    guard case .undoConflict(let id, let name, let columns, let author) = self else { return labelled }
    let person = try? store.get(Person.self, id: id)
    let catalogue = FieldCatalogue.current.fields
    let fields = columns.map { column in
      guard let person, let field = catalogue.first(where: { $0.column == column }) else {
        return Self.labels(of: [column])[0]
      }
      let values = field.kind.values(of: person).map(\.value).joined(separator: ", ")
      return "\(field.label): \(values.isBlank ? "nothing" : values.excerpt)"
    }
    let by = author.map { ChangeOrigin(author: $0, time: 0).otherAuthorText(own: store.author) }
    return .undoConflict(id: id, name: name, fields: fields, author: by)
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
