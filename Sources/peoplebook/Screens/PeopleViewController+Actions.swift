import Bindery
import FoundationEssentials
import PeoplebookCore
import TUIKit

/// What can be done in the list.
extension PeopleViewController {
  var selectedPerson: Person? { table.selectedPosition.flatMap(viewModel.person(at:)) }

  func edit(_ row: IndexPath) {
    if let person = table.position(of: row).flatMap(viewModel.person(at:)) { navigate(.edit(person)) }
  }

  /// Where in the table a person stands; `nil` when they are not in the list.
  func indexPath(ofPerson id: String) -> IndexPath? {
    viewModel.index(ofPerson: id).flatMap(table.indexPath(atPosition:))
  }

  // MARK: With one person, or those that are marked

  /// Their indices in the list.
  var concerned: [Int] { table.positionsOfSelectedRows }

  var rowActions: [TableViewRowAction] {
    let canWrite: @MainActor () -> Bool = { [viewModel] in viewModel.status.value.isLive }
    func action(
      _ title: String, _ key: Character, role: Menu.Item.Role = .standard, perform: @escaping @MainActor () -> Void
    ) -> TableViewRowAction {
      TableViewRowAction(title, key: KeyEvent(.character(key)), role: role, isEnabled: { _ in canWrite() }) { _ in
        perform()
      }
    }
    return [
      TableViewRowAction("Edit", key: KeyEvent(.character("e"))) { [weak self] in self?.edit($0) },
      action("Tags…", "t") { [weak self] in self?.changeTags() },
      TableViewRowAction("Export…", key: KeyEvent(.character("x"))) { [weak self] _ in self?.export() },
      TableViewRowAction(
        "Merge", key: KeyEvent(.character("m")),
        isEnabled: { [weak table] _ in canWrite() && table?.numberOfMarkedRows ?? 0 > 1 }
      ) { [weak self] _ in self?.perform { await $0.merge(at: $1) } },
      action("Delete", "d", role: .destructive) { [weak self] in self?.remove() },
    ]
  }

  /// Does something with the people concerned; their marks have served their purpose.
  func perform(_ action: @escaping @MainActor (PeopleViewModel, [Int]) async -> Void) {
    let concerned = concerned
    guard !concerned.isEmpty else { return }
    Task { [viewModel, table] in
      await action(viewModel, concerned)
      table.unmarkAllRows()
    }
  }

  func remove() {
    perform { await $0.remove(at: $1) }
  }

  func changeTags() {
    let prompt = PromptViewController(title: "Tags", placeholder: "friend, -work") { [weak self] text in
      self?.perform { await $0.changeTags(of: $1, typed: text) }
    }
    present(prompt)
  }

  func export() {
    let people = concerned.compactMap(viewModel.person(at:))
    let prompt = PromptViewController(title: "Export to", placeholder: "people.vcf") { [weak self] text in
      let path = text.withHomeSpelledOut
      guard let self, !path.isEmpty else { return }
      guard PeopleFile.writesOver(path, besides: viewModel.path) else { return write(people, to: path) }
      let question = Alert(
        title: "Write over \(path)?",
        buttons: [
          .cancel("keep it"), .destructive("write over") { [weak self] in self?.write(people, to: path) },
        ])
      question.present(from: self)
    }
    present(prompt)
  }

  private func write(_ people: [Person], to path: String) {
    do {
      let writer = (PersonFormat(path: path) ?? .vcard).writer(version: .v3)
      try PeopleFile.write(people, with: writer, to: path, besides: viewModel.path)
      statusBar.show("Wrote \(people.count == 1 ? "one person" : "\(people.count.grouped) people") to \(path)")
    } catch {
      statusBar.showError("\(error)")
    }
  }

  func importPeople() {
    let prompt = PromptViewController(title: "Import from", placeholder: "contacts.vcf") { [weak self] text in
      let path = text.withHomeSpelledOut
      guard let self, !path.isEmpty else { return }
      self.navigate(
        .importPeople(path: path) { [weak self] state in
          if state.isFailure {
            self?.statusBar.showError(state.sentence)
          } else {
            self?.statusBar.show("\(state.sentence)")
          }
        })
    }
    present(prompt)
  }

  // MARK: What is shown

  func chooseTag() {
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

  func chooseOrder() {
    let items = PeopleOrder.allCases.map { order in
      Menu.Item(order.title, isOn: viewModel.order.value == order) { [viewModel] in viewModel.order.value = order }
    }
    Menu(title: "Order", items: items).present(from: self)
  }

  func beginSearch() {
    isSearching.value = true
    searchField.becomeFirstResponder()
  }

  func keepFilter() {
    viewModel.search.send(.keep)
    isSearching.value = false
    table.becomeFirstResponder()
  }

  func endSearch() {
    viewModel.search.send(.clear)
    viewModel.tag.value = nil
    isSearching.value = false
    table.becomeFirstResponder()
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

  /// Selects a person who was just saved, wherever the order has put them, and says what was done.
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
