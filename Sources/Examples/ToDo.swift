import Bindery
import Reactive
import TUIKit

/// What is to be done, and what is done: a field that adds, and a list that follows an observable array.
@MainActor
final class ToDoViewModel {
  struct Item: Hashable, Sendable, Identifiable {
    let id: Int
    var title: String
    var isDone = false
  }

  let draft = CurrentValue<String, Never>("")
  let items = MutableObservableArray<Item>([])
  private var nextID = 1

  isolated deinit {}

  func add() {
    guard !draft.value.isEmpty else { return }
    items.items.append(Item(id: nextID, title: draft.value))
    nextID += 1
    draft.value = ""
  }

  /// Done things go to the end, and come back when they are not done after all.
  func toggle(_ index: Int) {
    var list = items.items
    list[index].isDone.toggle()
    items.items = list.filter { !$0.isDone } + list.filter(\.isDone)
  }
}

final class ToDoViewController: ViewController {
  private let viewModel: ToDoViewModel
  private let quit: () -> Void
  private let table = TableView()
  private let field = TextField(placeholder: "What is to be done?")
  private var bindings = BindingGroup()

  init(viewModel: ToDoViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
  }

  isolated deinit {}

  override func loadView() -> View {
    field.addAction(for: .primaryAction) { [viewModel] in viewModel.add() }
    bindings = BindingGroup {
      field.textBinding *= viewModel.draft
      table *=
        TableViewSectionBinding
        .items(viewModel.items.changesetPublisher) { (cell: TableViewCell, item) in
          cell.text = item.title
          cell.detailText = item.isDone ? "done" : ""
        }
        .didSelectRow { [viewModel] in viewModel.toggle($0) }
    }
    let stack = StackView(.vertical)
    stack.addArrangedSubview(field, sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"))), sizing: .fixed(1))
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("c"), .control), title: "quit") { [quit] in quit() }]
  }
}
