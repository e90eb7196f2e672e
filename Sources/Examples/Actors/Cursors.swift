import Actors
import Bindery
import Reactive
import TUIKit

/// A list in which every user sees where the others are.
@MainActor
final class CursorsViewModel {
  struct Row: Hashable, Sendable {
    var title: String
    var users: [String] = []
  }

  @Actor("cursors", key: ["list"], params: ["name": ExampleOptions.shared.name]) var cursors
  let rows: MutableObservableArray<Row>
  /// Where each connection is, and its name.
  private var places: [String: (user: String, row: Int)] = [:]
  private var own = 0
  private var tokens: [AnyCancellable] = []
  private let server: ExampleServer

  /// What the connection does.
  var status: some Publisher<String, Never> { server.text(of: $cursors) }

  init(server: ExampleServer) {
    self.server = server
    let titles = ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto"]
    rows = MutableObservableArray(titles.map { Row(title: $0) })
    $cursors.rivetKit(client: server.client)
    tokens = server.follow($cursors) { [weak self] in self?.join() }
    tokens += [
      onActorEvent($cursors, "moved") { [weak self] (connection: String, user: String, row: Int) in
        self?.place(connection, (user, row))
      },
      onActorEvent($cursors, "left") { [weak self] (connection: String) in self?.place(connection, nil) },
      onActorEvent($cursors, "joined") { [weak self] in self?.announce() },
    ]
  }

  isolated deinit {}

  func move(to row: Int) {
    own = row
    announce()
  }

  /// Asks the others where they are; those who left while there was no connection do not answer.
  private func join() {
    for connection in places.keys { place(connection, nil) }
    cursors.send("join")
  }

  private func announce() { cursors.send("move", own) }

  private func place(_ connection: String, _ place: (user: String, row: Int)?) {
    guard connection != cursors.connection.value?.ids?.connection else { return }
    let former = places[connection]
    places[connection] = place
    for changed in Set([former?.row, place?.row].compactMap { $0 }) where rows.items.indices.contains(changed) {
      var item = rows.items[changed]
      item.users = places.values.filter { $0.row == changed }.map(\.user).sorted()
      rows.replace(at: changed, with: item)
    }
  }
}

final class CursorsViewController: ViewController {
  private let viewModel: CursorsViewModel
  private let quit: () -> Void
  private var bindings = BindingGroup()

  init(viewModel: CursorsViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
  }

  isolated deinit {}

  override func loadView() -> View {
    let table = TableView()
    let (status, dot) = (Label("", role: .textDim), StatusDot())
    bindings = BindingGroup {
      table *=
        TableViewSectionBinding.items(viewModel.rows) { (cell: TableViewCell, row) in
          cell.text = row.title
          cell.detailText = row.users.joined(separator: ", ")
        }
        .didHighlightRow { [viewModel] row in viewModel.move(to: row) }
      status.textBinding *= viewModel.status
      dot.isOnBinding *= viewModel.cursors.isConnected
    }
    let stack = StackView(.vertical)
    stack.addArrangedSubview(table, sizing: .fill)
    stack.addArrangedSubview(StatusRow(dot, status), sizing: .fixed(1))
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"))), sizing: .fixed(1))
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q")), title: "quit") { [quit] in quit() }]
  }
}
