import FoundationEssentials
import Time

/// The rows and titles of a table as they are on screen, which lags behind the content while they move and fade.
///
/// The presenter owns everything that exists only because of what is visible: the cells, their motion, cross-fades and notes.
/// It reads the content, the selection and the scroll position from the table, and never changes them.
@MainActor
final class RowPresenter {
  unowned let table: TableView

  /// What is visible, or on its way in or out, by its item.
  var presentations: [TableItem: RowPresentation] = [:]
  /// The values of ``presentations`` in the order of the content.
  var ordered: [RowPresentation] = []
  /// What has left the content but not yet the screen.
  var ghosts: [RowPresentation] = []
  var cells = CellPool()
  var motion = TableMotion()
  var annotations: [RowAnnotation] = []
  /// Whether there is a picture from which something could move.
  var hasBeenLaidOut = false

  init(_ table: TableView) {
    self.table = table
  }

  isolated deinit {}

  /// Whether anything moves, glows or fades.
  var isAnimating: Bool { motion.isRunning }

  /// The cell of a row that is visible.
  func cell(at row: RowIndex) -> TableViewCell? { presentations[.row(row)]?.cell }

  /// Calls `completion` when everything is at rest.
  func addCompletion(_ completion: @escaping () -> Void) {
    motion.completions.append(completion)
  }

  /// Replaces the rows by others, with a cross-fade or at once.
  func reset(animated: Bool) {
    if animated, isMotionPossible { beginCrossFade() } else { clearPresentations() }
    motion.forgetPending()
    annotations.removeAll()
  }

  /// Shows the marks of the visible rows.
  func updateMarks() {
    for presentation in ordered {
      presentation.cell?.isMarked = presentation.item?.row.map(marks.contains) ?? false
    }
  }

  // MARK: The table

  var geometry: TableGeometry { table.geometry }
  var contentOffset: Int { table.contentOffset }
  var visibleLines: Range<Int> { table.visibleLines }
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
