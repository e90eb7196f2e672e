/// The base of text fields and text views: a ``TextEditor``, the keys that drive it, and its actions.
@MainActor
open class EditableControl: Control {
  /// The text being edited, with its cursor and its history.
  public internal(set) var editor: TextEditor {
    didSet { editorDidChange() }
  }

  /// Shown dim while the text is empty.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  init(editor: TextEditor) {
    self.editor = editor
    super.init()
  }

  /// The text.
  ///
  /// Setting it sends no event. An equal text changes nothing; another one keeps the cursor where possible and discards
  /// the undo history.
  public var text: String {
    get { editor.text }
    set {
      var changed = editor
      changed.setText(newValue)
      if changed != editor { editor = changed }
    }
  }

  /// Selects the whole text, so that typing replaces it.
  public func selectAll() {
    editor.selectAll()
  }

  open override var takesText: Bool { true }
  open override var keyCommandsTitle: String { "Editing" }

  // MARK: For subclasses

  /// Updates the style and the size after a change of the text.
  func editorDidChange() {
    setNeedsDisplay()
  }

  /// Whether the text may be copied.
  var canCopy: Bool { true }

  /// Whether `change` may be made.
  func shouldApply(_ change: TextEditor.Change) -> Bool { true }

  /// Called when the user has changed the text.
  func didEdit() {}

  func didBeginEditing() {}
  func didEndEditing() {}

  // MARK: Editing

  /// Makes a change as a key would: asks the delegate, then sends the actions.
  func edit(_ change: TextEditor.Change?) {
    guard isEnabled, let change, shouldApply(change) else { return }
    let before = editor.characters
    editor.apply(change)
    if before != editor.characters { sendEditingChanged() }
  }

  private func sendEditingChanged() {
    didEdit()
    sendActions(for: [.editingChanged, .valueChanged])
  }

  func perform(_ command: TextEditCommand) {
    if let movement = command.movement {
      editor.move(to: movement.destination, selecting: movement.selects)
      return
    }
    switch command {
    case .selectAll: editor.selectAll()
    case .undo: if editor.canUndo, editor.undo() { sendEditingChanged() }
    case .redo: if editor.canRedo, editor.redo() { sendEditingChanged() }
    case .copy: copySelection()
    case .cut: if copySelection() { edit(command.change(in: editor)) }
    case .paste: if let copied = window?.pasteboard.string, !copied.isEmpty { _ = pasted(copied) }
    default: edit(command.change(in: editor))
    }
  }

  /// Returns whether anything was copied.
  @discardableResult
  private func copySelection() -> Bool {
    guard canCopy, !editor.selection.isEmpty, let window else { return false }
    window.pasteboard.string = editor.selectedText
    return true
  }

  /// Keys of editing commands that go to the next responder, because a screen has another use for them.
  public var releasedKeys: Set<KeyEvent> = []

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard isEnabled, !releasedKeys.contains(event) else { return false }
    if let command = TextEditCommand.byKey[event] {
      perform(command)
      return true
    }
    guard event.isPlainCharacter, case .character(let character) = event.key else { return false }
    edit(editor.typing(String(character)))
    return true
  }

  /// Inserts the text as one step of undo, without control characters; a tab becomes a blank.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text with what is inserted.
  open override func pasted(_ text: String) -> Bool {
    guard isEnabled else { return false }
    edit(editor.inserting(Self.printable(text)))
    return true
  }

  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        result.append(" ")
      } else if scalar == "\n" || scalar == "\r" || scalar.properties.generalCategory != .control {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// A click sets the cursor, a second one selects the word there, a third one the line; dragging selects.
  func point(at index: Int, _ event: MouseEvent) {
    switch (event.action, event.clickCount) {
    case (.drag, _): editor.move(to: .position(index), selecting: true)
    case (_, 2): editor.selectWord(at: index)
    case (_, 3...): editor.selectLine(at: index)
    default: editor.move(to: .position(index), selecting: event.modifiers.contains(.shift))
    }
  }

  open override var keyCommands: [KeyCommand] {
    TextEditCommand.allCases.map { command in
      let keys = command.keys.filter { !releasedKeys.contains($0) }
      return KeyCommand(keys: keys, title: command.title, isHint: false) { [weak self] in self?.perform(command) }
    }
  }

  open override func firstResponderDidChange() {
    super.firstResponderDidChange()
    if isFirstResponder {
      didBeginEditing()
      sendActions(for: .editingDidBegin)
    } else {
      didEndEditing()
      sendActions(for: .editingDidEnd)
    }
  }

  // MARK: Style

  var wordStyle: Style {
    let style = textStyle()
    return isFirstResponder ? style.adding(.underline) : style
  }

  var placeholderStyle: Style {
    let style = Style(.textDim, on: background)
    return isFirstResponder ? style.adding(.underline) : style
  }

  /// A selected character.
  var selectedStyle: Style { Style(.selectionText, on: .selection, .underline) }
}
