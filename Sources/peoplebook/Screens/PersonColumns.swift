import PeoplebookCore

/// A column of the list: the name, or a field of the catalogue.
enum PersonColumn: Hashable, Sendable {
  case name
  /// The reason why a search has found the person, which only rows have.
  case reason
  /// The user who edits the person in another program, which only rows have.
  case editor
  /// A field of ``PeoplebookCore/FieldCatalogue/listable``.
  case field(PersonField)

  /// The columns in their order.
  static let all = [name] + FieldCatalogue.current.listable.map { field($0) }

  /// The column with a key, or with the key of its field in JSON; `nil` when there is none.
  init?(key: String) {
    guard let column = Self.all.first(where: { $0.key == key || $0.field?.id == key }) else { return nil }
    self = column
  }

  /// The field; `nil` for the name.
  var field: PersonField? {
    switch self {
    case .name, .reason, .editor: nil
    case .field(let field): field
    }
  }

  /// The title in the header.
  var title: String { field?.label ?? "Name" }

  /// The stable name in the preferences: `email`.
  var key: String { field?.column ?? "name" }

  /// The width in a row, unless the user chooses another.
  var standardWidth: PersonField.ListColumn.Width { field?.listColumn?.width ?? .share(10) }
}

/// The columns that the user has chosen, beside the name, which is always the first.
struct ColumnLayout: Hashable, Sendable {
  /// A column, and the cells that the user has given it; `nil` for its standard width.
  struct Choice: Hashable, Sendable {
    var column: PersonColumn
    var width: Int?
  }

  /// The columns in their order.
  ///
  /// A narrow window leaves out the last ones.
  var choices: [Choice]

  /// The columns of a list without a choice of the user.
  static let standard = ColumnLayout(
    choices: FieldCatalogue.current.listed.map { Choice(column: .field($0)) })

  /// The widths that a column may have.
  static let widths = 4...80

  init(choices: [Choice]) {
    self.choices = choices
  }

  /// Reads ``words``, without unknown or repeated columns.
  init(words: some Sequence<String>) {
    choices = []
    for word in words {
      let parts = word.split(separator: ":")
      guard let column = parts.first.flatMap({ PersonColumn(key: String($0)) }), column != .name, self[column] == nil
      else { continue }
      let width = parts.dropFirst().first.flatMap { Int($0) }
      choices.append(Choice(column: column, width: width.flatMap { Self.widths.contains($0) ? $0 : nil }))
    }
  }

  /// The columns as words, with the widths that the user has chosen: `email:30`, `phone`.
  var words: [String] { choices.map { $0.column.key + ($0.width.map { ":\($0)" } ?? "") } }

  /// The choice of a column; `nil` when it is not shown.
  subscript(column: PersonColumn) -> Choice? { choices.first { $0.column == column } }

  /// Shows a column at the end, or hides it.
  mutating func toggle(_ column: PersonColumn) {
    if self[column] == nil {
      choices.append(Choice(column: column))
    } else {
      choices.removeAll { $0.column == column }
    }
  }

  /// Moves a column to an earlier or later place.
  mutating func move(_ column: PersonColumn, by step: Int) {
    guard let index = choices.firstIndex(where: { $0.column == column }), choices.indices.contains(index + step) else {
      return
    }
    choices.swapAt(index, index + step)
  }

  /// Gives a column another width.
  ///
  /// - Parameter present: The width that it has now.
  mutating func widen(_ column: PersonColumn, by cells: Int, from present: Int) {
    guard let index = choices.firstIndex(where: { $0.column == column }) else { return }
    let width = (choices[index].width ?? present) + cells
    choices[index].width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }
}

/// The places of the columns in a row of a width: the name always, then as many of the others as there is room for.
///
/// The header and every row are laid out by this, for the width of a row.
struct PersonColumns: Equatable {
  /// The columns that are shown, in their order.
  let shown: [PersonColumn]
  private let ranges: [PersonColumn: Range<Int>]

  /// The columns before the name: selection mark, freshness, marks.
  static let margin = 3
  private static let gap = 2
  /// The widths of a row from which on there is room for one more column; each further one needs ``moreRoom``.
  ///
  /// A window of 90 columns has rows of 88 or 89.
  private static let rooms = [44, 64, 88]
  private static let moreRoom = 24
  /// The fewest cells for each column with a share of the width, where others have a chosen width.
  private static let leastShare = 12

  /// - Parameters:
  ///   - width: The width of a row: that of the window without the letters at its right.
  ///   - layout: The columns that the user has chosen.
  init(width: Int, _ layout: ColumnLayout = .standard) {
    let most = Self.rooms.count { $0 <= width } + max(0, width - (Self.rooms.last ?? 0)) / Self.moreRoom
    var choices = [ColumnLayout.Choice(column: .name)] + layout.choices.prefix(most)
    var room = Self.room(for: choices, width)
    while choices.contains(where: { $0.width != nil }), choices.count > 1,
      room < Self.leastShare * choices.count(where: { $0.cells == nil })
    {
      choices.removeLast()
      room = Self.room(for: choices, width)
    }
    let shares = Self.shares(of: room, choices.compactMap(\.weight))

    var ranges: [PersonColumn: Range<Int>] = [:]
    var start = Self.margin
    var flexible = shares.makeIterator()
    for choice in choices {
      let width = choice.cells ?? flexible.next() ?? 0
      ranges[choice.column] = start..<start + width
      start += width + Self.gap
    }
    shown = choices.map(\.column)
    self.ranges = ranges
  }

  /// The cells of a column; `nil` when it is not shown.
  subscript(column: PersonColumn) -> Range<Int>? { ranges[column] }

  /// The cells that are left for the columns with a share of the width.
  private static func room(for choices: [ColumnLayout.Choice], _ width: Int) -> Int {
    width - margin - 1 - gap * (choices.count - 1) - choices.compactMap(\.cells).reduce(0, +)
  }

  /// Divides `room` by weight; the last share takes what rounding leaves.
  private static func shares(of room: Int, _ weights: [Int]) -> [Int] {
    let total = weights.reduce(0, +)
    var shares = weights.map { max(0, room) * $0 / total }
    shares[shares.count - 1] += max(0, room) - shares.reduce(0, +)
    return shares
  }
}

extension ColumnLayout.Choice {
  /// The fixed width; `nil` for a share.
  fileprivate var cells: Int? {
    if let width { return width }
    if case .cells(let count) = column.standardWidth { return count }
    return nil
  }

  /// The weight of the share; `nil` for a fixed width.
  fileprivate var weight: Int? {
    if width == nil, case .share(let weight) = column.standardWidth { weight } else { nil }
  }
}
