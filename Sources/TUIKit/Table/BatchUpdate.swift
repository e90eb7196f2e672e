/// What is to be done to a table, as it was told: deletions, reloads and the origins of moves are indices before the batch,
/// insertions and the targets of moves are indices after it, in whatever order they were told. As in UIKit.
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

  /// What was asked for other than ``RowAnimation/automatic``.
  var arrivalAnimations: [TableItem: RowAnimation] = [:]
  var departureAnimations: [TableItem: RowAnimation] = [:]
  var reloadAnimations: [TableItem: RowAnimation] = [:]

  /// How many changes these are, a section counting as one.
  var count: Int {
    deletions.count + insertions.count + reloads.count + moves.count + sectionDeletions.count + sectionInsertions.count
      + sectionReloads.count + sectionMoves.count
  }

  var changesSections: Bool {
    !(sectionDeletions.isEmpty && sectionInsertions.isEmpty && sectionReloads.isEmpty && sectionMoves.isEmpty)
  }
}

extension BatchUpdate {
  /// Of rows that are counted through all sections, as those of section 0.
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

/// How a batch contradicts itself, or the data source.
public enum TableInconsistency: Error, Hashable, Sendable, CustomStringConvertible {
  /// The batch names a section that there is not.
  case noSuchSection(Int)
  /// The batch names a row that there is not.
  case noSuchRow(section: Int, row: Int)
  /// A row is both moved and deleted, or two rows are put in the same place.
  case conflict(section: Int, row: Int)
  /// The data source has not as many sections after the batch as before it, plus those inserted, minus those deleted.
  case sectionCount(before: Int, after: Int, expected: Int)
  /// The data source has not as many rows in a section after the batch as before it, plus those that came, minus those
  /// that went.
  case rowCount(section: Int, before: Int, after: Int, expected: Int)
  /// The data source has changed without telling the table.
  case changedUntold(section: Int, told: Int, found: Int)

  /// How the batch contradicts the data source.
  public var description: String {
    switch self {
    case .noSuchSection(let section):
      "The batch names section \(section), which does not exist."
    case .noSuchRow(let section, let row):
      "The batch names row \(row) of section \(section), which does not exist."
    case .conflict(let section, let row):
      "The batch says two things about row \(row) of section \(section)."
    case .sectionCount(let before, let after, let expected):
      "\(before) sections became \(after); the batch makes them \(expected)."
    case .rowCount(let section, let before, let after, let expected):
      "The \(before) rows of section \(section) became \(after); the batch makes them \(expected)."
    case .changedUntold(let section, let told, let found):
      "Section \(section) had \(told) rows and has \(found), and no batch said so."
    }
  }
}
