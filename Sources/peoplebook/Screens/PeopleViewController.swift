import Bindery
import FoundationEssentials
import PeoplebookCore
import RIV
import Reactive
import TUIKit

/// The list of people: the first screen, and the one that everything comes back to.
final class PeopleViewController: ViewController {
  private let viewModel: PeopleViewModel
  private let navigator: any Navigator<PeopleRoute>
  private let quit: () -> Void

  private let titleBar = TitleBar("Peoplebook")
  private let searchField = TextField(placeholder: "name, e-mail, phone, tag…")
  private let table = TableView()
  private let card = PersonCardView()
  private let emptyLabel = Label("", role: .textDim, alignment: .center, numberOfLines: 0)
  private let statusBar = StatusBar()
  private var doings: [PeopleViewModel.Doing] = []
  private var bindings = BindingGroup()

  init(viewModel: PeopleViewModel, navigator: any Navigator<PeopleRoute>, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.navigator = navigator
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
    titleBar.detail = StyledText("\(viewModel.fileName)  ·  ") + StyledText("●", role: .ok) + " live"
    table.backgroundView = centred(emptyLabel)
    table.allowsMultipleSelection = true
    table.rowActions = rowActions
    searchField.addAction(for: .primaryAction) { [weak self] in self?.keepFilter() }
    bindings.capture {
      searchField.textBinding *= viewModel.search.text
      emptyLabel.textBinding *= viewModel.emptyText
      table *=
        TableViewSectionBinding
        .items(viewModel.people) { [viewModel] (cell: PersonCell, person: Person) in
          cell.show(PersonRow(person), found: viewModel.search.state.shown)
        }
        .didSelectRow { [weak self] in self?.edit($0) }
        .didUpdate { [weak self] table in
          self?.showPosition(in: table)
          self?.showCard()
          self?.signDoings()
        }
        .didFail { [weak self] in self?.statusBar.showError("\($0)") }
    }
    bindings.capture {
      titleBar.titleBinding *= viewModel.search.text.combineLatest(viewModel.tag).map(Self.title)
    }
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
    guard let selected = table.selectedIndexPath else {
      statusBar.position = ""
      return
    }
    let place = "\((selected.row + 1).grouped) of \(table.numberOfRows(inSection: 0).grouped)"
    let above = table.rowsInsertedAbove
    let marked = table.numberOfMarkedRows
    statusBar.position =
      StyledText(place) + (above > 0 ? StyledText("   ▲ \(above) new above", role: .accent) : "")
      + (marked > 0 ? StyledText("   ● \(marked.grouped) marked: . tags, deletes, exports, merges", role: .accent) : "")
  }

  /// What the list is narrowed down to stands behind the title.
  private static func title(search: String, tag: String?) -> StyledText {
    let chips = (search.isEmpty ? "" : " “\(search)” ") + (tag.map { " \($0) " } ?? "")
    return StyledText("Peoplebook") + (chips.isEmpty ? "" : StyledText("   " + chips, role: .chip))
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
      guard let row = viewModel.index(ofPerson: doing.personID) else { continue }
      table.setAnnotation("by \(doing.author)", forRowAt: IndexPath(row: row, section: 0))
    }
  }

  private func show(_ notice: PeopleViewModel.Notice) {
    switch notice {
    case .done(let sentence): statusBar.show(StyledText(sentence))
    case .problem(let sentence): statusBar.showError(sentence)
    }
  }

  /// Says what a search is up to; what it has found shows in the rows.
  private func show(_ search: SearchViewState) {
    for case let cell as PersonCell in table.visibleCells { cell.show(cell.person, found: search.shown) }
    if let problem = search.problem {
      statusBar.showError(problem)
    } else if search.isWaiting {
      statusBar.show("Searching…")
    }
  }

  // MARK: What the keys do

  private var selectedPerson: Person? {
    table.selectedIndexPath.flatMap { viewModel.person(at: $0.row) }
  }

  private func edit(_ row: Int) {
    if let person = viewModel.person(at: row) { navigator.push(.edit(person)) }
  }

  // MARK: With one person, or those that are marked

  private var concerned: [Int] { table.indexPathsForSelectedRows.map(\.row) }

  private var rowActions: [TableViewRowAction] {
    func action(
      _ title: String, _ key: Character, role: Menu.Item.Role = .standard, perform: @escaping @MainActor () -> Void
    ) -> TableViewRowAction {
      TableViewRowAction(title, key: KeyEvent(.character(key)), role: role) { _ in perform() }
    }
    return [
      TableViewRowAction("Edit", key: KeyEvent(.character("e"))) { [weak self] in self?.edit($0.row) },
      action("Tags…", "t") { [weak self] in self?.changeTags() },
      action("Export…", "x") { [weak self] in self?.export() },
      TableViewRowAction(
        "Merge", key: KeyEvent(.character("m")), isEnabled: { [weak table] _ in table?.numberOfMarkedRows ?? 0 > 1 }
      ) { [weak self] _ in self?.perform { await $0.merge(at: $1) } },
      action("Delete", "d", role: .destructive) { [weak self] in self?.remove() },
    ]
  }

  /// Does something with the people concerned; their marks have served their purpose.
  private func perform(_ action: @escaping @MainActor (PeopleViewModel, [Int]) async -> Void) {
    let concerned = concerned
    guard !concerned.isEmpty else { return }
    Task { [viewModel, table] in
      await action(viewModel, concerned)
      table.unmarkAllRows()
    }
  }

  private func remove() {
    perform { await $0.remove(at: $1) }
  }

  private func changeTags() {
    let prompt = PromptViewController(title: "Tags", placeholder: "friend, -work") { [weak self] text in
      self?.perform { await $0.changeTags(of: $1, typed: text) }
    }
    present(prompt)
  }

  private func export() {
    let people = concerned.compactMap(viewModel.person(at:))
    let prompt = PromptViewController(title: "Export to", placeholder: "people.vcf") { [statusBar] path in
      guard !path.isEmpty else { return }
      do {
        let writer = (PersonFormat(path: path) ?? .vcard).writer(version: .v3)
        try PeopleFile.write(people, with: writer, to: path)
        statusBar.show("Wrote \(people.count == 1 ? "one person" : "\(people.count.grouped) people") to \(path)")
      } catch {
        statusBar.showError("\(error)")
      }
    }
    present(prompt)
  }

  // MARK: What is shown

  private func chooseTag() {
    let tags = viewModel.tags()
    guard !tags.isEmpty else { return statusBar.show("Nobody has a tag yet") }
    let all = Menu.Item("everybody", isOn: viewModel.tag.value == nil) { [viewModel] in viewModel.tag.value = nil }
    let items = tags.map { tag in
      Menu.Item("\(tag.value)  \(tag.count.grouped)", isOn: viewModel.tag.value == tag.value) { [viewModel] in
        viewModel.tag.value = tag.value
      }
    }
    Menu(title: "Tags", items: [all, .separator] + items).present(from: self)
  }

  private func chooseOrder() {
    let items = PeopleOrder.allCases.map { order in
      Menu.Item(order.title, isOn: viewModel.order.value == order) { [viewModel] in viewModel.order.value = order }
    }
    Menu(title: "Order", items: items).present(from: self)
  }

  private func beginSearch() {
    titleBar.accessory = searchField
    searchField.becomeFirstResponder()
  }

  private func keepFilter() {
    viewModel.search.send(.keep)
    table.becomeFirstResponder()
    if viewModel.search.state.text.isEmpty { titleBar.accessory = nil }
  }

  private func endSearch() {
    viewModel.search.send(.clear)
    viewModel.tag.value = nil
    table.becomeFirstResponder()
    titleBar.accessory = nil
  }

  /// Shows the form of the person after the selected one, in the place of the form that is shown.
  func editNext() {
    let before = table.selectedIndexPath
    table.moveSelection(by: 1)
    guard let person = selectedPerson, table.selectedIndexPath != before else {
      navigator.pop()
      return statusBar.show("That was the last one")
    }
    navigator.replace(with: .edit(person))
  }

  private func chooseRecentSearch() {
    let items = viewModel.search.state.recents.map { text in
      Menu.Item(text) { [weak self] in
        self?.viewModel.search.send(.type(text))
        self?.keepFilter()
      }
    }
    Menu(title: "Earlier searches", items: items).present(from: self)
  }

  /// Selects a person who was just saved, wherever the order has put them.
  func reveal(id: String) {
    guard let row = viewModel.index(ofPerson: id) else { return }
    table.selectRow(at: IndexPath(row: row, section: 0))
  }

  override var keyCommandsTitle: String { "The list" }

  override var keyCommands: [KeyCommand] { searchField.isFirstResponder ? searchCommands : listCommands }

  private lazy var listCommands = makeListCommands()
  private lazy var searchCommands = makeSearchCommands()

  private func makeListCommands() -> [KeyCommand] {
    let hasSelection: @MainActor () -> Bool = { [weak self] in self?.table.selectedIndexPath != nil }
    return [
      KeyCommand(KeyEvent(.character("a")), title: "add", detail: "Add a person") { [navigator] in navigator.push(.add)
      },
      KeyCommand(
        KeyEvent(.character("e")), title: "edit", detail: "Edit the selected person", isEnabled: hasSelection
      ) { [weak self] in self?.table.selectedIndexPath.map { self?.edit($0.row) } },
      KeyCommand(
        KeyEvent(.character("d")), KeyEvent(.delete), title: "delete",
        detail: "Delete the selected person, or those that are marked",
        isEnabled: hasSelection
      ) { [weak self] in self?.remove() },
      KeyCommand(KeyEvent(.character("u")), title: "undo", detail: "Take the last change back, whoever made it") {
        [viewModel] in Task { await viewModel.undo() }
      },
      KeyCommand(
        KeyEvent(.character("r"), .control), title: "redo", detail: "Do again what was undone", isHint: false
      ) { [viewModel] in Task { await viewModel.redo() } },
      KeyCommand(KeyEvent(.character("/")), title: "search", detail: "Search in every field") { [weak self] in
        self?.beginSearch()
      },
      KeyCommand(KeyEvent(.character("t")), title: "tags", detail: "Show those who have a tag") { [weak self] in
        self?.chooseTag()
      },
      KeyCommand(KeyEvent(.character("s")), title: "sort", detail: "Choose the order") { [weak self] in
        self?.chooseOrder()
      },
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("x")), title: "all", detail: "Show everybody again",
        isEnabled: { [viewModel] in !viewModel.search.state.text.isEmpty || viewModel.tag.value != nil }
      ) { [weak self] in self?.endSearch() },
      KeyCommand(KeyEvent(.character("p"), .control), title: "commands", detail: "Find a command by its words") {
        [weak self] in self.map { _ = CommandPalette.present(from: $0) }
      },
      KeyCommand(KeyEvent(.character("?")), title: "keys", detail: "Show every key of this screen") { [weak self] in
        self?.showHelp()
      },
      KeyCommand(KeyEvent(.character("q")), title: "quit", detail: "Quit") { [quit] in quit() },
    ]
  }

  private func makeSearchCommands() -> [KeyCommand] {
    [
      KeyCommand(KeyEvent(.enter), title: "keep", detail: "Go to the list and keep the search") { [weak self] in
        self?.keepFilter()
      },
      KeyCommand(
        KeyEvent(.down), title: "earlier", detail: "Choose one of the searches that were kept",
        isEnabled: { [viewModel] in viewModel.search.state.text.isEmpty && !viewModel.search.state.recents.isEmpty }
      ) { [weak self] in self?.chooseRecentSearch() },
      KeyCommand(KeyEvent(.up), KeyEvent(.down), title: "list", detail: "Go to the list", isHint: false) {
        [weak self] in self?.keepFilter()
      },
      KeyCommand(KeyEvent(.escape), title: "everybody", detail: "Show everybody again") { [weak self] in
        self?.endSearch()
      },
    ]
  }

  private func showHelp() {
    HelpViewController.present(from: self)
  }
}

extension Int {
  /// With a comma between thousands: 1,204.
  var grouped: String {
    var digits = String(magnitude)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return self < 0 ? "-" + digits : digits
  }
}
