/// Labels and fields in two columns: labels end where values begin, and messages are below their field.
///
/// Tab and Shift-Tab move through the fields in order. So do Up, Down and Enter where the field does not handle them.
/// The focused field is scrolled into view together with its message.
@MainActor
open class FormView: ScrollView {
  private enum Item {
    case row(FormRow)
    case space
  }

  private var items: [Item] = []

  /// The least column in which values begin, as long as there is room.
  public var minimumLabelWidth = 20 { didSet { setNeedsLayout() } }
  /// The greatest width of a field.
  public var maximumFieldWidth = 60 { didSet { setNeedsLayout() } }
  /// Columns between a label and its field.
  private static let gap = 2

  /// The rows from the top, hidden ones included.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public var rows: [FormRow] {
    items.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  // MARK: Rows

  /// Adds a row at the end, or after `sibling`.
  ///
  /// - Returns: The new row.
  /// - Complexity: O(*n*), where *n* is the number of rows.
  @discardableResult
  public func addRow(_ label: String, _ field: View, after sibling: FormRow? = nil) -> FormRow {
    let row = FormRow(label: label, field: field)
    row.form = self
    let index = sibling.flatMap(index(of:)).map { $0 + 1 } ?? items.count
    items.insert(.row(row), at: index)
    for view in row.views { contentView.addSubview(view) }
    setNeedsLayout()
    return row
  }

  /// Adds an empty line.
  public func addSpace() {
    items.append(.space)
    setNeedsLayout()
  }

  /// Removes a row, and passes its focus on to the next field.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public func removeRow(_ row: FormRow) {
    guard let index = index(of: row) else { return }
    // The next field is found while the row is still there.
    if window?.firstResponder?.isInside(row.field) == true { window?.moveFocus(.next, outOf: row.field) }
    items.remove(at: index)
    for view in row.views { view.removeFromSuperview() }
    row.form = nil
    setNeedsLayout()
  }

  /// The row with the field `view`, or a field that contains it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public func row(containing view: View) -> FormRow? {
    rows.first { view.isDescendant(of: $0.field) }
  }

  private func index(of row: FormRow) -> Int? {
    items.firstIndex { if case .row(let other) = $0 { other === row } else { false } }
  }

  // MARK: Layout

  private func labelWidth(in width: Int) -> Int {
    let widest = rows.lazy.filter { !$0.isHidden }.map { $0.label.displayWidth }.max() ?? 0
    // In a narrow form, values have precedence over labels.
    return min(max(widest + 1, minimumLabelWidth), max(0, width * 2 / 5))
  }

  open override func layoutSubviews() {
    let labelWidth = labelWidth(in: bounds.width)
    let start = labelWidth + Self.gap
    // The last column is for the scroll mark.
    let room = max(0, bounds.width - start - 1)
    var y = 0
    for item in items {
      guard case .row(let row) = item else {
        y += 1
        continue
      }
      if row.isHidden { continue }
      y += place(row, y: y, labelWidth: labelWidth, start: start, room: room)
    }
    contentHeight = y
    super.layoutSubviews()
  }

  /// Places the parts of a row and returns its height.
  private func place(_ row: FormRow, y: Int, labelWidth: Int, start: Int, room: Int) -> Int {
    let noteWidth = row.noteView.text.displayWidth
    var fieldWidth = min(room, maximumFieldWidth)
    let showsNote = noteWidth > 0 && room >= noteWidth + 2 + 20
    if showsNote { fieldWidth = min(fieldWidth, room - noteWidth - 2) }
    let height = max(1, row.field.sizeThatFits(Size(width: fieldWidth, height: 10_000)).height)
    row.labelView.frame = Rect(x: 0, y: y, width: labelWidth, height: 1)
    row.field.frame = Rect(x: start, y: y, width: fieldWidth, height: height)
    row.noteView.isHidden = !showsNote
    row.noteView.frame = Rect(x: start + fieldWidth + 2, y: y, width: showsNote ? noteWidth : 0, height: 1)
    guard row.message != nil else { return height }
    let lines = max(1, row.messageView.sizeThatFits(Size(width: max(1, room), height: 10_000)).height)
    row.messageView.frame = Rect(x: start, y: y + height, width: room, height: lines)
    return height + lines
  }

  /// The height of all rows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  open override func sizeThatFits(_ size: Size) -> Size {
    let labelWidth = labelWidth(in: size.width)
    let room = max(0, size.width - labelWidth - Self.gap - 1)
    var height = 0
    for item in items {
      guard case .row(let row) = item else {
        height += 1
        continue
      }
      if row.isHidden { continue }
      height += max(
        1, row.field.sizeThatFits(Size(width: min(room, maximumFieldWidth), height: 10_000)).height)
      if row.message != nil {
        height += max(1, row.messageView.sizeThatFits(Size(width: max(1, room), height: 10_000)).height)
      }
    }
    return Size(width: size.width, height: min(height, size.height))
  }

  open override func rectToShow(_ rect: Rect, of view: View) -> Rect {
    var rect = super.rectToShow(rect, of: view)
    guard let row = row(containing: view) else { return rect }
    if row.message != nil, rect.maxY == row.field.frame.maxY { rect = rect.union(row.messageView.frame) }
    // The first field is scrolled into view with everything above it.
    if row === rows.first { rect = rect.union(Rect(x: 0, y: 0, width: 1, height: 1)) }
    return rect
  }

  // MARK: Focus

  open override func collectFocusable(into views: inout [View]) {
    guard !isHidden else { return }
    for row in rows where !row.isHidden { row.field.collectFocusable(into: &views) }
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.down), KeyEvent(.enter): moveWithin(by: 1)
    case KeyEvent(.up): moveWithin(by: -1)
    default: super.keyPressed(event)
    }
  }

  /// Moves the focus to another field, but not beyond the ends.
  private func moveWithin(by step: Int) -> Bool {
    var views: [View] = []
    collectFocusable(into: &views)
    guard let current = views.firstIndex(where: { $0.isFirstResponder }) else { return false }
    if views.indices.contains(current + step) { views[current + step].becomeFirstResponder() }
    return true
  }
}
