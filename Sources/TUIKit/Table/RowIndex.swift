import FoundationEssentials

/// An index path of two indices, without the cost of one.
struct RowIndex: Hashable, Comparable {
  var section: Int
  var row: Int

  init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  init(_ path: IndexPath) {
    self.init(section: path.section, row: path.row)
  }

  var path: IndexPath { IndexPath(row: row, section: section) }

  static func < (left: RowIndex, right: RowIndex) -> Bool {
    left.section == right.section ? left.row < right.row : left.section < right.section
  }
}

/// What stands one below the other in a table.
enum TableItem: Hashable {
  case header(Int)
  case row(RowIndex)
  case footer(Int)

  var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    case .row(let index): index.section
    }
  }

  var row: RowIndex? {
    if case .row(let index) = self { index } else { nil }
  }
}
