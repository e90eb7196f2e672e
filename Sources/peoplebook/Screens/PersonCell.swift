import Bindery
import PeoplebookCore
import TUIKit

/// A person in the list: name, e-mail, phone and tags, in as many columns as there is room for.
final class PersonCell: TableViewCell, BindableView {
  /// What all cells of a list have in common.
  struct Appearance: Equatable {
    /// The words that the list was searched for; they are bold.
    var found = FoundWords()
    /// The order of the list: by last name, the last name is shown first.
    var order = PeopleOrder.name
    /// The columns that the user has hidden.
    var hiddenColumns: Set<PersonColumn> = []
  }

  private(set) var row: PersonRow?
  var appearance = Appearance() {
    didSet { if appearance != oldValue { updateTexts() } }
  }

  /// The text of each column, with the found words in bold.
  private var texts: [PersonColumn: StyledText] = [:]

  func bind(to row: PersonRow) {
    guard row != self.row else { return }
    self.row = row
    updateTexts()
  }

  private func updateTexts() {
    guard let row else { return }
    for column in PersonColumn.allCases {
      let text = row.text(in: column, order: appearance.order)
      texts[column] = StyledText(text, highlighting: appearance.found.ranges(in: text))
    }
    setNeedsDisplay()
  }

  /// A change of the e-mail address lights that address, not the whole row.
  override var glowsOnlyWhereChanged: Bool { true }

  private var columns: PersonColumns { PersonColumns(width: bounds.width, hiding: appearance.hiddenColumns) }

  override func draw(in canvas: Canvas) {
    let background: ColorRole = isSelected ? .selection : .surface
    let style = Style(isSelected ? .selectionText : .text, on: background)
    let columns = columns
    canvas.fill(style: style)
    if isSelected { canvas.write("▌", at: .zero, style: style.foreground(.accent)) }
    if isMarked { canvas.write("●", at: Point(x: 1, y: 0), style: style.foreground(.accent)) }
    for column in PersonColumn.allCases {
      guard let range = columns[column], let text = texts[column], !text.isEmpty else { continue }
      canvas.write(
        text, at: Point(x: range.lowerBound, y: 0), style: self.style(of: column, over: style), maxWidth: range.count)
    }
  }

  /// The selected row keeps its colours, on another background.
  private func style(of column: PersonColumn, over style: Style) -> Style {
    switch column {
    case .name: row?.hasName == true ? style : style.foreground(.textDim)
    case .email, .phone: style.foreground(.textDim)
    case .tags: style.foreground(.chip)
    }
  }

  /// The end of the row that is blank.
  override var annotationRoom: Range<Int> {
    let columns = columns
    let ends = PersonColumn.allCases.compactMap { column in
      columns[column].map { $0.lowerBound + min(texts[column]?.plain.displayWidth ?? 0, $0.count) }
    }
    return (ends.max() ?? 0)..<bounds.width
  }
}

extension PersonRow {
  /// The text of a column in a list with `order`.
  func text(in column: PersonColumn, order: PeopleOrder) -> String {
    switch column {
    case .name: order == .family ? nameByLastName : name
    case .email: email
    case .phone: phone
    case .tags: tags
    }
  }
}
