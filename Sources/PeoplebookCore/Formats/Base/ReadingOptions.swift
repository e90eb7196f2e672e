/// What the user says about the people in a file.
public struct ReadingOptions: Hashable, Sendable {
  /// Whether the user has named the format: a name is then enough for a person.
  public var isNamed: Bool
  /// The meanings of the columns of a table; the last one for a column counts.
  public var mappings: [ColumnMapping]

  /// Creates options.
  public init(isNamed: Bool = false, mappings: [ColumnMapping] = []) {
    self.isNamed = isNamed
    self.mappings = mappings
  }
}
