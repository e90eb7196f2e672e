/// A text with a cursor, a selection and a history: all that editing is, without anything to look at. Pure, so that it
/// can be tested to the last case; ``TextField`` and ``TextView`` show it.
///
/// Positions count grapheme clusters, what a person calls a character. Editing near combining marks, joiners and flags
/// may join clusters or split them; the cursor is then behind what was edited. Plain typing costs O(length behind the
/// cursor), everything else O(length).
public struct TextEditor: Equatable, Sendable {
  /// What is being edited, as a person counts characters.
  public private(set) var characters: [Character] = []
  /// The gap where typing goes: 0 is before the first character, `characters.count` after the last.
  public private(set) var cursor = 0
  /// Where the selection began; `nil` while nothing is selected.
  private var anchor: Int?
  /// Whether a newline may be part of the text; otherwise it becomes a space.
  public let allowsNewlines: Bool

  private var history = History()
  /// What was cut off last, for ``yank()``.
  public private(set) var killed = ""

  /// - Parameters:
  ///   - text: the text to edit; the cursor is at its end.
  ///   - allowsNewlines: whether there may be more than one line; if not, a line end becomes a blank.
  public init(_ text: String = "", allowsNewlines: Bool = false) {
    self.allowsNewlines = allowsNewlines
    characters = Array(Self.admissible(text, allowsNewlines: allowsNewlines))
    cursor = characters.count
  }

  /// The whole text. O(length).
  public var text: String { String(characters) }

  /// Whether there is no text.
  public var isEmpty: Bool { characters.isEmpty }

  /// What is selected; empty, at the cursor, when nothing is.
  public var selection: Range<Int> {
    guard let anchor else { return cursor..<cursor }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// Empty when nothing is selected.
  public var selectedText: String { String(characters[selection]) }

  // MARK: Text from outside

  /// Replaces the whole text, as when a model has changed, and forgets the history. An equal text changes nothing.
  ///
  /// The cursor stays between the characters between which it is: what was added or removed before it moves it along.
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

  // MARK: Moving

  /// A place to go to.
  public enum Destination: Sendable {
    case left, right, wordLeft, wordRight, lineStart, lineEnd, start, end
    case position(Int)
  }

  /// Moves the cursor. With `selecting` the selection grows or shrinks; without, it ends (Left and Right go to its
  /// ends).
  public mutating func move(to destination: Destination, selecting: Bool = false) {
    history.endGroup()
    if !selecting, anchor != nil, !selection.isEmpty {
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

  /// Selects the word around a gap; nothing where there is none.
  public mutating func selectWord(at index: Int) {
    move(to: .position(index))
    var start = cursor
    while start > 0, characters[start - 1].isWordPart { start -= 1 }
    while cursor < characters.count, characters[cursor].isWordPart { cursor += 1 }
    anchor = start == cursor ? nil : start
  }

  /// Selects the line around a gap, without its newline.
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

  /// The gap that a destination means from here.
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

  /// What one key or paste is about to do: characters that go, and text that comes in their place.
  public struct Change: Equatable, Sendable {
    /// The characters that go.
    public var range: Range<Int>
    /// What comes in their place.
    public var replacement: String
    /// Whether what goes can be brought back by ``TextEditor/yank()``.
    var kills = false
    /// Whether the next one of its kind belongs to the same step of undo.
    var joins = false

    /// A change that is not made yet.
    public init(range: Range<Int>, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// Typed text: what is selected gives way to it, and what is typed in one go is undone in one.
  public func typing(_ text: String) -> Change {
    var change = inserting(text)
    change.joins = true
    return change
  }

  /// Pasted text: one step of undo by itself.
  public func inserting(_ text: String) -> Change {
    Change(range: selection, replacement: Self.admissible(text, allowsNewlines: allowsNewlines))
  }

  /// Removes what is selected, or what lies between the cursor and `destination`. `nil` when there is nothing.
  public func deleting(to destination: Destination) -> Change? {
    var range = selection
    if range.isEmpty {
      let other = position(of: destination)
      range = min(cursor, other)..<max(cursor, other)
    }
    guard !range.isEmpty else { return nil }
    var change = Change(range: range, replacement: "")
    switch destination {
    case .left, .right: change.joins = selection.isEmpty
    default: change.kills = true
    }
    return change
  }

  /// Removes what is selected, as one step of undo. `nil` when nothing is.
  public func deletingSelection() -> Change? {
    selection.isEmpty ? nil : Change(range: selection, replacement: "")
  }

  /// Removes from the blank before the word before the cursor on, as a shell's Ctrl-W does.
  public func deletingBlankSeparatedWord() -> Change? {
    var index = cursor
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return deleting(to: .position(index))
  }

  /// Puts back what was cut off last.
  public func yank() -> Change? {
    killed.isEmpty ? nil : inserting(killed)
  }

  /// Does it. A range that reaches beyond the text is cut to it.
  public mutating func apply(_ change: Change) {
    let lower = min(max(change.range.lowerBound, 0), characters.count)
    let range = lower..<min(max(change.range.upperBound, lower), characters.count)
    let inserted = Array(Self.admissible(change.replacement, allowsNewlines: allowsNewlines))
    guard !range.isEmpty || !inserted.isEmpty else { return }
    if change.kills { killed = String(characters[range]) }
    var step = History.Step(
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

  /// Puts text in the place of the selection, or at the cursor, as one step of undo.
  public mutating func insert(_ text: String) { apply(inserting(text)) }

  // MARK: History

  /// Whether there is a step to take back.
  public var canUndo: Bool { !history.done.isEmpty }
  /// Whether a step was taken back that can be made again.
  public var canRedo: Bool { !history.undone.isEmpty }

  /// Takes the last step back. Returns whether there was one.
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

  /// Does again what was taken back last. Returns whether there was anything.
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

  /// Whether nothing at the seams can grow together: ASCII beside ASCII, as nearly always.
  private func isSafe(range: Range<Int>, inserted: [Character]) -> Bool {
    let left = range.lowerBound > 0 ? characters[range.lowerBound - 1] : nil
    let right = range.upperBound < characters.count ? characters[range.upperBound] : nil
    let seam = [left, inserted.first, inserted.last, right]
    return seam.allSatisfy { $0?.isASCII ?? true }
  }

  /// Cuts the text into clusters again, and puts the cursor behind what it stood behind.
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

  /// How many characters two texts have in common at their beginnings and, behind those, at their ends.
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
  private static func admissible(_ text: String, allowsNewlines: Bool) -> String {
    guard text.contains(where: { $0.isNewline && (!allowsNewlines || $0 != "\n") }) else { return text }
    return String(text.map { $0.isNewline ? (allowsNewlines ? "\n" : " ") : $0 })
  }
}

extension TextEditor {
  /// The steps that can be taken back, and those that were.
  private struct History: Equatable, Sendable {
    struct Step: Equatable, Sendable {
      var start: Int
      var removed: [Character]
      var inserted: [Character]
      var cursorBefore: Int
      var anchorBefore: Int?
    }

    static let limit = 1000
    var done: [Step] = []
    var undone: [Step] = []
    private var isGroupOpen = false

    mutating func endGroup() {
      isGroupOpen = false
    }

    mutating func record(_ step: Step, joins: Bool) {
      undone = []
      if joins, isGroupOpen, let last = done.popLast() {
        if let joined = join(last, step) {
          done.append(joined)
          return
        }
        done.append(last)
      }
      isGroupOpen = joins
      done.append(step)
      if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    }

    /// Typing that goes on, up to the start of the next word; deleting that goes on, to the left or to the right.
    private func join(_ last: Step, _ next: Step) -> Step? {
      var joined = last
      if next.removed.isEmpty {
        guard last.removed.isEmpty || !last.inserted.isEmpty, next.start == last.start + last.inserted.count else {
          return nil
        }
        let startsWord = last.inserted.last?.isWhitespace == true && next.inserted.first?.isWhitespace == false
        if startsWord { return nil }
        joined.inserted += next.inserted
        return joined
      }
      guard next.inserted.isEmpty, last.inserted.isEmpty else { return nil }
      if next.start + next.removed.count == last.start {
        joined.start = next.start
        joined.removed = next.removed + last.removed
        return joined
      }
      guard next.start == last.start else { return nil }
      joined.removed += next.removed
      return joined
    }
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }

  /// Equal to the scalar, where `==` takes what is canonically equivalent for the same.
  fileprivate func isIdentical(to other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
