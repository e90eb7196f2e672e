/// The editing commands of text controls, with their keys and their titles in the help.
enum TextEditCommand: CaseIterable {
  case left, right, wordLeft, wordRight, lineStart, lineEnd
  case selectLeft, selectRight, selectWordLeft, selectWordRight, selectToStart, selectToEnd, selectAll
  case backspace, delete, deleteWordLeft, deleteBlankWordLeft, deleteWordRight, deleteToStart, deleteToEnd, yank
  case copy, cut, paste
  case undo, redo

  var keys: [KeyEvent] {
    switch self {
    case .left: [KeyEvent(.left), KeyEvent(.character("b"), .control)]
    case .right: [KeyEvent(.right), KeyEvent(.character("f"), .control)]
    case .wordLeft: [KeyEvent(.left, .control), KeyEvent(.left, .alt), KeyEvent(.character("b"), .alt)]
    case .wordRight: [KeyEvent(.right, .control), KeyEvent(.right, .alt), KeyEvent(.character("f"), .alt)]
    case .lineStart: [KeyEvent(.home), KeyEvent(.character("a"), .control)]
    case .lineEnd: [KeyEvent(.end), KeyEvent(.character("e"), .control)]
    case .selectLeft: [KeyEvent(.left, .shift)]
    case .selectRight: [KeyEvent(.right, .shift)]
    case .selectWordLeft: [KeyEvent(.left, [.shift, .control]), KeyEvent(.left, [.shift, .alt])]
    case .selectWordRight: [KeyEvent(.right, [.shift, .control]), KeyEvent(.right, [.shift, .alt])]
    case .selectToStart: [KeyEvent(.home, .shift)]
    case .selectToEnd: [KeyEvent(.end, .shift)]
    case .selectAll: [KeyEvent(.character("a"), .alt)]
    case .backspace: [KeyEvent(.backspace), KeyEvent(.character("h"), .control), KeyEvent(.backspace, .shift)]
    case .delete: [KeyEvent(.delete), KeyEvent(.character("d"), .control)]
    case .deleteWordLeft: [KeyEvent(.backspace, .alt), KeyEvent(.backspace, .control)]
    case .deleteBlankWordLeft: [KeyEvent(.character("w"), .control)]
    case .deleteWordRight:
      [KeyEvent(.character("d"), .alt), KeyEvent(.delete, .alt), KeyEvent(.delete, .control)]
    case .deleteToStart: [KeyEvent(.character("u"), .control)]
    case .deleteToEnd: [KeyEvent(.character("k"), .control)]
    case .yank: [KeyEvent(.character("y"), .control)]
    // Ctrl-C ends the program.
    case .copy: [KeyEvent(.character("c"), .alt), KeyEvent(.insert, .control), KeyEvent(.character("w"), .alt)]
    case .cut: [KeyEvent(.character("x"), .control), KeyEvent(.delete, .shift)]
    case .paste: [KeyEvent(.character("v"), .control), KeyEvent(.insert, .shift)]
    // Terminals send the same byte for Ctrl with _, /, 7 and -.
    case .undo:
      [KeyEvent(.character("z"), .control), KeyEvent(.character("z"), .alt)]
        + "_/7-".map { KeyEvent(.character($0), .control) }
    case .redo: [KeyEvent(.character("Z"), .alt), KeyEvent(.character("z"), [.alt, .shift])]
    }
  }

  var title: String {
    switch self {
    case .left: "One character to the left"
    case .right: "One character to the right"
    case .wordLeft: "One word to the left"
    case .wordRight: "One word to the right"
    case .lineStart: "To the start of the line"
    case .lineEnd: "To the end of the line"
    case .selectLeft: "Select to the left"
    case .selectRight: "Select to the right"
    case .selectWordLeft: "Select a word to the left"
    case .selectWordRight: "Select a word to the right"
    case .selectToStart: "Select to the start of the line"
    case .selectToEnd: "Select to the end of the line"
    case .selectAll: "Select everything"
    case .backspace: "Delete the character before the cursor"
    case .delete: "Delete the character after the cursor"
    case .deleteWordLeft: "Delete the word before the cursor"
    case .deleteBlankWordLeft: "Delete back to the blank before"
    case .deleteWordRight: "Delete the word after the cursor"
    case .deleteToStart: "Delete to the start of the line"
    case .deleteToEnd: "Delete to the end of the line"
    case .yank: "Paste the last deletion"
    case .copy: "Copy the selection"
    case .cut: "Cut the selection"
    case .paste: "Paste"
    case .undo: "Undo"
    case .redo: "Redo"
    }
  }

  /// The destination of the cursor and whether it selects; `nil` for commands that change the text.
  var movement: (destination: TextEditor.Destination, selects: Bool)? {
    switch self {
    case .left: (.left, false)
    case .right: (.right, false)
    case .wordLeft: (.wordLeft, false)
    case .wordRight: (.wordRight, false)
    case .lineStart: (.lineStart, false)
    case .lineEnd: (.lineEnd, false)
    case .selectLeft: (.left, true)
    case .selectRight: (.right, true)
    case .selectWordLeft: (.wordLeft, true)
    case .selectWordRight: (.wordRight, true)
    case .selectToStart: (.lineStart, true)
    case .selectToEnd: (.lineEnd, true)
    default: nil
    }
  }

  /// The change of the text; `nil` when it would have no effect, and for other commands.
  func change(in editor: TextEditor) -> TextEditor.Change? {
    switch self {
    case .backspace: editor.deleting(to: .left)
    case .delete: editor.deleting(to: .right)
    case .deleteWordLeft: editor.deleting(to: .wordLeft)
    case .deleteBlankWordLeft: editor.deletingBlankSeparatedWord()
    case .deleteWordRight: editor.deleting(to: .wordRight)
    case .deleteToStart: editor.deleting(to: .lineStart)
    case .deleteToEnd: editor.deleting(to: .lineEnd)
    case .yank: editor.yank()
    case .cut: editor.deletingSelection()
    default: nil
    }
  }

  static let byKey: [KeyEvent: TextEditCommand] = Dictionary(
    allCases.flatMap { command in command.keys.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })
}
