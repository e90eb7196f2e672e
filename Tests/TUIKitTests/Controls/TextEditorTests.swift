import TUIKit
import Testing

@Suite struct TextEditorTests {
  /// A text with `|` for the cursor and, when something is selected, `[` and `]` around it.
  func show(_ editor: TextEditor) -> String {
    var result = ""
    let selection = editor.selection
    for index in 0...editor.characters.count {
      if !selection.isEmpty, index == selection.upperBound { result += "]" }
      if index == editor.cursor { result += "|" }
      if !selection.isEmpty, index == selection.lowerBound { result += "[" }
      if index < editor.characters.count { result.append(editor.characters[index]) }
    }
    return result
  }

  func editor(_ text: String, cursor: Int, newlines: Bool = false) -> TextEditor {
    var editor = TextEditor(text, allowsNewlines: newlines)
    editor.move(to: .position(cursor))
    return editor
  }

  func type(_ text: String, into editor: inout TextEditor) {
    for character in text { editor.apply(editor.typing(String(character))) }
  }

  @Test func `the cursor starts behind the text`() {
    #expect(show(TextEditor("Ada")) == "Ada|")
    #expect(show(TextEditor("")) == "|")
  }

  @Test(arguments: [(1, 3), (3, 1)])
  func `Left and Right go to the ends of a selection`(start: Int, end: Int) {
    for (destination, cursor) in [(TextEditor.Destination.left, 1), (.right, 3)] {
      var editor = editor("abcdef", cursor: start)
      editor.move(to: .position(end), selecting: true)
      editor.move(to: destination)
      #expect(editor.cursor == cursor && editor.selection.isEmpty)
    }
  }

  @Test func `a selection that shrinks to nothing has ended`() {
    var editor = editor("abcdef", cursor: 2)
    editor.move(to: .right, selecting: true)
    editor.move(to: .left, selecting: true)
    editor.move(to: .left)
    #expect(editor.cursor == 1 && editor.selection.isEmpty)
  }

  @Test func `the cursor moves by visible characters`() {
    var editor = TextEditor("e\u{301}👨‍👩‍👧🇩🇪")
    #expect(editor.characters.count == 3)
    editor.move(to: .left)
    editor.move(to: .left)
    #expect(editor.cursor == 1)
    editor.move(to: .start)
    editor.move(to: .left)
    #expect(editor.cursor == 0)
    editor.move(to: .end)
    editor.move(to: .right)
    #expect(editor.cursor == 3)
  }

  @Test(arguments: [
    ("one two", 7, 4), ("one two", 4, 0), ("one  two", 5, 0), ("a-b", 3, 2), ("a-b", 2, 0), ("", 0, 0), ("  ", 2, 0),
  ]) func `a word to the left is the start of the word before`(text: String, from: Int, to: Int) {
    var editor = editor(text, cursor: from)
    editor.move(to: .wordLeft)
    #expect(editor.cursor == to)
  }

  @Test(arguments: [("one two", 0, 3), ("one two", 3, 7), ("a-b", 1, 3), ("", 0, 0), ("a  ", 1, 3), ("Åsa Ö", 0, 3)])
  func `a word to the right is the end of the word after`(text: String, from: Int, to: Int) {
    var editor = editor(text, cursor: from)
    editor.move(to: .wordRight)
    #expect(editor.cursor == to)
  }

  @Test func `a line has its own start and end`() {
    var editor = editor("one\ntwo\nthree", cursor: 5, newlines: true)
    editor.move(to: .lineStart)
    #expect(editor.cursor == 4)
    editor.move(to: .lineEnd)
    #expect(editor.cursor == 7)
    editor.move(to: .end)
    editor.move(to: .lineStart)
    #expect(editor.cursor == 8)
  }

  @Test func `deletes characters, words and lines, each way`() throws {
    func after(_ text: String, _ cursor: Int, _ change: (TextEditor) -> TextEditor.Change?) -> String {
      var editor = editor(text, cursor: cursor)
      if let change = change(editor) { editor.apply(change) }
      return show(editor)
    }
    #expect(after("abc", 2) { $0.deleting(to: .left) } == "a|c")
    #expect(after("abc", 1) { $0.deleting(to: .right) } == "a|c")
    #expect(after("abc", 0) { $0.deleting(to: .left) } == "|abc")
    #expect(after("abc", 3) { $0.deleting(to: .right) } == "abc|")
    #expect(after("one two.three", 13) { $0.deleting(to: .wordLeft) } == "one two.|")
    #expect(after("one two.three ", 14) { $0.deletingBlankSeparatedWord() } == "one |")
    #expect(after("one two", 0) { $0.deleting(to: .wordRight) } == "| two")
    #expect(after("one two", 4) { $0.deleting(to: .lineStart) } == "|two")
    #expect(after("one two", 3) { $0.deleting(to: .lineEnd) } == "one|")
  }

  @Test func `cut text can be pasted elsewhere`() throws {
    var editor = editor("one two", cursor: 4)
    editor.apply(try #require(editor.deleting(to: .lineEnd)))
    editor.move(to: .start)
    editor.apply(try #require(editor.yank()))
    #expect(show(editor) == "two|one ")
    #expect(TextEditor("x").yank() == nil)
  }

  @Test func `typing replaces the selection`() {
    var editor = editor("one two", cursor: 3)
    editor.move(to: .wordLeft, selecting: true)
    #expect(show(editor) == "|[one] two")
    editor.apply(editor.typing("2"))
    #expect(show(editor) == "2| two")
    editor.selectAll()
    #expect(editor.selectedText == "2 two")
    editor.move(to: .left)
    #expect(show(editor) == "|2 two")
    editor.selectAll()
    editor.move(to: .right)
    #expect(show(editor) == "2 two|")
    editor.selectAll()
    if let change = editor.deleting(to: .left) { editor.apply(change) }
    #expect(editor.isEmpty)
    editor.selectAll()
    #expect(editor.selection.isEmpty)
  }

  @Test func `a selection that shrinks to zero characters is none`() {
    var editor = editor("abc", cursor: 1)
    editor.move(to: .right, selecting: true)
    editor.move(to: .left, selecting: true)
    #expect(editor.selection == 1..<1)
  }

  @Test func `typing is undone word by word, pastes one by one`() {
    var editor = TextEditor()
    type("one two", into: &editor)
    editor.insert(" and a paste")
    editor.undo()
    #expect(show(editor) == "one two|")
    editor.undo()
    #expect(show(editor) == "one |")
    editor.undo()
    #expect(show(editor) == "|")
    let undone = editor.undo()
    #expect(!undone)
    editor.redo()
    editor.redo()
    editor.redo()
    #expect(show(editor) == "one two and a paste|")
    let redone = editor.redo()
    #expect(!redone)
  }

  @Test func `a move or edit begins a new step of undo`() {
    var editor = TextEditor()
    type("ab", into: &editor)
    editor.move(to: .left)
    type("c", into: &editor)
    editor.undo()
    #expect(show(editor) == "a|b")
    #expect(editor.canRedo)
    type("d", into: &editor)
    #expect(!editor.canRedo)
    editor.undo()
    editor.undo()
    #expect(show(editor) == "|")
  }

  @Test func `typing over a selection is one step with what is typed on`() {
    var editor = TextEditor("abc")
    editor.selectAll()
    type("xyz", into: &editor)
    #expect(show(editor) == "xyz|")
    editor.undo()
    #expect(String(editor.characters) == "abc")
  }

  @Test func `typing after a deletion is a step of its own`() {
    var editor = TextEditor("abc")
    if let change = editor.deleting(to: .left) { editor.apply(change) }
    type("x", into: &editor)
    editor.undo()
    #expect(show(editor) == "ab|")
    editor.undo()
    #expect(show(editor) == "abc|")
  }

  @Test func `consecutive deletions are one step`() {
    var editor = TextEditor("abcdef")
    for _ in 0..<3 { if let change = editor.deleting(to: .left) { editor.apply(change) } }
    #expect(show(editor) == "abc|")
    editor.undo()
    #expect(show(editor) == "abcdef|")
    editor.move(to: .start)
    for _ in 0..<3 { if let change = editor.deleting(to: .right) { editor.apply(change) } }
    editor.undo()
    #expect(show(editor) == "|abcdef")
  }

  @Test func `undoing restores the selection`() {
    var editor = editor("one two", cursor: 7)
    editor.move(to: .wordLeft, selecting: true)
    editor.apply(editor.typing("x"))
    editor.undo()
    #expect(editor.selectedText == "two")
    #expect(editor.text == "one two")
  }

  @Test func `a mark joins the letter before it, and undo removes it again`() {
    var editor = editor("cafex", cursor: 4)
    editor.apply(editor.typing("\u{301}"))
    #expect(editor.characters.count == 5)
    #expect(editor.cursor == 4)
    #expect(editor.text == "cafe\u{301}x")
    editor.undo()
    #expect(Array(editor.text.unicodeScalars) == Array("cafex".unicodeScalars))
    #expect(editor.cursor == 4)
  }

  @Test func `two halves of a flag join when the text between is deleted`() {
    var editor = editor("🇩x🇪", cursor: 2)
    if let change = editor.deleting(to: .left) { editor.apply(change) }
    #expect(editor.text == "🇩🇪")
    #expect(editor.characters.count == 1)
    #expect(editor.cursor == 1)
    editor.undo()
    #expect(editor.text == "🇩x🇪")
  }

  @Test func `newlines are one character where allowed, else a space`() {
    #expect(TextEditor("a\r\nb\u{2028}c").text == "a b c")
    #expect(TextEditor("a\r\nb\u{2028}c", allowsNewlines: true).text == "a\nb\nc")
    var editor = TextEditor("a")
    editor.insert("\r\n\r\n")
    #expect(editor.text == "a  ")
  }

  @Test func `a change beyond the text is clamped to it`() {
    var editor = TextEditor("abc")
    editor.apply(TextEditor.Change(range: 2..<99, replacement: "X"))
    #expect(show(editor) == "abX|")
    editor.apply(TextEditor.Change(range: 50..<99, replacement: "Y"))
    #expect(show(editor) == "abXY|")
  }

  @Test func `setting an equal text changes nothing`() {
    var editor = editor("one two", cursor: 3)
    type("!", into: &editor)
    let before = editor
    editor.setText("one! two")
    #expect(editor == before)
    #expect(editor.canUndo)
  }

  @Test(arguments: [
    ("abc", 3, "abcd", 4), ("abc", 1, "abcd", 1), ("abc", 3, "ABC", 3), ("abcdef", 3, "abXcdef", 4),
    ("abcdef", 3, "", 0), ("", 0, "abc", 3), ("abc", 0, "xabc", 0), ("abcdef", 5, "bcdef", 4),
  ]) func `setting another text keeps the cursor in a sensible place`(
    old: String, cursor: Int, new: String, expected: Int
  ) {
    var editor = editor(old, cursor: cursor)
    editor.setText(new)
    #expect(editor.text == new)
    #expect(editor.cursor == expected)
    #expect(!editor.canUndo)
  }

  @Test(arguments: 0..<60) func `undoing and redoing everything restores every state`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let samples = ["a", "b ", " ", "é", "\u{301}", "👍", "🏽", "\u{200D}", "🇩", "🇪", "\n", "one two", "한", "ᅡ"]
    var editor = TextEditor("start", allowsNewlines: seed.isMultiple(of: 2))
    let start = Array(editor.text.unicodeScalars)
    for _ in 0..<80 {
      let destination: [TextEditor.Destination] = [
        .left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd, .start, .end,
        .position(Int.random(in: -2...20, using: &random)),
      ]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: editor.apply(editor.typing(samples.randomElement(using: &random)!))
      case 1: editor.insert(samples.randomElement(using: &random)!)
      case 2: if let change = editor.deleting(to: destination.randomElement(using: &random)!) { editor.apply(change) }
      case 3: if let change = editor.yank() { editor.apply(change) }
      default: editor.move(to: destination.randomElement(using: &random)!, selecting: Bool.random(using: &random))
      }
      #expect(Array(editor.text) == editor.characters)
      #expect((0...editor.characters.count).contains(editor.cursor))
    }
    let end = Array(editor.text.unicodeScalars)
    while editor.undo() { #expect(Array(editor.text) == editor.characters) }
    #expect(Array(editor.text.unicodeScalars) == start)
    while editor.redo() { #expect((0...editor.characters.count).contains(editor.cursor)) }
    #expect(Array(editor.text.unicodeScalars) == end)
  }
}
