/// A character of a text, with the element that gives it its style.
struct TextUnit {
  let character: Character
  let columns: Int
  unowned let source: Element
}

/// The lines of a text component.
@MainActor
struct TextBlock {
  private(set) var lines: [[TextUnit]] = []

  /// Breaks the text of a component and its runs into lines.
  ///
  /// - Complexity: O(length).
  init(_ element: Element, width: Int) {
    let wrap = element.option(.wrap)
    for paragraph in Self.paragraphs(of: element) {
      lines += wrap == 2 || width <= 0 ? [paragraph] : Self.wrapped(paragraph, to: width, byWords: wrap == 0)
    }
    let limit = element.number(.maxLines)
    let count = limit.isFinite && limit >= 1 ? Int(min(limit, 100_000)) : limit.isFinite ? 0 : Int.max
    let isCut = lines.count > count
    if isCut { lines.removeLast(lines.count - count) }
    defer { self.width = lines.reduce(0) { max($0, Self.columns(of: $1)) } }
    guard width > 0 else { return }
    for index in lines.indices {
      let isLastOfMore = isCut && index == lines.count - 1
      if isLastOfMore || Self.columns(of: lines[index]) > width {
        lines[index] = Self.truncated(
          lines[index], to: width, at: element.option(.truncation), isForced: isLastOfMore)
      }
    }
  }

  /// The columns of the widest line.
  private(set) var width = 0

  static func columns(of line: some Sequence<TextUnit>) -> Int { line.reduce(0) { $0 + $1.columns } }

  private static func paragraphs(of element: Element) -> [[TextUnit]] {
    var paragraphs: [[TextUnit]] = [[]]
    for source in [element] + element.children where source === element || source.isVisible {
      for character in source.text(.text) {
        if character.isNewline {
          paragraphs.append([])
        } else {
          let unit = TextUnit(
            character: character, columns: TextMeasure.columns(of: character), source: source)
          paragraphs[paragraphs.count - 1].append(unit)
        }
      }
    }
    return paragraphs
  }

  /// One paragraph in lines of at most `width` columns, broken at spaces where possible.
  private static func wrapped(_ units: [TextUnit], to width: Int, byWords: Bool) -> [[TextUnit]] {
    var lines: [[TextUnit]] = []
    var start = 0
    var column = 0
    var lastSpace: Int?
    var index = 0
    while index < units.count {
      let unit = units[index]
      if byWords, unit.character == " " { lastSpace = index }
      if column + unit.columns > width, index > start, !(byWords && unit.character == " ") {
        let end = lastSpace.map { $0 > start ? $0 : index } ?? index
        lines.append(Array(units[start..<end]))
        start = end
        while byWords, start < units.count, units[start].character == " " { start += 1 }
        index = start
        column = 0
        lastSpace = nil
        continue
      }
      column += unit.columns
      index += 1
    }
    var last = Array(units[min(start, units.count)...])
    while byWords, columns(of: last) > width, last.last?.character == " " { last.removeLast() }
    lines.append(last)
    return lines
  }

  /// A line cut to `width` columns, with an ellipsis.
  private static func truncated(
    _ line: [TextUnit], to width: Int, at option: Int, isForced: Bool
  ) -> [TextUnit] {
    let room = width - 1
    guard option != 3, room >= 0, let first = line.first, let last = line.last else {
      return Array(prefix(of: line, columns: width))
    }
    switch option {
    case 1:
      let tail = prefix(of: line.reversed(), columns: room).reversed()
      return [ellipsis(first.source)] + tail
    case 2:
      let head = prefix(of: line, columns: room - room / 2)
      let tail = prefix(of: line.reversed(), columns: room - columns(of: head)).reversed()
      return head + [ellipsis(first.source)] + tail
    default:
      return prefix(of: line, columns: room) + [ellipsis(last.source)]
    }
  }

  private static func ellipsis(_ source: Element) -> TextUnit {
    TextUnit(character: "…", columns: 1, source: source)
  }

  private static func prefix(of line: some Sequence<TextUnit>, columns: Int) -> [TextUnit] {
    var left = columns
    var result: [TextUnit] = []
    for unit in line {
      left -= unit.columns
      if left < 0 { break }
      result.append(unit)
    }
    return result
  }
}
