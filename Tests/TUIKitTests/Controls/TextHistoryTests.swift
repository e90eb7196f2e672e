import Testing

@testable import TUIKit

/// Which changes are undone together.
@Suite struct TextHistoryTests {
  private func apply(_ change: TextEditor.Change?, to editor: inout TextEditor) {
    if let change { editor.apply(change) }
  }

  @Test func `a thousand steps can be undone`() {
    var editor = TextEditor()
    for _ in 0..<1002 { editor.insert("x") }
    var steps = 0
    while editor.undo() { steps += 1 }
    #expect(steps == 1000 && editor.text == "xx")
  }

  @Test func `typing after a blank begins a step`() {
    var editor = TextEditor()
    for letter in "ab  cd e" { editor.apply(editor.typing(String(letter))) }
    var texts: [String] = []
    while editor.undo() { texts.append(editor.text) }
    #expect(texts == ["ab  cd ", "ab  ", ""])
  }

  @Test func `words that arrive whole are a step each`() {
    var editor = TextEditor()
    for word in ["one ", "two ", "three"] { editor.apply(editor.typing(word)) }
    var texts: [String] = []
    while editor.undo() { texts.append(editor.text) }
    #expect(texts == ["one two ", "one ", ""])
  }

  @Test func `deletions in both directions are one step`() {
    var editor = TextEditor("abcdef")
    editor.move(to: .position(3))
    apply(editor.deleting(to: .left), to: &editor)
    apply(editor.deleting(to: .left), to: &editor)
    apply(editor.deleting(to: .right), to: &editor)
    #expect(editor.text == "aef")
    editor.undo()
    #expect(editor.text == "abcdef" && editor.cursor == 3)
  }

  @Test func `a deletion elsewhere is its own step`() {
    var editor = TextEditor("one two three")
    apply(editor.deleting(to: .wordLeft), to: &editor)
    apply(editor.deleting(to: .wordLeft), to: &editor)
    #expect(editor.text == "one " && editor.killed == "two ")
    editor.undo()
    #expect(editor.text == "one two ")
    apply(editor.deleting(to: .left), to: &editor)
    editor.move(to: .start)
    apply(editor.deleting(to: .right), to: &editor)
    editor.undo()
    #expect(editor.text == "one two")
    #expect(editor.cursor == 0)
  }

  @Test func `typing, deleting and typing are three steps`() {
    var editor = TextEditor()
    for letter in "abc" { editor.apply(editor.typing(String(letter))) }
    apply(editor.deleting(to: .left), to: &editor)
    for letter in "xy" { editor.apply(editor.typing(String(letter))) }
    var texts: [String] = []
    while editor.undo() { texts.append(editor.text) }
    #expect(texts == ["ab", "abc", ""])
    while editor.redo() { texts.append(editor.text) }
    #expect(texts.suffix(3) == ["abc", "ab", "abxy"])
  }

  @Test func `a deleted selection is one step`() {
    var editor = TextEditor("abcdef")
    editor.move(to: .left, selecting: true)
    apply(editor.deleting(to: .left), to: &editor)
    apply(editor.deleting(to: .left), to: &editor)
    editor.undo()
    #expect(editor.text == "abcde")
    editor.undo()
    #expect(editor.text == "abcdef" && editor.selectedText == "f")
    #expect(editor.deletingSelection() == TextEditor.Change(range: 5..<6, replacement: ""))
    editor.move(to: .end)
    #expect(editor.deletingSelection() == nil && editor.deleting(to: .right) == nil)
  }

  @Test func `undone typing is not joined`() {
    var editor = TextEditor()
    for letter in "ab" { editor.apply(editor.typing(String(letter))) }
    editor.undo()
    editor.redo()
    editor.apply(editor.typing("c"))
    editor.undo()
    #expect(editor.text == "ab" && editor.canRedo)
    editor.apply(editor.typing("d"))
    #expect(!editor.canRedo)
    editor.apply(TextEditor.Change(range: 0..<0, replacement: ""))
    editor.undo()
    #expect(editor.text == "ab")
  }

  @Test func `words and lines are selected from end to end`() {
    var editor = TextEditor("one _x1-two\n\nlast", allowsNewlines: true)
    for (index, word) in [
      (0, "one"), (3, "one"), (5, "_x1"), (7, "_x1"), (8, "two"), (12, ""), (99, "last"), (-1, "one"),
    ] {
      editor.selectWord(at: index)
      #expect(editor.selectedText == word, "\(index)")
    }
    for (index, line) in [(0, "one _x1-two"), (11, "one _x1-two"), (12, ""), (13, "last"), (17, "last")] {
      editor.selectLine(at: index)
      #expect(editor.selectedText == line, "\(index)")
    }
    editor.selectAll()
    editor.move(to: .wordLeft)
    #expect(editor.cursor == 13 && editor.selection.isEmpty && editor.selectedText == "")
  }

  @Test func `a change clears the selection`() {
    var editor = TextEditor("abc")
    editor.selectAll()
    editor.apply(TextEditor.Change(range: 1..<2, replacement: "xy"))
    #expect(editor.text == "axyc" && editor.cursor == 3 && editor.selection.isEmpty)
    editor.apply(TextEditor.Change(range: -3 ..< -1, replacement: "<"))
    #expect(editor.text == "<axyc" && editor.cursor == 1)
  }

  @Test(arguments: [
    ("ab cd", 5, "ab "), ("ab cd  ", 7, "ab "), ("ab cd", 3, "cd"), ("a-b_c", 5, ""), ("ab", 0, "ab"), ("  ", 2, ""),
  ]) func `a blank-separated word is deleted`(text: String, cursor: Int, left: String) {
    var editor = TextEditor(text)
    editor.move(to: .position(cursor))
    apply(editor.deletingBlankSeparatedWord(), to: &editor)
    #expect(editor.text == left)
  }

  @Test(arguments: [
    ("abcd", 2, "abXcd", 2), ("abcd", 4, "abcdX", 5), ("abcd", 2, "cd", 0), ("abcd", 1, "aXbcd", 1),
    ("abcd", 3, "Xabcd", 4),
    ("abcd", 2, "ab", 2), ("abcd", 3, "aXd", 2), ("abcdef", 4, "abXef", 3), ("aaaa", 2, "aaa", 2),
    ("abcdef", 3, "af", 1),
  ]) func `another text keeps the cursor in place`(old: String, cursor: Int, new: String, expected: Int) {
    var editor = TextEditor(old)
    editor.move(to: .position(cursor))
    editor.setText(new)
    #expect(editor.cursor == expected)
  }
}
