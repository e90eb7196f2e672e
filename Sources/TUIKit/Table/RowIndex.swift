import FoundationEssentials

/// A section and a row, without the cost of an `IndexPath`.
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

/// A line item of a table: a row, or the title above or below a section.
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
