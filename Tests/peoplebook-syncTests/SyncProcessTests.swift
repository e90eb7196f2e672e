import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import TestSupport
import Testing

@testable import peoplebook_sync

/// The built program: machines are folders, the relay is a folder.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SyncProcessTests {
  private let relay = TemporaryFolder()
  private let homes = [Home("home0"), Home("home1"), Home("home2")]

  @Test func `edits in three homes arrive in the others`() async throws {
    let first = try Book.open(at: homes[0].book)
    try await first.write { transaction in
      var person = Person()
      person.firstName = "Ada"
      try transaction.insert(person)
    }
    await first.close()
    let link = try homes[0].share(relay.path)
    for home in homes.dropFirst() { try home.join(link) }
    let processes = try homes.map { try $0.start() }
    defer { for process in processes { end(process) } }
    let stores = try homes.map { try Book.open(at: $0.book) }
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

  @Test func `programs are notified of each status`() async throws {
    try Data().write(to: URL(filePath: homes[0].book + ".keys"))
    let lock = try #require(SharingLock(book: homes[0].book))
    let (events, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = PresenceFolderWatch(homes[0].path) { continuation.yield() }
    for status in [SharingStatus.syncing(1_204), .live, .stopped("The relay is full.")] {
      lock.write(status)
      for await _ in events { break }
      #expect(SharingStatus(book: homes[0].book) == status)
    }
    withExtendedLifetime((lock, watch)) {}
  }

  @Test func `a process ends when its book leaves, however it was started`() async throws {
    _ = try Book.open(at: homes[0].book)
    _ = try homes[0].share(relay.path)
    let process = try homes[0].start()
    defer { end(process) }
    while SharingStatus(book: homes[0].book) != .live { _ = try homes[0].run("members") }
    #expect(try homes[0].run("leave").status == 0)
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
    #expect(status == 0)
    #expect(!SharingLock.isHeld(book: homes[0].book))
  }

  @Test func `a process whose book is replaced fails`() async throws {
    let book = try Book.open(at: homes[0].book)
    _ = try homes[0].share(relay.path)
    await book.close()
    // Its status is not that of this process.
    SharingLock.removeFile(book: homes[0].book)
    let process = try homes[0].start()
    defer { end(process) }
    await waitUntil(homes[0]) { $0 == .live }
    let other = try Book.open(at: homes[0].path + "/restored.db")
    await other.close()
    #expect(rename(homes[0].path + "/restored.db", homes[0].book) == 0)
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
    // It notices that the file is another one, or that the book in it is not shared.
    #expect([1 << 8, 5 << 8].contains(status))
    #expect(SharingStatus(book: homes[0].book)?.sentence?.hasPrefix("Not in step") == true)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "the package postgresql is not installed"))
  func `while its server is stopped, a book is offline`() async throws {
    let server = try #require(PostgresServer())
    let link = try homes[0].share(try #require(server.makeDatabase("book")))
    try homes[1].join(link)
    let processes = try homes.prefix(2).map { try $0.start() }
    defer { for process in processes { end(process) } }
    for home in homes.prefix(2) { await waitUntil(home) { $0 == .live } }
    #expect(server.halt())
    await waitUntil(homes[0]) {
      if case .offline(_, let reason) = $0 { reason.contains("cannot be reached") } else { false }
    }
    let stores = try homes.prefix(2).map { try Book.open(at: $0.book) }
    try await stores[0].write { transaction in
      var person = Person()
      person.firstName = "Ada"
      try transaction.insert(person)
    }
    #expect(server.start())
    try await wait(for: "Ada", in: stores[1])
    await waitUntil(homes[0]) { $0 == .live }
    for store in stores { await store.close() }
  }

  /// Waits until a book has a status.
  private func waitUntil(_ home: Home, _ isWanted: (SharingStatus) -> Bool) async {
    let (events, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = PresenceFolderWatch(home.path) { continuation.yield() }
    defer { withExtendedLifetime(watch) {} }
    continuation.yield()
    for await _ in events where SharingStatus(book: home.book).map(isWanted) == true { return }
  }

  @Test func `a book without its keys says so, and can leave`() async throws {
    let store = try Book.open(at: homes[0].book)
    _ = try homes[0].share(relay.path)
    let keys = homes[0].book + ".keys"
    try FileManager.default.removeItem(atPath: keys)
    guard case .stopped(let reason) = SharingStatus(of: store) else {
      Issue.record("\(String(describing: SharingStatus(of: store)))")
      return
    }
    #expect(reason.contains(keys) && reason.contains("leave"))
    let again = try homes[0].run("share '\(relay.path)'")
    #expect(again.status == 1 && again.output.contains("keys of this shared book are missing"), "\(again.output)")
    #expect(try homes[0].run("leave").status == 0)
    #expect(SharingStatus(of: store) == nil)
    await store.close()
  }

  @Test func `the keys of a sharing that never began can be left`() throws {
    _ = try Book.open(at: homes[0].book)
    _ = try homes[0].share(relay.path)
    let keys = homes[0].book + ".keys"
    let content = try Data(contentsOf: URL(filePath: keys))
    #expect(try homes[0].run("leave").status == 0)
    try content.write(to: URL(filePath: keys))
    #expect(try homes[0].run("leave").status == 0)
    #expect(!FileManager.default.fileExists(atPath: keys))
  }

  @Test func `a removed machine learns what to do`() throws {
    _ = try Book.open(at: homes[0].book)
    try homes[1].join(try homes[0].share(relay.path))
    #expect(try homes[0].run("members --remove home1").status == 0)
    let members = try homes[1].run("members")
    #expect(members.status == 1 && members.output.contains("removed this machine"), "\(members.output)")
    #expect(members.output.contains("“peoplebook leave”"))
    let link = try homes[1].run("share '\(relay.path)'")
    #expect(link.status == 1 && link.output.contains("removed this machine"), "\(link.output)")
    let left = try homes[1].run("leave")
    #expect(left.status == 0 && !left.output.contains("still list"), "\(left.output)")
  }

  @Test func `no member is removed while the relay is missing`() throws {
    _ = try Book.open(at: homes[0].book)
    try homes[1].join(try homes[0].share(relay.path))
    try FileManager.default.moveItem(atPath: relay.path, toPath: relay.path + ".away")
    defer { try? FileManager.default.moveItem(atPath: relay.path + ".away", toPath: relay.path) }
    let removal = try homes[0].run("members --remove home1")
    #expect(removal.status == 1 && removal.output.contains("home1 is still a member"), "\(removal.output)")
  }

  @Test func `a folder is the same however it is written`() throws {
    _ = try Book.open(at: homes[0].book)
    let link = try homes[0].share(relay.path + "/")
    let other = TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: "\(other.path)/link", withDestinationPath: relay.path)
    for path in [relay.path, relay.path + "//", "\(other.path)/link"] {
      #expect(try homes[0].share(path) == link)
    }
    #expect(try homes[0].run("share '\(other.path)'").output.contains("shared already, through \(relay.path)"))
  }

  @Test func `two programs that share one book make one sharing`() async throws {
    _ = try Book.open(at: homes[0].book)
    let (home, path) = (homes[0], relay.path)
    let runs = (0..<4).map { _ in Task.detached { String(try home.share(path)) } }
    var links: Set<String> = []
    for run in runs { links.insert(try await run.value) }
    #expect(links.count == 1)
    #expect(relay.names.count == 1)
    #expect(try home.run("members").status == 0)
  }

  @Test func `an emptied folder is filled again when the book is shared there`() throws {
    _ = try Book.open(at: homes[0].book)
    let link = try homes[0].share(relay.path)
    for name in relay.names { try FileManager.default.removeItem(atPath: "\(relay.path)/\(name)") }
    let members = try homes[0].run("members")
    #expect(members.output.contains("has nothing of this book"), "\(members.output)")
    #expect(relay.names == [])
    #expect(try homes[1].run("join \(link)").output.contains("does not have the book yet"))
    let again = try homes[0].run("share '\(relay.path)'")
    #expect(again.output.contains(link) && again.output.contains("has everything again"), "\(again.output)")
    #expect(!again.output.contains("this machine stays"))
    try homes[1].join(link)
    #expect(try !homes[0].run("share '\(relay.path)'").output.contains("again"))
  }

  @Test func `messages say what to do`() throws {
    let missing = try homes[0].run("members")
    #expect(missing.status == 5)
    _ = try Book.open(at: homes[0].book)
    #expect(try homes[0].run("members").output.contains("This book is not shared"))
    #expect(try homes[0].run("join peoplebook:join/AAAA").status == 2)
    #expect(try homes[0].run("share nowhere/at/all").output.contains("There is no folder “nowhere/at/all”"))
    let link = try homes[0].share(relay.path)
    #expect(try homes[1].run("join \(link) --relay nowhere").output.contains("There is no folder “nowhere”"))
  }

  @Test func `a full output is a failure, or partly done`() throws {
    #expect(try homes[0].run("share '\(relay.path)' >/dev/full").status == 6)
    #expect(try homes[0].run("members >/dev/full").status == 1)
    #expect(try homes[0].run("members").output.contains("home0 (this machine)"))
    // It prints messages only.
    #expect(try homes[0].run("leave >/dev/full").status == 0)
    #expect(try homes[0].run("members").output.contains("This book is not shared"))
  }

  @Test func `a relay folder that is gone is known by its relative path`() throws {
    _ = try Book.open(at: homes[0].book)
    let link = try homes[0].share(relay.path)
    try FileManager.default.removeItem(atPath: relay.path)
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let path = String(repeating: "../", count: depth) + relay.path.dropFirst()
    let outcome = try homes[0].run("share '\(path)'")
    #expect(outcome.status == 0 && outcome.output.contains(link), "\(outcome.output)")
  }
}
