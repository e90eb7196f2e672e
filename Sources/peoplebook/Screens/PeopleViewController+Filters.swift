import PeoplebookCore
import TUIKit

/// What the list shows of the book, and in which order.
extension PeopleViewController {
  /// Shows the tags and the saved searches, which narrow the list.
  func chooseFilter() {
    guard let counts = viewModel.tagCounts() else { return }
    let saved = settings.preferences.value.savedSearches
    guard !counts.isEmpty || !saved.isEmpty else {
      return statusBar.show("There are no tags yet: add one in the form")
    }
    let all = Menu.Item("all people", isOn: viewModel.filter.isEmpty) { [weak self] in self?.endSearch() }
    let searches = saved.map { search in
      Menu.Item("\(search.name)  \(search.filter.title)", isOn: viewModel.filter == search.filter) { [viewModel] in
        viewModel.filter = search.filter
      }
    }
    let tags = counts.map { tag in
      let isOn = viewModel.tags.value.contains(tag.value)
      return Menu.Item("\(tag.value)  \(tag.count.grouped)", isOn: isOn) { [viewModel] in
        if isOn { viewModel.tags.value.removeAll { $0 == tag.value } } else { viewModel.tags.value.append(tag.value) }
      }
    }
    let groups = [[all], searches, tags].filter { !$0.isEmpty }
    Menu(title: "Tags and searches", items: Array(groups.joined(separator: [.separator]))).present(from: self)
  }

  /// Asks for the name of the current filter, and keeps it; forgets it when it is kept already.
  ///
  /// - Parameter name: The text that is in the field at first.
  func saveSearch(as name: String = "") {
    let filter = viewModel.filter
    if let saved = settings.preferences.value.savedSearches.first(where: { $0.filter == filter }) {
      return ask(
        Alert(
          title: "Delete the saved search “\(saved.name)”?",
          buttons: [
            .cancel("Keep it"),
            .destructive("Delete") { [settings, statusBar] in
              settings.change(\.savedSearches) { $0.removeAll { $0 == saved } }
              if settings.problem.value == nil { statusBar.show("Deleted the search \(saved.name)") }
            },
          ]))
    }
    let prompt = PromptViewController(
      .init(title: "Save \(filter.title) as", example: "friends in London", need: "Type a name", text: name)
    ) { [weak self] name in
      guard let self else { return }
      if let present = settings.preferences.value.savedSearches.first(where: { $0.name == name }) {
        askToReplace(present, by: filter)
      } else {
        save(filter, as: name)
      }
    }
    present(prompt)
  }

  private func askToReplace(_ saved: SavedSearch, by filter: PeopleFilter) {
    ask(
      Alert(
        title: "Replace “\(saved.name)”, which is \(saved.filter.title)?",
        buttons: [
          .cancel("Keep it") { [weak self] in self?.saveSearch(as: saved.name) },
          .destructive("Replace") { [weak self] in self?.save(filter, as: saved.name) },
        ]))
  }

  private func save(_ filter: PeopleFilter, as name: String) {
    settings.change(\.savedSearches) { $0.save(filter, as: name) }
    // The reason why it was not stored is shown.
    if settings.problem.value == nil { statusBar.show("Saved as \(name)   t shows it") }
  }

  func chooseOrder() {
    let orders = PeopleOrder.allCases.map { order in
      Menu.Item(order.title, isOn: viewModel.order.value == order) { [viewModel] in viewModel.order.value = order }
    }
    let groupings = PeopleGrouping.allCases.map { grouping in
      Menu.Item("Sections: \(grouping.title.lowercased())", isOn: viewModel.grouping.value == grouping) {
        [viewModel] in viewModel.grouping.value = grouping
      }
    }
    Menu(title: "Order", items: orders + [.separator] + groupings).present(from: self)
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
}
