import Bindery
import FoundationEssentials
import PeoplebookCore
import RIV
import Reactive
import Scenes
import TUIKit
import Time

/// The list of people: the first screen.
final class PeopleViewController: ScreenViewController, NavigableView {
  let viewModel: PeopleViewModel
  let router = NavigationRouter<PeopleEvent, PeopleRoute>()
  let settings: ScreenSettings
  let quit: () -> Void
  /// Where files are written.
  let files = WorkQueue(label: "files")

  let searchField = TextField(placeholder: "name, e-mail, phone, tag…")
  let table = TableView()
  private(set) lazy var listView = PersonListView(table: table)
  let card: PersonCardView
  /// Whether the title shows the search field.
  let isSearching = CurrentValue<Bool, Never>(false)
  /// The line below the title: what happens in a demonstration.
  let caption = Label("", role: .accent)
  /// Makes the program open the user's own book when the demonstration has ended.
  var openOwnBook: () -> Void = {}
  let demo = CurrentValue<DemoState, Never>(.none)
  private let emptyLabel = Label("", role: .textDim, alignment: .center, numberOfLines: 0)
  private let welcome: WelcomeView
  let toast: ToastView
  /// Opens the demonstration; `nil` without one.
  var showDemo: (@MainActor () -> Void)? {
    didSet { welcome.hasDemo = showDemo != nil }
  }
  /// The changes by others whose authors are not shown yet.
  var pendingChanges: [(time: Int, changes: AuthoredChanges)] = []
  /// The last changes of other programs.
  var lastChanges: AuthoredChanges?
  /// Whether the first frame was drawn, which shows the list alone.
  private var isCardReady = false
  /// The selected person and the marked people.
  var tracked = TrackedPeople()
  /// The person who was selected when the book was closed, until the list shows them.
  var restoredPerson: String?
  /// The person to select when the list of all people is complete.
  var wantedPerson: String?
  /// The changes of the list since ``tracked`` followed it.
  var listChange = TrackedPeople.Change.none
  /// Whether the list has all rows that its search finds.
  var isListComplete = true
  private var isFollowing = false
  /// Holds back keys while a closed search is still running.
  var searchHold: InputHold?
  /// Lets moves through once the search has taken a while.
  var searchPatience: ScheduledAction?
  /// The users who edit a person elsewhere, by the person's id.
  var editorNames: [String: String] = [:]
  /// Follows the settings file.
  var settingsWatch: FileWatch?
  /// Whether the settings file had a mistake when it was last read.
  var settingsHaveProblems = false
  /// The appearance that the cells share.
  var cellAppearance = PersonCell.Appearance()

  init(viewModel: PeopleViewModel, settings: ScreenSettings, quit: @escaping () -> Void) {
    self.viewModel = viewModel
    self.settings = settings
    self.quit = quit
    card = PersonCardView(scenes: settings.scenes)
    welcome = WelcomeView(scenes: settings.scenes)
    toast = ToastView(scenes: settings.scenes)
    super.init(actions: viewModel.actions, title: "Peoplebook")
  }

  isolated deinit {}

  override var header: View? { caption }

  override var content: View {
    let view = ListWithCardView(list: ToastStage(listView, table: table, toast: toast), card: card)
    view.onCardChange = { [weak self] in
      guard let self, isCardReady else { return }
      self.view.window?.frameClock.scheduler.schedule { [weak self] in self?.updateCard() }
    }
    return view
  }

  override var trailingHints: [KeyEvent] { super.trailingHints + [KeyEvent(.character("q"))] }

  override func viewDidLoad() {
    table.backgroundView = centred(emptyLabel, welcome)
    table.allowsMultipleSelection = true
    table.unmarksOnEscape = false
    table.rowActions = rowActions
    titleBar.onClick = { [weak self] in self?.removeFilter($0) }
    let rows = viewModel.rows.handleEvents(receiveOutput: { [weak self] in self?.note($0) })
    bindings.capture {
      searchField *= .subject(viewModel.search.text).maximumLength(Self.longestSearch)
        .didReturn { [weak self] in self?.keepFilter() }
        .didEndEditing { [weak self] in self?.searchFieldDidEndEditing() }
      emptyLabel.textBinding *= viewModel.emptyText
      table *=
        TableViewBinding
        .sections(rows, cell: PersonCell.self, header: { $0.isEmpty ? nil : $0 })
        .sectionIndex()
        .willDisplay { [weak self] cell, _ in self?.prepare(cell) }
        .didSelectRow { [weak self] in self?.openCard(at: $0) }
        .didUpdate { [weak self] in self?.listDidUpdate($0) }
        // The status of the book has the sentence.
        .didFail { _ in }
    }
    bindings.add(viewModel.emptyText.sink { [welcome] in welcome.title.value = $0 })
    bindings.capture {
      card.cardBinding *= viewModel.card.card
      titleBar.detailBinding *= viewModel.status.combineLatest(viewModel.sharing, viewModel.presence.others)
        .map { [viewModel] in Self.detail(of: viewModel, $0, $1, others: $2.count) }
      statusBar.conditionBinding *= viewModel.status.combineLatest(viewModel.sharing)
        .map { $0.sentence ?? $1?.sentence ?? "" }
      titleBar.titleBinding *= viewModel.search.text.combineLatest(viewModel.tags, isSearching, demo).map(Self.title)
    }
    bindings.add(
      isSearching.removeDuplicates().sink { [weak self] in self?.titleBar.accessory = $0 ? self?.searchField : nil })
    bindings.add(
      viewModel.search.text.combineLatest(viewModel.tags, viewModel.status).sink { [weak self] text, tags, status in
        guard let self else { return }
        welcome.isHidden = !text.isEmpty || !tags.isEmpty || !status.isLive || viewModel.isReadOnly
        emptyLabel.isHidden = !welcome.isHidden
      })
    bindings.add(viewModel.search.states.sink { [weak self] in self?.searchDidChange($0) })
    bindings.add(
      viewModel.search.text.removeDuplicates().dropFirst().sink { [weak self] _ in self?.tracked.editSearch() })
    bindSettings()
    showResults(of: viewModel)
    bindings.add(viewModel.unmark.sink { [weak self] in self?.unmarkAll() })
    card.onStep = { [weak self] in _ = self?.step(by: $0) }
    card.onLeave = { [weak self] in self?.table.becomeFirstResponder() }
    card.onFocusChange = { [weak self] in self.map { $0.showPosition(in: $0.table) } }
    card.onMessage = { [weak self] in self?.statusBar.show(StyledText($0)) }
    card.onPerson = { [weak self] text in
      guard let self, let person = findPerson(text, in: statusBar) else { return }
      goTo(PersonRow(person))
    }
    // The next key is handled after the result of an action, not together with it.
    bindings.add(
      viewModel.actions.states.dropFirst().sink { [table] in if $0.running == nil { _ = table.numberOfRows } })
    bindings.add(viewModel.changesByOthers.sink { [weak self] in self?.showChanges($0) })
    toast.onClick = { [weak self] in self?.goToLastChange() }
    toast.onProblem = { [weak self] in self?.statusBar.showError($0) }
  }

  /// The most characters of a search: a paste that is longer is cut.
  private static let longestSearch = 500

  /// A view that shows some views in the middle, below each other.
  private func centred(_ views: View...) -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(View(), sizing: .fill)
    for view in views { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(View(), sizing: .fill)
    return stack
  }

  /// Gives a cell that is going to be displayed the appearance of the list.
  private func prepare(_ cell: TableViewCell) {
    (cell as? PersonCell)?.appearance = cellAppearance
  }

  override func viewDidAppear() {
    super.viewDidAppear()
    // The search of the last time began before there was a window that could hold keys back.
    if isListPending { updateSearchHold() }
  }

  override var preferredFirstResponder: Responder? { table }

  // MARK: Status

  func listDidUpdate(_ table: TableView) {
    guard !isFollowing else { return }
    isFollowing = true
    followList(in: table)
    restoreSelection()
    isFollowing = false
    showPosition(in: table)
    // The message does not cover the selected row.
    if !toast.isHidden { toast.superview?.setNeedsLayout() }
    if viewModel.found != cellAppearance.found { updateAppearance() }
    updateCard()
    showAuthors()
  }

  func showPosition(in table: TableView) {
    guard let selected = table.selectedPosition else {
      statusBar.position = marksText
      return
    }
    let order = viewModel.order.value.title.lowercased()
    let place = "\((selected + 1).grouped) of \(table.numberOfRows.grouped)   \(order)"
    let above = table.rowsInsertedAbove
    statusBar.position =
      StyledText(place) + (above > 0 ? StyledText("   ▲ \(above.grouped) new above", role: .accent) : "")
      + marksText
  }

  private var marksText: StyledText {
    let marked = tracked.marked
    guard marked.count > 0 else { return "" }
    let hidden = marked.hiddenCount > 0 ? ", \(marked.hiddenCount.grouped) not shown" : ""
    // On the card, these keys concern the person of the card.
    let keys = card.isFirstResponder ? "" : "   T tag  x export  m merge  d delete"
    return StyledText("   \(marked.count.grouped) marked\(hidden)\(keys)", role: .accent)
  }

  /// The title, followed by the filters.
  ///
  /// A click on a filter removes it.
  private static func title(search: String, tags: [String], isSearching: Bool, demo: DemoState) -> StyledText {
    var title = StyledText(demo == .none ? "Peoplebook" : "Demo")
    if !search.isEmpty, !isSearching { title = title + "   " + StyledText("“\(search)” ✕", role: .chip) }
    for tag in tags { title = title + "   " + StyledText("\(tag) ✕", role: .chip) }
    return title
  }

  private func removeFilter(_ chip: StyledText.Run) {
    guard chip.role == .chip else { return }
    if let tag = viewModel.tags.value.first(where: { chip.text == "\($0) ✕" }) {
      viewModel.tags.value.removeAll { $0 == tag }
    } else {
      viewModel.search.send(.clear)
    }
  }

  /// The book's file, how many programs have it open, and whether it is live.
  private static func detail(
    of viewModel: PeopleViewModel, _ status: BookStatus, _ sharing: SharingStatus?, others: Int
  ) -> StyledText {
    let access = viewModel.isReadOnly ? "read-only  ·  " : ""
    let here = others > 0 ? "\(others + 1) here  ·  " : ""
    return StyledText("\(viewModel.fileName)  ·  \(access)\(here)") + (status.isLive ? mark(sharing) : unreadableMark)
  }

  private static let unreadableMark = StyledText("▲", role: .danger) + " cannot be read"

  /// The state of a book that can be read.
  static func mark(_ sharing: SharingStatus?) -> StyledText {
    switch sharing {
    case nil, .live: StyledText("●", role: .ok) + " live"
    case .syncing(let count): StyledText("◐", role: .accent) + (count > 0 ? " syncing \(count.grouped)" : " syncing")
    case .offline(let since, _): StyledText("○", role: .warning) + " offline since \(SharingStatus.time(since))"
    case .refused: StyledText("▲", role: .danger) + " refused"
    case .unreadable: StyledText("▲", role: .danger) + " unreadable"
    case .retrying, .stopped: StyledText("▲", role: .danger) + " not in step"
    case .notRunning: StyledText("○", role: .warning) + " not running"
    }
  }

  /// Shows the card again: its values are written in another form.
  func redrawCard() {
    viewModel.card.show(nil)
    updateCard()
  }

  private func updateCard() {
    guard isCardReady else { return showCardAfterFirstFrame() }
    viewModel.card.show(card.isHidden ? nil : selectedPerson)
  }

  private func showCardAfterFirstFrame() {
    view.window?.frameClock.scheduler.schedule { [weak self] in
      guard let self, !isCardReady else { return }
      isCardReady = true
      updateCard()
    }
  }

  private static let searching = StyledText("Searching…")

  /// Shows the state of a search; the rows highlight what it has found.
  func searchDidChange(_ search: SearchViewState) {
    updateSearchHold()
    updateAppearance()
    if let problem = search.problem {
      statusBar.showError(problem)
    } else if search.isWaiting {
      statusBar.show(Self.searching, for: .seconds(3_600))
    } else if statusBar.message == Self.searching {
      statusBar.clearMessage()
    }
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The list" }

  override var commands: [KeyCommand] {
    searchField.isFirstResponder ? searchCommands : isBookEmpty ? emptyBookCommands : listCommands
  }

  private lazy var listCommands = makeListCommands(isEmpty: false) + makeSettingsCommands()
  private lazy var emptyBookCommands = makeListCommands(isEmpty: true) + makeSettingsCommands()
  private lazy var searchCommands = makeSearchCommands()
}
