/// Where text stands in the room that it is given.
public enum TextAlignment: Hashable, Sendable {
  case leading, center, trailing
}

extension String {
  /// The columns that the text takes on a terminal: what is drawn of it, with stand-ins for what cannot be. O(length).
  public var displayWidth: Int {
    var width = 0
    if withPlainBytes({ width = $0.count }) { return width }
    forEachGlyph {
      width += $0.width
      return true
    }
    return width
  }

  /// The text as it may be shown: control and escape characters, bidirectional controls and tags have become the visible
  /// stand-ins that are drawn on a screen too. For what is written to a terminal without one: lists, titles, messages.
  public var sanitized: String {
    guard unicodeScalars.contains(where: { StandIn.scalar(for: $0) != nil }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars { result.append(StandIn.scalar(for: scalar) ?? scalar) }
    return String(result)
  }

  /// The text in at most `width` columns; if something had to go, `ellipsis` stands at its end. Never halves what a person
  /// sees as one character. An ellipsis that does not fit is left out.
  public func truncated(toWidth width: Int, ellipsis: String = "…") -> String {
    guard displayWidth > width else { return self }
    let tail = ellipsis.displayWidth <= width ? ellipsis : ""
    return String(prefix(fitting: width - tail.displayWidth)) + tail
  }

  /// The longest beginning that takes at most `width` columns.
  public func prefix(fitting width: Int) -> Substring {
    var left = width
    for index in indices {
      left -= self[index].displayWidth
      if left < 0 { return self[..<index] }
    }
    return self[...]
  }

  /// The text with blanks around it, `width` columns wide; truncated if it is wider.
  public func padded(toWidth width: Int, alignment: TextAlignment = .leading) -> String {
    let text = truncated(toWidth: width)
    let room = max(0, width - text.displayWidth)
    let before = alignment.offset(in: room)
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: room - before)
  }

  /// The lines of the text, each at most `width` columns: broken at line ends, else at spaces, and inside a word only
  /// when it does not fit into a line. Spaces at a break vanish. A text without characters is one empty line.
  public func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      $0.wrappedLine(toWidth: width)
    }
  }
}

extension Character {
  /// The columns that the character takes on a terminal. The widths of a string's characters add up to its own.
  public var displayWidth: Int {
    if isASCII, self != "\r\n" { return 1 }
    return String(self).displayWidth
  }
}

extension TextAlignment {
  /// How many of `room` spare columns stand before the text.
  public func offset(in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: room / 2
    case .trailing: room
    }
  }
}

extension Substring {
  /// One paragraph in lines of at most `width` columns.
  fileprivate func wrappedLine(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var start = startIndex
    var column = 0
    // The last place where the line may be broken, and where the next one would go on.
    var breakBefore: Index?
    var goOnAt = startIndex
    var index = startIndex
    while index < endIndex {
      let character = self[index]
      if character == " " {
        if index > start, self[self.index(before: index)] != " " { breakBefore = index }
        goOnAt = self.index(after: index)
      }
      let columns = character.displayWidth
      if column + columns > width, character != " ", index > start {
        let end = breakBefore ?? index
        lines.append(String(self[start..<end]))
        start = breakBefore == nil ? index : goOnAt
        breakBefore = nil
        index = start
        column = 0
        continue
      }
      column += columns
      index = self.index(after: index)
    }
    var last = self[start...]
    if column > width || !lines.isEmpty {
      while last.last == " " { last.removeLast() }
    }
    lines.append(String(last))
    return lines
  }
}
