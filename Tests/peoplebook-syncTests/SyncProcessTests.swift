import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Reactive
import TestSupport
import Testing

@testable import peoplebook_sync

/// The built program: machines are folders, the relay is a folder.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SyncProcessTests {
  private let relay = TemporaryFolder()
  private let homes = [Home("home0"), Home("home1"), Home("home2")]

  /// Waits until a book has a person with a first name.
  private func wait(for name: String, in store: Store) async throws {
    var tokens: Set<AnyCancellable> = []
    let commits = AsyncStream<Void> { continuation in
      store.changes(of: Person.self).sink(
        receiveCompletion: { _ in continuation.finish() }, receiveValue: { _ in continuation.yield() }
      ).store(in: &tokens)
    }
    if try store.fetch(Query<Person>()).contains(where: { $0.firstName == name }) { return }
    for await _ in commits {
      if try store.fetch(Query<Person>()).contains(where: { $0.firstName == name }) { return }
    }
    withExtendedLifetime(tokens) {}
    Issue.record("the book was closed")
  }

  @Test func `edits in three homes arrive in the others`() async throws {
    let first = try Book.open(at: homes[0].book)
    try await first.write { transaction in
      var person = Person()
      person.firstName = "Ada"
      try transaction.insert(person)
    }
    let link = try homes[0].share(relay.path)
    for home in homes.dropFirst() { try home.join(link) }
    let processes = try homes.map { try $0.start() }
    defer { for process in processes { kill(process, SIGKILL) } }
    let stores = try [first] + (1...2).map { try Book.open(at: homes[$0].book) }
    for (number, store) in stores.enumerated() {
      try await store.write(author: "home\(number)") { transaction in
        var person = Person()
        person.firstName = "Person \(number)"
        try transaction.insert(person)
      }
      for other in stores { try await wait(for: "Person \(number)", in: other) }
    }
    for process in processes {
      kill(process, SIGTERM)
      var status: Int32 = 0
      #expect(waitpid(process, &status, 0) == process)
      #expect(status == 0)
    }
    let members = try homes[0].run("members")
    #expect(members.output.contains("home0 (this machine)"))
    #expect(members.output.contains("home2"))
    #expect(try homes[1].run("leave").status == 0)
    #expect(try stores[1].count(Person.self) == 4)
    for store in stores {
      #expect(try await store.check() == [])
      await store.close()
    }
  }

  @Test func `one process keeps a book in step`() throws {
    do {
      let lock = try #require(SyncLock(book: homes[0].book))
      #expect(SyncLock(book: homes[0].book) == nil)
      withExtendedLifetime(lock) {}
    }
    #expect(SyncLock(book: homes[0].book) != nil)
  }

  @Test func `messages say what to do`() throws {
    let missing = try homes[0].run("members")
    #expect(missing.status == 5)
    _ = try Book.open(at: homes[0].book)
    #expect(try homes[0].run("members").output.contains("This book is not shared"))
    #expect(try homes[0].run("join peoplebook:join/AAAA").status == 2)
    #expect(try homes[0].run("share nowhere/at/all").output.contains("is not the address of a relay"))
  }
}
