/// The place of a text in the room for it.
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

  /// The text as it may be shown: control and escape characters, bidirectional controls and tags have become the
  /// visible stand-ins that are drawn on a screen too. For what is written to a terminal without one: lists, titles,
  /// messages.
  public var sanitized: String {
    guard unicodeScalars.contains(where: { StandIn.scalar(for: $0) != nil }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars { result.append(StandIn.scalar(for: scalar) ?? scalar) }
    return String(result)
  }

  /// The text in at most `width` columns; where it is cut, `ellipsis` is at its end. Never halves what the user
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
  /// What a line may be broken between: characters; and of one that is wider than a whole line, which only a heap of
  /// stand-ins can be, its scalars.
  private func units(notWiderThan width: Int) -> [(text: Substring, columns: Int)] {
    indices.flatMap { index -> [(text: Substring, columns: Int)] in
      let columns = self[index].displayWidth
      let character = self[index..<self.index(after: index)]
      guard columns > width else { return [(character, columns)] }
      return character.unicodeScalars.indices.map { index in
        let scalar = Substring(character.unicodeScalars[index...index])
        return (scalar, scalar.description.displayWidth)
      }
    }
  }

  /// One paragraph in lines of at most `width` columns.
  fileprivate func wrappedLine(toWidth width: Int) -> [String] {
    let units = units(notWiderThan: width)
    var lines: [String] = []
    var start = 0
    var column = 0
    // The last place where the line may be broken, and where the next one would go on.
    var breakBefore: Int?
    var goOnAt = 0
    var index = 0
    while index < units.count {
      let (text, columns) = units[index]
      if text == " " {
        if index > start, units[index - 1].text != " " { breakBefore = index }
        goOnAt = index + 1
      }
      if column + columns > width, text != " ", index > start {
        lines.append(units[start..<(breakBefore ?? index)].map(\.text).joined())
        start = breakBefore == nil ? index : goOnAt
        breakBefore = nil
        index = start
        column = 0
        continue
      }
      column += columns
      index += 1
    }
    var last = units[start...]
    if column > width || !lines.isEmpty {
      while last.last?.text == " " { last.removeLast() }
    }
    lines.append(last.map(\.text).joined())
    return lines
  }
}
