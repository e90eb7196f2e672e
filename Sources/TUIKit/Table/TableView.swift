import FoundationEssentials
import Time

/// A list of rows in sections, of which only those that can be seen exist.
///
/// What it shows comes from its ``dataSource``; what happens in it, its ``delegate`` is told. Changes are animated when they
/// come as a batch (``performBatchUpdates(_:completion:)``): rows come, go and travel from wherever they are at that moment,
/// and a key pressed meanwhile acts on how things will be.
///
/// One row is selected whenever there is one (see ``allowsEmptySelection``). The table knows it by identity: through every
/// batch it stays selected and on its line of the screen, as far as the content reaches; what changes above the part that
/// can be seen moves nothing in it (``rowsInsertedAbove`` counts insertions there). A list that is at its top stays there
/// when a row is inserted at the top.
///
/// Nothing that happens for a key or a frame costs more with more rows. A batch costs O(changes + sections + visible rows).
open class TableView: View {
  /// Says what there is; held weakly. Another one is a reload.
  public weak var dataSource: (any TableViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  /// Is told what happens; held weakly.
  public weak var delegate: (any TableViewDelegate)?
  /// Is told which rows will be wanted; held weakly.
  public weak var prefetchDataSource: (any TableViewDataSourcePrefetching)?

  /// The height of a row for which the delegate names none, in lines.
  public var rowHeight = 1 {
    didSet { if rowHeight != oldValue { reloadData() } }
  }

  /// Whether section titles stay at the top while their rows scroll.
  public var stickyHeaders = true {
    didSet { setNeedsLayout() }
  }

  /// Makes the views of section titles.
  public var headerViewType: TableHeaderView.Type = TableHeaderView.self {
    didSet { reloadData() }
  }

  /// Whether rows can be marked (``setMarked(_:forRowAt:)``): Space marks the selected row and goes on, Shift with Up and Down
  /// marks what it passes, `*` marks all. Turning it off unmarks.
  public var allowsMultipleSelection = false {
    didSet { if !allowsMultipleSelection { unmarkAllRows() } }
  }

  /// The actions on a row. `.`, Shift-F10 and a click with the right button show them as a menu.
  public var rowActions: [TableViewRowAction] = []

  /// Whether no row need be selected although there are some. When not, the table selects the first row by itself.
  public var allowsEmptySelection = false

  /// Shown, over the whole table, while there is no row.
  public var backgroundView: View? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      guard let backgroundView else { return }
      backgroundView.isHidden = !isEmpty
      insertSubview(backgroundView, at: 0)
    }
  }

  /// The first line of the content that can be seen.
  public internal(set) var contentOffset = 0
  /// The number of rows inserted above the visible part since the top of the list was last visible: `▲ 3 new above`. A row
  /// that a sticky title covers counts as above.
  public internal(set) var rowsInsertedAbove = 0

  /// Counts ``rowsInsertedAbove`` from here on: what has come so far is not news.
  public func forgetRowsInsertedAbove() {
    rowsInsertedAbove = 0
  }
  /// How the last batch that did not fit contradicted the data source.
  public internal(set) var lastInconsistency: TableInconsistency?

  var geometry = TableGeometry()
  var headerTitles: [String?] = []
  var footerTitles: [String?] = []
  var selected: RowIndex?
  var marks = RowMarks()
  /// The marks that the delegate has been told of.
  var toldMarks = RowMarks()
  var markRun: MarkRun?
  /// The row whose menu is open.
  var menuRow: RowIndex?
  var rail = IndexRail()
  var needsReload = true
  /// Whether there is a picture from which something could move.
  var hasBeenLaidOut = false
  /// Whether the reload that is to come is shown as a cross-fade.
  var fadesReload = false
  /// Whether the selected row is to be in sight after the next layout, whatever heights turn up.
  var followsSelection = false

  /// What can be seen or is on its way in or out, by what it is; the same in the order of the content; and what is gone
  /// from the content but not yet from the screen.
  var presentations: [TableItem: RowPresentation] = [:]
  var ordered: [RowPresentation] = []
  var ghosts: [RowPresentation] = []
  var cells = CellPool()
  var motion = TableMotion()
  var prefetching = TablePrefetching()

  var batch = BatchUpdate()
  var batchDepth = 0
  var deferredUpdates: (() -> Void)?
  /// Whether the button that is held went down on the scroll mark.
  var dragsScrollMark = false

  private lazy var commands = makeKeyCommands()

  open override var canBecomeFirstResponder: Bool { true }
  open override var keyCommands: [KeyCommand] { commands + rowActionCommands }

  open override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    // A movement with Shift marks rows, too.
    guard !event.modifiers.contains(.shift) else { return nil }
    return commands.contains { $0.role == .movement && $0.matches(event) } ? .movement : nil
  }

  // MARK: Rows

  /// Whether there is no row.
  public var isEmpty: Bool { numberOfRows == 0 }

  /// As the data source says.
  public var numberOfSections: Int {
    loadIfNeeded()
    return geometry.sections.count
  }

  /// The rows of all sections.
  public var numberOfRows: Int {
    loadIfNeeded()
    return geometry.rowCount
  }

  /// 0 when there is no such section.
  public func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rowCount : 0
  }

  /// The place of a row among all rows of all sections, counted from 0.
  public func position(of indexPath: IndexPath) -> Int? {
    loadIfNeeded()
    let row = RowIndex(indexPath)
    return geometry.contains(row) ? geometry.ordinal(of: row) : nil
  }

  /// The row at a place among all rows of all sections, counted from 0; `nil` outside.
  public func indexPath(atPosition position: Int) -> IndexPath? {
    loadIfNeeded()
    return geometry.row(atOrdinal: position)?.path
  }

  /// The rows of which something can be seen, from the top.
  public var indexPathsForVisibleRows: [IndexPath] {
    loadIfNeeded()
    return geometry.items(in: visibleLines).compactMap { $0.row?.path }
  }

  /// The cell of a row that can be seen.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    presentations[.row(RowIndex(indexPath))]?.cell
  }

  /// The cells of rows that can be seen, and of some on their way, from the top.
  public var visibleCells: [TableViewCell] { ordered.compactMap(\.cell) }

  /// The row at a place in the table's coordinates, as it will be when everything has settled.
  public func indexPathForRow(at point: Point) -> IndexPath? {
    loadIfNeeded()
    guard bounds.contains(point), sectionOfTitle(at: point) == nil else { return nil }
    return geometry.item(atLine: contentOffset + point.y)?.row?.path
  }

  /// The section whose title is at a place; the title at the top covers a row.
  func sectionOfTitle(at point: Point) -> Int? {
    if let title = stickyHeader {
      let line = line(of: title)
      if line..<line + geometry.height(of: title) ~= point.y { return title.section }
    }
    guard case .header(let section)? = geometry.item(atLine: contentOffset + point.y) else { return nil }
    return section
  }

  // MARK: Cells

  /// Says how cells of a type are made, when `init(frame:)` is not enough.
  public func register<Cell: TableViewCell>(_ type: Cell.Type, make: @escaping @MainActor () -> Cell) {
    cells.register(type, make: make)
  }

  /// Makes cells of a type known. Not needed: a type that was never registered is made with `init(frame:)`.
  public func register<Cell: TableViewCell>(_ type: Cell.Type) {
    cells.register(type) { type.init(frame: .zero) }
  }

  /// A cell that no row uses any more, after ``TableViewCell/prepareForReuse()``, or a new one.
  public func dequeueReusableCell<Cell: TableViewCell>(_ type: Cell.Type, for indexPath: IndexPath? = nil) -> Cell {
    cells.dequeue(type)
  }

  // MARK: Loading

  /// Asks the data source for everything anew, at the next look or layout. The selected row is the one with the same index
  /// then, or the nearest (the one at the same place in the whole list, when the sections have other titles), and none is
  /// marked; rows that are known to be the same are better told of in a batch.
  public func reloadData(animated: Bool = false) {
    needsReload = true
    prefetching = TablePrefetching()
    fadesReload = animated
    batch = BatchUpdate()
    setNeedsLayout()
  }

  /// Asks for the numbers when they are not known. O(sections).
  func loadIfNeeded() {
    performDeferredUpdates()
    guard needsReload else { return }
    guard let dataSource else {
      if !geometry.sections.isEmpty { load([]) }
      return
    }
    // The data source may look at the table while it is asked.
    needsReload = false
    load(counts(from: dataSource))
  }

  func counts(from dataSource: any TableViewDataSource) -> [Int] {
    let sections = min(max(dataSource.numberOfSections(in: self), 0), TableGeometry.maximumSectionCount)
    return (0..<sections).map {
      min(max(dataSource.tableView(self, numberOfRowsInSection: $0), 0), TableGeometry.maximumRowCount)
    }
  }

  private func load(_ counts: [Int]) {
    let line = selected.map { geometry.line(of: $0) - contentOffset }
    let titles = headerTitles
    let ordinal = selected.map { geometry.ordinal(of: $0) }
    rebuildGeometry(counts) { _ in RowHeights() }
    if fadesReload, isMotionPossible { beginCrossFade() } else { clearPresentations() }
    fadesReload = false
    motion.forgetPending()
    annotations.removeAll()
    rowsInsertedAbove = 0
    marks = RowMarks()
    markRun = nil
    menuRow = nil
    let before = selected
    if headerTitles == titles {
      selected = selected.flatMap { nearestRow(to: $0) }
    } else {
      selected = ordinal.flatMap { geometry.row(atOrdinal: min($0, geometry.rowCount - 1)) }
    }
    selectFirstIfNeeded()
    if let selected, let line, selected == before || geometry.ordinal(of: selected) == ordinal {
      contentOffset = geometry.line(of: selected) - line
    }
    keepPlace()
    setNeedsLayout()
    tellDelegate(highlight: selected != before)
  }

  /// Takes over new numbers of rows, and new titles; `heights` says what is known of the heights of the rows of a section.
  func rebuildGeometry(_ counts: [Int], heights: (Int) -> RowHeights) {
    headerTitles = counts.indices.map { dataSource?.tableView(self, titleForHeaderInSection: $0) }
    footerTitles = counts.indices.map { dataSource?.tableView(self, titleForFooterInSection: $0) }
    geometry = TableGeometry(
      rowHeight: rowHeight,
      sections: counts.indices.map {
        TableGeometry.Section(
          rowCount: counts[$0], headerHeight: headerTitles[$0] == nil ? 0 : 1,
          footerHeight: footerTitles[$0] == nil ? 0 : 1, heights: heights($0))
      })
    rail = makeIndexRail()
  }

  private func nearestRow(to row: RowIndex) -> RowIndex? {
    guard geometry.sections.indices.contains(row.section), geometry.sections[row.section].rowCount > 0 else {
      return geometry.row(atOrdinal: geometry.rowCount - 1)
    }
    return RowIndex(section: row.section, row: min(row.row, geometry.sections[row.section].rowCount - 1))
  }

  func selectFirstIfNeeded() {
    if selected == nil, !allowsEmptySelection { selected = geometry.row(atOrdinal: 0) }
  }

  func tellDelegate(highlight: Bool) {
    if highlight, let selected { delegate?.tableView(self, didHighlightRowAt: selected.path) }
    if marks != toldMarks {
      toldMarks = marks
      delegate?.tableViewDidChangeMarks(self)
    }
    delegate?.tableViewDidUpdate(self)
  }

  // MARK: View

  open override var frame: Rect {
    didSet {
      if frame.height != oldValue.height, !needsReload { keepPlace() }
    }
  }

  open override func layoutSubviews() {
    backgroundView?.frame = bounds
    layoutRows()
    scheduleDeferredUpdates()
  }

  open override func drawTree(in canvas: Canvas) {
    draw(in: canvas)
    drawRows(in: canvas)
    drawLastColumn(in: canvas)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { handleMouse(event) }

  /// On the selected row, where its cell wants it: a Braille display shows the line on which the cursor stands.
  open override var cursorPosition: Point? {
    guard let cell = selected.flatMap({ presentations[.row($0)]?.cell }), let place = cell.cursorPosition else {
      return nil
    }
    return Point(x: place.x + cell.frame.minX, y: place.y + cell.frame.minY)
  }

  // Kept here because an extension cannot store it.
  var annotations: [RowAnnotation] = []
}
