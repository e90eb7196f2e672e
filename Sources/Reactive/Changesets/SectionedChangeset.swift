/// Where a row is in a list with sections.
public struct SectionPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  public var section: Int
  public var row: Int

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

/// What has to be done to one list with sections to get another, section by section, in places of both; the convention is
/// that of ``Changeset``.
///
/// A list tells what has happened to its rows, counted through all sections: see ``SectionedChange``. This is for whoever
/// has to tell somebody else of it who thinks in sections, as most tables do:
///
///     case .update(let people, let changeset):
///       let sectioned = SectionedChangeset(changeset, from: shown, to: people)
///
/// Rows of a section that is deleted or inserted as a whole are not mentioned: they go and come with it. A row that
/// moves from or to such a section is deleted, or inserted, where the other side is mentioned. Sections do not move:
/// one that is elsewhere is deleted and inserted.
public struct SectionedChangeset: Equatable, Sendable {
  /// One row, where it was and where it is.
  public struct Pair: Hashable, Sendable {
    public var old: SectionPlace
    public var new: SectionPlace

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
  /// Rows that are still there, and are different.
  public var modifications: [Pair] = []
  /// Rows that are still there, in another place relative to the others, or in another section.
  public var moves: [Pair] = []

  @inlinable
  public init() {}

  /// Whether nothing has changed.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletions.isEmpty && insertions.isEmpty
      && modifications.isEmpty && moves.isEmpty
  }
}

extension SectionedChangeset {
  /// What this changeset makes of `old`: the laws of the type, as code.
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
