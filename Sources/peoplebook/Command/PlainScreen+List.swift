import PeoplebookCore

/// The list of people, and the actions on people of it.
extension PlainScreen {
  /// The names of the orders.
  static var orders: String { PeopleOrder.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Lists the people that pass a filter, in the present order.
  func list(_ filter: PeopleFilter) async {
    self.filter = filter
    if let sentence = people.status.value.sentence ?? people.sharing.value?.sentence { print(sentence) }
    // The status has the reason for a failure.
    shown = (try? await people.peopleAndSimilar(in: filter, limit: Self.mostPeople).map(PersonRow.init)) ?? []
    let count = shown.count == Self.mostPeople ? "\(shown.count.grouped) people or more" : shown.count.people
    guard people.status.value.isLive else { return }
    let start = shown.isEmpty ? " Type add to add a person, or import and the name of a file." : ""
    print(filter.isEmpty ? "\(count).\(start)" : "\(count) found for \(filter.title).")
    print(
      shown.enumerated().map { index, row in
        let texts = FieldCatalogue.current.listed.map(row.text(of:)).filter { !$0.isEmpty && $0 != row.name }
        return (["\(index + 1). \(row.name)"] + texts).joined(separator: ", ")
      })
  }

  /// Lists the tags, or the people who have all of some tags.
  func tags(_ text: String) async {
    if let tags = TagChange(typed: text)?.added, !tags.isEmpty { return await list(PeopleFilter(tags: tags)) }
    guard let tags = people.tagCounts() else { return }
    guard !tags.isEmpty else { return print("There are no tags.") }
    print(tags.map { "\($0.value): \($0.count.people)" })
  }

  /// Lists the same people in another order.
  func sort(by name: String) async {
    guard let order = PeopleOrder(rawValue: name.lowercased()) else {
      return print("Type an order after sort: \(Self.orders).")
    }
    people.order.value = order
    await list(filter)
  }

  // MARK: Saved searches

  /// Lists the saved searches, or the people of the one with a number.
  func savedSearches(_ number: String) async {
    let searches = UserState.loadPreferences().savedSearches
    if !number.isEmpty {
      guard let search = search(number, of: searches) else { return }
      return await list(search.filter)
    }
    guard !searches.isEmpty else { return print("There are no saved searches: search, then type save and a name.") }
    print(searches.enumerated().map { "\($0 + 1). \($1.name): \($1.filter.title)" })
  }

  /// Saves what the list is narrowed to, and asks before another search of that name is replaced.
  func saveSearch(as name: String) async {
    guard !filter.isEmpty, !name.isEmpty else { return print("Search or choose tags, then type save and a name.") }
    let present = UserState.loadPreferences().savedSearches.first { $0.name == name }
    if let present, present.filter != filter {
      guard await confirms("Replace \(name), which is \(present.filter.title)?") else {
        return print("Nothing was changed.")
      }
    }
    changeSearches("Saved \(filter.title) as \(name).") { $0.save(filter, as: name) }
  }

  func forgetSearch(_ number: String) {
    guard let search = search(number, of: UserState.loadPreferences().savedSearches) else { return }
    changeSearches("Deleted the search \(search.name).") { $0.removeAll { $0 == search } }
  }

  private func search(_ number: String, of searches: [SavedSearch]) -> SavedSearch? {
    if let number = Int(number), searches.indices.contains(number - 1) { return searches[number - 1] }
    print("Type a number of the saved searches. Type saved to list them.")
    return nil
  }

  private func changeSearches(_ message: String, _ change: (inout [SavedSearch]) -> Void) {
    let old = UserState.loadPreferences()
    var new = old
    change(&new.savedSearches)
    do {
      try UserState.save(new, changedFrom: old)
      print(message)
    } catch {
      say(.problem("\(error)"))
    }
  }

  // MARK: People by number

  /// The person with a number of the list, as they are now.
  func person(_ number: some StringProtocol) -> Person? {
    guard let number = Int(number), shown.indices.contains(number - 1) else {
      print("Type a number of the list, from 1 to \(shown.count.grouped).")
      return nil
    }
    let person = people.person(withID: shown[number - 1].id)
    if person == nil, people.status.value.isLive { print("\(shown[number - 1].name) is no longer in the book.") }
    return person
  }

  /// The people with the numbers that a text begins with, or with `all` those of the list, and the rest of the text.
  private func selection(_ text: String) -> (people: PeopleSelection, rest: String)? {
    let words = text.split(separator: " ")
    let isAll = words.first?.lowercased() == "all"
    let numbers = isAll ? words.prefix(1) : words.prefix { Int($0) != nil }
    guard !numbers.isEmpty else {
      print("Type numbers of the list, from 1 to \(shown.count.grouped), or all.")
      return nil
    }
    var selected: [Person] = []
    if isAll {
      selected = shown.compactMap { people.person(withID: $0.id) }
    } else {
      for number in numbers {
        guard let person = person(number) else { return nil }
        if !selected.contains(person) { selected.append(person) }
      }
    }
    let selection = PeopleSelection(rows: selected.map(\.row), name: selected.first?.displayName ?? "")
    return (selection, words.dropFirst(numbers.count).joined(separator: " "))
  }

  func delete(_ text: String) async {
    guard let (selection, rest) = selection(text) else { return }
    guard rest.isEmpty else { return print("Type only numbers after delete.") }
    guard !selection.isEmpty else { return print("The list is empty.") }
    guard await confirms("Delete \(selection.title)?") else { return print("Nothing was changed.") }
    people.remove(selection)
    await people.actions.settled()
  }

  func changeTags(_ text: String) async {
    guard let (selection, rest) = selection(text) else { return }
    guard let change = TagChange(typed: rest) else {
      return print("Type tags after the numbers, and a minus before those to remove.")
    }
    people.changeTags(of: selection, change)
    await people.actions.settled()
  }
}
