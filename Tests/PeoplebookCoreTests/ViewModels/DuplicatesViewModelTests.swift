import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

/// The pairs of people who may be one: merged field by field, or noted as two.
@Suite(.timeLimit(.minutes(5))) @MainActor struct DuplicatesViewModelTests {
  let book = TemporaryBook()
  let scheduler = ManualScheduler()
  let store: Store
  let people: PeopleViewModel

  init() async throws {
    store = try book.open()
    people = PeopleViewModel(store: store, scheduler: scheduler)
    try await store.write { transaction in
      var ada = Person()
      (ada.firstName, ada.lastName, ada.note) = ("Ada", "Lovelace", "First")
      ada.emails = [LabeledValue(value: "ada@example.org")]
      ada[.organisation] = "Engines"
      var other = Person()
      (other.firstName, other.lastName, other.note) = ("A.", "Lovelace", "Second")
      other.emails = [LabeledValue(value: "ADA@example.org"), LabeledValue(value: "al@example.org")]
      other[.organisation] = "Looms"
      var bea = Person()
      bea.firstName = "Bea"
      for person in [ada, other, bea] { try transaction.insert(person) }
    }
  }

  private func found() async -> DuplicatesViewModel {
    let duplicates = people.makeDuplicates()
    await yield { duplicates.progress.value == .complete }
    return duplicates
  }

  @Test func `a pair has its score and reason, and disappears with one of the two`() async throws {
    let duplicates = await found()
    #expect(duplicates.lines.items.map(\.title) == ["Ada Lovelace · A. Lovelace"])
    #expect(duplicates.lines.items.first?.detail == "same e-mail ada@example.org")
    #expect(duplicates.lines.items.first?.lead == "70 %")
    let pair = try #require(duplicates[0])
    try await store.removePeople(in: [pair.second.row])
    await yield { duplicates.lines.items.isEmpty }
  }

  @Test func `the search begins again after a transient error`() async throws {
    let disk = try FailingDisk(of: store.path)
    let duplicates = people.makeDuplicates()
    await yield { duplicates.progress.value == .failed }
    disk.recover()
    try #require(!scheduler.isIdle)
    scheduler.advance(by: .seconds(1))
    await yield { duplicates.progress.value == .complete }
    #expect(duplicates.lines.items.count == 1 && duplicates.problem.value == nil)
  }

  @Test func `two people are never proposed again, until that is undone`() async throws {
    let duplicates = await found()
    duplicates.markDistinct(try #require(duplicates[0]))
    await people.actions.settled()
    await yield { duplicates.lines.items.isEmpty }
    #expect(await found().lines.items.isEmpty)
    #expect(DuplicateFinder.pairs(among: try store.fetch(Query<Person>())).isEmpty)
    #expect(try store.fetch(Query<Person>()).map(\.hiddenLineCount) == [0, 0, 0])
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    people.undo()
    await people.actions.settled()
    #expect(
      notices == [
        .done("Undid “Marked Ada Lovelace and A. Lovelace as different people”", keys: "ctrl-r redoes")
      ])
    await yield { duplicates.lines.items.count == 1 }
    #expect(duplicates[0]?.first.otherProperties == [])
    token.cancel()
  }

  @Test func `a pair returns with its withdrawn note or its deleted person`() async throws {
    (await found()).markDistinct(try #require(await found()[0]))
    await people.actions.settled()
    let duplicates = await found()
    #expect(duplicates.lines.items.isEmpty)
    people.undo()
    await people.actions.settled()
    await yield { !duplicates.lines.items.isEmpty }
    try await store.removePeople(in: [2])
    await yield { duplicates.lines.items.isEmpty }
    try await store.undo()
    await yield { !duplicates.lines.items.isEmpty }
  }
}

/// The notes that two are two people, when people are merged.
extension DuplicatesViewModelTests {
  private func note(_ row: Int64, _ other: Int64) async throws {
    try await store.write { transaction in
      guard var person = try transaction.get(Person.self, row: row),
        let second = try transaction.get(Person.self, row: other)
      else { return }
      person.noteDistinct(from: second)
      try transaction.update(person)
    }
  }

  @Test(arguments: [1, 3] as [Int64]) func `a merge with a person who was removed changes nothing`(row: Int64)
    async throws
  {
    try await store.removePeople(in: [row])
    let before = try store.fetch(Query<Person>())
    #expect(try await store.mergePeople(in: [1, 2, 3]).count == 2)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    people.merge(PeopleSelection(rows: [1, 2, 3], name: "Ada Lovelace"))
    await people.actions.settled()
    #expect(notices == [.hint("Not all of them are in the book any more: nothing was merged")])
    #expect(try store.fetch(Query<Person>()) == before)
    token.cancel()
  }

  @Test(arguments: [[1, 2], [2, 1], [3, 2, 1]] as [[Int64]])
  func `people who were noted as two are not merged`(rows: [Int64]) async throws {
    try await note(1, 2)
    let before = try store.fetch(Query<Person>())
    await #expect(throws: DistinctPeopleError.self) { try await store.mergePeople(in: rows) }
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    people.merge(PeopleSelection(rows: rows, name: "Ada Lovelace"))
    await people.actions.settled()
    #expect(
      notices == [
        .problem(
          "Ada Lovelace and A. Lovelace are marked as different people: nothing was merged",
          keys: "H lists that change, and u there undoes it")
      ])
    #expect(try store.fetch(Query<Person>()) == before)
    #expect(try await store.mergePeople(in: rows, ignoresNotes: true).count == rows.count)
    #expect(try store.get(Person.self, row: rows[0])?.otherProperties == [])
    token.cancel()
  }

  @Test func `a transaction respects the notes`() async throws {
    try await note(1, 2)
    await #expect(throws: DistinctPeopleError.self) {
      try await store.write { transaction in
        let people = try ([1, 2] as [Int64]).compactMap { try transaction.get(Person.self, row: $0) }
        guard let first = people.first else { return }
        try transaction.merge(people, into: first)
      }
    }
    #expect(try store.count(Person.self) == 3)
  }

  @Test(arguments: [(2, 3), (3, 2)] as [(Int64, Int64)])
  func `what was noted about a merged person holds for the result`(_ holder: Int64, _ noted: Int64) async throws {
    try await note(holder, noted)
    let merge = await found().makeMerge(of: try #require(await found()[0]))
    merge.merge()
    await people.actions.settled()
    let (ada, bea) = (try store.get(Person.self, row: 1), try store.get(Person.self, row: 3))
    #expect(ada.flatMap { ada in bea.map(ada.isDistinct) } == true)
    people.undo()
    await people.actions.settled()
    try await store.mergePeople(in: [1, 2])
    await #expect(throws: DistinctPeopleError.self) { try await store.mergePeople(in: [1, 3]) }
  }
}

/// The merge of two people.
extension DuplicatesViewModelTests {
  private func row(_ merge: MergeViewModel, _ label: String) throws -> MergeViewModel.Row {
    try #require(merge.rows.items.first { $0.label == label })
  }

  @Test func `each field is chosen, and the result is shown before it is written`() async throws {
    let duplicates = await found()
    let merge = duplicates.makeMerge(of: try #require(duplicates[0]))
    #expect(try row(merge, "Organisation").choices == [.first, .second])
    #expect(try row(merge, "Organisation").result == "Engines")
    #expect(try row(merge, "Last name").choices == [.first])
    #expect(try row(merge, "Note").choice == .both)
    #expect(try row(merge, "E-mail").choice == .both)
    merge.choose(.second, in: try row(merge, "Organisation"))
    merge.choose(.second, in: try row(merge, "First name"))
    merge.choose(.first, in: try row(merge, "E-mail"))
    merge.choose(.both, in: try row(merge, "Organisation"))
    #expect(try row(merge, "Organisation").result == "Looms")
    #expect(merge.name == "A. Lovelace")
    let expected = merge.result
    merge.merge()
    await people.actions.settled()
    #expect(try store.get(Person.self, row: 1) == expected)
    #expect(expected.emails.map(\.value) == ["ada@example.org"] && expected.note == "First\nSecond")
    #expect(try store.count(Person.self) == 2)
    people.undo()
    await people.actions.settled()
    #expect(try store.get(Person.self, row: 1)?.firstName == "Ada")
    #expect(try store.count(Person.self) == 3)
  }

  @Test func `nothing is merged when one of the two was changed since`() async throws {
    let duplicates = await found()
    let merge = duplicates.makeMerge(of: try #require(duplicates[0]))
    try await store.write { try $0.update(Person.self, rows: [2]) { $0.note = "Third" } }
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    merge.merge()
    await people.actions.settled()
    #expect(notices == [.problem("One of them has changed: nothing was merged. Look at the values again")])
    #expect(try store.count(Person.self) == 3)
    token.cancel()
  }

  @Test func `a merge follows the two, and keeps the choices`() async throws {
    let duplicates = await found()
    let merge = duplicates.makeMerge(of: try #require(duplicates[0]))
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    merge.follow()
    merge.choose(.second, in: try row(merge, "Organisation"))
    try await store.write { try $0.update(Person.self, rows: [2]) { $0[.organisation] = "Mills" } }
    await yield { merge.rows.items.contains { $0.result == "Mills" } }
    #expect(notices == [.hint("One of them has changed: look at the values again")])
    // The user may have pressed the key before the change was shown.
    merge.merge()
    #expect(notices.last == .problem("One of them has changed: nothing was merged. Look at the values again"))
    merge.merge()
    await people.actions.settled()
    #expect(try store.get(Person.self, row: 1)?[.organisation] == "Mills")
    token.cancel()
  }

  @Test func `a merge notifies once of a deletion`() async throws {
    let duplicates = await found()
    let merge = duplicates.makeMerge(of: try #require(duplicates[0]))
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    merge.follow()
    try await store.removePeople(in: [2])
    await yield { !notices.isEmpty }
    let log = people.makeChanges(of: nil)
    try await store.write { try $0.update(Person.self, rows: [3]) { $0.note = "Third" } }
    await yield { log.rows.snapshot.items.first?.title == "Changed Bea" }
    #expect(notices == [.problem("One of them is no longer in the book")])
    token.cancel()
  }

  @Test func `the result keeps a full name`() {
    var first = Person()
    (first.firstName, first.lastName) = ("Ada", "Lovelace")
    var second = first
    second.fullName = "Dr. Ada Lovelace"
    #expect(MergeViewModel(first, second, people: people).result.fullName == "Dr. Ada Lovelace")
    #expect(MergeViewModel(second, first, people: people).result.fullName == "Dr. Ada Lovelace")
  }
}
