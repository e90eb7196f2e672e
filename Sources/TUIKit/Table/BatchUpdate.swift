/// The changes of a batch.
///
/// As in UIKit, deletions, reloads and the origins of moves are indices before the batch, insertions and the targets of
/// moves are indices after it, in any order.
struct BatchUpdate: Equatable {
  struct Move<Index: Equatable>: Equatable {
    var old: Index
    var new: Index
  }

  var deletions: [RowIndex] = []
  var insertions: [RowIndex] = []
  var reloads: [RowIndex] = []
  var moves: [Move<RowIndex>] = []
  var sectionDeletions: [Int] = []
  var sectionInsertions: [Int] = []
  var sectionReloads: [Int] = []
  var sectionMoves: [Move<Int>] = []

  /// The animations other than ``RowAnimation/automatic``.
  var arrivalAnimations: [TableItem: RowAnimation] = [:]
  var departureAnimations: [TableItem: RowAnimation] = [:]
  var reloadAnimations: [TableItem: RowAnimation] = [:]

  /// The number of changes; a section counts as one.
  var count: Int {
    deletions.count + insertions.count + reloads.count + moves.count + sectionDeletions.count + sectionInsertions.count
      + sectionReloads.count + sectionMoves.count
  }

  var changesSections: Bool {
    !(sectionDeletions.isEmpty && sectionInsertions.isEmpty && sectionReloads.isEmpty && sectionMoves.isEmpty)
  }
}

extension BatchUpdate {
  /// A batch of rows that are counted through all sections, as rows of section 0.
  init(
    deletions: [Int], insertions: [Int], modifications: [(old: Int, new: Int)], moves: [(old: Int, new: Int)]
  ) {
    self.deletions = deletions.map { RowIndex(section: 0, row: $0) }
    self.insertions = insertions.map { RowIndex(section: 0, row: $0) }
    reloads = modifications.map { RowIndex(section: 0, row: $0.old) }
    self.moves = moves.map {
      Move(old: RowIndex(section: 0, row: $0.old), new: RowIndex(section: 0, row: $0.new))
    }
  }
}

/// A contradiction within a batch, or between a batch and the data source.
public enum TableInconsistency: Error, Hashable, Sendable, CustomStringConvertible {
  /// The batch names a section that does not exist.
  case noSuchSection(Int)
  /// The batch names a row that does not exist.
  case noSuchRow(section: Int, row: Int)
  /// A row is both moved and deleted, or two rows get the same index.
  case conflict(section: Int, row: Int)
  /// The number of sections after the batch differs from that before it, plus the insertions, minus the deletions.
  case sectionCount(before: Int, after: Int, expected: Int)
  /// The number of rows in a section after the batch differs from that before it, plus the insertions, minus the
  /// deletions.
  case rowCount(section: Int, before: Int, after: Int, expected: Int)
  /// The data source has changed without a batch.
  case unreportedChange(section: Int, expected: Int, found: Int)

  /// The contradiction between the batch and the data source.
  public var description: String {
    switch self {
    case .noSuchSection(let section):
      "The batch names section \(section), which does not exist."
    case .noSuchRow(let section, let row):
      "The batch names row \(row) of section \(section), which does not exist."
    case .conflict(let section, let row):
      "The batch changes row \(row) of section \(section) twice."
    case .sectionCount(let before, let after, let expected):
      "\(before) sections became \(after); the batch makes them \(expected)."
    case .rowCount(let section, let before, let after, let expected):
      "The \(before) rows of section \(section) became \(after); the batch makes them \(expected)."
    case .unreportedChange(let section, let expected, let found):
      "Section \(section) had \(expected) rows and has \(found), without a batch."
    }
  }
}
