import FoundationEssentials
import Time

/// The rows and titles of a table on screen.
///
/// They lag behind the content while they move and fade.
///
/// The presenter owns everything that depends only on the visible part: the cells, their motion, cross-fades and notes.
/// It reads the content, the selection and the scroll position from the table, and never changes them.
@MainActor
final class RowPresenter {
  /// Unchecked, since a table lives longer than its parts: the checks take a sixth of the time of a batch.
  unowned(unsafe) let table: TableView

  let cells: CellPool
  let rows: RowPresentations
  let motion = TableMotion()
  let annotations = RowAnnotations()

  init(_ table: TableView) {
    self.table = table
    cells = CellPool()
    rows = RowPresentations(recyclingCellsTo: cells)
  }

  isolated deinit {}

  /// Whether anything moves, glows or fades.
  var isAnimating: Bool { motion.isRunning }

  /// The cell of a visible row.
  func cell(at row: RowIndex) -> TableViewCell? { rows[.row(row)]?.cell }

  /// Replaces the rows by others, with a cross-fade or at once.
  func reset(animated: Bool) {
    if animated, isMotionPossible { beginCrossFade() } else { clearPresentations() }
    motion.forgetPending()
    annotations.removeAll()
  }

  /// Shows the marks of the visible rows.
  func updateMarks() {
    for presentation in rows.ordered {
      presentation.cell?.isMarked = presentation.item?.row.map(marks.contains) ?? false
    }
  }

  // MARK: The table

  var geometry: TableGeometry { table.geometry }
  var viewport: TableViewport { table.viewport }
  var contentWidth: Int { table.contentWidth }
  var bounds: Rect { table.bounds }
  var selected: RowIndex? { table.selection.row }
  var marks: RowMarks { table.selection.marks }
  var window: Window? { table.window }
  var now: Instant { table.now }
  var isMotionPossible: Bool { table.isMotionPossible }
  var dataSource: (any TableViewDataSource)? { table.dataSource }
  var delegate: (any TableViewDelegate)? { table.delegate }
}
