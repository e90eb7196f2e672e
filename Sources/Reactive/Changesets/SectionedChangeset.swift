/// The place of a row in a list with sections.
public struct SectionPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The index of the section.
  public var section: Int
  /// The index of the row in its section.
  public var row: Int

  /// Creates a place from its indices.
  @inlinable
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  @inlinable
  public static func < (left: SectionPlace, right: SectionPlace) -> Bool {
    left.section == right.section ? left.row < right.row : left.section < right.section
  }

  public var description: String { "\(section).\(row)" }
}

/// The difference between two lists with sections, as places of both; the convention is that of ``Changeset``.
///
/// A ``SectionedChange`` counts rows through all sections. A table view usually needs places within sections:
///
///     case .update(let people, let changeset):
///       let sectioned = SectionedChangeset(changeset, from: shown, to: people)
///
/// Rows of a section that is deleted or inserted as a whole are left out. A row that moves from or to such a section is
/// inserted or deleted on the other side. Sections do not move: a section in another place is deleted and inserted.
public struct SectionedChangeset: Equatable, Sendable {
  /// The old and the new place of one row.
  public struct Pair: Hashable, Sendable {
    /// The place in the old list.
    public var old: SectionPlace
    /// The place in the new list.
    public var new: SectionPlace

    /// Creates a pair of places.
    @inlinable
    public init(old: SectionPlace, new: SectionPlace) {
      self.old = old
      self.new = new
    }
  }

  /// Indices of sections in the old list.
  public var deletedSections: [Int] = []
  /// Indices of sections in the new list.
  public var insertedSections: [Int] = []
  /// Places in the old list.
  public var deletions: [SectionPlace] = []
  /// Places in the new list.
  public var insertions: [SectionPlace] = []
  /// The rows that stay and are different.
  public var modifications: [Pair] = []
  /// The rows that stay, in another place relative to the others or in another section.
  public var moves: [Pair] = []

  /// Creates a changeset without changes.
  @inlinable
  public init() {}

  /// Whether the changeset has no operation.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletions.isEmpty && insertions.isEmpty
      && modifications.isEmpty && moves.isEmpty
  }
}

extension SectionedChangeset {
  /// Returns `old` with this changeset applied: the definition of the type, as code.
  ///
  /// - Complexity: O(*k* (*n* + log *k*)), where *k* is the number of operations and *n* that of the rows of a section.
  public func replayed<Row>(on old: [[Row]], from new: [[Row]]) -> [[Row]] {
    var result = old
    for place in (deletions + moves.map { $0.old }).sorted().reversed() { result[place.section].remove(at: place.row) }
    for section in deletedSections.reversed() { result.remove(at: section) }
    for section in insertedSections { result.insert(new[section], at: section) }
    let oldOfMoved = Dictionary(moves.map { ($0.new, $0.old) }) { first, _ in first }
    for place in (insertions + moves.map { $0.new }).sorted() {
      let row = oldOfMoved[place].map { old[$0.section][$0.row] } ?? new[place.section][place.row]
      result[place.section].insert(row, at: place.row)
    }
    for pair in modifications { result[pair.new.section][pair.new.row] = new[pair.new.section][pair.new.row] }
    return result
  }
}
