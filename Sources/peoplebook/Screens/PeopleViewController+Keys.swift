import Bindery
import PeoplebookCore
import RIV
import TUIKit

/// The commands of the list: keys, hints, help and palette.
extension PeopleViewController {
  /// - Parameter isEmpty: Whether the book has no people: its commands are those that begin a book.
  func makeListCommands(isEmpty: Bool) -> [KeyCommand] {
    let canWrite = canWrite
    let beginning =
      [
        KeyCommand(
          KeyEvent(.character("a")), title: "add", detail: "Add a person", keywords: ["new", "create", "contact"],
          isEnabled: canWrite
        ) { [weak self] in _ = self?.navigate(.add) }
      ] + makePeopleCommands() + [
        KeyCommand(
          KeyEvent(.character("i")), title: "import", detail: "Import people from a file",
          keywords: ["load", "read", "contacts"] + PersonFormat.readable.map(\.name), isHint: isEmpty,
          isEnabled: canWrite
        ) { [weak self] in self?.askForImport() }
      ]
    let demo = KeyCommand(
      KeyEvent(.character("v")), title: "demo", detail: "Watch the demo",
      isEnabled: { [weak self] in isEmpty && self?.showDemo != nil }
    ) { [weak self] in self?.showDemo?() }
    return [makeOwnBookCommand()] + beginning + [makeRefusal(in: statusBar), demo] + makeUndoCommands(isHint: !isEmpty)
      + (isEmpty ? [] : makeFindCommands()) + makePageCommands() + makeScreenCommands()
  }

  /// Explains why the keys that change people do nothing while the book cannot be written.
  ///
  /// - Parameter statusBar: The status line of the screen, which has the reason.
  func makeRefusal(in statusBar: StatusBar) -> KeyCommand {
    let keys = ["a", "e", "d", "f", "m", "T", "i", "u"].map { KeyEvent(.character($0)) }
    return viewModel.makeRefusal(of: keys + [KeyEvent(.delete), KeyEvent(.character("r"), .control)], in: statusBar)
  }

  func makeUndoCommands(isHint: Bool) -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.character("u")), title: "undo", detail: "Undo your last change",
        keywords: ["take back", "revert", "restore", "undelete"], isHint: isHint,
        isEnabled: canWrite
      ) { [viewModel] in viewModel.undo() },
      KeyCommand(
        KeyEvent(.character("r"), .control), title: "redo", detail: "Redo what you have undone",
        keywords: ["again", "repeat"], isHint: false, isEnabled: canWrite
      ) { [viewModel] in viewModel.redo() },
    ]
  }

  private func makeFindCommands() -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.character("/")), title: "search", detail: "Search all fields",
        keywords: ["find", "look up", "filter"]
      ) { [weak self] in self?.beginSearch() },
      KeyCommand(
        KeyEvent(.character("t")), title: "tags", detail: "Show people with certain tags, or a saved search",
        keywords: ["group", "filter", "saved searches"]
      ) { [weak self] in self?.chooseFilter() },
      KeyCommand(
        KeyEvent(.character("S")), title: "save search", detail: "Save this search and its tags under a name",
        keywords: ["filter", "remember", "bookmark"], isHint: false,
        isEnabled: { [weak self] in self?.isFiltered == true }
      ) { [weak self] in self?.saveSearch() },
      KeyCommand(
        KeyEvent(.character("S")), title: "save search", detail: "Save a search, once there is one", role: .movement,
        isHint: false, isEnabled: { [weak self] in self?.isFiltered == false }
      ) { [weak self] in self?.statusBar.show("Nothing to save yet: search with /, or choose a tag with t") },
      KeyCommand(
        KeyEvent(.character("s")), title: "sort", detail: "Choose the order, such as by last name, and the sections",
        keywords: ["order", "arrange", "group", "sections", "birthday", "organisation", "recent", "last change"]
      ) { [weak self] in self?.chooseOrder() },
      // Esc ends the search first: it was begun last, or hides marks. Then it removes the marks.
      KeyCommand(
        KeyEvent(.escape), title: "all", detail: "Show all people again",
        keywords: ["everyone", "clear", "reset"], isEnabled: { [weak self] in self?.isFiltered == true }
      ) { [weak self] in self?.endSearch() },
      KeyCommand(
        KeyEvent(.escape), title: "unmark", detail: "Clear all marks", keywords: ["deselect", "select none"],
        isEnabled: { [weak self] in self.map { !$0.isFiltered && $0.tracked.marked.count > 0 } ?? false }
      ) { [weak self] in self?.unmarkAll() },
      KeyCommand(
        KeyEvent(.enter), title: "card", detail: "Show the selected person: copy a value, write an e-mail, call",
        keywords: ["view", "details", "open", "email", "mail", "phone", "address"], isHint: false,
        actsOnSelection: true,
        isEnabled: { [weak self] in self?.table.selectedIndexPath != nil }
      ) { [weak self] in self?.table.selectedIndexPath.map { self?.openCard(at: $0) } },
      KeyCommand(
        KeyEvent(.character("h")), title: "history", detail: "Show the changes to the selected person",
        keywords: ["log", "versions"], isHint: false, actsOnSelection: true,
        isEnabled: { [weak self] in self?.table.selectedIndexPath != nil }
      ) { [weak self] in self?.showHistory() },
      makeLastChangeCommand(),
    ] + makeCardCommands()
  }

  private func makeCardCommands() -> [KeyCommand] {
    func scroll(_ keys: KeyEvent..., title: String, detail: String, isHint: Bool, pages: Int) -> KeyCommand {
      KeyCommand(
        keys: keys, title: title, detail: detail, role: .movement, isHint: isHint,
        isEnabled: { [card] in !card.isHidden && card.maximumOffset > 0 }
      ) { [card] in _ = card.scroll(by: pages * max(1, card.bounds.height / 2)) }
    }
    return [
      scroll(
        KeyEvent(.character("J")), KeyEvent(.pageDown, .shift), title: "scroll card", detail: "Scroll the card down",
        isHint: true, pages: 1),
      scroll(
        KeyEvent(.character("K")), KeyEvent(.pageUp, .shift), title: "card up", detail: "Scroll the card up",
        isHint: false, pages: -1),
    ]
  }

  private func makeScreenCommands() -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.character("p"), .control), title: "commands", detail: "Find a command or a person by name",
        keywords: ["palette"]
      ) { [weak self] in self?.showPalette() },
      makeHelpCommand(),
      KeyCommand(
        KeyEvent(.character("q")), title: "quit", detail: "Quit Peoplebook", keywords: ["exit", "close", "leave"]
      ) { [quit] in quit() },
    ]
  }

  func makeSearchCommands() -> [KeyCommand] {
    [
      KeyCommand(KeyEvent(.enter), title: "keep", detail: "Keep the search and go to the list") { [weak self] in
        self?.keepFilter()
      },
      KeyCommand(
        KeyEvent(.down), title: "earlier", detail: "Choose an earlier search",
        isEnabled: { [viewModel] in viewModel.search.state.text.isEmpty && !viewModel.search.state.recents.isEmpty }
      ) { [weak self] in self?.chooseRecentSearch() },
      KeyCommand(
        KeyEvent(.up), KeyEvent(.down), title: "list", detail: "Go to the list", role: .movement, isHint: false
      ) { [weak self] in self?.keepFilter() },
      KeyCommand(KeyEvent(.escape), title: "all", detail: "Show all people again") { [weak self] in
        self?.endSearch()
      },
    ]
  }

  // MARK: Filters

  /// Whether the list shows some of the people only.
  var isFiltered: Bool { !viewModel.filter.isEmpty }

  /// Whether the book has no people.
  var isBookEmpty: Bool { table.isEmpty && !isFiltered && viewModel.status.value.isLive }

  private var canWrite: @MainActor () -> Bool { { [viewModel] in viewModel.writeRefusal == nil } }

  private func showPalette() {
    let row = selectedPerson?.row
    CommandPalette.present(from: self) { [weak self, viewModel] text in
      viewModel.people(matching: text, limit: 5).map { person in
        CommandPalette.Suggestion(person.name, kind: "person") { self?.goTo(person) }
      }
    } mayRun: { [weak self] command in
      guard let self else { return false }
      _ = table.numberOfRows
      return selectedPerson?.row == row || mayRunAfterDeparture(command)
    }
  }

  /// The person with a name or an id; `nil` when there is not exactly one, which the bar says.
  func findPerson(_ text: String, in bar: StatusBar) -> Person? {
    do {
      return try viewModel.person(named: text)
    } catch .noMatch {
      bar.show("\(text.excerpt) is not in the book")
    } catch .several {
      bar.show("Several people are called \(text.excerpt)")
    } catch {
      // The status of the book reports what cannot be read.
    }
    return nil
  }

  /// Selects a person, in the whole list when the filtered one does not show them.
  func goTo(_ person: PersonRow) {
    if let path = indexPath(ofPerson: person.id) {
      table.selectRow(at: path, scrollPosition: .middle)
    } else {
      if isFiltered { endSearch() }
      wantedPerson = person.id
      updateSearchHold()
    }
  }

  /// Selects the person that ``goTo(_:)`` waits for, once the list is complete, or reports that it lacks them.
  func selectWantedPerson() {
    guard let id = wantedPerson else { return }
    wantedPerson = nil
    guard let path = indexPath(ofPerson: id) else { return showGone() }
    table.selectRow(at: path, scrollPosition: .middle)
  }
}

extension PeopleViewModel {
  /// The command of keys that change the book, while it cannot be written: it shows the reason.
  func makeRefusal(of keys: [KeyEvent], in statusBar: StatusBar) -> KeyCommand {
    KeyCommand(
      keys: keys, title: "change", detail: "Not available while the book cannot be changed", role: .movement,
      isHint: false, isEnabled: { [weak self] in self?.writeRefusal != nil }
    ) { [weak self, weak statusBar] in if let reason = self?.writeRefusal { statusBar?.showError(reason) } }
  }
}
