extension TextEditor {
  /// The change of one key or paste: characters that are deleted, and a text that replaces them.
  public struct Change: Equatable, Sendable {
    /// The characters to delete.
    public var range: Range<Int>
    /// The text that replaces them.
    public var replacement: String
    /// Whether ``TextEditor/yank()`` can insert the deleted text again.
    var kills = false
    /// Whether the next change of the same kind joins this step of undo.
    var joins = false

    /// Creates a change.
    public init(range: Range<Int>, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// Typed text, which replaces the selection.
  ///
  /// Consecutive typing is one step of undo.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the typed text.
  public func typing(_ text: String) -> Change {
    var change = inserting(text)
    change.joins = true
    return change
  }

  /// Pasted text: one step of undo by itself.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the pasted text.
  public func inserting(_ text: String) -> Change {
    Change(range: selection, replacement: Self.admissible(text, allowsNewlines: allowsNewlines))
  }

  /// Deletes the selection, or the text between the cursor and `destination`.
  ///
  /// `nil` when both are empty.
  ///
  /// - Complexity: That of ``position(of:)``.
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

  /// Deletes the selection as one step of undo.
  ///
  /// `nil` without a selection.
  public func deletingSelection() -> Change? {
    selection.isEmpty ? nil : Change(range: selection, replacement: "")
  }

  /// Deletes the word before the cursor with its blanks, as a shell's Ctrl-W does.
  ///
  /// - Complexity: O(*k*), where *k* is the number of deleted characters.
  public func deletingBlankSeparatedWord() -> Change? {
    var index = cursor
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return deleting(to: .position(index))
  }

  /// Inserts the text that was cut last.
  ///
  /// - Complexity: O(*m*), where *m* is the length of that text.
  public func yank() -> Change? {
    killed.isEmpty ? nil : inserting(killed)
  }
}
