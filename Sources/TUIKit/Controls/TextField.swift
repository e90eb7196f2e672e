/// One line of text that the user edits, with the usual keys.
///
/// A focused field is underlined. A text that is longer than the field scrolls with the cursor.
///
/// - Complexity: O(visible characters) to draw or to move the cursor.
@MainActor
open class TextField: EditableControl {
  /// Asked before changes and notified of them; held weakly.
  public weak var delegate: (any TextFieldDelegate)?

  /// Whether every character is shown as `•`; the text can then be neither copied nor cut.
  public var isSecure = false {
    didSet { if isSecure != oldValue { setNeedsDisplay() } }
  }

  /// The preferred width of the field.
  public var preferredWidth = 24 {
    didSet { if preferredWidth != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The first visible character while the field has the focus.
  private var firstVisible = 0

  /// Creates a text field.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - placeholder: See ``EditableControl/placeholder``.
  public init(_ text: String = "", placeholder: String = "") {
    super.init(editor: TextEditor(text))
    self.placeholder = placeholder
  }

  open override var canBecomeFirstResponder: Bool {
    super.canBecomeFirstResponder && delegate?.textFieldShouldBeginEditing(self) ?? true
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(preferredWidth, size.width), height: min(1, size.height))
  }

  // MARK: Editing

  override var canCopy: Bool { !isSecure }

  override func shouldApply(_ change: TextEditor.Change) -> Bool {
    delegate?.textField(self, shouldChangeCharactersIn: change.range, replacement: change.replacement) ?? true
  }

  override func didEdit() { delegate?.textFieldDidChange(self) }

  override func didBeginEditing() {
    scrollToCursor()
    delegate?.textFieldDidBeginEditing(self)
  }

  override func didEndEditing() {
    firstVisible = 0
    delegate?.textFieldDidEndEditing(self)
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard event == KeyEvent(.enter) else { return super.keyPressed(event) }
    // Without an action for Enter, the key is left to the form, which moves to the next field.
    guard isEnabled, delegate?.textFieldShouldReturn(self) ?? true else { return true }
    guard hasActions(for: .primaryAction) else { return false }
    sendActions(for: .primaryAction)
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.button == .left, event.action == .press || event.action == .drag else { return false }
    // The character as it is drawn before a click takes the focus, which shows the end of the text.
    let target = index(at: convertFromWindow(event.location).x)
    let hadFocus = isFirstResponder
    if event.action == .press, !super.mouseEvent(event) { return false }
    guard isFirstResponder else { return false }
    if !hadFocus { firstVisible = 0 }
    point(at: target, event)
    return true
  }

  // MARK: Drawing

  private func shown(_ index: Int) -> String { isSecure ? "•" : String(editor.characters[index]) }
  private func columns(_ index: Int) -> Int { isSecure ? 1 : editor.characters[index].displayWidth }

  override func editorDidChange() {
    super.editorDidChange()
    scrollToCursor()
  }

  open override func layoutSubviews() {
    scrollToCursor()
  }

  /// Scrolls as little as needed to show the cursor, and closes a gap at the end of the text.
  ///
  /// - Complexity: O(width).
  private func scrollToCursor() {
    let width = bounds.width
    guard width > 0 else { return }
    let count = editor.characters.count
    var first = min(firstVisible, editor.cursor)
    // From the cursor to the left as far as there is room, with one column for the cursor itself.
    var room = width - 1
    var leftmost = editor.cursor
    while leftmost > first, room >= 0 {
      room -= columns(leftmost - 1)
      if room >= 0 { leftmost -= 1 }
    }
    first = max(first, leftmost)
    // When the end of the text is visible, more of the text before it may fit.
    room = width - 1
    var index = first
    while index < count, room >= 0 {
      room -= columns(index)
      index += 1
    }
    while first > 0, room >= columns(first - 1) {
      first -= 1
      room -= columns(first)
    }
    firstVisible = first
  }

  /// The position nearest to a column; for a column left of the field, the position before the first visible character.
  private func index(at column: Int) -> Int {
    var index = isFirstResponder ? firstVisible : 0
    if column < 0 { return max(0, index - 1) }
    var reached = 0
    while index < editor.characters.count {
      let width = columns(index)
      if reached + width > column { break }
      reached += width
      index += 1
    }
    return index
  }

  open override var cursorPosition: Point? {
    guard bounds.width > 0, firstVisible <= editor.cursor else { return nil }
    let column = (firstVisible..<editor.cursor).reduce(0) { $0 + columns($1) }
    return Point(x: min(column, bounds.width - 1), y: 0)
  }

  open override func draw(in canvas: Canvas) {
    let isFocused = isFirstResponder
    if isFocused { canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), style: wordStyle) }
    if editor.isEmpty {
      canvas.write(placeholder, at: .zero, style: placeholderStyle)
      return
    }
    let selection = isFocused ? editor.selection : 0..<0
    let count = editor.characters.count
    var index = isFocused ? firstVisible : 0
    var column = 0
    while index < count {
      let text = shown(index)
      let width = columns(index)
      let isLast = index == count - 1
      // Without the focus a longer text ends in an ellipsis; with it, every column is used for text.
      if column + width > bounds.width || !isFocused && !isLast && column + width == bounds.width && !fits(index + 1) {
        if !isFocused {
          canvas.write("…", at: Point(x: column, y: 0), style: wordStyle)
        }
        break
      }
      let style = selection.contains(index) ? selectedStyle : wordStyle
      canvas.write(text, at: Point(x: column, y: 0), style: style)
      column += width
      index += 1
    }
  }

  /// Whether all characters from `index` on have no width.
  private func fits(_ index: Int) -> Bool {
    (index..<editor.characters.count).allSatisfy { columns($0) == 0 }
  }
}
