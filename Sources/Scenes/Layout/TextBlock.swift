/// A part of a line, with the element that gives it its style.
struct TextPiece {
  let text: Substring
  let columns: Int
  unowned let source: Element
}

/// The lines of a text component.
@MainActor
struct TextBlock {
  typealias Line = [TextPiece]

  private(set) var lines: [Line]
  /// The columns of the widest line.
  let width: Int

  /// The number of lines that no screen needs.
  private static let lineLimit = 100_000

  /// Breaks the text of a component and its runs into lines.
  ///
  /// - Complexity: O(length), as far as it is within the greatest number of lines.
  init(_ element: Element, width: Int) {
    let limit = element.number(.maxLines)
    let count = limit.isFinite ? Int(min(max(limit, 0), Double(Self.lineLimit))) : Self.lineLimit
    let sources = [element] + element.children.filter(\.isVisible)
    let truncation = element.option(.truncation)
    var breaker = LineBreaker(
      sources, width: width, wrap: element.option(.wrap), count: count,
      fillsLastLine: truncation == 0 || truncation == 3)
    lines = breaker.breakLines()
    let isCut = lines.count > count
    if isCut { lines.removeLast(lines.count - count) }
    if width > 0 {
      for index in lines.indices where Self.columns(of: lines[index]) > width || isCut && index == count - 1 {
        lines[index] = Self.truncated(lines[index], to: width, at: truncation)
      }
    }
    self.width = lines.reduce(0) { max($0, Self.columns(of: $1)) }
  }

  static func columns(of line: Line) -> Int { line.reduce(0) { $0 + $1.columns } }

  // MARK: Truncating

  /// A line cut to `width` columns, with an ellipsis.
  private static func truncated(_ line: Line, to width: Int, at option: Int) -> Line {
    let room = width - 1
    guard option != 3, let first = line.first, let last = line.last else { return prefix(of: line, columns: width) }
    switch option {
    case 1: return [ellipsis(first.source)] + suffix(of: line, columns: room)
    case 2:
      let head = prefix(of: line, columns: room - room / 2)
      return head + [ellipsis(first.source)] + suffix(of: line, columns: room - columns(of: head))
    default: return withoutBlanks(prefix(of: line, columns: room)) + [ellipsis(last.source)]
    }
  }

  /// A line without the blanks at its end, so that the ellipsis follows a word.
  private static func withoutBlanks(_ line: Line) -> Line {
    guard let last = line.last, let end = last.text.lastIndex(where: { $0 != " " }) else { return line }
    let text = last.text[...end]
    let blanks = last.text.distance(from: text.endIndex, to: last.text.endIndex)
    return line.dropLast() + [TextPiece(text: text, columns: last.columns - blanks, source: last.source)]
  }

  private static func ellipsis(_ source: Element) -> TextPiece { TextPiece(text: "…", columns: 1, source: source) }

  private static func prefix(of line: Line, columns: Int) -> Line {
    var left = columns
    var result: Line = []
    for piece in line {
      guard piece.columns > left else {
        result.append(piece)
        left -= piece.columns
        continue
      }
      let (end, width) = end(of: piece.text, columns: left)
      result.append(TextPiece(text: piece.text[..<end], columns: width, source: piece.source))
      break
    }
    return result
  }

  private static func suffix(of line: Line, columns: Int) -> Line {
    var left = columns
    var result: Line = []
    for piece in line.reversed() {
      guard piece.columns > left else {
        result.insert(piece, at: 0)
        left -= piece.columns
        continue
      }
      let (end, width) = end(of: piece.text.reversed(), columns: left)
      result.insert(TextPiece(text: piece.text[end.base...], columns: width, source: piece.source), at: 0)
      break
    }
    return result
  }

  /// The end of the characters that have room in some columns.
  private static func end<Characters: Collection<Character>>(
    of text: Characters, columns: Int
  ) -> (end: Characters.Index, columns: Int) {
    var (end, used) = (text.startIndex, 0)
    while end < text.endIndex, case let next = TextMeasure.columns(of: text[end]), used + next <= columns {
      used += next
      end = text.index(after: end)
    }
    return (end, used)
  }
}
