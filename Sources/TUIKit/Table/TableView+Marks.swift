import FoundationEssentials

/// Marked rows. A mark follows its row through every batch.
extension TableView {
  /// The rows that an action applies to, from the top: the marked rows, or else the selected one.
  ///
  /// - Complexity: O(marks).
  public var indexPathsForSelectedRows: [IndexPath] {
    loadIfNeeded()
    return selection.marks.isEmpty ? selection.row.map { [$0.path] } ?? [] : selection.marks.rows.map(\.path)
  }

  /// The marked rows, from the top.
  ///
  /// - Complexity: O(marks).
  public var indexPathsForMarkedRows: [IndexPath] {
    loadIfNeeded()
    return selection.marks.rows.map(\.path)
  }

  /// The marked rows as ascending ranges of places among all rows of all sections, counted from 0.
  ///
  /// Places that do not exist are ignored when it is set.
  ///
  /// - Complexity: O(sections + ranges).
  public var markedPositions: [Range<Int>] {
    get {
      loadIfNeeded()
      var positions = IndexRanges()
      for (section, ranges) in selection.marks.sections {
        let first = geometry.ordinal(of: RowIndex(section: section, row: 0))
        for range in ranges.ranges { positions.insert(first + range.lowerBound..<first + range.upperBound) }
      }
      return positions.ranges
    }
    set {
      loadIfNeeded()
      guard allowsMultipleSelection else { return }
      var new = RowMarks()
      for range in newValue.map({ $0.clamped(to: 0..<geometry.rowCount) }) where !range.isEmpty {
        guard let first = geometry.row(atOrdinal: range.lowerBound),
          let last = geometry.row(atOrdinal: range.upperBound - 1)
        else { continue }
        new.set(true, from: first, through: last, in: geometry)
      }
      if selection.setMarks(new) { marksDidChange() }
    }
  }

  /// The number of marked rows.
  ///
  /// - Complexity: O(sections).
  public var numberOfMarkedRows: Int {
    loadIfNeeded()
    return selection.marks.count
  }

  /// Marks or unmarks a row.
  ///
  /// Nothing happens without ``allowsMultipleSelection``, or for a row that does not exist.
  ///
  /// - Complexity: O(*n*), where *n* is the number of ranges of marked rows.
  public func setMarked(_ isMarked: Bool, forRowAt indexPath: IndexPath) {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    guard geometry.contains(row) else { return }
    mark(isMarked, from: row, through: row)
  }

  /// Marks all rows.
  ///
  /// - Complexity: O(sections).
  public func markAllRows() {
    loadIfNeeded()
    guard let first = geometry.row(atOrdinal: 0), let last = geometry.row(atOrdinal: geometry.rowCount - 1) else {
      return
    }
    mark(true, from: first, through: last)
  }

  /// Removes all marks.
  public func unmarkAllRows() {
    if selection.unmarkAll() { marksDidChange() }
  }

  func mark(_ isMarked: Bool, from start: RowIndex, through end: RowIndex) {
    guard allowsMultipleSelection else { return }
    if selection.mark(isMarked, from: start, through: end, in: geometry) { marksDidChange() }
  }

  private func marksDidChange() {
    presenter.updateMarks()
    notifyDelegate(highlight: false)
  }

  // MARK: Keys

  /// Toggles the mark of the selected row, and selects the next row (Space).
  func toggleMark() {
    loadIfNeeded()
    guard let selected = selection.row else { return }
    mark(!selection.marks.contains(selected), from: selected, through: selected)
    selection.endRun()
    moveSelection(by: 1)
  }

  /// Marks the rows that the selection passes, and unmarks them on the way back (Shift with a cursor key).
  func extendMarks(by step: Int) {
    loadIfNeeded()
    guard let old = selection.row else { return moveSelection(by: 0) }
    let start = selection.startOfRun(endingAt: old)
    moveSelection(by: step)
    guard let new = selection.row else { return }
    let isReturning = step > 0 ? old < start : old > start
    // The rows between were marked when they were passed; those that arrived there since then were not.
    if !isReturning { mark(true, from: old, through: new) } else if old != new { mark(false, from: old, through: old) }
    selection.setRun(from: start, to: new)
  }

  func makeMarkCommands() -> [KeyCommand] {
    let isAllowed: @MainActor () -> Bool = { [weak self] in
      self?.allowsMultipleSelection == true && self?.isEmpty == false
    }
    func command(
      _ keys: [KeyEvent], _ title: String, _ detail: String, keywords: [String] = [],
      role: KeyCommand.Role = .standard, isHint: Bool = false,
      isEnabled: (@MainActor () -> Bool)? = nil, action: @escaping @MainActor (TableView) -> Void
    ) -> KeyCommand {
      KeyCommand(
        keys: keys, title: title, detail: detail, keywords: keywords, role: role, isHint: isHint,
        isEnabled: isEnabled ?? isAllowed
      ) { [weak self] in if let self { action(self) } }
    }
    return [
      command(
        [KeyEvent(.character(" "))], "mark", "Mark or unmark the selected row", keywords: ["select"], isHint: true
      ) { $0.toggleMark() },
      command([KeyEvent(.down, .shift)], "mark down", "Mark this row and the next", role: .movement) {
        $0.extendMarks(by: 1)
      },
      command([KeyEvent(.up, .shift)], "mark up", "Mark this row and the previous one", role: .movement) {
        $0.extendMarks(by: -1)
      },
      command([KeyEvent(.character("*"))], "mark all", "Mark all rows", keywords: ["select all"]) { $0.markAllRows() },
      command(
        [KeyEvent(.escape)], "unmark", "Clear all marks", keywords: ["deselect"], isHint: true,
        isEnabled: { [weak self] in self.map { $0.unmarksOnEscape && !$0.selection.marks.isEmpty } ?? false },
        action: { $0.unmarkAllRows() }),
    ]
  }
}
