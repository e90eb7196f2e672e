import PeoplebookCore
import Persistence
import TUIKit

/// A person in the list: name, e-mail, phone and tags, in as many columns as there is room for.
final class PersonCell: TableViewCell {
  private(set) var person = PersonRow(Person())
  private var found = ""
  /// Name, e-mail, phone and tags, with what was found in them.
  private var texts: [StyledText] = []

  /// Shows a person, and what a search has found in them.
  func show(_ person: PersonRow, found: String = "") {
    guard person != self.person || found != self.found || texts.isEmpty else { return }
    self.person = person
    self.found = found
    let words = SearchWords(found)
    texts = [person.name, person.email, person.phone, person.tags].map {
      words.isEmpty ? StyledText($0) : StyledText($0, highlighting: words.ranges(in: $0))
    }
    setNeedsDisplay()
  }

  /// A change of the e-mail address lights that address, not the whole row.
  override var glowsOnlyWhereChanged: Bool { true }

  override func draw(in canvas: Canvas) {
    let style = isSelected ? Style(.selectionText, on: .selection) : Style()
    let quiet = isSelected ? style : style.foreground(.textDim)
    let columns = PersonColumns(width: canvas.size.width)
    canvas.fill(style: style)
    if isSelected { canvas.write("▌", at: Point(x: 1, y: 0), style: style.foreground(.accent)) }
    if isMarked { canvas.write("●", at: Point(x: 2, y: 0), style: style.foreground(.accent)) }
    let looks = [
      (columns.name, person.hasName ? style : quiet), (columns.email, quiet), (columns.phone, quiet),
      (columns.tags, isSelected ? style : style.foreground(.chip)),
    ]
    for (text, (column, style)) in zip(texts, looks) { write(text, in: column, of: canvas, style: style) }
  }

  private func write(_ text: StyledText, in column: Range<Int>?, of canvas: Canvas, style: Style) {
    guard let column, !text.isEmpty else { return }
    canvas.write(text, at: Point(x: column.lowerBound, y: 0), style: style, maxWidth: column.count)
  }
}

/// The line above the list that says what its columns are.
final class PersonColumnHeader: View {
  override func draw(in canvas: Canvas) {
    // The list's last column is the scroll mark's.
    let columns = PersonColumns(width: canvas.size.width - 1)
    let style = Style(.textDim)
    canvas.fill(style: style)
    let titles: [(String, Range<Int>?)] = [
      ("Name", columns.name), ("E-mail", columns.email), ("Phone", columns.phone), ("Tags", columns.tags),
    ]
    for case (let title, let column?) in titles {
      canvas.write(title, at: Point(x: column.lowerBound, y: 0), style: style, maxWidth: column.count)
    }
  }
}
