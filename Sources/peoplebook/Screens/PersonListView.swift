import Reactive
import TUIKit

/// The people under the titles of their columns.
///
/// The header follows the rows. Their width depends on the letters at their right.
final class PersonListView: View {
  let header: PersonColumnHeader
  private let table: TableView

  init(table: TableView) {
    self.table = table
    header = PersonColumnHeader(table: table)
    super.init()
    addSubview(header)
    addSubview(table)
  }

  override func layoutSubviews() {
    let height = min(1, bounds.height)
    header.frame = Rect(x: 0, y: 0, width: bounds.width, height: height)
    table.frame = Rect(x: 0, y: height, width: bounds.width, height: bounds.height - height)
  }
}

/// The titles of the columns of the list.
final class PersonColumnHeader: View, WindowObserver {
  /// The width of a row in the last frame.
  let rowWidth = CurrentValue<Int, Never>(0)

  private unowned let table: TableView
  private var drawnWidth = 0

  /// The columns beside the name.
  var layout = ColumnLayout.standard {
    didSet { if layout != oldValue { setNeedsDisplay() } }
  }

  /// Called when a title is clicked.
  var onClick: (PersonColumn) -> Void = { _ in }

  init(table: TableView) {
    self.table = table
    super.init()
  }

  private weak var observedWindow: Window?

  override func didMoveToWindow() {
    guard window !== observedWindow else { return }
    observedWindow?.removeObserver(self)
    observedWindow = window
    window?.addObserver(self)
  }

  /// The width of the rows changes with the letters that the list has.
  func windowWillDraw() {
    if table.rowWidth != drawnWidth { setNeedsDisplay() }
  }

  func windowDidShow() {
    if rowWidth.value != drawnWidth { rowWidth.value = drawnWidth }
  }

  private var columns: PersonColumns { PersonColumns(width: table.rowWidth, layout) }

  override func draw(in canvas: Canvas) {
    drawnWidth = table.rowWidth
    let columns = columns
    let style = Style(.textDim)
    canvas.fill(style: style)
    for column in columns.shown {
      guard let range = columns[column] else { continue }
      canvas.write(column.title, at: Point(x: range.lowerBound, y: 0), style: style, maxWidth: range.count)
    }
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left else { return false }
    let x = convertFromWindow(event.location).x
    let columns = columns
    guard let column = columns.shown.first(where: { columns[$0]?.contains(x) == true }) else { return false }
    onClick(column)
    return true
  }
}
