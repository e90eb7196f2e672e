import FoundationEssentials
import Glibc
import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct ResumableImportsTests {
  let book = TemporaryBook()

  private func write(_ names: [String]) throws -> String {
    let path = book.folder + "/people.vcf"
    let cards = names.map { "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\($0)\r\nFN:\($0) Lind\r\nEND:VCARD\r\n" }.joined()
    let file = try #require(fopen(path, "w"))
    fputs(cards, file)
    fclose(file)
    return path
  }

  private func names(_ store: Store) throws -> [String] {
    try store.fetch(Query<Person>().sorted(by: .name)).map(\.name)
  }

  /// Keeps an import in the book, as a program does that ends in the middle of it.
  private func interrupt(importOf path: String) async throws {
    let store = try book.open()
    let imports = ResumableImports(store: store)
    // The import waits behind one that never ends.
    let manager = try MutationManager(store, [MutationKind(ImportMutation.self, with: imports)])
    try await manager.start(ImportMutation([ImportFile(path: path)]))
  }

  @Test func `an import that has ended is no longer kept`() async throws {
    let store = try book.open()
    let imports = ResumableImports(store: store)
    let outcome = try await imports.run(from: write(["Ada", "Bea"]), report: { _ in }, isCancelled: { false })
    #expect(outcome.added == 2)
    #expect(try names(store) == ["Ada Lind", "Bea Lind"])
    #expect(try !imports.hasPending())
  }

  @Test func `an import ends in the transaction of its last people, and only there`() async throws {
    let store = try book.open()
    let file = try ImportFile(path: write(["Ada", "Bea"]))
    try await store.write { transaction in
      try transaction.run("INSERT INTO mutation(id, name, body, owner, time) VALUES ('m', 'import', '{}', 1, 0)")
    }
    let imports = ResumableImports(store: store)
    let cancelled = try await store.importPeople(from: [file], isCancelled: { true }, ending: "m")
    #expect(cancelled.isCancelled)
    #expect(try imports.hasPending())
    let before = try await store.undoableTransaction(of: Person.self, scope: .own)
    #expect(before == nil)
    _ = try await store.importPeople(from: [file], ending: "m")
    #expect(try !imports.hasPending())
    #expect(try names(store) == ["Ada Lind", "Bea Lind"])
  }

  @Test func `an import whose saved part is undone is not kept`() async throws {
    let store = try book.open()
    let file = try ImportFile(path: write((0...20_000).map { "Ada \($0)" }))
    try await store.write { transaction in
      try transaction.run("INSERT INTO mutation(id, name, body, owner, time) VALUES ('m', 'import', '{}', 1, 0)")
    }
    let isStopped = AtomicFlag()
    let outcome = try await store.importPeople(
      from: [file], report: { if $0.people == 20_001 { isStopped.set() } }, isCancelled: { isStopped.isSet },
      ending: "m")
    #expect(outcome.isCancelled)
    #expect(try names(store) == [] && !ResumableImports(store: store).hasPending())
  }

  @Test func `an interrupted import is finished by the next program`() async throws {
    try await interrupt(importOf: write(["Ada", "Bea"]))
    let store = try book.open()
    let imports = ResumableImports(store: store)
    #expect(try imports.hasPending())
    let outcome = try await imports.resume(report: { _ in }, isCancelled: { false })
    #expect(outcome?.added == 2)
    #expect(try names(store) == ["Ada Lind", "Bea Lind"])
    #expect(try !imports.hasPending())
    #expect(try await imports.resume(report: { _ in }, isCancelled: { false }) == nil)
  }

  @Test func `an interrupted import of a missing file fails once`() async throws {
    let path = try write(["Ada"])
    try await interrupt(importOf: path)
    unlink(path)
    let imports = ResumableImports(store: try book.open())
    await #expect(throws: (any Error).self) {
      _ = try await imports.resume(report: { _ in }, isCancelled: { false })
    }
    #expect(try !imports.hasPending())
  }

  @Test func `an interrupted import of a changed file is not finished`() async throws {
    let path = try write(["Ada"])
    try await interrupt(importOf: path)
    _ = try write(["Bea", "Cleo"])
    let store = try book.open()
    let imports = ResumableImports(store: store)
    let reason = ImportError(
      description: "\(path) has changed since the import began: import it again.", isPartial: true)
    await #expect(throws: reason) { _ = try await imports.resume(report: { _ in }, isCancelled: { false }) }
    #expect(try names(store) == [] && !imports.hasPending())
  }

  @Test func `an import of an earlier version is resumed`() throws {
    let path = try write(["Ada"])
    let mutation = try JSONDecoder().decode(ImportMutation.self, from: Data("{\"path\":\"\(path)\"}".utf8))
    #expect(try mutation.files().count == 1)
  }

  @Test func `an interrupted import of another version is reported and kept`() async throws {
    try await interrupt(importOf: write(["Ada"]))
    let store = try book.open()
    try await store.write { try $0.run("UPDATE mutation SET body = '{}'") }
    let imports = ResumableImports(store: store)
    let reason = ImportError(description: "It was begun by another version of the program, which can finish it.")
    #expect(throws: reason) { try imports.interruptedFiles() }
    await #expect(throws: reason) { try await imports.resume(report: { _ in }, isCancelled: { false }) }
    #expect(try imports.hasPending())
    // Another import is not affected.
    let outcome = try await imports.run(from: write(["Bea"]), report: { _ in }, isCancelled: { false })
    #expect(outcome.added == 1)
  }

  @Test func `a file that cannot be imported leaves nothing behind`() async throws {
    let store = try book.open()
    let imports = ResumableImports(store: store)
    await #expect(throws: (any Error).self) {
      _ = try await imports.run(from: "/nowhere/people.vcf", report: { _ in }, isCancelled: { false })
    }
    #expect(try names(store) == [] && !imports.hasPending())
  }

  @Test func `a cancelled import leaves nothing behind`() async throws {
    let store = try book.open()
    let imports = ResumableImports(store: store)
    let outcome = try await imports.run(from: write(["Ada"]), report: { _ in }, isCancelled: { true })
    #expect(outcome.isCancelled)
    #expect(try names(store) == [] && !imports.hasPending())
  }

  @Test func `an interrupted import that cannot be finished says what stays`() async throws {
    let path = try write(["Ada"])
    try await interrupt(importOf: path)
    unlink(path)
    let viewModel = PeopleViewModel(store: try book.open(), scheduler: MainScheduler.shared)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = viewModel.notices.sink { notices.append($0) }
    viewModel.resumeImports()
    await yield { !notices.isEmpty }
    let sentence = if case .problem(let sentence, _)? = notices.first { sentence } else { "" }
    #expect(sentence.hasPrefix("An interrupted import could not be finished: \(path)"))
    #expect(sentence.hasSuffix(" What it had added stays in the book, and is listed among the changes."))
    token.cancel()
  }

  @Test func `an interrupted import that is stopped says what stays`() async throws {
    try await interrupt(importOf: write(["Ada"]))
    let viewModel = PeopleViewModel(store: try book.open(), scheduler: MainScheduler.shared)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = viewModel.notices.sink { notices.append($0) }
    viewModel.resumeImports()
    viewModel.actions.interact(with: .cancel)
    await yield { !notices.isEmpty }
    #expect(notices == [.hint(ResumableImports.stopped)])
    #expect(ResumableImports.stopped.hasPrefix("The interrupted import was stopped. What it had added stays"))
    token.cancel()
  }

  @Test func `a full disk is the reason, without a word on what was changed`() {
    #expect(
      ResumableImports.problem(StoreError.diskFull(path: "p"))
        == "An interrupted import could not be finished: The disk of p is full: free some space and try again. "
        + "What it had added stays in the book, and is listed among the changes.")
  }

  @Test func `the list says that an interrupted import was finished`() async throws {
    try await interrupt(importOf: write(["Ada", "Bea"]))
    let viewModel = PeopleViewModel(store: try book.open(), scheduler: MainScheduler.shared)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = viewModel.notices.sink { notices.append($0) }
    viewModel.resumeImports()
    await yield { !notices.isEmpty }
    #expect(notices == [.done("Interrupted import finished: 2 people imported")])
    token.cancel()
  }
}
