import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

/// Walking through the earlier states of a book.
@Suite(.timeLimit(.minutes(5))) @MainActor struct TimelineViewModelTests {
  let book = TemporaryBook()
  let store: Store
  let people: PeopleViewModel

  init() async throws {
    store = try book.open()
    people = PeopleViewModel(store: store, scheduler: ManualScheduler())
    for name in ["Cleo", "Ada", "Bea"] { try await add(name) }
    try await rename("Ada", "Zita")
    try await store.removePeople(in: [try person("Bea").row])
  }

  private func add(_ name: String) async throws {
    var person = Person()
    person.firstName = name
    _ = try await store.add(person)
  }

  private func person(_ name: String) throws -> Person {
    try #require(store.objects(Person.self).items.first { $0.firstName == name })
  }

  private func rename(_ name: String, _ newName: String) async throws {
    let original = try person(name)
    var draft = original
    draft.firstName = newName
    _ = try await store.save(draft, editedFrom: original)
  }

  private func rows(_ timeline: TimelineViewModel) -> [PersonRow] {
    var rows: [PersonRow] = []
    let subscription = timeline.rows.sink { change in
      if case .initial(let items) = change { rows = Array(items) }
    }
    subscription.cancel()
    return rows
  }

  private func names(_ timeline: TimelineViewModel) -> [String] { rows(timeline).map(\.name) }

  private func walk(_ timeline: TimelineViewModel, by step: Int, to index: Int) async {
    timeline.step(by: step)
    await yield { timeline.state.value.index == index && !timeline.state.value.isReading }
  }

  private func loaded() async -> TimelineViewModel {
    let timeline = people.makeTimeline(around: 0)
    await yield { timeline.state.value.isLoaded }
    return timeline
  }

  @Test func `each step shows the people as they were, with the change`() async throws {
    let timeline = await loaded()
    #expect(names(timeline) == ["Cleo", "Zita"])
    #expect(timeline.state.value.title.hasSuffix("you   Deleted Bea"))
    await walk(timeline, by: 1, to: 1)
    #expect(names(timeline) == ["Bea", "Cleo", "Zita"])
    #expect(timeline.touchedIndex == 0)
    #expect(timeline.state.value.details == ["Changed Zita  first name: Ada → Zita"])
    await walk(timeline, by: 1, to: 2)
    #expect(names(timeline) == ["Ada", "Bea", "Cleo"])
    await walk(timeline, by: 2, to: 4)
    #expect(names(timeline) == ["Cleo"])
    await walk(timeline, by: 9, to: 5)
    #expect(names(timeline) == [])
    #expect(timeline.state.value.title == "Before the first known change")
    await walk(timeline, by: -9, to: 0)
    #expect(names(timeline) == ["Cleo", "Zita"])
    #expect(try store.log(of: Person.self, limit: 100).count == 5)
  }

  @Test func `a state is restored by one change, which is undone by one`() async throws {
    let timeline = await loaded()
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    await walk(timeline, by: 2, to: 2)
    #expect(timeline.restore())
    await people.actions.settled()
    #expect(store.objects(Person.self).items.map(\.firstName) == ["Ada", "Bea", "Cleo"])
    #expect(notices == [.done("Restored the state 2 changes ago: 2 people", keys: "u undoes")])
    people.undo()
    await people.actions.settled()
    #expect(store.objects(Person.self).items.map(\.firstName) == ["Cleo", "Zita"])
    #expect(notices.last == .done("Undid “Restored the state 2 changes ago”", keys: "ctrl-r redoes"))
    token.cancel()
  }

  @Test func `nothing is restored from now, or after another change`() async throws {
    let timeline = await loaded()
    #expect(!timeline.restore())
    await walk(timeline, by: 1, to: 1)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    var person = Person()
    person.firstName = "Dora"
    people.save(person, editedFrom: nil)
    #expect(timeline.restore())
    await people.actions.settled()
    #expect(notices.last == .problem("The book has changed in the meantime: nothing was restored. Try again"))
    #expect(try store.count(Person.self) == 3)
    token.cancel()
  }

  @Test func `a change by another program keeps the shown transaction`() async throws {
    let timeline = await loaded()
    await walk(timeline, by: 2, to: 2)
    try await add("Dora")
    await yield { timeline.state.value.index == 3 }
    #expect(names(timeline) == ["Ada", "Bea", "Cleo"])
  }

  @Test func `many new changes keep the shown transaction`() async throws {
    let timeline = await loaded()
    await walk(timeline, by: 2, to: 2)
    // Six hundred transactions that change no person, so that the timeline does not follow each of them.
    try await store.write { transaction in
      try transaction.run(
        """
        INSERT INTO change (tx, time, entity, row, op)
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 600)
        SELECT 1000000 + n, (SELECT max(time) FROM change), 'other', n, 'update' FROM number
        """)
    }
    try await add("Dora")
    await yield { timeline.state.value.count >= 500 && !timeline.state.value.isReading }
    #expect(timeline.state.value.index == 603 && timeline.state.value.count == 606)
    #expect(names(timeline) == ["Ada", "Bea", "Cleo"])
  }

  @Test func `a state like the present one is not restored`() async throws {
    try await rename("Zita", "Ada")
    try await rename("Ada", "Zita")
    let timeline = await loaded()
    await walk(timeline, by: 2, to: 2)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    #expect(timeline.restore())
    await people.actions.settled()
    #expect(notices == [.hint("The book already matches that state")])
    token.cancel()
  }

  @Test func `steps before the first state is shown are not lost`() async throws {
    let timeline = people.makeTimeline(around: 0)
    timeline.step(by: 1)
    timeline.step(by: 1)
    #expect(timeline.state.value.isReading && !timeline.restore())
    await yield { !timeline.state.value.isReading }
    #expect(timeline.state.value.index == 2 && names(timeline) == ["Ada", "Bea", "Cleo"])
  }

  @Test func `a state that is still being read is not restored`() async throws {
    let timeline = await loaded()
    await walk(timeline, by: 1, to: 1)
    timeline.step(by: 1)
    #expect(!timeline.restore())
    await yield { !timeline.state.value.isReading }
    #expect(timeline.restore())
    await people.actions.settled()
    #expect(store.objects(Person.self).items.map(\.firstName) == ["Ada", "Bea", "Cleo"])
  }

  @Test func `a change of thousands of people is one step of a complete list`() async throws {
    let names = (0..<3_000).map { "P\(1_000 + $0)" }
    let rows = try await store.write { transaction in
      try names.map { name in
        var person = Person()
        person.firstName = name
        return try transaction.insert(person).row
      }
    }
    try await store.removePeople(in: Array(rows.dropLast()))
    let timeline = await loaded()
    #expect(self.names(timeline) == ["Cleo", "P3999", "Zita"])
    await walk(timeline, by: 1, to: 1)
    #expect(self.names(timeline) == ["Cleo"] + names + ["Zita"])
    #expect(timeline.state.value.title.hasSuffix("Added 3,000 people"))
    await walk(timeline, by: 1, to: 2)
    #expect(self.names(timeline) == ["Cleo", "Zita"])
    await walk(timeline, by: -1, to: 1)
    #expect(timeline.restore())
    await people.actions.settled()
    #expect(store.objects(Person.self).items.map(\.firstName) == ["Cleo"] + names + ["Zita"])
  }

  @Test func `the oldest of many changes is reached`() async throws {
    let zita = try person("Zita")
    for number in 0..<1_100 {
      try await store.write { try $0.update(Person.self, rows: [zita.row]) { $0.lastName = "\(number)" } }
    }
    let timeline = await loaded()
    timeline.step(by: 600)
    await yield { !timeline.state.value.isReading }
    #expect(timeline.state.value.index == 600 && names(timeline).last == "Zita 499")
    await walk(timeline, by: 400, to: 1_000)
    #expect(names(timeline).last == "Zita 99")
    await walk(timeline, by: 1_000, to: 1_105)
    #expect(timeline.state.value.title == "Before the first known change")
    #expect(names(timeline) == [] && timeline.state.value.isComplete)
  }

  @Test func `an erased person is in no earlier state`() async throws {
    let bea = try #require(try await store.deletedRecords(of: Person.self, limit: 1).records.first).record
    _ = try await store.write { try $0.eraseDeleted(Person.self, rows: [bea.row]) }
    let timeline = await loaded()
    #expect(timeline.state.value.title.contains("Changed Zita"))
    await walk(timeline, by: 1, to: 1)
    #expect(names(timeline) == ["Ada", "Cleo"])
    await walk(timeline, by: 9, to: 3)
    #expect(names(timeline) == [])
  }
}
