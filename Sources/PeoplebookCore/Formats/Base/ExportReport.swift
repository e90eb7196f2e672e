/// The part of a person that a writer has written.
public enum WrittenPart: Hashable, Sendable {
  /// Every value.
  case everything
  /// Some values: the format has no place for the others.
  case someValues
  /// Nothing: the format has no place for the person.
  case nothing
}

/// The result of writing people: their number, and what the writer left out.
public struct ExportReport: Hashable, Sendable {
  /// The number of people that were written, each with some values at least.
  public private(set) var people = 0
  /// The number of these people that lack some values.
  public private(set) var incomplete = 0
  /// The number of people that were left out.
  public private(set) var leftOut = 0
  /// The number of written people who exceed the import limits.
  public internal(set) var oversized = 0

  /// Creates an empty report.
  public init() {}

  /// Counts a person of which `part` was written.
  mutating func add(_ part: WrittenPart) {
    if part == .nothing { leftOut += 1 } else { people += 1 }
    if part == .someValues { incomplete += 1 }
  }
}
