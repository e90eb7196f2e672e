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

/// What has to be done to one list with sections to get another, in places of both; the convention is that of
/// ``Changeset``.
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
  /// Cuts a changeset of a list into sections.
  ///
  /// - Parameters:
  ///   - flat: What happened to the list.
  ///   - old: The sections before: how many rows each has, and what tells it from the others.
  ///   - new: The sections now.
  ///
  /// O(sections + k log k) for k operations; O(rows) when a section comes or goes, as rows may change hands without
  /// being mentioned.
  public init<Key: Hashable>(_ flat: Changeset, old: [(key: Key, count: Int)], new: [(key: Key, count: Int)]) {
    let oldStarts = Starts(old.map { $0.count })
    let newStarts = Starts(new.map { $0.count })
    var sections = Changeset(from: old.map { $0.key }, to: new.map { $0.key })
    // Sections do not move.
    sections.deletions = (sections.deletions + sections.moves.map { $0.old }).sorted()
    sections.insertions = (sections.insertions + sections.moves.map { $0.new }).sorted()
    sections.moves = []
    deletedSections = sections.deletions
    insertedSections = sections.insertions
    let gone = Set(sections.deletions)
    let come = Set(sections.insertions)
    let counterparts = Places(sections)

    func leave(_ index: Int) {
      let place = oldStarts.place(of: index)
      if !gone.contains(place.section) { deletions.append(place) }
    }
    func enter(_ index: Int) {
      let place = newStarts.place(of: index)
      if !come.contains(place.section) { insertions.append(place) }
    }
    func carry(_ pair: Changeset.Pair, moved: Bool, modified: Bool) {
      let places = Pair(old: oldStarts.place(of: pair.old), new: newStarts.place(of: pair.new))
      guard !gone.contains(places.old.section), !come.contains(places.new.section) else {
        leave(pair.old)
        enter(pair.new)
        return
      }
      if moved || counterparts.new(of: places.old.section) != places.new.section { moves.append(places) }
      if modified { modifications.append(places) }
    }

    flat.deletions.forEach(leave)
    flat.insertions.forEach(enter)
    let moved = Set(flat.moves)
    let modified = Set(flat.modifications)
    for pair in moved.union(modified) { carry(pair, moved: moved.contains(pair), modified: modified.contains(pair)) }
    if !gone.isEmpty || !come.isEmpty {
      let places = Places(flat)
      let mentioned = Set(moved.union(modified).map { $0.new })
      for index in 0..<newStarts.total where !mentioned.contains(index) {
        guard let before = places.old(of: index) else { continue }
        let from = oldStarts.place(of: before).section
        let to = newStarts.place(of: index).section
        if gone.contains(from) || come.contains(to) || counterparts.new(of: from) != to {
          carry(Changeset.Pair(old: before, new: index), moved: false, modified: false)
        }
      }
    }
    deletions.sort()
    insertions.sort()
    modifications.sort { $0.new < $1.new }
    moves.sort { $0.new < $1.new }
  }

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

/// The index of the first row of each section.
private struct Starts {
  private let starts: [Int]
  let total: Int

  init(_ counts: [Int]) {
    var sum = 0
    starts = counts.map { count in
      defer { sum += count }
      return sum
    }
    total = sum
  }

  func place(of index: Int) -> SectionPlace {
    let section = Places.count(of: starts, below: index + 1) - 1
    return SectionPlace(section: section, row: index - starts[section])
  }
}
