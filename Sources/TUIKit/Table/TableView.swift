import FoundationEssentials
import Time

/// A list of rows in sections, of which only the visible ones have cells.
///
/// The ``dataSource`` provides the rows; the ``delegate`` is notified. The changes of a batch
/// (``performBatchUpdates(_:completion:)``) are animated: rows appear, disappear and travel from their current
/// positions. A key that is pressed during the animation acts on the state after the batch.
///
/// One row is selected whenever there is one (see ``allowsEmptySelection``). The selection follows its row through
/// every batch, and the row keeps its line in the window as far as the content allows. Changes above the visible part
/// do not move it (``rowsInsertedAbove`` counts the insertions). A list that is at its top stays there when a row is
/// inserted at the top.
///
/// The cost of a key or a frame does not depend on the number of rows.
///
/// - Complexity: O(changes + sections + visible rows) for a batch.
open class TableView: View {
  /// The source of the rows; held weakly.
  ///
  /// Setting another one reloads the table.
  public weak var dataSource: (any TableViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  /// The object that is notified; held weakly.
  public weak var delegate: (any TableViewDelegate)?
  /// The object that prefetches rows; held weakly.
  public weak var prefetchDataSource: (any TableViewDataSourcePrefetching)?

  /// The height of rows for which the delegate returns none, in lines.
  public var rowHeight = 1 {
    didSet { if rowHeight != oldValue { reloadData() } }
  }

  /// Whether the title of a section sticks to the top while its rows scroll.
  public var stickyHeaders = true {
    didSet { setNeedsLayout() }
  }

  /// The type of the views of section titles.
  public var headerViewType: TableHeaderView.Type = TableHeaderView.self {
    didSet { reloadData() }
  }

  /// Whether rows can be marked (``setMarked(_:forRowAt:)``): Space marks the selected row and selects the next one,
  /// Shift with Up and Down marks the rows that it passes, `*` marks all.
  ///
  /// Turning it off removes all marks.
  public var allowsMultipleSelection = false {
    didSet { if !allowsMultipleSelection { unmarkAllRows() } }
  }

  /// Whether Esc removes the marks of visible rows.
  ///
  /// A controller turns it off when its Esc ends something else first, such as a search.
  public var unmarksOnEscape = true

  /// The actions on a row.
  ///
  /// `.`, Shift-F10 and a click with the right button show them as a menu.
  public var rowActions: [TableViewRowAction] = []

  /// Whether the selection may be empty although there are rows.
  ///
  /// Otherwise the table selects the first row.
  public var allowsEmptySelection = false

  /// The view that covers the table when it has no rows.
  public var backgroundView: View? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      guard let backgroundView else { return }
      backgroundView.isHidden = !isEmpty
      insertSubview(backgroundView, at: 0)
    }
  }

  /// The first visible line of the content.
  public var contentOffset: Int { viewport.offset }
  /// The number of rows inserted above the visible part since the top of the list was last visible: `▲ 3 new above`.
  ///
  /// A row that a sticky title covers counts as above.
  public var rowsInsertedAbove: Int { viewport.insertedRowCount }

  /// Resets ``rowsInsertedAbove``.
  public func forgetRowsInsertedAbove() {
    viewport.forgetInsertedRows()
  }
  /// The last contradiction of a batch to the data source.
  public private(set) var lastInconsistency: TableInconsistency?

  let layout = TableLayout()
  let selection = TableSelection()
  let updates = TableUpdates()
  let prefetching = TablePrefetching()
  private(set) final lazy var viewport = TableViewport(self)
  private(set) final lazy var presenter = RowPresenter(self)

  final var geometry: TableGeometry { layout.geometry }

  private lazy var commands = makeKeyCommands()

  open override var canBecomeFirstResponder: Bool { true }
  open override var keyCommands: [KeyCommand] { commands + rowActionCommands }

  open override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    // A movement with Shift marks rows, too.
    guard !event.modifiers.contains(.shift) else { return nil }
    return commands.contains { $0.role == .movement && $0.matches(event) } ? .movement : nil
  }

  open override func firstResponderDidChange() {
    super.firstResponderDidChange()
    guard !isFirstResponder else { return }
    // A presentation that begins during a drag keeps the release from the table.
    if selection.drag != nil { endDrag() }
    viewport.releaseScrollMark()
  }

  // MARK: Cells

  /// Registers a function that makes cells of a type, instead of `init(frame:)`.
  public func register<Cell: TableViewCell>(_ type: Cell.Type, make: @escaping @MainActor () -> Cell) {
    presenter.cells.register(type, make: make)
  }

  /// Registers a type of cells.
  ///
  /// Optional: cells of other types are made with `init(frame:)`.
  public func register<Cell: TableViewCell>(_ type: Cell.Type) {
    presenter.cells.register(type) { type.init(frame: .zero) }
  }

  /// An unused cell, after ``TableViewCell/prepareForReuse()``, or a new one.
  public func dequeueReusableCell<Cell: TableViewCell>(_ type: Cell.Type, for indexPath: IndexPath? = nil) -> Cell {
    presenter.cells.dequeue(type)
  }

  // MARK: Loading

  /// Reloads all rows when the table is next read or laid out.
  ///
  /// Selects the row with the same index, or the nearest. If the section titles changed, selects the row at the same
  /// position in the whole list. All marks end. A batch keeps the identity of rows.
  ///
  /// - Parameter animated: Whether the reload is shown as a cross-fade.
  public func reloadData(animated: Bool = false) {
    updates.setNeedsReload(animated: animated)
    prefetching.reset()
    setNeedsLayout()
  }

  /// Loads the numbers of rows if a reload is pending.
  ///
  /// - Complexity: O(sections).
  func loadIfNeeded() {
    performDeferredUpdate()
    guard updates.needsReload else { return }
    guard let dataSource else {
      if !geometry.sections.isEmpty { load([]) }
      return
    }
    updates.reloadWillBegin()
    load(counts(from: dataSource))
  }

  func counts(from dataSource: any TableViewDataSource) -> [Int] {
    let sections = min(max(dataSource.numberOfSections(in: self), 0), TableGeometry.maximumSectionCount)
    return (0..<sections).map {
      min(max(dataSource.tableView(self, numberOfRowsInSection: $0), 0), TableGeometry.maximumRowCount)
    }
  }

  private func load(_ counts: [Int]) {
    let before = selection.row
    let line = before.map { geometry.line(of: $0) - contentOffset }
    let titles = layout.headerTitles
    let ordinal = before.map { geometry.ordinal(of: $0) }
    layout.rebuild(counts, for: self) { _ in RowHeights() }
    presenter.reset(animated: updates.takeReloadAnimation())
    viewport.forgetInsertedRows()
    selection.forgetIdentities()
    if layout.headerTitles == titles {
      selection.select(before.flatMap { nearestRow(to: $0) })
    } else {
      selection.select(ordinal.flatMap { geometry.row(atOrdinal: min($0, geometry.rowCount - 1)) })
    }
    selectFirstIfNeeded()
    if let selected = selection.row, let line, selected == before || geometry.ordinal(of: selected) == ordinal {
      viewport.keep(selected, atLine: line)
    }
    viewport.keepPlace()
    setNeedsLayout()
    notifyDelegate(highlight: selection.row != before)
  }

  /// Reloads after a contradiction, and notifies the delegate.
  func recover(from inconsistency: TableInconsistency) {
    lastInconsistency = inconsistency
    reloadData()
    loadIfNeeded()
    delegate?.tableView(self, didRecoverFrom: inconsistency)
  }

  /// Whether anything in the table moves, glows or fades.
  public var isAnimating: Bool { presenter.isAnimating }

  private func nearestRow(to row: RowIndex) -> RowIndex? {
    guard geometry.sections.indices.contains(row.section) else {
      return geometry.row(atOrdinal: geometry.rowCount - 1)
    }
    let section = geometry.sections[row.section]
    guard section.rowCount > 0 else {
      return geometry.row(atOrdinal: min(section.firstOrdinal, geometry.rowCount - 1))
    }
    return RowIndex(section: row.section, row: min(row.row, section.rowCount - 1))
  }

  func selectFirstIfNeeded() {
    if selection.row == nil, !allowsEmptySelection { selection.select(geometry.row(atOrdinal: 0)) }
  }

  func notifyDelegate(highlight: Bool) {
    if highlight, let selected = selection.row { delegate?.tableView(self, didHighlightRowAt: selected.path) }
    if selection.takeNewMarks() { delegate?.tableViewDidChangeMarks(self) }
    delegate?.tableViewDidUpdate(self)
  }

  // MARK: View

  open override var frame: Rect {
    didSet {
      if frame.height != oldValue.height, !updates.needsReload { keepPlace() }
    }
  }

  open override func layoutSubviews() {
    backgroundView?.frame = bounds
    layoutRows()
    scheduleDeferredUpdate()
  }

  open override func drawTree(in canvas: Canvas) {
    draw(in: canvas)
    if let backgroundView, !backgroundView.isHidden { backgroundView.drawTree(in: canvas.part(backgroundView.frame)) }
    presenter.draw(in: canvas)
    drawDropMark(in: canvas)
    drawLastColumn(in: canvas)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { handleMouse(event) }

  /// In the cell of the selected row: a Braille display shows the line of the cursor.
  open override var cursorPosition: Point? {
    guard let cell = selection.row.flatMap(presenter.cell), let place = cell.cursorPosition else {
      return nil
    }
    return Point(x: place.x + cell.frame.minX, y: place.y + cell.frame.minY)
  }
}
