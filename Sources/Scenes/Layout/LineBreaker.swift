/// Breaks the texts of some elements, one after the other, into lines.
///
/// It goes through the characters once, and keeps the places where the current line can end. Blanks at the end of a
/// line have no width.
@MainActor
struct LineBreaker {
  /// A place in one of the texts.
  private struct Place: Equatable {
    let source: Int
    let index: String.Index
  }

  private let sources: [Element]
  private let texts: [String]
  private let width: Int
  private let isBreaking: Bool
  private let byWords: Bool
  private let count: Int
  /// Whether the last line that counts is filled up to its end, because it is cut there.
  private let fillsLastLine: Bool
  private var lines: [TextBlock.Line] = []

  private var start: Place
  /// The columns from the start of the line.
  private var column = 0
  /// The end of the last word before a blank, and the start of the word after it, with their columns.
  private var wordEnd: (place: Place, column: Int)?
  private var wordStart: (place: Place, column: Int)?
  private var isAfterBlank = false

  /// - Parameters:
  ///   - wrap: The index of an option of ``SystemEnum/wrap``.
  ///   - count: The number of lines after which at most one more is made.
  ///   - fillsLastLine: Whether the last of these lines ends in the middle of a word, where there is more text.
  init(_ sources: [Element], width: Int, wrap: Int, count: Int, fillsLastLine: Bool) {
    self.sources = sources
    texts = sources.map { $0.text(.text) }
    self.width = width
    isBreaking = wrap != 2 && width > 0
    byWords = wrap == 0
    self.count = count
    self.fillsLastLine = fillsLastLine
    start = Place(source: 0, index: texts[0].startIndex)
  }

  private var isDone: Bool { lines.count > count }

  mutating func breakLines() -> [TextBlock.Line] {
    for source in texts.indices where !isDone {
      let text = texts[source]
      if text.utf8.allSatisfy({ $0 < 0x80 }) { addBytes(text, source) } else { addCharacters(text, source) }
    }
    let last = texts.count - 1
    if !isDone { endParagraph(at: Place(source: last, index: texts[last].endIndex)) }
    return lines
  }

  /// Each byte of ASCII is a column.
  private mutating func addBytes(_ text: String, _ source: Int) {
    let bytes = text.utf8
    var index = bytes.startIndex
    var former: UInt8 = 0
    while index < bytes.endIndex, !isDone {
      let byte = bytes[index]
      let place = Place(source: source, index: index)
      bytes.formIndex(after: &index)
      switch byte {
      case 0x0A where former == 0x0D: start = Place(source: source, index: index)
      case 0x0A...0x0D:
        endParagraph(at: place)
        start = Place(source: source, index: index)
      default: add(at: place, columns: 1, isBlank: byte == 0x20)
      }
      former = byte
    }
  }

  private mutating func addCharacters(_ text: String, _ source: Int) {
    var index = text.startIndex
    while index < text.endIndex, !isDone {
      let character = text[index]
      let place = Place(source: source, index: index)
      text.formIndex(after: &index)
      if character.isNewline {
        endParagraph(at: place)
        start = Place(source: source, index: index)
      } else {
        add(at: place, columns: TextMeasure.columns(of: character), isBlank: character == " ")
      }
    }
  }

  private mutating func add(at place: Place, columns: Int, isBlank: Bool) {
    if byWords, isBlank {
      if !isAfterBlank { wordEnd = (place, column) }
    } else {
      if isAfterBlank { wordStart = (place, column) }
      if isBreaking, column + columns > width { breakLine(before: place, columns) }
    }
    isAfterBlank = byWords && isBlank
    column += columns
  }

  /// Ends the line after its last whole word, else before a character that has no room.
  private mutating func breakLine(before place: Place, _ columns: Int) {
    let isFilled = fillsLastLine && lines.count == count - 1
    if !isFilled, let end = wordEnd, let next = wordStart {
      endLine(at: end.place, columns: end.column)
      start = next.place
      column -= next.column
    }
    if column + columns > width, place != start {
      endLine(at: place, columns: column)
      start = place
      column = 0
    }
  }

  private mutating func endParagraph(at place: Place) {
    if isBreaking, column > width, isAfterBlank, let wordEnd {
      endLine(at: wordEnd.place, columns: wordEnd.column)
    } else {
      endLine(at: place, columns: column)
    }
    column = 0
    isAfterBlank = false
  }

  private mutating func endLine(at end: Place, columns: Int) {
    (wordEnd, wordStart) = (nil, nil)
    var line: TextBlock.Line = []
    for source in start.source...max(start.source, end.source) {
      let text = texts[source]
      let first = source == start.source ? start.index : text.startIndex
      let last = source == end.source ? end.index : text.endIndex
      guard first < last else { continue }
      let isWhole = start.source == end.source
      line.append(
        TextPiece(
          text: text[first..<last], columns: isWhole ? columns : TextMeasure.width(of: text[first..<last]),
          source: sources[source]))
    }
    lines.append(line)
  }
}
