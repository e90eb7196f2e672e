import PeoplebookCore

/// A column of the list: the name, or a field of the catalogue.
///
/// A narrow window leaves out the last ones first, and never the name.
enum PersonColumn: Hashable, Sendable {
  case name
  /// A field, by its place in ``PeoplebookCore/FieldCatalogue/listed``.
  case field(Int)

  /// The columns in their order.
  static let all = [name] + FieldCatalogue.current.listed.indices.map { field($0) }

  /// The column with a key, or with the key of its field in JSON; `nil` when there is none.
  init?(key: String) {
    guard let column = Self.all.first(where: { $0.key == key || $0.field?.id == key }) else { return nil }
    self = column
  }

  /// The field; `nil` for the name.
  var field: PersonField? {
    switch self {
    case .name: nil
    case .field(let index): FieldCatalogue.current.listed[index]
    }
  }

  /// The title in the header.
  var title: String { field?.label ?? "Name" }

  /// The stable name in the preferences: `email`.
  var key: String { field?.column ?? "name" }

  /// The width in a row.
  fileprivate var width: PersonField.ListColumn.Width { field?.listColumn?.width ?? .share(10) }
}

/// The places of the columns in a row of a width: names always, then as many of the others as there is room for.
///
/// The header and every row are laid out by this, for the width of a row.
struct PersonColumns: Equatable {
  private let ranges: [PersonColumn: Range<Int>]

  /// The columns before the name: selection mark, freshness, marks.
  static let margin = 3
  private static let gap = 2
  /// The widths of a row from which on there is room for one more column; each further one needs ``moreRoom``.
  ///
  /// A window of 90 columns has rows of 88 or 89.
  private static let rooms = [44, 64, 88]
  private static let moreRoom = 24

  /// - Parameters:
  ///   - width: the width of a row: that of the window without the letters at its right.
  ///   - hidden: the columns that the user has hidden.
  init(width: Int, hiding hidden: Set<PersonColumn> = []) {
    let most = 1 + Self.rooms.count { $0 <= width } + max(0, width - (Self.rooms.last ?? 0)) / Self.moreRoom
    let shown = PersonColumn.all.prefix(most).filter { $0 == .name || !hidden.contains($0) }
    var room = width - Self.margin - 1 - Self.gap * (shown.count - 1)
    for case .cells(let count) in shown.map(\.width) { room -= count }
    let weights = shown.compactMap { if case .share(let weight) = $0.width { weight } else { nil } }
    let shares = Self.shares(of: room, weights)

    var ranges: [PersonColumn: Range<Int>] = [:]
    var start = Self.margin
    var flexible = shares.makeIterator()
    for column in shown {
      let width = if case .cells(let count) = column.width { count } else { flexible.next() ?? 0 }
      ranges[column] = start..<start + width
      start += width + Self.gap
    }
    self.ranges = ranges
  }

  /// The cells of a column; `nil` when it is not shown.
  subscript(column: PersonColumn) -> Range<Int>? { ranges[column] }

  /// Divides `room` by weight; the last share takes what rounding leaves.
  private static func shares(of room: Int, _ weights: [Int]) -> [Int] {
    let total = weights.reduce(0, +)
    var shares = weights.map { max(0, room) * $0 / total }
    shares[shares.count - 1] += max(0, room) - shares.reduce(0, +)
    return shares
  }
}
