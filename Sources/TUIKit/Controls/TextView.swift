/// Text of several lines that the user edits: lines break at words, and Enter begins a new line.
///
/// It grows with its text up to ``maximumHeight`` and then scrolls. Up in the first row and Down in the last are left
/// to the form around it.
///
/// - Complexity: O(length) for an edit, O(passed rows) for a movement.
@MainActor
open class TextView: EditableControl {
  /// Asked before changes and notified of them; held weakly.
  public weak var delegate: (any TextViewDelegate)?

  /// The least number of rows that it requests.
  public var minimumHeight = 1 {
    didSet { if minimumHeight != oldValue { invalidateIntrinsicContentSize() } }
  }
  /// The greatest number of rows that it requests; a longer text scrolls.
  public var maximumHeight = 8 {
    didSet { if maximumHeight != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The first row that is visible.
  private var topRow = 0
  /// The column that Up and Down keep through shorter rows.
  private var goalColumn: Int?
  private var wrapped = WrappedText([], width: 1)
  private var wrappedCharacters: [Character] = []

  /// Creates a text view.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - placeholder: See ``EditableControl/placeholder``.
  public init(_ text: String = "", placeholder: String = "") {
    super.init(editor: TextEditor(text, allowsNewlines: true))
    self.placeholder = placeholder
  }

  // MARK: Rows

  /// One column is left for the cursor behind the last character.
  private static func wrapWidth(_ width: Int) -> Int { max(1, width - 1) }

  private var rows: WrappedText {
    let width = Self.wrapWidth(bounds.width)
    if wrapped.width != width || wrappedCharacters != editor.characters {
      wrappedCharacters = editor.characters
      wrapped = WrappedText(wrappedCharacters, width: width)
    }
    return wrapped
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let width = Self.wrapWidth(size.width)
    let rows = width == wrapped.width ? rows : WrappedText(editor.characters, width: width)
    let height = min(max(rows.rows.count, minimumHeight), max(minimumHeight, maximumHeight))
    return Size(width: size.width, height: min(height, size.height))
  }

  override func editorDidChange() {
    super.editorDidChange()
    let before = min(max(wrapped.rows.count, minimumHeight), maximumHeight)
    let after = min(max(rows.rows.count, minimumHeight), maximumHeight)
    if before != after { invalidateIntrinsicContentSize() }
    scrollToCursor()
    guard isFirstResponder, let cursor = cursorPosition else { return }
    scrollToVisible(Rect(origin: cursor, size: Size(width: 1, height: 1)))
  }

  open override func layoutSubviews() {
    scrollToCursor()
  }

  private func scrollToCursor() {
    guard bounds.height > 0 else { return }
    let row = rows.position(of: editor.cursor).row
    let last = max(0, rows.rows.count - bounds.height)
    topRow = min(max(min(topRow, row), row - bounds.height + 1), last)
  }

  // MARK: Editing

  override func shouldApply(_ change: TextEditor.Change) -> Bool {
    delegate?.textView(self, shouldChangeTextIn: change.range, replacement: change.replacement) ?? true
  }

  override func didEdit() { delegate?.textViewDidChange(self) }
  override func didBeginEditing() { delegate?.textViewDidBeginEditing(self) }
  override func didEndEditing() { delegate?.textViewDidEndEditing(self) }

  override func perform(_ command: TextEditCommand) {
    let position = rows.position(of: editor.cursor)
    switch command {
    case .lineStart, .selectToStart:
      editor.move(to: .position(rows.rows[position.row].lowerBound), selecting: command == .selectToStart)
    case .lineEnd, .selectToEnd:
      editor.move(to: .position(rows.index(row: position.row, column: .max)), selecting: command == .selectToEnd)
    default:
      super.perform(command)
    }
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard isEnabled else { return false }
    let selects = event.modifiers.contains(.shift)
    let page = max(1, bounds.height - 1)
    switch (event.key, event.modifiers.subtracting(.shift)) {
    case (.up, []): return moveRows(by: -1, selecting: selects)
    case (.down, []): return moveRows(by: 1, selecting: selects)
    case (.pageUp, []): return moveRows(by: -page, selecting: selects)
    case (.pageDown, []): return moveRows(by: page, selecting: selects)
    default: goalColumn = nil
    }
    switch (event.key, event.modifiers.subtracting(.shift)) {
    case (.enter, []): edit(editor.typing("\n"))
    case (.home, .control): editor.move(to: .start, selecting: selects)
    case (.end, .control): editor.move(to: .end, selecting: selects)
    default: return super.keyPressed(event)
    }
    return true
  }

  /// Moves by rows, in the column where the movement began.
  ///
  /// Returns `false` without a row in that direction.
  private func moveRows(by count: Int, selecting: Bool) -> Bool {
    let position = rows.position(of: editor.cursor)
    let row = min(max(position.row + count, 0), rows.rows.count - 1)
    guard row != position.row else { return false }
    let column = goalColumn ?? position.column
    editor.move(to: .position(rows.index(row: row, column: column)), selecting: selecting)
    goalColumn = column
    return true
  }

  open override var keyCommands: [KeyCommand] {
    let ends: [(KeyEvent, String, TextEditor.Destination)] = [
      (KeyEvent(.home, .control), "To the start of the text", .start),
      (KeyEvent(.end, .control), "To the end of the text", .end),
    ]
    return super.keyCommands
      + ends.map { key, title, destination in
        KeyCommand(key, title: title, isHint: false) { [weak self] in self?.editor.move(to: destination) }
      }
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .scrollUp, .scrollDown:
      return isFirstResponder && moveRows(by: event.action == .scrollUp ? -1 : 1, selecting: false)
    case .release:
      return false
    case .press, .drag:
      guard event.button == .left, event.action == .drag || super.mouseEvent(event), isFirstResponder else {
        return false
      }
      let place = convertFromWindow(event.location)
      goalColumn = nil
      let target = rows.index(row: topRow + place.y, column: max(0, place.x))
      point(at: target, event)
      return true
    }
  }

  // MARK: Drawing

  open override var cursorPosition: Point? {
    guard bounds.width > 0, bounds.height > 0 else { return nil }
    let position = rows.position(of: editor.cursor)
    return Point(x: min(position.column, bounds.width - 1), y: position.row - topRow)
  }

  open override func draw(in canvas: Canvas) {
    let isFocused = isFirstResponder
    if isFocused { canvas.fill(style: wordStyle) }
    if editor.isEmpty {
      canvas.write(placeholder, at: .zero, style: placeholderStyle)
      return
    }
    let rows = rows
    let selection = isFocused ? editor.selection : 0..<0
    for y in 0..<max(0, min(bounds.height, rows.rows.count - topRow)) {
      let range = rows.rows[topRow + y]
      var x = 0
      // Blanks beyond the edge are not drawn; a selected newline is drawn as one selected blank.
      for index in range where x < bounds.width {
        let character = editor.characters[index]
        let style = selection.contains(index) ? selectedStyle : wordStyle
        let text = character.isNewline ? (selection.contains(index) ? " " : "") : String(character)
        x += canvas.write(text, at: Point(x: x, y: y), style: style, truncates: false)
      }
    }
  }
}
