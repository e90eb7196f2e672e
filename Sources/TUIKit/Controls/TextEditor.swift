/// A text with a cursor, a selection and a history.
///
/// It is a value without a view, so that editing can be tested completely; ``TextField`` and ``TextView`` show it.
///
/// Positions count grapheme clusters. Editing near combining marks, joiners and flags may join or split clusters; the
/// cursor is then behind the edited text.
///
/// - Complexity: O(length behind the cursor) for plain typing, O(length) for all other changes.
public struct TextEditor: Equatable, Sendable {
  /// The text as grapheme clusters.
  public private(set) var characters: [Character] = []
  /// The position of the cursor: 0 is before the first character, `characters.count` after the last.
  public private(set) var cursor = 0
  /// The other end of the selection; `nil` without a selection.
  private var anchor: Int?
  /// Whether the text may contain newlines; otherwise they become spaces.
  public let allowsNewlines: Bool

  private var history = History()
  /// The text that was cut last, for ``yank()``.
  public private(set) var killed = ""

  /// Creates a text editor.
  ///
  /// - Parameters:
  ///   - text: The text to edit; the cursor is at its end.
  ///   - allowsNewlines: Whether the text may have several lines; if not, a line end becomes a blank.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String = "", allowsNewlines: Bool = false) {
    self.allowsNewlines = allowsNewlines
    characters = Array(Self.admissible(text, allowsNewlines: allowsNewlines))
    cursor = characters.count
  }

  /// The whole text.
  ///
  /// - Complexity: O(length).
  public var text: String { String(characters) }

  /// Whether the text is empty.
  public var isEmpty: Bool { characters.isEmpty }

  /// The range of the selection; empty, at the cursor, without a selection.
  public var selection: Range<Int> {
    guard let anchor else { return cursor..<cursor }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The selected text; empty without a selection.
  public var selectedText: String { String(characters[selection]) }

  // MARK: Setting the text

  /// Replaces the whole text, as when a model has changed, and discards the history.
  ///
  /// An equal text changes nothing.
  ///
  /// The cursor stays between its two characters: insertions and deletions before it move it along.
  ///
  /// - Complexity: O(*n*), where *n* is the length of both texts.
  public mutating func setText(_ text: String) {
    let new = Array(Self.admissible(text, allowsNewlines: allowsNewlines))
    guard new != characters else { return }
    let shared = Self.sharedEnds(characters, new)
    func moved(_ position: Int) -> Int {
      if position <= shared.prefix, position < characters.count { return position }
      return position >= characters.count - shared.suffix
        ? position + new.count - characters.count : min(position, new.count - shared.suffix)
    }
    let cursor = moved(cursor)
    characters = new
    self.cursor = min(max(cursor, 0), new.count)
    anchor = nil
    history = History()
  }

  // MARK: Moving the cursor

  /// A destination of the cursor.
  public enum Destination: Sendable {
    /// A destination relative to the cursor, or an end of the text.
    case left, right, wordLeft, wordRight, lineStart, lineEnd, start, end
    /// A position, counted in grapheme clusters.
    case position(Int)
  }

  /// Moves the cursor.
  ///
  /// With `selecting` the selection grows or shrinks; without, it ends (Left and Right go to its ends).
  public mutating func move(to destination: Destination, selecting: Bool = false) {
    history.endGroup()
    if !selecting, anchor != nil {
      switch destination {
      case .left: return collapse(to: selection.lowerBound)
      case .right: return collapse(to: selection.upperBound)
      default: break
      }
    }
    let target = position(of: destination)
    if selecting { anchor = anchor ?? cursor } else { anchor = nil }
    cursor = target
    if anchor == cursor { anchor = nil }
  }

  /// Selects everything; the cursor is at the end.
  public mutating func selectAll() {
    anchor = characters.isEmpty ? nil : 0
    cursor = characters.count
  }

  /// Selects the word around a position; nothing without a word there.
  ///
  /// - Complexity: O(*k*), where *k* is the length of the word.
  public mutating func selectWord(at index: Int) {
    move(to: .position(index))
    var start = cursor
    while start > 0, characters[start - 1].isWordPart { start -= 1 }
    while cursor < characters.count, characters[cursor].isWordPart { cursor += 1 }
    anchor = start == cursor ? nil : start
  }

  /// Selects the line around a position, without its newline.
  ///
  /// - Complexity: O(*k*), where *k* is the length of the line.
  public mutating func selectLine(at index: Int) {
    move(to: .position(index))
    let start = position(of: .lineStart)
    cursor = position(of: .lineEnd)
    anchor = start == cursor ? nil : start
  }

  private mutating func collapse(to position: Int) {
    anchor = nil
    cursor = position
  }

  /// The position of a destination.
  ///
  /// - Complexity: O(*k*), where *k* is the distance from the cursor to a word's or a line's end, and O(1) otherwise.
  public func position(of destination: Destination) -> Int {
    switch destination {
    case .left: return max(cursor - 1, 0)
    case .right: return min(cursor + 1, characters.count)
    case .start: return 0
    case .end: return characters.count
    case .position(let position): return min(max(position, 0), characters.count)
    case .lineStart: return (characters[..<cursor].lastIndex(where: \.isNewline) ?? -1) + 1
    case .lineEnd: return characters[cursor...].firstIndex(where: \.isNewline) ?? characters.count
    case .wordLeft:
      var index = cursor
      while index > 0, !characters[index - 1].isWordPart { index -= 1 }
      while index > 0, characters[index - 1].isWordPart { index -= 1 }
      return index
    case .wordRight:
      var index = cursor
      while index < characters.count, !characters[index].isWordPart { index += 1 }
      while index < characters.count, characters[index].isWordPart { index += 1 }
      return index
    }
  }

  // MARK: Editing

  /// Applies a change.
  ///
  /// A range beyond the text is clamped to it.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public mutating func apply(_ change: Change) {
    let lower = min(max(change.range.lowerBound, 0), characters.count)
    let range = lower..<min(max(change.range.upperBound, lower), characters.count)
    let inserted = Array(Self.admissible(change.replacement, allowsNewlines: allowsNewlines))
    guard !range.isEmpty || !inserted.isEmpty else { return }
    if change.kills { killed = String(characters[range]) }
    var step = History.UndoStep(
      start: range.lowerBound, removed: Array(characters[range]), inserted: inserted, cursorBefore: cursor,
      anchorBefore: anchor)
    let after = range.lowerBound + inserted.count
    let joinsNeighbours = !isSafe(range: range, inserted: inserted)
    let before = joinsNeighbours ? characters : []
    characters.replaceSubrange(range, with: inserted)
    cursor = after
    anchor = nil
    if joinsNeighbours {
      regroup()
      let ends = Self.sharedEnds(before, characters)
      step.start = ends.prefix
      step.removed = Array(before[ends.prefix..<before.count - ends.suffix])
      step.inserted = Array(characters[ends.prefix..<characters.count - ends.suffix])
    }
    history.record(step, joins: change.joins && !joinsNeighbours)
  }

  /// Replaces the selection, or inserts at the cursor, as one step of undo.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public mutating func insert(_ text: String) { apply(inserting(text)) }

  // MARK: History

  /// Whether a step can be undone.
  public var canUndo: Bool { !history.done.isEmpty }
  /// Whether an undone step can be redone.
  public var canRedo: Bool { !history.undone.isEmpty }

  /// Undoes the last step.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let step = history.done.popLast() else { return false }
    history.endGroup()
    characters.replaceSubrange(step.start..<step.start + step.inserted.count, with: step.removed)
    cursor = step.cursorBefore
    anchor = step.anchorBefore
    history.undone.append(step)
    return true
  }

  /// Redoes the step that was undone last.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @discardableResult
  public mutating func redo() -> Bool {
    guard let step = history.undone.popLast() else { return false }
    history.endGroup()
    characters.replaceSubrange(step.start..<step.start + step.removed.count, with: step.inserted)
    cursor = step.start + step.inserted.count
    anchor = nil
    history.done.append(step)
    return true
  }

  // MARK: Clusters

  /// Whether nothing can join at the edges of the change: ASCII beside ASCII, as in nearly all cases.
  private func isSafe(range: Range<Int>, inserted: [Character]) -> Bool {
    let left = range.lowerBound > 0 ? characters[range.lowerBound - 1] : nil
    let right = range.upperBound < characters.count ? characters[range.upperBound] : nil
    let seam = [left, inserted.first, inserted.last, right]
    return seam.allSatisfy { $0?.isASCII ?? true }
  }

  /// Divides the text into clusters again, and keeps the cursor behind the same scalar.
  private mutating func regroup() {
    let scalarsBefore = characters[..<cursor].reduce(0) { $0 + $1.unicodeScalars.count }
    characters = Array(String(characters))
    var scalars = 0
    cursor = 0
    while cursor < characters.count, scalars < scalarsBefore {
      scalars += characters[cursor].unicodeScalars.count
      cursor += 1
    }
  }

  /// The number of equal characters of two texts at their beginnings and, behind those, at their ends.
  private static func sharedEnds(_ left: [Character], _ right: [Character]) -> (prefix: Int, suffix: Int) {
    let shorter = min(left.count, right.count)
    var prefix = 0
    while prefix < shorter, left[prefix].isIdentical(to: right[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, left[left.count - 1 - suffix].isIdentical(to: right[right.count - 1 - suffix]) {
      suffix += 1
    }
    return (prefix, suffix)
  }

  /// The text with every newline as `\n`, or as a space.
  static func admissible(_ text: String, allowsNewlines: Bool) -> String {
    guard text.contains(where: { $0.isNewline && (!allowsNewlines || $0 != "\n") }) else { return text }
    return String(text.map { $0.isNewline ? (allowsNewlines ? "\n" : " ") : $0 })
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }

  /// Compares scalars, unlike `==`, which compares canonical equivalence.
  fileprivate func isIdentical(to other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
