import Bindery
import FoundationEssentials
import PeoplebookCore
import Reactive
import TUIKit

/// The actions of the list.
extension PeopleViewController {
  func edit(_ row: IndexPath) {
    if let person = table.position(of: row).flatMap(viewModel.person(at:)) { navigate(.edit(person)) }
  }

  // MARK: With the marked people, or the selected one

  var rowActions: [TableViewRowAction] {
    let canWrite: @MainActor () -> Bool = { [viewModel] in viewModel.status.value.isLive }
    func action(
      _ title: String, _ key: Character, _ detail: String = "", _ keywords: [String] = [],
      role: Menu.Item.Role = .standard, isEnabled: @escaping @MainActor () -> Bool,
      perform: @escaping @MainActor (PeopleViewController) -> Void
    ) -> TableViewRowAction {
      TableViewRowAction(
        title, detail: detail, keywords: keywords, key: KeyEvent(.character(key)), role: role,
        isEnabled: { _ in isEnabled() },
        whenDeleted: { [weak self] in
          guard let self else { return }
          // The marked people are concerned, wherever the menu was opened.
          if tracked.marked.count > 0 { perform(self) } else { showDeleted() }
        },
        handler: { [weak self] _ in self.map(perform) })
    }
    return [
      TableViewRowAction(
        "Edit", key: KeyEvent(.character("e")), whenDeleted: { [weak self] in self?.showDeleted() },
        handler: { [weak self] in self?.edit($0) }),
      action(
        "Change tags…", "t", "Give the marked people tags, or take tags away", ["label"], isEnabled: canWrite
      ) { $0.changeTags() },
      action(
        "Export…", "x", "Write the marked people to a file", ["save", "write", "vcard", "csv"], isEnabled: { true }
      ) { $0.export() },
      action(
        "Merge", "m", "Make one person of two or more marked people", ["combine", "join", "duplicates"],
        isEnabled: { [weak self] in canWrite() && self?.tracked.marked.count ?? 0 > 1 }
      ) { $0.merge() },
      action("Delete", "d", role: .destructive, isEnabled: canWrite) { $0.remove() },
    ]
  }

  private func showDeleted() {
    statusBar.showError("This person was deleted by another program")
  }

  func remove() {
    viewModel.remove(selection)
  }

  func merge() {
    viewModel.merge(selection)
  }

  func changeTags() {
    let people = selection
    let prompt = PromptViewController(
      .init(title: "Add tags, or remove them with a minus", example: "friend, -work", need: "Type a tag")
    ) { [viewModel] text in
      viewModel.changeTags(of: people, typed: text)
    }
    present(prompt)
  }

  // MARK: What is shown

  func chooseTag() {
    let tags = viewModel.tags()
    guard !tags.isEmpty else { return statusBar.show("No person has a tag yet: add one in the form") }
    let all = Menu.Item("all people", isOn: viewModel.tag.value == nil) { [viewModel] in viewModel.tag.value = nil }
    let items = tags.map { tag in
      Menu.Item("\(tag.value)  \(tag.count.grouped)", isOn: viewModel.tag.value == tag.value) { [viewModel] in
        viewModel.tag.value = tag.value
      }
    }
    Menu(title: "Tags", items: [all, .separator] + items).present(from: self)
  }

  func chooseOrder() {
    let items = PeopleOrder.allCases.map { order in
      Menu.Item(order.title, isOn: viewModel.order.value == order) { [viewModel] in viewModel.order.value = order }
    }
    Menu(title: "Order", items: items).present(from: self)
  }

  /// Shows the form of the person after the selected one, in the place of the form that is shown.
  func editNext() {
    let before = table.selectedIndexPath
    table.moveSelection(by: 1)
    guard let person = selectedPerson, table.selectedIndexPath != before else {
      navigate(.finishEditing)
      return statusBar.show("That was the last one")
    }
    navigate(.editNext(person))
  }

  func chooseRecentSearch() {
    let items = viewModel.search.state.recents.map { text in
      Menu.Item(text) { [weak self] in
        self?.viewModel.search.send(.type(text))
        self?.keepFilter()
      }
    }
    Menu(title: "Earlier searches", items: items).present(from: self)
  }

  /// Selects a person who was just saved, wherever the order puts them, and says what was done.
  ///
  /// - Parameter verb: `Added`, or `Saved`.
  func reveal(id: String, verb: String) {
    let row = indexPath(ofPerson: id)
    if let row { table.selectRow(at: row) }
    let name = viewModel.name(ofPerson: id) ?? ""
    statusBar.show(StyledText("\(verb) \(name)\(row == nil ? ", who is not in this list" : "") · u undoes"))
  }

  func showHelp() {
    HelpViewController.present(from: self)
  }
}
