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
  private let homes = [TemporaryFolder(), TemporaryFolder(), TemporaryFolder()]

  private func book(_ number: Int) -> String { homes[number].path + "/people.db" }

  /// The standard output of a run, and its exit status.
  private func run(_ number: Int, _ words: String) throws -> (output: String, status: Int32) {
    let command = "'\(Built.program("peoplebook-sync"))' --book '\(book(number))' --name home\(number) \(words) 2>&1"
    let pipe = try #require(popen(command, "r"))
    var output = ""
    var buffer = [CChar](repeating: 0, count: 4_096)
    while fgets(&buffer, Int32(buffer.count), pipe) != nil {
      output += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return (output, pclose(pipe) >> 8)
  }

  private func start(_ number: Int) throws -> pid_t {
    let words = ["peoplebook-sync", "--book", book(number), "--stay"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    #expect(posix_spawn(&process, Built.program("peoplebook-sync"), nil, nil, &arguments, environ) == 0)
    return process
  }

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
    let first = try Book.open(at: book(0))
    try await first.write { transaction in
      var person = Person()
      person.firstName = "Ada"
      try transaction.insert(person)
    }
    let shared = try run(0, "share '\(relay.path)'")
    #expect(shared.status == 0)
    let link = try #require(shared.output.split(separator: "\n").first { $0.hasPrefix("peoplebook:join/") })
    for number in 1...2 {
      let joined = try run(number, "join \(link)")
      try #require(joined.status == 0, "\(joined.output)")
    }
    let processes = try (0...2).map(start)
    defer { for process in processes { kill(process, SIGKILL) } }
    let stores = try [first] + (1...2).map { try Book.open(at: book($0)) }
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
    let members = try run(0, "members")
    #expect(members.output.contains("home0 (this machine)"))
    #expect(members.output.contains("home2"))
    #expect(try run(1, "leave").status == 0)
    #expect(try stores[1].count(Person.self) == 4)
    for store in stores {
      #expect(try await store.check() == [])
      await store.close()
    }
  }

  @Test func `one process keeps a book in step`() throws {
    do {
      let lock = try #require(SyncLock(book: book(0)))
      #expect(SyncLock(book: book(0)) == nil)
      withExtendedLifetime(lock) {}
    }
    #expect(SyncLock(book: book(0)) != nil)
  }

  @Test func `messages say what to do`() throws {
    let missing = try run(0, "members")
    #expect(missing.status == 5)
    _ = try Book.open(at: book(0))
    #expect(try run(0, "members").output.contains("This book is not shared"))
    #expect(try run(0, "join peoplebook:join/AAAA").status == 2)
    #expect(try run(0, "share nowhere/at/all").output.contains("is not the address of a relay"))
  }
}
