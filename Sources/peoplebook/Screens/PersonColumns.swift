/// A column of the list.
///
/// A narrow window leaves out the last ones first, and never the name.
enum PersonColumn: String, CaseIterable, Sendable {
  case name, email, phone, tags

  /// The title in the header.
  var title: String {
    switch self {
    case .name: "Name"
    case .email: "E-mail"
    case .phone: "Phone"
    case .tags: "Tags"
    }
  }
}

/// The places of the columns in a row of a width: names always, then as many of the others as there is room for.
///
/// The header and every row are laid out by this, for the width of a row.
struct PersonColumns: Equatable {
  private let ranges: [PersonColumn: Range<Int>]

  /// The columns before the name: selection mark, freshness, marks.
  static let margin = 3
  private static let gap = 2
  private static let phoneWidth = 18

  /// - Parameters:
  ///   - width: the width of a row: that of the window without the letters at its right.
  ///   - hidden: the columns that the user has hidden.
  init(width: Int, hiding hidden: Set<PersonColumn> = []) {
    // A window of 90 columns has rows of 88 or 89.
    let limit = width >= 88 ? 4 : width >= 64 ? 3 : width >= 44 ? 2 : 1
    let shown = PersonColumn.allCases.prefix(limit).filter { $0 == .name || !hidden.contains($0) }
    var room = width - Self.margin - 1 - Self.gap * (shown.count - 1)
    if shown.contains(.phone) { room -= Self.phoneWidth }
    let shares = Self.shares(of: room, shown.compactMap(Self.weight))

    var ranges: [PersonColumn: Range<Int>] = [:]
    var start = Self.margin
    var flexible = shares.makeIterator()
    for column in shown {
      let width = Self.weight(of: column) == nil ? Self.phoneWidth : flexible.next() ?? 0
      ranges[column] = start..<start + width
      start += width + Self.gap
    }
    self.ranges = ranges
  }

  /// The cells of a column; `nil` when it is not shown.
  subscript(column: PersonColumn) -> Range<Int>? { ranges[column] }

  /// A column's share of the room; `nil` for a column of a fixed width.
  private static func weight(of column: PersonColumn) -> Int? {
    switch column {
    case .name: 10
    case .email: 12
    case .phone: nil
    case .tags: 6
    }
  }

  /// Divides `room` by weight; the last share takes what rounding leaves.
  private static func shares(of room: Int, _ weights: [Int]) -> [Int] {
    let total = weights.reduce(0, +)
    var shares = weights.map { max(0, room) * $0 / total }
    shares[shares.count - 1] += max(0, room) - shares.reduce(0, +)
    return shares
  }
}
