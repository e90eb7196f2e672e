import PeoplebookCore
import TUIKit

/// People as a table of text: id, name, and the fields that a list shows.
struct PeopleTable {
  private struct Column: Sendable {
    var heading: String
    var minimum: Int
    /// Wider only if the terminal has room.
    var maximum: Int
    var text: @Sendable (Person) -> String
  }

  private static let columns =
    [
      Column(heading: "ID", minimum: 8, maximum: 8) { String($0.id.prefix(8)) },
      Column(heading: "NAME", minimum: 12, maximum: 40) { $0.displayName },
    ]
    + FieldCatalogue.current.listed.compactMap { field in
      field.listColumn.map { column in
        Column(
          heading: column.heading, minimum: column.minimum, maximum: column.maximum, text: field.listText(of:))
      }
    }

  private var widths: [Int]
  /// Whether a text that is longer than its column is cut: on a terminal, where lines must not wrap.
  private let isCut: Bool
  private static let gap = "  "

  /// Measures the columns of the first people only; a longer text further down extends only its own line.
  init(measuring people: some Sequence<Person>, terminalWidth: Int?) {
    widths = Self.columns.map { max($0.minimum, $0.heading.count) }
    for person in people {
      for (index, column) in Self.columns.enumerated() {
        widths[index] = max(widths[index], min(column.maximum, PlainText.line(column.text(person)).displayWidth))
      }
    }
    isCut = terminalWidth != nil
    if let terminalWidth { shrink(to: terminalWidth) }
  }

  /// Takes room from the widest column until all fit, then drops columns from the right.
  private mutating func shrink(to width: Int) {
    func total() -> Int { widths.reduce(0, +) + Self.gap.count * (widths.count - 1) }
    while total() > width {
      let slack = widths.indices.filter { widths[$0] > Self.columns[$0].minimum }
      if let widest = slack.max(by: { widths[$0] < widths[$1] }) {
        widths[widest] -= 1
      } else if widths.count > 2 {
        widths.removeLast()
      } else {
        return
      }
    }
  }

  var heading: String { line(Self.columns.map(\.heading)) }

  func line(_ person: Person) -> String { line(Self.columns.map { PlainText.line($0.text(person)) }) }

  private func line(_ texts: [String]) -> String {
    let cells = zip(texts, widths).enumerated().map { index, pair -> String in
      let (text, width) = pair
      let cell = isCut ? text.truncated(toWidth: width) : text
      return index == widths.count - 1 ? cell : cell.padded(toWidth: max(width, cell.displayWidth))
    }
    var line = cells.joined(separator: Self.gap)
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
