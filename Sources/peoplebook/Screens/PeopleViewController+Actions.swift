import Bindery
import FoundationEssentials
import PeoplebookCore
import Reactive
import TUIKit

/// The actions of the list.
extension PeopleViewController {
  private func person(at row: IndexPath) -> Person? { table.position(of: row).flatMap(viewModel.person(at:)) }

  func edit(_ row: IndexPath) {
    if let person = person(at: row) { navigate(.edit(person)) }
  }

  /// Goes to the card of a person: the one beside the list, or a screen of its own.
  func openCard(at row: IndexPath) {
    guard card.isHidden else {
      card.becomeFirstResponder()
      return
    }
    if let person = person(at: row) { navigate(.show(person)) }
  }

  /// Selects the next person, or the previous one for a negative step; `nil` at the end of the list.
  func step(by step: Int) -> Person? {
    let before = table.selectedIndexPath
    table.moveSelection(by: step)
    return table.selectedIndexPath == before ? nil : selectedPerson
  }

  /// Selects the person at an index of the list; `nil` outside of it.
  func selectPerson(at index: Int) -> Person? {
    guard let path = table.indexPath(atPosition: index) else { return nil }
    table.selectRow(at: path)
    return selectedPerson
  }

  /// `3 of 1,204`; empty when the list does not show the person.
  ///
  /// - Parameter index: The index of the person in the list; `nil` when it does not show them.
  func place(of index: Int?) -> String {
    index.map { "\(($0 + 1).grouped) of \(table.numberOfRows.grouped)" } ?? ""
  }

  // MARK: Actions on the marked people, or the selected one

  /// The commands on people.
  ///
  /// The list and the menu of a row have the same keys for them.
  func makePeopleCommands() -> [KeyCommand] {
    let hasPeople: @MainActor () -> Bool = { [weak self] in
      self.map { $0.table.selectedIndexPath != nil || $0.tracked.marked.count > 0 } ?? false
    }
    let canChange: @MainActor () -> Bool = { [viewModel] in hasPeople() && viewModel.writeRefusal == nil }
    return [
      KeyCommand(
        KeyEvent(.character("e")), title: "edit", detail: "Edit the selected person",
        keywords: ["modify", "rename", "change", "update"], actsOnSelection: true, isEnabled: canChange
      ) { [weak self] in self?.table.selectedIndexPath.map { self?.edit($0) } },
      KeyCommand(
        KeyEvent(.character("T")), title: "change tags…", detail: "Add or remove tags of the marked people",
        keywords: ["label", "add tags", "remove tags", "delete tags", "untag"], isHint: false,
        actsOnSelection: true, isEnabled: canChange
      ) { [weak self] in self?.changeTags() },
      KeyCommand(
        KeyEvent(.character("f")), title: "favourite", detail: "Add to favourites, or remove from favourites",
        keywords: ["star", "favorite", "pin", "top"], isHint: false, actsOnSelection: true, isEnabled: canChange
      ) { [weak self] in self?.act("Change") { self?.viewModel.toggleFavourites($0) } },
      KeyCommand(
        KeyEvent(.character("x")), title: "export…", detail: "Save the marked people, or all people, to a file",
        keywords: ["save", "write", "backup", "back up"] + PersonFormat.writable.map(\.name), isHint: false,
        isEnabled: hasPeople
      ) { [weak self] in self?.askForExport() },
      KeyCommand(
        KeyEvent(.character("m")), title: "merge", detail: "Merge the marked people into one",
        keywords: ["combine", "join", "duplicates", "dupes"], isHint: false, actsOnSelection: true,
        isEnabled: canChange,
        isReady: { [weak self] in self?.tracked.marked.count ?? 0 > 1 }
      ) { [weak self] in self?.merge() },
      KeyCommand(
        KeyEvent(.character("d")), KeyEvent(.delete), title: "delete",
        detail: "Delete the selected person, or the marked people", keywords: ["remove", "erase", "trash"],
        role: .destructive, actsOnSelection: true, isEnabled: canChange
      ) { [weak self] in self?.remove() },
    ]
  }

  var rowActions: [TableViewRowAction] {
    makePeopleCommands().map { command in
      TableViewRowAction(
        command.title.prefix(1).uppercased() + command.title.dropFirst(), detail: command.detail,
        keywords: command.keywords, key: command.keys.first,
        role: command.role == .destructive ? .destructive : .standard,
        isEnabled: { _ in command.isEnabled() && command.isReady() },
        whenGone: { [weak self] in
          if !command.actsOnSelection || self?.mayRunAfterDeparture(command) == true { command.action() }
        },
        handler: { [weak self] row in
          // A search that ends while the menu is open selects another row.
          self?.table.selectRow(at: row)
          command.action()
        })
    }
  }

  /// Whether a command that acts on the selected person may run, who has left the list since it was chosen; says why
  /// not.
  ///
  /// An action applies to the marked people if there are any.
  func mayRunAfterDeparture(_ command: KeyCommand) -> Bool {
    let isAction = command.title != "edit" && makePeopleCommands().contains { $0.title == command.title }
    if isAction, markedForAction.count > 0 { return true }
    showGone()
    return false
  }

  func showGone() {
    statusBar.showError("This person is no longer in the list: nothing was done")
  }

  /// Runs an action on the marked people, or else on the selected one.
  ///
  /// Asks first while the list hides some of the marked people, before several people are deleted or merged, and before
  /// a marked person is deleted who is not the selected one.
  func act(
    _ verb: String, role: Alert.Button.Role = .standard, _ action: @escaping @MainActor (PeopleSelection) -> Void
  ) {
    let people = selection
    let isSelected = people.count == 1 && (!people.isMarked || people.rows.first == selectedPerson?.row)
    let needsConsent = role == .destructive && !isSelected && !people.isEmpty
    let question =
      people.hiddenSentence(hidden: markedForAction.hiddenCount) ?? (needsConsent ? "\(verb) \(people.title)?" : nil)
    guard let question else { return action(people) }
    ask(
      Alert(
        title: question,
        buttons: [
          .cancel("Go back"), Alert.Button("\(verb) \(people.titleOfAll)", role: role) { action(people) },
        ]))
  }

  func remove() {
    act("Delete", role: .destructive) { [viewModel] in viewModel.remove($0) }
  }

  /// Shows two marked people side by side, or merges more than two after a question.
  func merge() {
    let people = selection
    if let merge = viewModel.makeMerge(of: people) {
      navigate(.push(.merge(merge)))
    } else if people.count < 2 {
      // Says that it takes two.
      viewModel.merge(people)
    } else {
      act("Merge", role: .destructive) { [viewModel] in viewModel.merge($0) }
    }
  }

  func changeTags() {
    act("Tag") { [weak self] in self?.askForTags(of: $0) }
  }

  private func askForTags(of people: PeopleSelection) {
    let prompt = PromptViewController(
      .init(
        title: "Add tags, or remove them with a minus", example: "friend, -work", need: "Type a tag",
        refusal: { TagChange(typed: $0) == nil ? "Type a tag" : nil })
    ) { [viewModel] text in
      if let change = TagChange(typed: text) { viewModel.changeTags(of: people, change) }
    }
    present(prompt)
  }

  /// Shows the form of the person after a saved one, in the place of the form that is shown.
  ///
  /// - Parameters:
  ///   - row: The row of the saved person in the book.
  ///   - index: Their index in the list before they were saved; `nil` when the list did not show them.
  func editNext(afterRow row: Int64, index: Int?) {
    // A person who has left the list has left their place to the next one.
    let next = viewModel.index(ofRow: row).map { $0 + 1 } ?? index
    guard let person = next.flatMap(selectPerson(at:)) else {
      navigate(.finishEditing)
      let reason = next == nil ? "This person is not in the list" : "That was the last person"
      return viewModel.notices.send(.hint("Saved. \(reason)"))
    }
    // The form covers the card that it was opened from.
    let screens = navigationController?.viewControllers ?? []
    (screens.dropLast().last as? PersonCardViewController)?.showSelected(person)
    navigate(.editNext(person))
  }

  /// Selects a person who was just saved, wherever the order puts them, and confirms the save.
  ///
  /// - Parameter verb: `Added`, or `Saved`.
  func reveal(id: String, verb: String) {
    let row = indexPath(ofPerson: id)
    if let row { table.selectRow(at: row) }
    let name = viewModel.name(ofPerson: id)?.shortened ?? ""
    viewModel.notices.send(
      .done("\(verb) \(name)\(row == nil ? ", who is not in this list" : "")", keys: "u undoes"))
  }

  /// Shows who changed the selected person, when and how.
  func showHistory() {
    if let person = selectedPerson { navigate(.showChanges(of: person)) }
  }
}
