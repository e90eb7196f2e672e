/// The field of a column of a table, as the user has chosen it: `Tel=phone:work`.
///
/// The fields have the names of the catalogue, and a label after a colon where they have several values. Other names
/// are `name`, `id`, the parts of a postal address, and `nothing`.
public struct ColumnMapping: Hashable, Sendable {
  /// The mapping as the user wrote it.
  public let text: String
  /// The heading of the column, as the user wrote it.
  public let heading: String
  /// The name of the field, with its label.
  let field: String

  /// Whether the column with a heading is meant.
  func isAbout(_ heading: String) -> Bool {
    if heading.trimmed == self.heading { return true }
    let words = FieldCatalogue.normalised(heading)
    return !words.isEmpty && words == FieldCatalogue.normalised(self.heading)
  }
}

/// The reason why a mapping cannot be used, in one sentence for the user.
public struct ColumnMappingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// A column of a table, and the field that its values are of.
public struct ImportColumn: Hashable, Sendable, Codable {
  /// The heading in the file.
  public let heading: String
  /// The field, as ``ColumnMapping`` names it: `phone:work`.
  public let field: String

  /// Creates a column.
  public init(heading: String, field: String) {
    self.heading = heading
    self.field = field
  }
}
