import Persistence

/// The selected person and the marked people of the list, by identity: through searches, orders and changes of other
/// processes.
///
/// While the user types a search, the list shows intermediate results, which depend on how fast they type. The
/// selection does not depend on them: a list that a search has found has its best match selected, and the list without
/// a search the person who was selected before.
public struct TrackedPeople {
  /// The change of the list's rows.
  public enum Change: Int, Comparable, Sendable {
    /// No change since the last call.
    case none
    /// Rows were changed or moved.
    case contents
    /// Rows were inserted or deleted.
    case rows
    /// Any row may be different.
    case all

    public static func < (left: Change, right: Change) -> Bool { left.rawValue < right.rawValue }
  }

  /// The adjustments that the list view has to make to show the tracked people.
  public struct Adjustment: Equatable {
    /// Whether the list is that of another search, tag or order.
    public var isOtherList = false
    /// The position to select; `nil` leaves the selection as it is.
    public var selection: Int?
    /// The positions of the marked rows; `nil` leaves the marks as they are.
    public var marks: [Range<Int>]?
  }

  /// A selection that is restored until the whole list is known.
  private struct Restoration {
    let target: Int64?
    let placed: Int64?
  }

  /// The people that are marked.
  public private(set) var marked = MarkedPeople()
  private var query: Query<Person>?
  private var selected: Int64?
  /// The person selected before a search, while it is edited.
  private var anchor: Int64??
  private var restoration: Restoration?
  /// Whether the search was edited since the list was last that of another search.
  private var isSearchEdited = false

  /// No selection and no marks.
  public init() {}

  /// The user begins to edit the search.
  public mutating func beginSearch() {
    anchor = .some(selected)
    isSearchEdited = false
  }

  /// The user has changed the text of the search.
  public mutating func editSearch() {
    isSearchEdited = true
  }

  /// The list shows what the edited search has found.
  ///
  /// - Returns: Whether the view has to select the first row, since the list has stayed the same while the search was
  ///   edited, such as to a mistake and back.
  public mutating func endSearch(hasSearch: Bool) -> Bool {
    defer { (anchor, isSearchEdited) = (nil, false) }
    return anchor != nil && isSearchEdited && hasSearch
  }

  /// Removes all marks.
  ///
  /// - Complexity: O(*n*), where *n* is the number of marks.
  public mutating func unmarkAll() {
    marked.removeAll()
  }

  /// Follows the list view.
  ///
  /// - Parameters:
  ///   - rows: The rows that the view shows.
  ///   - position: The selected position of the view.
  ///   - marks: The positions of the rows that the view shows as marked.
  ///   - change: What happened to the list since the last call.
  ///   - hasSearch: Whether the list is that of a search.
  ///   - exists: Whether the person in a row is in the book.
  /// - Returns: What the view has to do.
  /// - Complexity: O(*n* + *m*), where *n* is the number of rows while a selection is restored, and *m* that of marks.
  public mutating func follow(
    _ rows: PersonRows, selected position: Int?, marks: [Range<Int>], change: Change,
    hasSearch: Bool = false, exists: (Int64) -> Bool
  ) -> Adjustment {
    let list = rows.people
    var adjustment = Adjustment()
    let isFirst = query == nil
    let isOther = query != list.query
    adjustment.isOtherList = isOther && !isFirst
    query = list.query
    let row = position.map(list.row(at:))
    if adjustment.isOtherList {
      let isFound = anchor != nil && hasSearch
      isSearchEdited = false
      restoration = Restoration(target: isFound ? nil : anchor ?? selected, placed: nil)
    } else if let placed = restoration?.placed, placed != row {
      // The user has selected another person since.
      restoration = nil
    }
    selected = row
    if isOther || change > .none { restore(in: list, from: position, &adjustment) }
    followMarks(list, marks, change, isOther: isOther, exists, &adjustment)
    return adjustment
  }

  private mutating func restore(
    in list: ResultsSnapshot<Person>, from position: Int?, _ adjustment: inout Adjustment
  ) {
    guard let restoration else { return }
    let place = restoration.target.flatMap(list.index(ofRow:)) ?? (list.isEmpty ? nil : 0)
    if place != position { adjustment.selection = place }
    selected = place.map(list.row(at:))
    self.restoration = list.isComplete ? nil : Restoration(target: restoration.target, placed: selected)
  }

  private mutating func followMarks(
    _ list: ResultsSnapshot<Person>, _ marks: [Range<Int>], _ change: Change, isOther: Bool, _ exists: (Int64) -> Bool,
    _ adjustment: inout Adjustment
  ) {
    let isFiltered = list.query.filter != nil || !list.query.words.isEmpty
    // The rows of a list may arrive after its first page, hidden people among them.
    guard isOther || change == .all || change == .rows && (isFiltered || marked.hiddenCount > 0) else {
      marked.setRanges(marks, in: list)
      return
    }
    let ranges = marked.follow(list, exists: isOther ? { _ in true } : exists)
    if ranges != marks { adjustment.marks = ranges }
  }
}
