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
  unowned let table: TableView

  /// The presentations that are visible, or on their way in or out, by item.
  var presentations: [TableItem: RowPresentation] = [:]
  /// The values of ``presentations`` in the order of the content.
  var ordered: [RowPresentation] = []
  /// The presentations of deleted items that are still on screen.
  var ghosts: [RowPresentation] = []
  var cells = CellPool()
  var motion = TableMotion()
  var annotations: [RowAnnotation] = []
  /// Whether there is a picture that can be animated from.
  var hasBeenLaidOut = false

  init(_ table: TableView) {
    self.table = table
  }

  isolated deinit {}

  /// Whether anything moves, glows or fades.
  var isAnimating: Bool { motion.isRunning }

  /// The cell of a visible row.
  func cell(at row: RowIndex) -> TableViewCell? { presentations[.row(row)]?.cell }

  /// Calls `completion` when all motion has ended.
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
