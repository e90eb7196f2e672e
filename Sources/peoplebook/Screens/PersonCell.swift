import PeoplebookCore
import Persistence
import TUIKit

/// A person in the list: name, e-mail, phone and tags, in as many columns as there is room for.
final class PersonCell: TableViewCell {
  private(set) var person = PersonRow(Person())
  private var found = ""
  /// What each column shows, with what was found in bold.
  private var texts: [PersonColumn: StyledText] = [:]

  /// The columns that the user has hidden.
  private var hiddenColumns: Set<PersonColumn> = []
  private var order = PeopleOrder.name

  /// Shows a person.
  ///
  /// - Parameters:
  ///   - person: the person.
  ///   - found: the text of a search, which is highlighted.
  ///   - order: the order of the list: by last name, the last name is shown first.
  ///   - hiddenColumns: the columns that the user has hidden.
  func show(
    _ person: PersonRow, found: String = "", order: PeopleOrder = .name, hiding hiddenColumns: Set<PersonColumn> = []
  ) {
    guard
      person != self.person || found != self.found || order != self.order || hiddenColumns != self.hiddenColumns
        || texts.isEmpty
    else { return }
    self.person = person
    self.found = found
    self.order = order
    self.hiddenColumns = hiddenColumns
    let words = SearchWords(found)
    for column in PersonColumn.allCases {
      let text = column == .name && order == .family ? person.nameByLastName : person.text(in: column)
      texts[column] = words.isEmpty ? StyledText(text) : StyledText(text, highlighting: words.ranges(in: text))
    }
    setNeedsDisplay()
  }

  /// A change of the e-mail address lights that address, not the whole row.
  override var glowsOnlyWhereChanged: Bool { true }

  private var columns: PersonColumns { PersonColumns(width: bounds.width, hiding: hiddenColumns) }

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
    case .name: person.hasName ? style : style.foreground(.textDim)
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
  /// What a column of the list shows of the person.
  func text(in column: PersonColumn) -> String {
    switch column {
    case .name: name
    case .email: email
    case .phone: phone
    case .tags: tags
    }
  }
}
