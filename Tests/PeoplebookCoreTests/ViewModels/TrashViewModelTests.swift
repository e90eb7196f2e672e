import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

/// The deleted people: searched, restored and erased.
@Suite(.timeLimit(.minutes(5))) @MainActor struct TrashViewModelTests {
  let book = TemporaryBook()
  let store: Store
  let people: PeopleViewModel

  init() async throws {
    store = try book.open()
    people = PeopleViewModel(store: store, scheduler: ManualScheduler())
    let rows = try await store.write { transaction in
      try ["Ada", "Barbara", "Cleo"].map { name in
        var person = Person()
        person.firstName = name
        person.emails = [LabeledValue(value: "\(name.lowercased())@example.org")]
        return try transaction.insert(person).row
      }
    }
    for row in rows.prefix(2) { try await store.removePeople(in: [row]) }
  }

  private func titles(_ trash: TrashViewModel) -> [String] { trash.lines.snapshot.items.map(\.title) }

  private func loadedTrash() async -> TrashViewModel {
    let trash = people.makeTrash()
    await yield { trash.progress.value.isComplete }
    return trash
  }

  @Test func `the trash lists the deleted people, the last one first`() async {
    let trash = await loadedTrash()
    #expect(titles(trash) == ["Barbara", "Ada"])
    #expect(trash[0]?.detail == "barbara@example.org")
    #expect(trash[0]?.trail == "you")
    #expect(trash[0]?.section == "Today")
  }

  @Test func `people are shown as they are read`() async throws {
    let rows = try await store.write { transaction in
      try (0..<1_000).map { number in
        var person = Person()
        person.firstName = "P\(number)"
        return try transaction.insert(person).row
      }
    }
    try await store.removePeople(in: rows)
    let trash = people.makeTrash()
    var counts: [Int] = []
    let token = trash.progress.sink { counts.append($0.count) }
    await yield { trash.progress.value.isComplete }
    #expect(counts == [0, 200, 400, 800, 1_002])
    #expect(titles(trash).count == 1_002 && titles(trash).suffix(2) == ["Barbara", "Ada"])
    token.cancel()
  }

  @Test func `a search finds words and parts of them in all texts`() async {
    let trash = await loadedTrash()
    trash.search.value = "BARB"
    #expect(titles(trash) == ["Barbara"])
    trash.search.value = "example ada"
    #expect(titles(trash) == ["Ada"])
    trash.search.value = "nobody"
    #expect(titles(trash) == [])
    trash.search.value = ""
    #expect(titles(trash).count == 2)
  }

  @Test func `a person is restored, and the trash follows`() async throws {
    let trash = await loadedTrash()
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    let line = try #require(trash[1])
    trash.restore(line)
    trash.restore(line)
    await people.actions.settled()
    #expect(notices == [.done("Restored Ada"), .hint("Ada is no longer here")])
    #expect(store.objects(Person.self).items.map(\.firstName) == ["Ada", "Cleo"])
    await yield { titles(trash) == ["Barbara"] }
    token.cancel()
  }

  @Test func `the user can stop a restoration`() async throws {
    let trash = await loadedTrash()
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    trash.restore(try #require(trash[1]))
    people.actions.interact(with: .cancel)
    await people.actions.settled()
    #expect(notices == [.hint("Stopped: nothing was changed")])
    #expect(try store.count(Person.self) == 1)
    token.cancel()
  }

  @Test func `people stay whose deletion the other machines do not know yet`() async throws {
    try await store.write { try $0.keepLog(after: 0) }
    let trash = await loadedTrash()
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    trash.erase(try #require(trash[0]))
    await people.actions.settled()
    trash.erase(rows: trash.rows)
    await people.actions.settled()
    #expect(
      notices == [
        .problem("Not erased: Barbara. The relay needs the deletion first, unless you leave the shared book"),
        .problem("Not erased: 2 people. The relay needs the deletion first, unless you leave the shared book"),
      ])
    #expect(titles(trash) == ["Barbara", "Ada"])
    token.cancel()
  }

  @Test func `one person is erased, then all`() async throws {
    let trash = await loadedTrash()
    let line: ListLine = try #require(trash[0])
    trash.erase(line)
    await people.actions.settled()
    await yield { titles(trash) == ["Ada"] }
    let rows = trash.rows
    // A person who is deleted after the question is kept.
    let cleo = try #require(store.objects(Person.self).items.first)
    try await store.write { try $0.delete(cleo) }
    await yield { titles(trash) == ["Cleo", "Ada"] }
    trash.erase(rows: rows)
    await people.actions.settled()
    await yield { titles(trash) == ["Cleo"] }
    #expect(try store.log(of: Person.self, limit: 9).allSatisfy { $0.changes.allSatisfy { $0.record?.name != "Ada" } })
  }
}
