import Bindery
import FoundationEssentials
import PeoplebookCore
import Persistence
import RIV
import Reactive
import TUIKit

/// The list of people: the first screen, and the one that everything comes back to.
final class PeopleViewController: ViewController, NavigableView {
  let viewModel: PeopleViewModel
  let router = NavigationRouter<PeopleEvent, PeopleRoute>()
  let quit: () -> Void

  let titleBar = TitleBar("Peoplebook")
  let searchField = TextField(placeholder: "name, e-mail, phone, tag…")
  let table = TableView()
  let card = PersonCardView()
  /// Whether the field for a search has taken the place of what is searched for.
  let isSearching = CurrentValue<Bool, Never>(false)
  private let emptyLabel = Label("", role: .textDim, alignment: .center, numberOfLines: 0)
  let statusBar = StatusBar()
  private var doings: [PeopleViewModel.Doing] = []
  private var shownQuery: Query<Person>?
  private var bindings = BindingGroup()

  init(viewModel: PeopleViewModel, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.quit = quit
    super.init()
    title = "Peoplebook"
  }

  isolated deinit {}

  override func loadView() -> View {
    let list = StackView(.vertical)
    list.addArrangedSubview(PersonColumnHeader(), sizing: .fixed(1))
    list.addArrangedSubview(table, sizing: .fill)
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    stack.addArrangedSubview(View(), sizing: .fixed(1))
    stack.addArrangedSubview(ListWithCardView(list: list, card: card), sizing: .fill)
    stack.addArrangedSubview(statusBar, sizing: .fixed(1))
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("?")), KeyEvent(.character("q"))), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    table.backgroundView = centred(emptyLabel)
    table.allowsMultipleSelection = true
    table.rowActions = rowActions
    searchField.addAction(for: .primaryAction) { [weak self] in self?.keepFilter() }
    bindings.capture {
      searchField.textBinding *= viewModel.search.text
      emptyLabel.textBinding *= viewModel.emptyText
      table *=
        TableViewBinding
        .sections(viewModel.people, header: { $0.isEmpty ? nil : $0 }) {
          [viewModel] (cell: PersonCell, person: Person) in
          cell.show(PersonRow(person), found: viewModel.search.state.shown)
        }
        .sectionIndex()
        .didSelectRow { [weak self] in self?.edit($0) }
        .didUpdate { [weak self] table in
          self?.showPosition(in: table)
          self?.showCard()
          self?.signDoings()
        }
        .didFail { [weak self] in self?.statusBar.showError("\($0)") }
    }
    bindings.capture {
      titleBar.detailBinding *= viewModel.status.map { [viewModel] in Self.detail(of: viewModel, $0) }
      titleBar.titleBinding *= viewModel.search.text.combineLatest(viewModel.tag, isSearching).map(Self.title)
    }
    bindings.add(
      isSearching.removeDuplicates().sink { [weak self] in self?.titleBar.accessory = $0 ? self?.searchField : nil })
    bindings.add(viewModel.search.states.sink { [weak self] in self?.show($0) })
    bindings.add(viewModel.notices.sink { [weak self] in self?.show($0) })
    bindings.add(viewModel.doneByOthers.sink { [weak self] in self?.doings += $0 })
  }

  /// A view that shows `label` halfway down.
  private func centred(_ label: Label) -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(View(), sizing: .fill)
    stack.addArrangedSubview(label)
    stack.addArrangedSubview(View(), sizing: .fill)
    return stack
  }

  override var preferredFirstResponder: Responder? { table }

  // MARK: Status

  private func showPosition(in table: TableView) {
    // Whom another search or order brings is not new.
    let query = viewModel.search.results.items.query
    if query != shownQuery { table.forgetRowsInsertedAbove() }
    shownQuery = query
    guard let selected = table.selectedPosition else {
      statusBar.position = ""
      return
    }
    let place = "\((selected + 1).grouped) of \(table.numberOfRows.grouped)"
    let above = table.rowsInsertedAbove
    let marked = table.numberOfMarkedRows
    statusBar.position =
      StyledText(place) + (above > 0 ? StyledText("   ▲ \(above) new above", role: .accent) : "")
      + (marked > 0 ? StyledText("   ● \(marked.grouped) marked: . tags, deletes, exports, merges", role: .accent) : "")
  }

  /// What the list is narrowed down to stands behind the title.
  private static func title(search: String, tag: String?, isSearching: Bool) -> StyledText {
    let chips = (search.isEmpty || isSearching ? "" : " “\(search)” ") + (tag.map { " \($0) " } ?? "")
    return StyledText("Peoplebook") + (chips.isEmpty ? "" : StyledText("   " + chips, role: .chip))
  }

  /// The book, and whether it can be read, at the end of the title.
  private static func detail(of viewModel: PeopleViewModel, _ status: BookStatus) -> StyledText {
    let access = viewModel.isReadOnly ? "read-only  ·  " : ""
    let mark =
      status.isLive ? StyledText("●", role: .ok) + " live" : StyledText("▲", role: .danger) + " cannot be read"
    return StyledText("\(viewModel.fileName)  ·  \(access)") + mark
  }

  private func showCard() {
    guard !card.isHidden else { return }
    card.card = selectedPerson.map { PersonCard($0) }
  }

  /// Writes behind the rows that others have changed who it was. The news of a change comes just before the change itself.
  private func signDoings() {
    let doings = doings
    self.doings = []
    for doing in doings {
      guard let path = indexPath(ofPerson: doing.personID) else { continue }
      table.setAnnotation("by \(doing.author)", forRowAt: path)
    }
  }

  private func show(_ notice: PeopleViewModel.Notice) {
    switch notice {
    case .done(let sentence): statusBar.show(StyledText(sentence))
    case .problem(let sentence): statusBar.showError(sentence)
    }
  }

  private static let searching = StyledText("Searching…")

  /// Says what a search is up to; what it has found shows in the rows.
  private func show(_ search: SearchViewState) {
    for case let cell as PersonCell in table.visibleCells { cell.show(cell.person, found: search.shown) }
    if let problem = search.problem {
      statusBar.showError(problem)
    } else if search.isWaiting {
      statusBar.show(Self.searching)
    } else if statusBar.message == Self.searching {
      statusBar.clearMessage()
    }
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The list" }

  override var keyCommands: [KeyCommand] { searchField.isFirstResponder ? searchCommands : listCommands }

  private lazy var listCommands = makeListCommands()
  private lazy var searchCommands = makeSearchCommands()

}
