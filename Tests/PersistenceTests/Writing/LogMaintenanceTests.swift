import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct LogMaintenanceTests {
  let folder = Folder()

  @Test func `keys made by another ICU are recomputed`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<2_500 { try $0.insert(Friend("F\(10_000 + number)")) } }
    await store.close()
    let shell = try Shell(folder.book)
    // A book of an older ICU: every key is different, and the recomputation was interrupted.
    try shell.run("UPDATE friend SET sort_first = CAST(10000 - row AS BLOB)")
    try shell.run("UPDATE meta SET value = 'format 1, ICU 1, locale ' WHERE key = 'computed'")
    let again = try folder.openStore()
    let watcher = Watcher(again.objects(Friend.self))
    await watcher.wait { watcher in watcher.last?.first?.first == "F10000" && watcher.last?.last?.first == "F12499" }
    #expect(watcher.last?.map(\.row) == Array(1...2_500))
    // The recomputation is neither published nor logged, so there is nothing of it to undo.
    #expect(try again.log(of: Friend.self, limit: 9).map(\.changes.count) == [2_500])
    try await again.undo()
    #expect(try again.count(Friend.self) == 0)
    try shell.check()
  }

  @Test func `keys that are checked and right are not noted in the log`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    let shell = try Shell(folder.book)
    try shell.run("UPDATE meta SET value = 'format 1, ICU 1, locale ' WHERE key = 'computed'")
    let again = try folder.openStore()
    // The check runs after the requested work.
    let checked = "SELECT count(*) FROM meta WHERE key = 'computed' AND value <> 'format 1, ICU 1, locale '"
    while try shell.value(checked) != "1" { try await again.write { _ in } }
    #expect(try shell.value("SELECT count(*) FROM change WHERE op = 'upkeep'") == "0")
  }

  @Test func `the keys of a new locale need no check`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Åsa")) }
    await store.close()
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    let upkeep = LogMaintenance(connection, friends)
    try upkeep.setLocale("sv", WriteMonitor())
    #expect(try !upkeep.renewKeys())
    #expect(try Initials.kept(in: connection.database)?.labels.contains("Å") == true)
    connection.close()
  }

  @Test func `the log is pruned by whole transactions`() async throws {
    var format = friends
    format.log.count = 50
    let store = try Store.open(at: folder.book, format, author: "me")
    for number in 0..<10 {
      try await store.write { for offset in 0..<20 { try $0.insert(Friend("F\(number * 20 + offset)")) } }
    }
    await store.close()
    let again = try Store.open(at: folder.book, format, author: "me")
    let watcher = Watcher(again.objects(Friend.self))
    let shell = try Shell(folder.book)
    // Pruning runs after the requested work.
    while try shell.value("SELECT min(seq) FROM change") == "1", !Task.isCancelled { try await again.write { _ in } }
    // Half of the third transaction from the end is within the limit.
    #expect(try shell.value("SELECT count(*) FROM change") == "40")
    let count = try again.count(Friend.self)
    try await again.undo()
    try await again.undo()
    await #expect(throws: StoreError.nothingToUndo) { try await again.undo() }
    #expect(try again.count(Friend.self) == count - 40)
    await watcher.wait { $0.replayed.count == count - 40 }
    #expect(try shell.value("SELECT count(*) FROM tx WHERE author = 'me' AND action = 'edit'") == "2")
    try shell.check()
  }

  @Test func `a record's entries are pruned at once`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      let ada = try transaction.insert(Friend("Ada", tags: ["a", "b", "c"]))
      for number in 1..<4_997 { try transaction.insert(Friend("F\(number)")) }
      try transaction.delete(ada)
    }
    try await store.write { try $0.insert(Friend("Bob")) }
    await store.close()
    let shell = try Shell(folder.book)
    #expect(try shell.run("SELECT seq FROM change WHERE row = 1") == [["1"], ["4998"], ["4999"], ["5000"], ["5001"]])
    var format = friends
    format.log.age = -1_000_000
    let connection = try Connection(file: BookFile(folder.book), format: format)
    let upkeep = LogMaintenance(connection, format)
    // A batch has 5,000 entries.
    for oldest in ["4998", "5002"] {
      #expect(try upkeep.prune())
      #expect(try shell.value("SELECT min(seq) FROM change") == oldest)
    }
    #expect(try !upkeep.prune())
    connection.close()
  }

  @Test func `batch after batch of a long log is pruned`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insertAll((0..<12_000).map { Friend("F\($0)") }) }
    try await store.write { try $0.insert(Friend("Last")) }
    await store.close()
    var format = friends
    format.log.age = -1_000_000
    let again = try Store.open(at: folder.book, format)
    // A batch has 5,000 entries; each is followed by the requested work.
    for _ in 0..<20 { try await again.write { _ in } }
    #expect(try Shell(folder.book).value("SELECT min(seq) FROM change") == "12001")
  }

  @Test func `the last transaction is never pruned, however old`() async throws {
    var format = friends
    format.log.age = -1_000_000
    let store = try Store.open(at: folder.book, format)
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { for _ in 0..<30 { try $0.insert(Friend("Bob")) } }
    await store.close()
    let again = try Store.open(at: folder.book, format)
    let shell = try Shell(folder.book)
    while try shell.value("SELECT min(seq) FROM change") != "2" { try await again.write { _ in } }
    try await again.undo()
    #expect(try again.count(Friend.self) == 1)
  }

  @Test func `a reader that misses pruned entries reloads everything`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<5 { try $0.insert(Friend("F\(number)")) } }
    let watcher = Watcher(store.objects(Friend.self))
    try await store.write { try $0.insert(Friend("G")) }
    await watcher.wait { $0.replayed.count == 6 }
    let shell = try Shell(folder.book)
    // One transaction, so that a reader cannot see the state in between.
    try shell.run(
      """
      BEGIN; INSERT INTO friend(first) VALUES ('H'), ('I');
      DELETE FROM change WHERE seq < (SELECT max(seq) FROM change); COMMIT
      """)
    await watcher.wait { $0.replayed.count == 8 }
    #expect(watcher.initials == 2 && watcher.last?.isComplete == true)
    #expect(watcher.last?.map(\.first).suffix(2) == ["H", "I"])
  }

  @Test func `keys of many records are renewed in few batches`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insertAll((0..<2_500).map { Friend("F\(10_000 + $0)") }) }
    await store.close()
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend SET sort_first = CAST(10000 - row AS BLOB)")
    try shell.run("UPDATE meta SET value = 'format 1, ICU 1, locale ' WHERE key = 'computed'")
    // The size of a batch depends on this counter, which makes a book of many records unnecessary.
    try shell.run("UPDATE counter SET value = 200 * 2500 - 1 WHERE name = 'friend'")
    let again = try folder.openStore()
    let checked = "SELECT count(*) FROM meta WHERE key = 'computed' AND value <> 'format 1, ICU 1, locale '"
    while try shell.value(checked) != "1" { try await again.write { _ in } }
    #expect(try shell.value("SELECT count(*) FROM change WHERE op = 'upkeep'") == "1")
    try shell.run("UPDATE counter SET value = 2500 WHERE name = 'friend'")
    #expect(try again.fetch(Query<Friend>()).map(\.row) == Array(1...2_500))
    try shell.check()
  }

  @Test func `entries after a position that is kept are not pruned`() async throws {
    let store = try folder.openStore()
    for name in ["Ada", "Bob", "Cyd"] { try await store.write { try $0.insert(Friend(name)) } }
    await store.close()
    var format = friends
    format.log.age = -1_000_000
    let connection = try Connection(file: BookFile(folder.book), format: format)
    try LogPosition.setKept(1, in: connection.database)
    let upkeep = LogMaintenance(connection, format)
    while try upkeep.prune() {}
    #expect(try Shell(folder.book).value("SELECT min(seq) FROM change") == "2")
    connection.close()
  }

  @Test(arguments: ["", "|0|0", "|0|", "|x|x"])
  func `without a position, keys are renewed from the first record`(position: String) async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend SET sort_first = x'00'; UPDATE meta SET value = 'old' WHERE key = 'computed'")
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    let signature = friends.signature(try connection.collator())
    if !position.isEmpty { try connection.database.setMeta("computing", signature + position) }
    let upkeep = LogMaintenance(connection, friends)
    while try upkeep.renewKeys() {}
    #expect(try shell.value("SELECT count(*) FROM friend WHERE sort_first = x'00'") == "0")
    connection.close()
  }

  @Test func `keys of a row below zero are renewed`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      var ada = Friend("Ada")
      ada.row = -1
      try transaction.insert(ada)
    }
    await store.close()
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend SET sort_first = x'00'; UPDATE meta SET value = 'old' WHERE key = 'computed'")
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    let upkeep = LogMaintenance(connection, friends)
    while try upkeep.renewKeys() {}
    #expect(try shell.value("SELECT count(*) FROM friend WHERE sort_first = x'00'") == "0")
    connection.close()
  }

  @Test func `a position in other keys does not count`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend SET sort_first = x'00'; UPDATE meta SET value = 'old' WHERE key = 'computed'")
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    try connection.database.setMeta("computing", "older|0|1")
    let upkeep = LogMaintenance(connection, friends)
    while try upkeep.renewKeys() {}
    #expect(try shell.value("SELECT count(*) FROM friend WHERE sort_first = x'00'") == "0")
    connection.close()
  }

  @Test func `an entry of the highest age is kept`() async throws {
    let store = try folder.openStore()
    for name in ["Ada", "Bob"] { try await store.write { try $0.insert(Friend(name)) } }
    await store.close()
    let shell = try Shell(folder.book)
    try shell.run("UPDATE change SET time = seq * 1000")
    var format = friends
    format.log.age = 1_000
    let connection = try Connection(file: BookFile(folder.book), format: format)
    let upkeep = LogMaintenance(connection, format)
    #expect(try !upkeep.prune())
    try shell.run("UPDATE change SET time = 999 WHERE seq = 1")
    #expect(try upkeep.prune())
    #expect(try shell.value("SELECT min(seq) FROM change") == "2")
    connection.close()
  }
}
