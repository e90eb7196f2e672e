import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// Two people side by side, and the person they are merged into: the value of each field is chosen.
final class MergeViewController: TableScreenViewController {
  private let viewModel: MergeViewModel
  private lazy var heading = MergeHeading(table)

  init(_ viewModel: MergeViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    super.init(people: people, title: "Merge")
  }

  isolated deinit {}

  override func viewDidLoad() {
    super.viewDidLoad()
    bindings.capture {
      table *=
        TableViewBinding
        .sections(.items(viewModel.rows, cell: MergeCell.self))
        .didSelectRow { [weak self] _ in self?.chooseNext() }
        .didUpdate { [weak self] _ in self?.showNames() }
    }
    viewModel.follow()
  }

  override var header: View? { heading }

  private func showNames() {
    titleBar.title = StyledText("Merge into \(viewModel.name)")
    heading.names = [viewModel.first, viewModel.second].map(\.displayName)
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The merge" }

  override func makeCommands() -> [KeyCommand] {
    func choose(_ keys: [KeyEvent], _ title: String, _ detail: String, _ choice: MergeViewModel.Choice) -> KeyCommand {
      KeyCommand(
        keys: keys, title: title, detail: detail, actsOnSelection: true,
        isReady: { [weak self] in self?.selectedRow?.choices.contains(choice) == true }
      ) { [weak self] in
        if let self, let row = selectedRow { viewModel.choose(choice, in: row) }
      }
    }
    return [
      writing(
        KeyCommand(
          KeyEvent(.character("s"), .control), KeyEvent(.character("m")), title: "merge",
          detail: "Merge the two people as shown", isEnabled: { [weak self] in self?.canWrite == true }
        ) { [weak self] in self?.merge() }),
      choose([KeyEvent(.left), KeyEvent(.character("h"))], "left", "Keep the value on the left", .first),
      choose([KeyEvent(.right), KeyEvent(.character("l"))], "right", "Keep the value on the right", .second),
      choose([KeyEvent(.character("b"))], "both", "Keep both values", .both),
      KeyCommand(
        KeyEvent(.enter), title: "next choice", detail: "Choose the next possible value", isHint: false,
        actsOnSelection: true
      ) { [weak self] in self?.chooseNext() },
    ]
  }

  private var selectedRow: MergeViewModel.Row? {
    table.selectedPosition.flatMap { viewModel.rows.items.indices.contains($0) ? viewModel.rows.items[$0] : nil }
  }

  private func chooseNext() {
    guard let row = selectedRow, let index = row.choices.firstIndex(of: row.choice) else { return }
    viewModel.choose(row.choices[(index + 1) % row.choices.count], in: row)
  }

  private func merge() {
    viewModel.merge { [weak self] isOver in if isOver { self?.navigationController?.pop() } }
  }
}

/// The columns of a merge: the label, both people, and the result.
private struct MergeColumns {
  let label: Range<Int>
  let values: [Range<Int>]

  init(width: Int) {
    label = 2..<min(16, max(2, width / 5))
    let start = label.upperBound + 1
    let column = max(0, width - 1 - start) / 3
    values = (0..<3).map { start + $0 * column..<start + $0 * column + max(0, column - 1) }
  }
}

/// The names above the columns of a table.
private final class MergeHeading: View {
  private let table: TableView
  var names: [String] = [] {
    didSet { setNeedsDisplay() }
  }

  init(_ table: TableView) {
    self.table = table
  }

  isolated deinit {}

  override func draw(in canvas: Canvas) {
    let style = Style(.textDim, on: background)
    canvas.fill(style: style)
    for (range, text) in zip(MergeColumns(width: table.rowWidth).values, names + ["result"]) {
      canvas.write(text, at: Point(x: range.lowerBound, y: 0), style: style, maxWidth: range.count)
    }
  }
}

/// A field of a merge: both values, of which the chosen ones have a mark, and the result.
private final class MergeCell: RowCell, BindableView {
  private var row: MergeViewModel.Row? {
    didSet { if row != oldValue { setNeedsDisplay() } }
  }

  func bind(to row: MergeViewModel.Row) { self.row = row }

  override func draw(in canvas: Canvas) {
    super.draw(in: canvas)
    guard let row else { return }
    let columns = MergeColumns(width: bounds.width)
    let label = columns.label
    canvas.write(row.label, at: Point(x: label.lowerBound, y: 0), style: dimStyle, maxWidth: label.count)
    let isChosen = [row.choice != .second, row.choice != .first || row.first == row.second]
    for (index, text) in [row.first, row.second, row.result].enumerated() {
      let range = columns.values[index]
      guard range.count > 2 else { continue }
      let point = Point(x: range.lowerBound, y: 0)
      if index == 2 {
        canvas.write(text, at: point, style: style.adding(.bold), maxWidth: range.count)
      } else {
        let mark = row.choices.count == 1 || text.isEmpty ? "" : isChosen[index] ? "✓ " : "· "
        canvas.write(mark + text, at: point, style: isChosen[index] ? style : dimStyle, maxWidth: range.count)
      }
    }
  }
}
