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

  /// The indices of the columns that the heading may name: the one with exactly this name, or else those with the same
  /// words.
  ///
  /// - Complexity: O(*n*), where *n* is the number of columns.
  func indices(in names: [ColumnName]) -> [Int] {
    let exact = names.indices.filter { names[$0].text == heading }
    if !exact.isEmpty { return exact }
    let words = FieldCatalogue.normalised(heading)
    return names.indices.filter { index in
      let name = names[index]
      return name.heading == heading
        || !words.isEmpty && [name.heading, name.text].contains { FieldCatalogue.normalised($0) == words }
    }
  }
}

/// The name by which the user chooses a column of a table: its heading, with a number where several columns have the
/// same one, as in `Phone #2`.
public struct ColumnName: Hashable, Sendable, Codable {
  /// The heading in the file.
  let heading: String
  /// The number among the columns with the heading, from 1; `nil` when it is the only one.
  let number: Int?

  /// The name as the user reads and writes it.
  public var text: String { number.map { "\(heading) #\($0)" } ?? heading }

  /// The names of the columns with some headings.
  ///
  /// - Complexity: O(*n*), where *n* is the number of headings.
  static func names(of headings: [String]) -> [ColumnName] {
    let headings = headings.map(\.trimmed)
    let counts = Dictionary(headings.map { ($0, 1) }, uniquingKeysWith: +)
    var numbers: [String: Int] = [:]
    return headings.map { heading in
      guard counts[heading] != 1, !heading.isEmpty else { return ColumnName(heading: heading, number: nil) }
      numbers[heading, default: 0] += 1
      return ColumnName(heading: heading, number: numbers[heading])
    }
  }
}

/// The reason why a mapping cannot be used, in one sentence for the user.
public struct ColumnMappingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// A column of a table, and the field that its values are of.
public struct ImportColumn: Hashable, Sendable, Codable {
  /// The name of the column.
  public let name: ColumnName
  /// The field, as ``ColumnMapping`` names it: `phone:work`.
  public let field: String
}
