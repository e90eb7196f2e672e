import FoundationEssentials

/// Marking several rows. As the selected row, a marked one is known by identity: it stays marked through every batch, wherever
/// it goes.
extension TableView {
  /// The rows that something done now is about, from the top: those that are marked; the selected one when none is. O(marks).
  public var indexPathsForSelectedRows: [IndexPath] {
    loadIfNeeded()
    return marks.isEmpty ? selected.map { [$0.path] } ?? [] : marks.rows.map(\.path)
  }

  /// The same rows as places among all rows of all sections, counted from 0.
  public var positionsOfSelectedRows: [Int] { indexPathsForSelectedRows.compactMap(position) }

  /// The marked rows, from the top. O(marks).
  public var indexPathsForMarkedRows: [IndexPath] {
    loadIfNeeded()
    return marks.rows.map(\.path)
  }

  /// The marked rows as ascending ranges of places among all rows of all sections, counted from 0. Places that do not exist
  /// are ignored when it is set.
  ///
  /// - Complexity: O(sections + ranges).
  public var markedPositions: [Range<Int>] {
    get {
      loadIfNeeded()
      var positions = IndexRanges()
      for (section, ranges) in marks.sections {
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
      guard new != marks else { return }
      markRun = nil
      marks = new
      marksDidChange()
    }
  }

  /// O(sections).
  public var numberOfMarkedRows: Int {
    loadIfNeeded()
    return marks.count
  }

  /// Whether a row is marked; `false` where there is none.
  public func isRowMarked(at indexPath: IndexPath) -> Bool {
    loadIfNeeded()
    return marks.contains(RowIndex(indexPath))
  }

  /// Marks a row or takes its mark away. Nothing happens without ``allowsMultipleSelection``, and for rows that there are not.
  public func setMarked(_ isMarked: Bool, forRowAt indexPath: IndexPath) {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    guard geometry.contains(row) else { return }
    mark(isMarked, from: row, through: row)
  }

  /// O(sections), however many rows there are.
  public func markAllRows() {
    loadIfNeeded()
    guard let first = geometry.row(atOrdinal: 0), let last = geometry.row(atOrdinal: geometry.rowCount - 1) else {
      return
    }
    mark(true, from: first, through: last)
  }

  /// Takes all marks away.
  public func unmarkAllRows() {
    markRun = nil
    guard !marks.isEmpty else { return }
    marks = RowMarks()
    marksDidChange()
  }

  func mark(_ isMarked: Bool, from start: RowIndex, through end: RowIndex) {
    guard allowsMultipleSelection else { return }
    let before = marks
    marks.set(isMarked, from: start, through: end, in: geometry)
    if marks != before { marksDidChange() }
  }

  private func marksDidChange() {
    for presentation in ordered {
      presentation.cell?.isMarked = presentation.item?.row.map(marks.contains) ?? false
    }
    tellDelegate(highlight: false)
  }

  // MARK: Keys

  /// Space: turns the mark of the selected row over, and goes on to the next.
  func toggleMark() {
    loadIfNeeded()
    guard let selected else { return }
    mark(!marks.contains(selected), from: selected, through: selected)
    markRun = nil
    moveSelection(by: 1)
  }

  /// Shift with a cursor key: marks what is passed, and unmarks it on the way back.
  func extendMarks(by step: Int) {
    loadIfNeeded()
    guard let old = selected else { return moveSelection(by: 0) }
    let start = markRun.flatMap { $0.end == old ? $0.start : nil } ?? old
    moveSelection(by: step)
    guard let new = selected else { return }
    let isReturning = step > 0 ? old < start : old > start
    if isReturning, old != new { mark(false, from: old, through: old) }
    mark(true, from: start, through: new)
    markRun = MarkRun(start: start, end: new)
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
        isEnabled: { [weak self] in self?.marks.isEmpty == false }, action: { $0.unmarkAllRows() }),
    ]
  }
}
