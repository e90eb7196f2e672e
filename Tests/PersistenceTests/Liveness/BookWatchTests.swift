import Glibc
import TestSupport
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(10))) struct BookWatchTests {
  let folder = Folder()

  @Test(arguments: ["deleted", "moved", "replaced", "written over"], [true, false])
  func `a missing book is reported, and its list kept`(how: String, hasFileEvents: Bool) async throws {
    let store = try folder.openStore()
    // A process may have used up the events that the system offers, so they are not required where they are not denied.
    if !hasFileEvents { store.engine.perform { $0.watch.hasFileEvents = false } }
    try await store.write { try $0.insert(Friend("Ada")) }
    let watcher = Watcher(store.objects(Friend.self))
    #expect(watcher.last?.map(\.first) == ["Ada"])
    // Once a change arrives, the order is loaded and the file observed.
    try Shell(folder.book).run("UPDATE friend SET age = 1")
    await watcher.wait { !$0.changesets.isEmpty }
    switch how {
    case "deleted": unlink(folder.book)
    case "written over": folder.write(folder.read("book.db").map { $0 ^ 1 }, to: "book.db")
    case "moved": rename(folder.book, folder.path + "/elsewhere.db")
    default:
      folder.write([1, 2, 3], to: "new")
      rename(folder.path + "/new", folder.book)
    }
    await watcher.wait { !$0.failures.isEmpty }
    #expect(watcher.failures.first as? StoreError == .gone(path: store.path))
    #expect(watcher.last?.map(\.first) == ["Ada"])
    await #expect(throws: StoreError.gone(path: store.path)) { try await store.write { try $0.insert(Friend("Bob")) } }
  }

  @Test(arguments: ["-wal", "-shm"]) func `a deleted log is noticed before a write`(suffix: String) async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let watcher = Watcher(store.objects(Friend.self))
    try Shell(folder.book).run("UPDATE friend SET age = 1")
    await watcher.wait { !$0.changesets.isEmpty }
    unlink(folder.book + suffix)
    await #expect(throws: StoreError.gone(path: store.path)) { try await store.write { try $0.insert(Friend("Bob")) } }
    await watcher.wait { !$0.failures.isEmpty }
    #expect(watcher.failures.first as? StoreError == .gone(path: store.path))
  }

  @Test func `a commit that cannot be read is delivered later`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    var names: [String] = []
    var failures: [StoreError?] = []
    let commits = store.changes(of: Friend.self).sink { _ in
    } receiveValue: {
      names += $0.changes.compactMap(\.after?.first)
    }
    let token = store.changesFailurePublisher.sink { failures.append($0) }
    try await store.write { _ in }
    let disk = try FailingDisk(of: store.path)
    try Shell(folder.book).run("UPDATE friend SET first = 'Bob'")
    await yield { failures.count == 2 }
    #expect(names.isEmpty && failures[1] != nil)
    disk.recover()
    await yield { names == ["Bob"] && failures.count == 3 }
    #expect(failures[2] == nil)
    commits.cancel()
    token.cancel()
  }

  @Test func `an unreadable book is reported by the second poll`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let file = BookFile(folder.book)
    let watch = BookWatch(file, isReadOnly: false, state: nil)
    try watch.open(try Database.book(file, friends, access: .read))
    let disk = try FailingDisk(of: store.path)
    try Shell(folder.book).run("UPDATE friend SET age = 1")
    #expect(watch.change(after: .pollDue) == nil)
    for _ in 0..<2 { #expect(watch.change(after: .pollDue) == .unreadable) }
    disk.recover()
    #expect(watch.change(after: .pollDue) == .committed)
    #expect(watch.change(after: .pollDue) == nil)
  }

  @Test func `a book that becomes writable has its log watched`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let file = BookFile(folder.book)
    let watch = BookWatch(file, isReadOnly: true, state: nil)
    try watch.open(try Database.book(file, friends, access: .read))
    try watch.becomeWritable()
    #expect(watch.isInPlace)
    unlink(folder.book + "-wal")
    #expect(!watch.isInPlace)
    await store.close()
  }

  /// Without file events, a poll finds the replacement a second later.
  @Test(arguments: [true, false])
  func `damage is reported, unless the file was written over`(isWrittenOver: Bool) async throws {
    let store = try folder.openStore()
    store.engine.perform { $0.watch.hasFileEvents = false }
    try await store.write { try $0.insert(Friend("Ada")) }
    let results = store.objects(Friend.self)
    let watcher = Watcher(results)
    try Shell(folder.book).run("UPDATE friend SET age = 1")
    await watcher.wait { !$0.changesets.isEmpty }
    let damage = StoreError.damaged(path: store.path, detail: "")
    store.engine.perform { [listener = results.id] engine in
      engine.deliver(Delivery(listener: listener, content: .failure(damage)))
    }
    if isWrittenOver { folder.write(folder.read("book.db"), to: "book.db") }
    await watcher.wait { !$0.failures.isEmpty }
    #expect(watcher.failures.first as? StoreError == (isWrittenOver ? .gone(path: store.path) : damage))
  }

  @Test func `a merged log or another time is not a replacement`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let watcher = Watcher(store.objects(Friend.self))
    let shell = try Shell(folder.book)
    for age in 1...30 {
      try shell.run("UPDATE friend SET age = \(age)")
      try shell.run("PRAGMA wal_checkpoint(\(["PASSIVE", "FULL", "RESTART", "TRUNCATE"][age % 4]))")
      await watcher.wait { $0.last?.first?.age == age }
    }
    utimes(folder.book, nil)
    try shell.run("UPDATE friend SET age = 31")
    await watcher.wait { $0.last?.first?.age == 31 }
    try await store.write { _ in }
    #expect(watcher.failures.isEmpty)
  }

  @Test func `polling after an event slows down and ends`() {
    var relook = FileChangePoll()
    #expect(relook.next() == nil)
    relook.begin()
    var pauses: [Int] = []
    while let pause = relook.next() { pauses.append(pause) }
    #expect(pauses.first == 250_000)
    #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 * 2 == $1 })
    #expect((1_900_000_000...2_200_000_000).contains(pauses.reduce(0, +)))
  }
}
