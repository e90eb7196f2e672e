import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The card of a person, where there is no room for it beside the list.
///
/// The list is behind it: the next person is the next one of the list.
final class PersonCardViewController: ScreenViewController {
  private let viewModel: PersonCardViewModel
  private weak var list: PeopleViewController?
  /// The row of the person in the book.
  private var row: Int64
  private var id: String
  /// Whether the card is that of the person who is selected in the list.
  private var followsList: Bool
  /// The index of the person in the list; the last one when they have left it.
  private var index: Int?

  private let card: PersonCardView

  init(_ person: Person, viewModel: PersonCardViewModel, list: PeopleViewController) {
    self.viewModel = viewModel
    self.list = list
    (row, id) = (person.row, person.id)
    followsList = list.selectedPerson?.row == person.row
    card = PersonCardView(scenes: list.settings.scenes)
    super.init(actions: list.viewModel.actions, title: "Card")
    viewModel.show(person)
  }

  isolated deinit {}

  override var content: View { card }

  override func viewDidLoad() {
    card.onStep = { [weak self] in self?.step(by: $0) }
    card.onLeave = { [weak self] in self?.navigationController?.pop() }
    card.onMessage = { [weak self] in self?.statusBar.show(StyledText($0)) }
    card.onPerson = { [weak self] in self?.showPerson($0) }
    guard let list else { return }
    let people = list.viewModel
    bindings.capture {
      card.cardBinding *= viewModel.card
      titleBar.titleBinding *= viewModel.card.map { StyledText($0?.name ?? "") }
      titleBar.detailBinding *= viewModel.card.map { [weak self] _ in self?.lastChange ?? "" }
        .combineLatest(viewModel.isDeleted, people.rows)
        .map { [weak self] change, isDeleted, _ in isDeleted ? "" : self?.detail(lastChange: change) ?? "" }
      statusBar.conditionBinding *= people.status.combineLatest(viewModel.isDeleted)
        .map { $0.sentence ?? ($1 ? "This person was deleted" : "") }
    }
    bindings.add(people.rows.sink { [weak self] _ in self?.showRestoredPerson() })
    showResults(of: people)
  }

  override func viewWillAppear() {
    showRestoredPerson()
    // Another card may have moved on to other people of the list. When the person has left the list, another one is
    // selected there, but not by the user.
    guard followsList, let list, list.viewModel.index(ofRow: row) != nil, let person = list.selectedPerson else {
      return
    }
    show(person)
  }

  override var preferredFirstResponder: Responder? { card }

  private func show(_ person: Person) {
    (row, id) = (person.row, person.id)
    viewModel.show(person)
  }

  /// Shows a person who was just selected in the list.
  func showSelected(_ person: Person) {
    followsList = true
    show(person)
  }

  /// Observes the deleted person again once they are back in the book.
  private func showRestoredPerson() {
    guard viewModel.isDeleted.value, let person = list?.viewModel.person(withID: id) else { return }
    viewModel.show(nil)
    show(person)
  }

  private var lastChange: String {
    guard let people = list?.viewModel, let person = people.person(inRow: row) else { return "" }
    return people.lastChange(of: person)
  }

  /// The place of the person in the list, and the last change.
  private func detail(lastChange: String) -> StyledText {
    guard let list else { return "" }
    let present = list.viewModel.index(ofRow: row)
    if let present { index = present }
    return StyledText([list.place(of: present), lastChange].filter { !$0.isEmpty }.joined(separator: "  ·  "))
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The card" }

  override var commands: [KeyCommand] { cardCommands }

  private lazy var cardCommands = makeCommands() + listCommands

  /// The commands of the list that work on its card as well.
  private var listCommands: [KeyCommand] {
    list.map { $0.makeUndoCommands(isHint: false) + [$0.makeRefusal(in: statusBar)] } ?? []
  }

  private func makeCommands() -> [KeyCommand] {
    let canChange: @MainActor () -> Bool = { [weak self] in
      guard let self, let list else { return false }
      return list.viewModel.writeRefusal == nil && !viewModel.isDeleted.value
    }
    return [
      KeyCommand(
        KeyEvent(.character("e")), title: "edit", detail: "Edit this person", keywords: ["modify", "change"],
        isEnabled: canChange
      ) { [weak self] in self?.edit() },
      KeyCommand(
        KeyEvent(.character("h")), title: "history", detail: "Show the changes to this person",
        keywords: ["log", "versions"], isHint: false, isEnabled: { [viewModel] in !viewModel.isDeleted.value }
      ) { [weak self] in self?.showHistory() },
      KeyCommand(
        KeyEvent(.character("d")), KeyEvent(.delete), title: "delete", detail: "Delete this person",
        keywords: ["remove", "erase"], role: .destructive, isEnabled: canChange
      ) { [weak self] in self?.remove() },
      KeyCommand(
        KeyEvent(.character("e")), KeyEvent(.character("h")), KeyEvent(.character("d")), KeyEvent(.delete),
        title: "change", detail: "Not available: this person was deleted", role: .movement, isHint: false,
        isEnabled: { [viewModel] in viewModel.isDeleted.value }
      ) { [weak self] in self?.statusBar.showError("Nothing was done: this person was deleted") },
      KeyCommand(
        KeyEvent(.character("q")), title: "list", detail: "Go back to the list", isHint: false
      ) { [weak self] in self?.navigationController?.pop() },
      makePaletteCommand(),
      makeHelpCommand(),
    ]
  }

  private func step(by step: Int) {
    guard let person = nextPerson(by: step) else {
      return statusBar.show(step > 0 ? "This is the last person" : "This is the first person")
    }
    showSelected(person)
  }

  private func nextPerson(by step: Int) -> Person? {
    guard let list else { return nil }
    guard followsList, let index, list.viewModel.index(ofRow: row) == nil else {
      return list.step(by: step)
    }
    // The person has left the list: the next one has their index now.
    return list.selectPerson(at: step > 0 ? index : index - 1)
  }

  private func showPerson(_ text: String) {
    guard let person = list?.findPerson(text, in: statusBar) else { return }
    followsList = false
    show(person)
  }

  private func edit() {
    if let person = list?.viewModel.person(inRow: row) { list?.navigate(.edit(person)) }
  }

  private func showHistory() {
    if let person = list?.viewModel.person(inRow: row) { list?.navigate(.showChanges(of: person)) }
  }

  /// Deletes the person, and returns to the list, which reports it.
  private func remove() {
    guard let list, let person = list.viewModel.person(inRow: row) else { return }
    navigationController?.pop()
    list.viewModel.remove(PeopleSelection(rows: [row], name: person.displayName))
  }
}
