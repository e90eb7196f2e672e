import Persistence
import Reactive
import TestSupport
import Testing

@testable import PeoplebookCore

/// Selection and marks by identity.
@Suite(.timeLimit(.minutes(1))) @MainActor struct TrackedPeopleTests {
  let book = TemporaryBook()
  let store: Store
  /// The rows of Ada, Alan, Barbara, Grace and Linus.
  let rows: [Int64]

  init() async throws {
    store = try book.open()
    rows = try await store.write { transaction in
      try ["Ada", "Alan", "Barbara", "Grace", "Linus"].map { name in
        var person = Person()
        person.firstName = name
        if name.contains("a") { person.tags = ["friend"] }
        return try transaction.insert(person).row
      }
    }
  }

  private func list(_ search: String = "") async throws -> PersonRows {
    let results = store.people(matching: search)
    try await results.load()
    await yield { results.items.isComplete }
    return PersonRows(results.items)
  }

  /// The tracked people of a list of all people, with some selected and marked.
  private func tracked(selected: Int?, marks: [Range<Int>] = []) async throws -> TrackedPeople {
    var tracked = TrackedPeople()
    let list = try await list()
    #expect(tracked.follow(list, selected: 0, marks: [], change: .all) { _ in true } == TrackedPeople.Adjustment())
    _ = tracked.follow(list, selected: selected, marks: marks, change: .none) { _ in true }
    return tracked
  }

  // MARK: Selection

  @Test func `a search selects its best match`() async throws {
    var tracked = try await tracked(selected: 1)
    tracked.beginSearch()
    let list = try await list("a")
    let adjustment = tracked.follow(list, selected: 1, marks: [], change: .all, hasSearch: true) { _ in true }
    #expect(adjustment.isOtherList && adjustment.selection == 0)
  }

  @Test func `without the search, the person before it is selected`() async throws {
    var tracked = try await tracked(selected: 3)
    tracked.beginSearch()
    _ = tracked.follow(try await list("a"), selected: 0, marks: [], change: .all, hasSearch: true) { _ in true }
    let all = tracked.follow(try await list(), selected: 0, marks: [], change: .all) { _ in true }
    #expect(all.selection == 3)
  }

  @Test func `intermediate lists do not change the selection`() async throws {
    let (first, second, last) = (try await list("gr"), try await list("l"), try await list("a"))
    for path in [[last], [first, last], [first, second, last]] {
      var tracked = try await tracked(selected: 1)
      tracked.beginSearch()
      var selection: Int? = 1
      for list in path {
        let position = list.isEmpty ? nil : 0
        selection =
          tracked.follow(list, selected: position, marks: [], change: .all, hasSearch: true) { _ in true }.selection
          ?? position
      }
      #expect(selection == 0)
    }
  }

  @Test func `after the search the chosen person stays selected`() async throws {
    var tracked = try await tracked(selected: 4)
    let found = try await list("a")
    tracked.beginSearch()
    _ = tracked.follow(found, selected: 0, marks: [], change: .all) { _ in true }
    let needsFirst = tracked.endSearch(hasSearch: true)
    #expect(!needsFirst)
    _ = tracked.follow(found, selected: 1, marks: [], change: .none) { _ in true }
    let adjustment = tracked.follow(try await list(), selected: 0, marks: [], change: .all) { _ in true }
    #expect(adjustment.selection == 1)
  }

  @Test func `a search that was edited to the same list selects its best match`() async throws {
    var tracked = try await tracked(selected: 3)
    func endSearch(edited: Bool, hasSearch: Bool) -> Bool {
      tracked.beginSearch()
      if edited { tracked.editSearch() }
      return tracked.endSearch(hasSearch: hasSearch)
    }
    #expect(endSearch(edited: true, hasSearch: true))
    #expect(!endSearch(edited: false, hasSearch: true))
    #expect(!endSearch(edited: true, hasSearch: false))
  }

  // MARK: Marks

  @Test func `marks survive a search that hides them`() async throws {
    var tracked = try await tracked(selected: 0, marks: [0..<1, 3..<5])
    let found = tracked.follow(try await list("grace"), selected: 0, marks: [], change: .all) { _ in true }
    #expect(found.marks == [0..<1])
    #expect(tracked.marked.count == 3)
    #expect(tracked.marked.hiddenCount == 2)
    #expect(Set(tracked.marked.rows) == [rows[0], rows[3], rows[4]])
    let all = tracked.follow(try await list(), selected: 0, marks: [0..<1], change: .all) { _ in true }
    #expect(all.marks == [0..<1, 3..<5])
    #expect(tracked.marked.hiddenCount == 0)
  }

  @Test func `marks beyond the first page of a list come with the rest of it`() async throws {
    try await store.write { transaction in
      for number in 0..<100 {
        var person = Person()
        person.firstName = "Zoë \(number)"
        try transaction.insert(person)
      }
    }
    var tracked = try await tracked(selected: 0, marks: [104..<105])
    _ = tracked.follow(try await list("grace"), selected: 0, marks: [], change: .all) { _ in true }
    let results = store.objects(Query<Person>().where(.contains(\.tags, "friend")))
    try await results.load()
    var lists: [ResultsSnapshot<Person>] = []
    let token = results.changesetPublisher.sink { change in
      if case .update(let items, _) = change { lists.append(items) }
    }
    results.query = Query<Person>()
    await yield { lists.last?.count == 105 }
    try #require(lists.count == 2 && !lists[0].isComplete)
    _ = tracked.follow(PersonRows(lists[0]), selected: 0, marks: [], change: .rows) { _ in true }
    let whole = tracked.follow(PersonRows(lists[1]), selected: 0, marks: [], change: .rows) { _ in true }
    token.cancel()
    #expect(whole.marks == [104..<105])
    #expect(tracked.marked.hiddenCount == 0)
  }

  @Test func `a mark that is removed during a search stays removed`() async throws {
    var tracked = try await tracked(selected: 0, marks: [2..<4])
    let found = try await list("grace")
    _ = tracked.follow(found, selected: 0, marks: [], change: .all) { _ in true }
    _ = tracked.follow(found, selected: 0, marks: [], change: .none) { _ in true }
    let all = tracked.follow(try await list(), selected: 0, marks: [], change: .all) { _ in true }
    #expect(all.marks == [2..<3])
  }

  @Test func `a deleted person loses the mark`() async throws {
    var tracked = try await tracked(selected: 0, marks: [0..<5])
    let results = store.people(matching: "a")
    try await results.load()
    let before = tracked.follow(PersonRows(results.items), selected: 0, marks: [], change: .all) { _ in true }
    #expect(tracked.marked.count == 5)
    try await store.removePeople(in: [rows[0]])
    await yield { results.items.index(ofRow: rows[0]) == nil }
    let shown = (before.marks ?? []).map { max(0, $0.lowerBound - 1)..<$0.upperBound - 1 }
    _ = tracked.follow(PersonRows(results.items), selected: 0, marks: shown, change: .rows) { $0 != rows[0] }
    #expect(tracked.marked.count == 4)
    #expect(!tracked.marked.rows.contains(rows[0]))
  }

  @Test func `a person who no longer matches the search stays marked`() async throws {
    var tracked = try await tracked(selected: 0, marks: [1..<2])
    let results = store.people(matching: "alan")
    try await results.load()
    _ = tracked.follow(PersonRows(results.items), selected: 0, marks: [], change: .all) { _ in true }
    var alan = try #require(try store.get(Person.self, row: rows[1]))
    alan.firstName = "Bob"
    try await store.write { [alan] in try $0.update(alan) }
    await yield { results.items.isEmpty }
    _ = tracked.follow(PersonRows(results.items), selected: nil, marks: [], change: .rows) { _ in true }
    #expect(tracked.marked.rows == [rows[1]])
  }

  @Test func `unmarking takes hidden marks too`() async throws {
    var tracked = try await tracked(selected: 0, marks: [0..<5])
    _ = tracked.follow(try await list("grace"), selected: 0, marks: [], change: .all) { _ in true }
    tracked.unmarkAll()
    let all = tracked.follow(try await list(), selected: 0, marks: [], change: .all) { _ in true }
    #expect(all.marks == nil)
    #expect(tracked.marked.count == 0)
  }
}
