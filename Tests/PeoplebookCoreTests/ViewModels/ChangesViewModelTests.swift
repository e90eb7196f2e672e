import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

/// The list of changes, and the undo and redo of single ones.
@Suite(.timeLimit(.minutes(5))) @MainActor struct ChangesViewModelTests {
  let book = TemporaryBook()
  let scheduler = ManualScheduler()
  let store: Store
  let people: PeopleViewModel

  init() async throws {
    store = try book.open()
    people = PeopleViewModel(store: store, scheduler: scheduler)
    try await store.write { transaction in
      for name in ["Ada", "Barbara"] {
        var person = Person()
        person.firstName = name
        _ = try transaction.insert(person)
      }
    }
    try await rename("Ada", "Augusta")
    try await rename("Barbara", "Barb")
  }

  private func person(_ name: String) throws -> Person {
    try #require(store.objects(Person.self).items.first { $0.firstName == name })
  }

  private func rename(_ name: String, _ newName: String, last: String = "") async throws {
    let row = try person(name).row
    try await store.write { transaction in
      guard var person = try transaction.get(Person.self, row: row) else { return }
      (person.firstName, person.lastName) = (newName, last)
      try transaction.update(person)
    }
  }

  private func rows(of changes: ChangesViewModel) -> [ChangesViewModel.Row] { Array(changes.rows.snapshot.items) }

  /// Waits until the rows are as `isExpected` says.
  private func wait(
    for changes: ChangesViewModel, until isExpected: ([ChangesViewModel.Row]) -> Bool
  ) async {
    await yield { isExpected(rows(of: changes)) }
  }

  @Test func `the newest change is first, with what it changed`() async throws {
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 3 }
    #expect(rows(of: changes).map(\.title) == ["Changed Barb", "Changed Augusta", "Added 2 people"])
    #expect(rows(of: changes).map(\.detail) == ["first name: Barbara → Barb", "first name: Ada → Augusta", ""])
    #expect(rows(of: changes).allSatisfy { $0.author == "you" && $0.day == "Today" && !$0.isUndone })
    let details = try #require(await changes.details(of: rows(of: changes)[2]))
    #expect(details.suffix(2) == ["Added Ada", "Added Barbara"])
  }

  @Test func `one change is undone and redone, and the later ones stay`() async throws {
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 3 }
    changes.undo(rows(of: changes)[1])
    await people.actions.settled()
    await wait(for: changes) { $0[1].isUndone }
    #expect(try person("Ada").row == 1 && person("Barb").row == 2)
    changes.redo(rows(of: changes)[1])
    await people.actions.settled()
    await wait(for: changes) { !$0[1].isUndone }
    #expect(rows(of: changes).count == 3)
    #expect(try person("Augusta").row == 1)
  }

  @Test func `a later change of the same field is named, and nothing is undone`() async throws {
    try await rename("Augusta", "Countess")
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 4 }
    changes.undo(rows(of: changes)[2])
    await people.actions.settled()
    #expect(
      notices == [.problem("Countess has been changed since by you (First name: “Countess”): nothing was changed.")])
    token.cancel()
  }

  @Test func `a conflict names the person as the list does`() async throws {
    try await rename("Augusta", "Countess", last: "Lovelace")
    try await rename("Countess", "Ada", last: "King")
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 5 }
    changes.undo(rows(of: changes)[1])
    await people.actions.settled()
    let sentence = if case .problem(let sentence, _)? = notices.first { sentence } else { "" }
    #expect(sentence.hasPrefix("Ada King has been changed since by you"))
    token.cancel()
  }

  @Test func `the changes of a person are those that changed the person`() async throws {
    let changes = people.makeChanges(of: try person("Augusta"))
    await wait(for: changes) { $0.count == 2 }
    #expect(rows(of: changes).map(\.title) == ["Changed Augusta", "Added 2 people"])
    #expect(changes.title == "Changes to Augusta")
    try await rename("Barb", "Barbara")
    try await rename("Augusta", "Ada")
    await wait(for: changes) { $0.count == 3 }
    #expect(rows(of: changes)[0].detail == "first name: Augusta → Ada")
  }

  @Test func `the changes of one day are shown alone, also after another change`() async throws {
    try await store.write { transaction in
      try transaction.run("UPDATE change SET time = time - 172800000 WHERE tx = (SELECT min(tx) FROM change)")
    }
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 3 }
    #expect(changes.days.map(\.count) == [2, 1])
    changes.day = changes.days[1]
    #expect(rows(of: changes).map(\.title) == ["Added 2 people"])
    try await rename("Barb", "Barbara")
    await yield { changes.days[0].count >= 3 }
    #expect(rows(of: changes).map(\.title) == ["Added 2 people"])
    changes.day = nil
    #expect(rows(of: changes).count == 4)
  }

  @Test func `older changes are read in pages, each complete`() async throws {
    let row = try person("Augusta").row
    for number in 0..<250 {
      try await store.write { try $0.update(Person.self, rows: [row]) { $0.note = "\(number)" } }
    }
    let changes = people.makeChanges(of: try person("Augusta"))
    await wait(for: changes) { $0.count == 100 }
    #expect(changes.hasMore.value && changes.days.map(\.count) == [100])
    #expect(rows(of: changes)[99].detail == "note: 149 → 150")
    changes.readMore()
    await wait(for: changes) { $0.count == 200 }
    changes.readMore()
    await wait(for: changes) { $0.count == 252 }
    #expect(!changes.hasMore.value)
    #expect(rows(of: changes).suffix(3).map(\.title) == ["Changed Augusta", "Changed Augusta", "Added 2 people"])
    changes.undo(rows(of: changes)[250])
    await people.actions.settled()
    await wait(for: changes) { $0[250].isUndone }
    #expect(rows(of: changes).count == 252)
  }

  /// The list of changes, and the disk that has failed when it read a new one.
  private func changesAfterError() async throws -> (changes: ChangesViewModel, disk: FailingDisk) {
    let row = try person("Augusta").row
    for number in 0..<130 {
      try await store.write { try $0.update(Person.self, rows: [row]) { $0.note = "\(number)" } }
    }
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 100 }
    let write = Task.immediate { [store] in
      try await store.write { transaction in
        try transaction.update(Person.self, rows: [row]) { $0.note = "new" }
        // The next reading needs the disk.
        try transaction.run("PRAGMA shrink_memory")
      }
    }
    // The main actor receives the commit when the disk fails.
    while !Task.isCancelled, try store.get(Person.self, row: row)?.note != "new" {}
    let disk = try FailingDisk(of: store.path)
    try await write.value
    await yield { changes.problem.value != nil }
    return (changes, disk)
  }

  @Test func `a page does not replace a refresh that failed`() async throws {
    let (changes, disk) = try await changesAfterError()
    disk.recover()
    changes.readMore()
    await wait(for: changes) { $0.count > 100 }
    #expect(rows(of: changes)[0].detail == "note: 129 → new" && changes.problem.value == nil)
  }

  @Test func `the changes are read again after a transient error`() async throws {
    let (changes, disk) = try await changesAfterError()
    disk.recover()
    try #require(!scheduler.isIdle)
    scheduler.advance(by: .seconds(1))
    await yield { changes.problem.value == nil }
    #expect(rows(of: changes).count == 100 && rows(of: changes)[0].detail == "note: 129 → new")
  }

  @Test func `an older day is read on demand`() async throws {
    try await store.write { transaction in
      try transaction.run("UPDATE change SET time = time - 172800000 WHERE tx = (SELECT min(tx) FROM change)")
    }
    let row = try person("Augusta").row
    for number in 0..<130 {
      try await store.write { try $0.update(Person.self, rows: [row]) { $0.note = "\(number)" } }
    }
    let changes = people.makeChanges()
    await wait(for: changes) { $0.count == 100 }
    changes.day = changes.days[0]
    #expect(changes.hasMore.value)
    await changes.readOlderDay()
    #expect(changes.days.map(\.count) == [132, 1] && !changes.hasOlder && !changes.hasMore.value)
  }
}
