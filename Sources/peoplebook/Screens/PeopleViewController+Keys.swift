import Bindery
import TUIKit

/// Which key does what.
extension PeopleViewController {
  func makeListCommands() -> [KeyCommand] {
    let hasSelection: @MainActor () -> Bool = { [weak self] in self?.table.selectedIndexPath != nil }
    let canWrite: @MainActor () -> Bool = { [viewModel] in viewModel.status.value.isLive }
    return [
      KeyCommand(KeyEvent(.character("a")), title: "add", detail: "Add a person", isEnabled: canWrite) { [weak self] in
        _ = self?.navigate(.add)
      },
      KeyCommand(
        KeyEvent(.character("e")), title: "edit", detail: "Edit the selected person", isEnabled: hasSelection
      ) { [weak self] in self?.table.selectedIndexPath.map { self?.edit($0) } },
      KeyCommand(
        KeyEvent(.character("d")), KeyEvent(.delete), title: "delete",
        detail: "Delete the selected person, or the marked people",
        isEnabled: { hasSelection() && canWrite() }
      ) { [weak self] in self?.remove() },
      KeyCommand(
        KeyEvent(.character("u")), title: "undo", detail: "Undo your last change",
        isEnabled: canWrite
      ) { [viewModel] in viewModel.undo() },
      KeyCommand(
        KeyEvent(.character("r"), .control), title: "redo", detail: "Redo what you have undone", isHint: false,
        isEnabled: canWrite
      ) { [viewModel] in viewModel.redo() },
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
        KeyEvent(.character("i")), title: "import", detail: "Import people from a file", isHint: false,
        isEnabled: canWrite
      ) { [weak self] in self?.importPeople() },
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

  func makeSearchCommands() -> [KeyCommand] {
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
}
