import Algorithms

/// The alignment of a text in a wider space.
public enum TextAlignment: Hashable, Sendable {
  /// At the beginning, in the middle or at the end.
  case leading, center, trailing
}

extension String {
  /// The number of columns of the text on a terminal, with stand-ins for control characters.
  ///
  /// - Complexity: O(length).
  public var displayWidth: Int {
    var width = 0
    if withPlainBytes({ width = $0.count }) { return width }
    forEachGlyph {
      width += $0.width
      return true
    }
    return width
  }

  /// The text with visible stand-ins for control and escape characters, bidirectional controls and tags, as on a
  /// screen.
  ///
  /// For text that is written to a terminal without a screen: lists, titles, messages.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var sanitized: String {
    guard unicodeScalars.contains(where: { $0.standIn != nil }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.standIn ?? scalar) }
    return String(result)
  }

  /// The text in at most `width` columns; if it is cut, `ellipsis` is at its end.
  ///
  /// Never halves a grapheme cluster. An ellipsis that does not fit is left out.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func truncated(toWidth width: Int, ellipsis: String = "…") -> String {
    guard displayWidth > width else { return self }
    let tail = ellipsis.displayWidth <= width ? ellipsis : ""
    return String(prefix(fitting: width - tail.displayWidth)) + tail
  }

  /// The longest prefix of at most `width` columns.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func prefix(fitting width: Int) -> Substring {
    var left = width
    for index in indices {
      left -= self[index].displayWidth
      if left < 0 { return self[..<index] }
    }
    return self[...]
  }

  /// The text padded with blanks to `width` columns; truncated if it is wider.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text or of the result, whichever is longer.
  public func padded(toWidth width: Int, alignment: TextAlignment = .leading) -> String {
    let text = truncated(toWidth: width)
    let room = max(0, width - text.displayWidth)
    let before = alignment.offset(in: room)
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: room - before)
  }

  /// The lines of the text, each at most `width` columns: broken at line ends, else at spaces, and inside a word only
  /// when it does not fit into a line.
  ///
  /// Spaces at a break are removed. An empty text is one empty line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      $0.wrappedLine(toWidth: width)
    }
  }
}

extension Character {
  /// The number of columns of the character.
  ///
  /// The widths of a string's characters add up to its own.
  public var displayWidth: Int {
    if isASCII, self != "\r\n" { return 1 }
    return String(self).displayWidth
  }
}

extension TextAlignment {
  /// The number of the `room` spare columns that are before the text.
  public func offset(in room: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: room / 2
    case .trailing: room
    }
  }
}

extension Substring {
  /// The units between which a line may be broken: characters, and the scalars of a character that is wider than a
  /// whole line, which only a sequence of stand-ins can be.
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
    // The last position where the line may be broken, and the start of the next one.
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
