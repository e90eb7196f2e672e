import FoundationEssentials
import PeoplebookCore
import TUIKit

/// The selection and the marks, by identity, and when keys wait for the list.
extension PeopleViewController {
  /// The marked people that an action applies to: none while the user is on the card of the selected person.
  var markedForAction: MarkedPeople { card.isFirstResponder ? MarkedPeople() : tracked.marked }

  /// The people of an action, fixed when its key is pressed: the marked people, or else the selected one.
  var selection: PeopleSelection {
    viewModel.selection(marked: markedForAction, position: table.selectedPosition)
  }

  /// The selected person.
  var selectedPerson: Person? { table.selectedPosition.flatMap(viewModel.person(at:)) }

  /// The row of a person in the table; `nil` when the list does not show them.
  func indexPath(ofPerson id: String) -> IndexPath? {
    viewModel.index(ofPerson: id).flatMap(table.indexPath(atPosition:))
  }

  /// Records the effect of a change of the list on its rows, until the table shows it.
  func note(_ change: PersonRowsChange) {
    switch change {
    case .initial(let rows):
      listChange = .all
      isListComplete = rows.items.isComplete
    case .update(let rows, let changeset):
      let isOfRows = !changeset.deletions.isEmpty || !changeset.insertions.isEmpty
      listChange = max(listChange, isOfRows ? .rows : .contents)
      isListComplete = rows.items.isComplete
    case .failure:
      // No more rows will arrive, so keys need not wait.
      isListComplete = true
    }
    // The table has not received the change yet.
    if searchHold != nil { window?.frameClock.scheduler.schedule { [weak self] in self?.updateSearchHold() } }
  }

  /// Keeps the selected person selected and the marked people marked in what the table shows now.
  func followList(in table: TableView) {
    let (position, marks) = (table.selectedPosition, table.markedPositions)
    let change = listChange
    listChange = .none
    let adjustment = tracked.follow(
      viewModel.currentRows, selected: position, marks: marks, change: change,
      hasSearch: hasSearch, exists: viewModel.hasPerson(inRow:))
    // People who are shown by another search or order are not new.
    if adjustment.isOtherList { table.forgetRowsInsertedAbove() }
    if let marks = adjustment.marks { table.markedPositions = marks }
    if let row = adjustment.selection.flatMap(table.indexPath(atPosition:)) { table.selectRow(at: row) }
  }

  /// Removes all marks, also those that a search hides.
  func unmarkAll() {
    tracked.unmarkAll()
    table.unmarkAllRows()
    showPosition(in: table)
  }

  // MARK: Between starts

  /// Selects a person as soon as the list knows where they are, unless the user has moved before.
  func selectWhenListed(_ id: String) {
    restoredPerson = id
  }

  /// Selects the person of ``selectWhenListed(_:)``.
  func restoreSelection() {
    guard let id = restoredPerson else { return }
    guard table.selectedPosition ?? 0 == 0 else { return restoredPerson = nil }
    if let path = indexPath(ofPerson: id) {
      restoredPerson = nil
      table.selectRow(at: path, scrollPosition: .middle)
    } else if viewModel.isOrderKnown {
      restoredPerson = nil
    }
  }

  /// Keeps what the list shows, for the next start.
  func keepPlace() {
    let person = table.selectedPosition == 0 ? nil : selectedPerson?.id
    let place = ListPlace(book: viewModel.path, filter: viewModel.filter, person: person)
    settings.change(\.places) { $0 = place.kept(among: $0) }
  }

  // MARK: Searching

  /// Whether the list is that of a search; the text of the field may be another one already.
  private var hasSearch: Bool { !viewModel.search.state.shown.isEmpty }

  /// Whether the table does not show all rows of the current search, tag and order yet.
  var isListPending: Bool { viewModel.search.state.isPending || !isListComplete }

  /// Holds back the list's keys until it shows the result of the user's search.
  ///
  /// Keys of the search field do not wait.
  func updateSearchHold() {
    // The content of an unfinished search's list does not end the search; see ``TrackedPeople``.
    guard !searchField.isFirstResponder else { return releaseSearchHold() }
    guard isListPending else {
      if window != nil {
        // The selection is that of the new list before the search is over, also when the new list has the same rows.
        _ = table.numberOfRows
        listDidUpdate(table)
        if tracked.endSearch(hasSearch: hasSearch), let first = table.indexPath(atPosition: 0) {
          table.selectRow(at: first)
        }
        selectWantedPerson()
      }
      return releaseSearchHold()
    }
    guard searchHold == nil, let hold = window?.holdInput() else { return }
    searchHold = hold
    // A move typed right after a search is meant for the whole list, not for its first page.
    searchPatience = window?.frameClock.scheduler.schedule(after: SearchInteractor.patience) { [weak hold] in
      hold?.isVisible = true
    }
  }

  private func releaseSearchHold() {
    searchPatience?.cancel()
    searchPatience = nil
    searchHold?.release()
    searchHold = nil
  }

  func beginSearch() {
    wantedPerson = nil
    tracked.beginSearch()
    isSearching.value = true
    searchField.becomeFirstResponder()
    // Typing replaces the last search.
    searchField.selectAll()
  }

  /// Returns to the list and keeps the search.
  func keepFilter() {
    viewModel.search.send(.keep)
    leaveSearch()
  }

  /// Keeps the search when the user has left the field for the list or the card, by Tab or with the mouse.
  func searchFieldDidEndEditing() {
    guard isSearching.value, table.isFirstResponder || card.isFirstResponder else { return }
    viewModel.search.send(.keep)
    isSearching.value = false
    updateSearchHold()
  }

  /// Shows all people again.
  func endSearch() {
    viewModel.search.send(.clear)
    viewModel.tags.value = []
    leaveSearch()
  }

  private func leaveSearch() {
    isSearching.value = false
    table.becomeFirstResponder()
    updateSearchHold()
  }
}
