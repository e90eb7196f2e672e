import Bindery
import Reactive
import TUIKit

/// A to-do list: a field that adds tasks, and a table with two sections that follow one array.
@MainActor
final class ToDoViewModel {
  struct Item: Hashable, Sendable, Identifiable {
    let id: Int
    var title: String
    var isDone = false
  }

  let draft = CurrentValue<String, Never>("")
  /// All tasks, in the order in which they were added.
  let items = MutableObservableArray<Item>([])
  var open: some ObservableArray<Item> { items.filter { !$0.isDone } }
  var done: some ObservableArray<Item> { items.filter(\.isDone) }
  var summary: some Publisher<String?, Never> {
    done.currentValuePublisher.map { $0.isEmpty ? nil : "\($0.count) done" }
  }
  private var nextID = 1

  isolated deinit {}

  func add() {
    guard !draft.value.isEmpty else { return }
    items.append(Item(id: nextID, title: draft.value))
    nextID += 1
    draft.value = ""
  }

  func toggle(_ item: Item) {
    guard let index = items.items.firstIndex(where: { $0.id == item.id }) else { return }
    var item = item
    item.isDone.toggle()
    items.replace(at: index, with: item)
  }
}

/// A row as high as its title.
private final class TaskCell: TableViewCell {
  private func lines(width: Int) -> [String] { text.wrapped(toWidth: max(1, width - 8)) }

  override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: lines(width: size.width).count) }

  override func draw(in canvas: Canvas) {
    let (style, width) = (isSelected ? Style(.selectionText, on: .selection) : Style(), canvas.size.width)
    canvas.fill(style: style)
    for (y, line) in lines(width: width).enumerated() { canvas.write(line, at: Point(x: 2, y: y), style: style) }
    canvas.write(detailText, at: Point(x: width - 5, y: 0), style: style.foreground(.textDim))
  }
}

final class ToDoViewController: ViewController {
  private let viewModel: ToDoViewModel
  private let quit: () -> Void
  private var bindings = BindingGroup()

  init(viewModel: ToDoViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
  }

  isolated deinit {}

  private func section(_ items: some ObservableArray<ToDoViewModel.Item>) -> TableViewSectionBinding {
    .items(items) { (cell: TaskCell, item) in
      cell.text = item.title
      cell.detailText = item.isDone ? "done" : ""
    }
    .automaticRowHeight()
    .didSelectRow { [viewModel] row in viewModel.toggle(items[row]) }
  }

  override func loadView() -> View {
    let field = TextField(placeholder: "What is to be done?")
    let table = TableView()
    bindings = BindingGroup {
      field *= .subject(viewModel.draft).maximumLength(60).didReturn { [viewModel] in viewModel.add() }
      table *= [
        section(viewModel.open).headerTitle("To do"),
        section(viewModel.done).headerTitle(viewModel.summary),
      ]
    }
    let stack = StackView(.vertical)
    stack.addArrangedSubview(field, sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"), .control)), sizing: .fixed(1))
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q"), .control), title: "quit") { [quit] in quit() }]
  }
}
