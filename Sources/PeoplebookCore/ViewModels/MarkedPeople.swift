import Persistence

/// The marked people by identity: through searches, orders and changes of other processes.
///
/// A list view knows the marks of the rows that it shows as ranges of positions, so that a million marks cost as much
/// as one. This keeps those ranges with the list that they belong to, and the marked people that the list does not
/// show.
public struct MarkedPeople {
  private var ranges: [Range<Int>] = []
  private var list: ResultsSnapshot<Person>?
  /// The rows of the marked people that the list does not show.
  private var hidden: Set<Int64> = []

  /// No marks.
  public init() {}

  /// The number of marked people.
  ///
  /// - Complexity: O(*r*), where *r* is the number of marked ranges.
  public var count: Int { hidden.count + ranges.reduce(0) { $0 + $1.count } }
  /// The number of marked people that the list does not show.
  public var hiddenCount: Int { hidden.count }

  /// The rows of the marked people, those that the list shows first.
  ///
  /// - Complexity: O(*k* + *h* log *h*), where *k* people are marked, and the list does not show *h* of them.
  public var rows: [Int64] { (list?.rows(at: ranges) ?? []) + hidden.sorted() }

  /// Takes over the marks of the list view.
  ///
  /// - Parameters:
  ///   - ranges: The positions of the marked rows, ascending.
  ///   - list: The list that the view shows.
  public mutating func setRanges(_ ranges: [Range<Int>], in list: ResultsSnapshot<Person>) {
    self.ranges = ranges
    self.list = list
  }

  /// Follows a change of the list view.
  ///
  /// - Parameters:
  ///   - new: The list that the view shows now.
  ///   - exists: Whether the person in a row that the list no longer shows is still in the book. It is asked for a few
  ///     rows only: a list that loses more of them at once is taken to hide them.
  /// - Returns: The positions of the marked rows in the new list, ascending.
  /// - Complexity: O(rows of the new list), if there are marks.
  public mutating func follow(_ new: ResultsSnapshot<Person>, exists: (Int64) -> Bool) -> [Range<Int>] {
    guard !hidden.isEmpty || !ranges.isEmpty else {
      list = new
      return []
    }
    let previouslyHidden = hidden
    var rest = Set(rows)
    ranges = new.positions(ofRows: &rest)
    list = new
    // A list of all people lacks only those who were deleted.
    let isOfAllPeople = new.isComplete && new.query.filter == nil && new.query.words.isEmpty
    let vanished = rest.subtracting(previouslyHidden)
    if vanished.count <= Self.fewRows { rest.subtract(vanished.filter { !exists($0) }) }
    hidden = isOfAllPeople ? [] : rest
    return ranges
  }

  private static let fewRows = 1_000

  /// Removes all marks.
  public mutating func removeAll() {
    self = MarkedPeople()
  }
}

extension ResultsSnapshot<Person> {
  /// The rows at ranges of positions.
  func rows(at ranges: [Range<Int>]) -> [Int64] {
    guard let first = ranges.first else { return [] }
    if ranges.count == 1, first.count <= 64 { return first.clamped(to: 0..<count).map(row(at:)) }
    let rows = rows
    return ranges.flatMap { range in
      let range = range.clamped(to: 0..<count)
      return rows.map { Array($0[range]) } ?? range.map(row(at:))
    }
  }

  /// The positions of some rows, as ascending ranges.
  ///
  /// Removes the found ones from `wanted`.
  fileprivate func positions(ofRows wanted: inout Set<Int64>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (position, row) in (rows ?? indices.map(row(at:))).enumerated() where wanted.remove(row) != nil {
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<position + 1
      } else {
        ranges.append(position..<position + 1)
      }
      if wanted.isEmpty { break }
    }
    return ranges
  }
}
