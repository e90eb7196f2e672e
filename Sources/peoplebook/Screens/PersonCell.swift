import Bindery
import PeoplebookCore
import TUIKit

/// A person in the list: the name and other fields, in as many columns as there is room for.
final class PersonCell: RowCell, BindableView {
  /// The appearance that all cells of a list share.
  struct Appearance: Equatable {
    /// The words of the search, which are bold.
    var found = FoundWords()
    /// The order of the list: by last name, the last name is shown first.
    var order = PeopleOrder.name
    /// The columns beside the name.
    var columns = ColumnLayout.standard
    /// The users who edit a person elsewhere, by the person's id.
    var editorNames: [String: String] = [:]
  }

  private(set) var row: PersonRow?
  var appearance = Appearance() {
    didSet { if appearance != oldValue { updateParts() } }
  }

  override var frame: Rect {
    didSet { if frame.width != oldValue.width { updateParts() } }
  }

  /// The columns that are shown, with the found words in bold.
  private var parts: [(column: PersonColumn, range: Range<Int>, text: StyledText)] = []

  func bind(to row: PersonRow) {
    guard row != self.row else { return }
    self.row = row
    updateParts()
  }

  private func updateParts() {
    guard let row else { return }
    let columns = PersonColumns(width: bounds.width, appearance.columns)
    parts = columns.shown.compactMap { column in
      guard let range = columns[column] else { return nil }
      let text = row.text(in: column, order: appearance.order)
      return (column, range, StyledText(text, highlighting: appearance.found.ranges(in: text)))
    }
    showReason(in: columns)
    showEditor()
    setNeedsDisplay()
  }

  /// The fewest columns in which a reason can be read.
  private static let minimumReasonWidth = 8

  /// Shows the reason why the person was found after the name, in place of the next column.
  private func showReason(in columns: PersonColumns) {
    guard let row, let name = parts.first,
      let reason = row.reason(for: appearance.found, besides: parts.map(\.text.plain))
    else { return }
    let text =
      StyledText("\(reason.name): ") + StyledText(reason.text, highlighting: appearance.found.ranges(in: reason.text))
    let start = name.range.lowerBound + min(name.text.plain.displayWidth, name.range.count / 2) + 2
    let next = columns.shown.dropFirst().first
    let end = next.flatMap { columns[$0]?.upperBound } ?? name.range.upperBound
    guard end - start >= Self.minimumReasonWidth else { return }
    parts.removeAll { $0.column == next }
    parts[0].range = name.range.lowerBound..<start - 2
    parts.insert((.reason, start..<end, text), at: 1)
  }

  /// Shows who edits the person elsewhere, after the name, which keeps at least half of its column.
  private func showEditor() {
    guard let row, let editor = appearance.editorNames[row.id], let name = parts.first else { return }
    let text = StyledText("✎ \(editor)")
    let room = max(name.range.count / 2, name.range.count - text.plain.displayWidth - 2)
    let end = name.range.lowerBound + min(name.text.plain.displayWidth, room)
    parts[0].range = name.range.lowerBound..<end
    parts.append((.editor, end + 2..<max(end + 2, name.range.upperBound), text))
  }

  override func draw(in canvas: Canvas) {
    super.draw(in: canvas)
    if row?.isFavourite == true { canvas.write("★", at: Point(x: 1, y: 0), style: style.foreground(.warning)) }
    if isMarked { canvas.write("●", at: Point(x: 1, y: 0), style: style.foreground(.accent)) }
    for part in parts where !part.text.isEmpty {
      canvas.write(
        part.text, at: Point(x: part.range.lowerBound, y: 0), style: style(of: part.column),
        maxWidth: part.range.count)
    }
  }

  /// The selected row keeps its colours, on another background.
  private func style(of column: PersonColumn) -> Style {
    switch column.field {
    case nil where column == .editor: style.foreground(.accent)
    case nil: column == .name && row?.hasName == true ? style : style.foreground(.textDim)
    case let field?: style.foreground(field.cardPlace == .chips ? .chip : .textDim)
    }
  }

  /// The end of the row that is blank.
  override var annotationRoom: Range<Int> {
    let ends = parts.map { $0.range.lowerBound + min($0.text.plain.displayWidth, $0.range.count) }
    return (ends.max() ?? 0)..<bounds.width
  }
}

extension PersonRow {
  /// The text of a column in a list with `order`.
  func text(in column: PersonColumn, order: PeopleOrder) -> String {
    switch column {
    case .name: order == .family ? nameByLastName : name
    case .reason, .editor: ""
    case .field(let field): text(of: field)
    }
  }
}
