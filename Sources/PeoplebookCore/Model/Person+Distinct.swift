import Persistence

/// What a person of the user's has said: that two records are about two people.
///
/// It is a line of the card of one of them, so that it is undone, shared and exported with it.
extension Person {
  /// The property of the line; its value is the id of the other person.
  static let distinctProperty = "X-PEOPLEBOOK-DISTINCT"

  private static func distinctLine(_ id: String) -> String { "\(distinctProperty):\(VCardText.escape(id))" }

  /// The ids of the people that this card notes as others.
  ///
  /// - Complexity: O(lines of the card).
  var distinctIDs: Set<String> { Set(otherProperties.compactMap(Self.distinctID(inLine:))) }

  /// The id in a line that notes another person; `nil` for another line.
  private static func distinctID(inLine line: String) -> String? {
    let start = "\(distinctProperty):"
    return line.hasPrefix(start) ? VCardText.unescape(String(line.dropFirst(start.count))) : nil
  }

  /// What a line says that notes another person: `not the same person as 1b9d6bcd`; `nil` for another line.
  static func distinctText(ofLine line: String) -> String? {
    distinctID(inLine: line).map { "not the same person as \($0.prefix(8))" }
  }

  /// The line of another card that notes this person.
  fileprivate var distinctLine: String { Self.distinctLine(id) }

  /// Whether the user has said that this is another person than `other`.
  ///
  /// - Complexity: O(lines of both cards).
  public func isDistinct(from other: Person) -> Bool {
    otherProperties.contains(Self.distinctLine(other.id)) || other.otherProperties.contains(Self.distinctLine(id))
  }

  /// Notes that this is another person than `other`.
  ///
  /// - Complexity: O(lines of both cards).
  public mutating func noteDistinct(from other: Person) {
    if !isDistinct(from: other) { otherProperties.append(Self.distinctLine(other.id)) }
  }
}

/// People cannot be merged, because the user has said that two of them are two people.
public struct DistinctPeopleError: Error, Hashable, CustomStringConvertible {
  /// The names of the two.
  public let names: [String]

  public var description: String {
    "\(names.joined(separator: " and ")) are marked as different people: nothing was merged."
  }
}

extension Transaction {
  /// Merges people into the first of them.
  ///
  /// What the user has said about the others is said about the first one from then on, and relations to them name it.
  ///
  /// - Parameters:
  ///   - people: The people, as they are in the book.
  ///   - result: The first of them, with the values of the others.
  ///   - ignoresNotes: Whether people are merged who were noted as two; their notes are withdrawn.
  /// - Throws: ``DistinctPeopleError``; `CancellationError` when `monitor` cancelled; otherwise the reason why the book
  ///   cannot be written.
  /// - Complexity: O(*k* log *n*) for *k* of *n* people, and O(lines of all cards).
  func merge(
    _ people: [Person], into result: Person, ignoresNotes: Bool = false, monitor: WriteMonitor = WriteMonitor()
  ) throws {
    let byLine = Dictionary(people.map { ($0.distinctLine, $0) }) { first, _ in first }
    if !ignoresNotes {
      for person in people {
        guard let other = person.otherProperties.lazy.compactMap({ byLine[$0] }).first else { continue }
        throw DistinctPeopleError(names: [person, other].map(\.displayName.shortened))
      }
    }
    var result = result
    result.otherProperties.removeAll { byLine[$0] != nil }
    let rows = Set(people.map(\.row))
    try removeRelations(among: people, from: &result)
    let lines = people.dropFirst().map(\.distinctLine)
    for start in stride(from: 0, to: lines.count, by: Self.linesAtOnce) {
      let some = Array(lines[start..<min(lines.count, start + Self.linesAtOnce)])
      for person in try fetch(Query<Person>().where(.contains(\.otherProperties, anyOf: some)))
      where !rows.contains(person.row) {
        result.noteDistinct(from: person)
      }
    }
    try update(result)
    try delete(Person.self, rows: people.dropFirst().map(\.row), monitor: monitor)
    try moveRelations(from: people, to: result, monitor: monitor)
  }

  private static var linesAtOnce: Int { 1_000 }
}
