import Testing

@testable import TUIKit

/// What each key of a text field does.
@Suite @MainActor struct EditingKeysTests {
  let screen = ControlsFixture(width: 30, height: 3)

  /// The text with `|` for the cursor, and `[` and `]` around what is selected.
  private func show(_ editor: TextEditor) -> String {
    var characters = editor.characters.map { String($0) }
    let selection = editor.selection
    characters.append("")
    characters[editor.cursor] = "|" + characters[editor.cursor]
    if !selection.isEmpty {
      characters[selection.upperBound] = "]" + characters[selection.upperBound]
      characters[selection.lowerBound] = "[" + characters[selection.lowerBound]
    }
    return characters.joined()
  }

  private func field(_ text: String, cursor: Int) -> TextField {
    let field = TextField(text)
    screen.add(field, Rect(x: 0, y: 0, width: 30, height: 1))
    field.becomeFirstResponder()
    field.editor.move(to: .position(cursor))
    return field
  }

  private struct Effect: Sendable {
    let keys: [KeyEvent]
    let text: String

    init(_ text: String, _ keys: [KeyEvent], control: String = "", alt: String = "") {
      self.text = text
      self.keys =
        keys + control.map { KeyEvent(.character($0), .control) } + alt.map { KeyEvent(.character($0), .alt) }
    }
  }

  private nonisolated static let effects: [Effect] = [
    Effect("one t|wo two.x y", [KeyEvent(.left)], control: "b"),
    Effect("one two| two.x y", [KeyEvent(.right)], control: "f"),
    Effect("one |two two.x y", [KeyEvent(.left, .control), KeyEvent(.left, .alt)], alt: "b"),
    Effect("one two| two.x y", [KeyEvent(.right, .control), KeyEvent(.right, .alt)], alt: "f"),
    Effect("|one two two.x y", [KeyEvent(.home)], control: "a"),
    Effect("one two two.x y|", [KeyEvent(.end)], control: "e"),
    Effect("one t|[w]o two.x y", [KeyEvent(.left, .shift)]),
    Effect("one tw[o]| two.x y", [KeyEvent(.right, .shift)]),
    Effect("one |[tw]o two.x y", [KeyEvent(.left, [.shift, .control]), KeyEvent(.left, [.shift, .alt])]),
    Effect("one tw[o]| two.x y", [KeyEvent(.right, [.shift, .control]), KeyEvent(.right, [.shift, .alt])]),
    Effect("|[one tw]o two.x y", [KeyEvent(.home, .shift)]),
    Effect("one tw[o two.x y]|", [KeyEvent(.end, .shift)]),
    Effect("[one two two.x y]|", [], alt: "a"),
    Effect("one t|o two.x y", [KeyEvent(.backspace), KeyEvent(.backspace, .shift)], control: "h"),
    Effect("one tw| two.x y", [KeyEvent(.delete)], control: "d"),
    Effect("one |o two.x y", [KeyEvent(.backspace, .alt), KeyEvent(.backspace, .control)], control: "w"),
    Effect("one tw| two.x y", [KeyEvent(.delete, .alt), KeyEvent(.delete, .control)], alt: "d"),
    Effect("|o two.x y", [], control: "u"),
    Effect("one tw|", [], control: "k"),
  ]

  @Test(arguments: effects) private func `a key edits around the cursor`(effect: Effect) {
    let (keys, expected) = (effect.keys, effect.text)
    for key in keys {
      let field = field("one two two.x y", cursor: 6)
      #expect(screen.press(key))
      #expect(normalised(show(field.editor)) == normalised(expected), "\(key.name)")
      field.removeFromSuperview()
    }
  }

  /// The cursor may be written before or after a bracket at the same place.
  private func normalised(_ text: String) -> String {
    text.replacing("[|", with: "|[").replacing("|]", with: "]|")
  }

  @Test func `a deleted word or line end can be pasted`() {
    for (key, expected) in [
      (KeyEvent(.backspace, .alt), "two|"), (.alt("d"), "three|"), (.control("u"), "one two|"),
      (.control("k"), "three|"),
      (.control("w"), "two|"),
    ] {
      let field = field("one twothree", cursor: 7)
      screen.press(key)
      field.selectAll()
      screen.press(.control("y"))
      #expect(show(field.editor) == expected, "\(key.name)")
      field.removeFromSuperview()
    }
    let field = field("abc", cursor: 3)
    screen.press(KeyEvent(.backspace), .control("y"))
    #expect(show(field.editor) == "ab|")
  }

  @Test func `clipboard and history have their keys`() {
    for (copy, cut, paste) in [
      (KeyEvent.alt("c"), KeyEvent.control("x"), KeyEvent.control("v")),
      (KeyEvent(.insert, .control), KeyEvent(.delete, .shift), KeyEvent(.insert, .shift)),
      (.alt("w"), .control("x"), .control("v")),
    ] {
      let field = field("abc", cursor: 3)
      screen.press(KeyEvent(.left, .shift), copy, KeyEvent(.home), paste)
      #expect(show(field.editor) == "c|abc")
      screen.press(KeyEvent(.right, .shift), cut)
      #expect(show(field.editor) == "c|bc" && screen.window.pasteboard.string == "a")
      field.removeFromSuperview()
    }
    for undo in [KeyEvent.control("z"), .alt("z"), .control("_"), .control("/"), .control("7"), .control("-")] {
      for redo in [KeyEvent.alt("Z"), KeyEvent(.character("z"), [.alt, .shift])] {
        let field = field("", cursor: 0)
        screen.type("ab")
        #expect(screen.press(undo) && field.text.isEmpty)
        #expect(screen.press(redo) && field.text == "ab")
        #expect(screen.press(redo) && field.text == "ab")
        field.removeFromSuperview()
      }
    }
  }

  @Test func `every command has keys of its own and a title`() {
    let all = TextEditCommand.allCases
    #expect(Set(all.flatMap(\.keys)).count == all.reduce(0) { $0 + $1.keys.count })
    #expect(Set(all.map(\.title)).count == all.count && all.allSatisfy { !$0.keys.isEmpty })
    let field = TextField("ab")
    let commands = field.keyCommands
    #expect(commands.map(\.title) == all.map(\.title) && commands.allSatisfy { !$0.isHint })
    commands.first { $0.title == "Delete the character before the cursor" }?.action()
    #expect(field.text == "a")
  }

  @Test func `a double click selects the word`() {
    let field = field("one two_2 three", cursor: 0)
    func click(_ x: Int, count: Int = 1, _ modifiers: KeyEvent.Modifiers = []) {
      var event = MouseEvent(.press, at: Point(x: x, y: 0), modifiers)
      event.clickCount = count
      screen.window.send(.mouse(event))
    }
    click(5, count: 2)
    #expect(field.editor.selectedText == "two_2")
    click(3, count: 2)
    #expect(field.editor.selectedText == "one")
    click(2)
    click(6, .shift)
    #expect(field.editor.selection == 2..<6)
    click(9, count: 4)
    #expect(field.editor.selection == 0..<15)
    #expect(
      !field.mouseEvent(MouseEvent(.press, .right, at: .zero)) && !field.mouseEvent(MouseEvent(.release, at: .zero)))
    click(29)
    #expect(field.editor.cursor == 15)
  }

  @Test func `a field has the width that it prefers`() {
    final class Delegate: TextFieldDelegate {
      var begins = false
      func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { begins }
    }
    let (field, delegate) = (TextField("abc"), Delegate())
    #expect(field.sizeThatFits(Size(width: 90, height: 9)) == Size(width: 24, height: 1))
    field.preferredWidth = 5
    #expect(field.sizeThatFits(Size(width: 90, height: 9)).width == 5)
    screen.add(field, Rect(x: 0, y: 1, width: 5, height: 1))
    field.delegate = delegate
    #expect(!field.becomeFirstResponder())
    delegate.begins = true
    #expect(field.becomeFirstResponder())
    field.isInvalid = true
    #expect(screen.style(0, 1).foreground == .danger)
    field.isEnabled = false
    #expect(!field.pasted("x") && !field.keyPressed(KeyEvent(.character("x"))) && field.text == "abc")
    #expect(screen.style(0, 1).foreground == .textDim)
    #expect(field.takesText && field.keyCommandsTitle == "Editing")
  }

  @Test(arguments: [
    ("abcdefghij", "abcd…"), ("abcde", "abcde"), ("abcdef", "abcd…"), ("abc日本", "abc…"), ("abcde\u{200B}", "abcde"),
    ("日本", "日本"),
  ]) func `without focus a long text is cut`(text: String, drawn: String) {
    screen.add(TextField(text), Rect(x: 1, y: 1, width: 5, height: 1))
    #expect(screen.lines[1] == " " + drawn)
  }
}
