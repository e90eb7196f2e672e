import Reactive
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct LogTests {
  let folder = Folder()

  @Test func `the log has authors and records before and after`() async throws {
    let store = try folder.openStore(author: "me")
    let ada = try await store.write { try $0.insert(Friend("Ada", tags: ["a"])) }
    // On a busy machine, the two writes may be too far apart to belong together.
    try Shell(folder.book).run(
      """
      UPDATE friend SET last = 'Byron'; INSERT INTO friend_tag VALUES (\(ada.row), 1, 'b');
      UPDATE change SET time = (SELECT max(time) FROM change) WHERE tx IS NULL
      """)
    try await store.write(author: "you") { try $0.delete(ada) }
    let log = try store.log(of: Friend.self, limit: 10)
    #expect(log.map(\.author) == ["you", nil, "me"])
    #expect(log.map { $0.changes.map(\.kind) } == [[.deletion], [.update], [.insertion]])
    #expect(log[2].changes[0].after == ada)
    #expect(log[1].changes[0].before == ada)
    #expect(log[1].changes[0].after?.tags == ["a", "b"])
    #expect(log[0].changes[0].before == log[1].changes[0].after)
    #expect(try store.log(of: Friend.self, limit: 1) == [log[0]])
    #expect(try store.history(of: ada).count == 3)
    #expect(abs(log[0].time - log[2].time) < 60_000)
  }

  @Test func `another program's writes before and after one are two commits`() async throws {
    let store = try folder.openStore(author: "me")
    let shell = try Shell(folder.book)
    try shell.run("INSERT INTO friend(first) VALUES ('Ada')")
    try await store.write { try $0.insert(Friend("Bob")) }
    try shell.run("INSERT INTO friend(first) VALUES ('Cyd'); UPDATE change SET time = (SELECT max(time) FROM change)")
    try await store.write { try $0.insert(Friend("Dan")) }
    let log = try store.log(of: Friend.self, limit: 9)
    #expect(log.map(\.author) == ["me", nil, "me", nil])
    #expect(log.map { $0.changes.map(\.after?.first) } == [["Dan"], ["Cyd"], ["Bob"], ["Ada"]])
  }

  @Test(arguments: [-1, 0])
  func `without room for a result nothing is read`(limit: Int) async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(try store.log(of: Friend.self, limit: limit).isEmpty)
    #expect(try await store.edits(limit: limit).isEmpty)
    #expect(try await store.transactionNumbers(limit: limit).isEmpty)
  }

  @Test func `commits arrive in order, before the lists' updates`() async throws {
    let here = try folder.openStore(author: "here")
    let there = try folder.openStore(author: "there")
    var events: [String] = []
    let watcher = Watcher(here.objects(Friend.self))
    let token = here.changes(of: Friend.self).sink { _ in
    } receiveValue: { commit in
      events.append("\(commit.author ?? "?") \(commit.changes.compactMap(\.record?.first)) \(watcher.replayed.count)")
    }
    try await here.write { try $0.insert(Friend("Ada")) }
    try await there.write { try $0.insert(Friend("Bob")) }
    await watcher.wait { $0.replayed.count == 2 }
    try Shell(folder.book).run("DELETE FROM friend WHERE first = 'Ada'")
    await watcher.wait { $0.replayed.count == 1 }
    #expect(events == ["here [\"Ada\"] 0", "there [\"Bob\"] 1", "? [\"Ada\"] 2"])
    token.cancel()
    try await here.write { try $0.insert(Friend("Cyd")) }
    #expect(events.count == 3)
  }

  @Test func `the commits of a record arrive once, with its changes alone`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try ["Ada", "Bob"].map { try transaction.insert(Friend($0)) }
    }
    let watcher = Watcher(store.objects(Friend.self))
    await watcher.wait { $0.replayed.count == 2 }
    var commits: [Commit<Friend>] = []
    let token = store.changes(ofRecord: friends[0]).sink { _ in
    } receiveValue: {
      commits.append($0)
    }
    for last in ["Byron", "Lovelace"] {
      try await store.write {
        try $0.update(Friend.self, rows: friends.map(\.row)) { ($0.last, $0.tags) = (last, [last]) }
      }
    }
    await watcher.wait { $0.last?.allSatisfy { $0.last == "Lovelace" } == true }
    #expect(commits.map { $0.changes.map(\.after?.last) } == [["Byron"], ["Lovelace"]])
    #expect(commits.map { $0.changes.map(\.after?.first) } == [["Ada"], ["Ada"]])
    #expect(commits.map { $0.changes.map(\.before?.tags) } == [[[]], [["Byron"]]])
    #expect(commits.map { $0.changes.map(\.after?.tags) } == [[["Byron"]], [["Lovelace"]]])
    token.cancel()
  }

  @Test func `a transaction that only takes back its first change has its others`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    var commits: [[String?]] = []
    let token = store.changes(of: Friend.self, limit: 1).sink { _ in
    } receiveValue: { commit in
      commits.append(commit.changes.map { $0.after?.first })
    }
    try await store.write {
      let passing = try $0.insert(Friend("Passing"))
      try $0.delete(passing)
      try $0.update(Friend.self, rows: [ada.row]) { $0.first = "Augusta" }
    }
    try await store.write { try $0.insert(Friend("Last")) }
    #expect(commits == [["Augusta"], ["Last"]])
    token.cancel()
  }

  @Test func `a record replaced in its row has its old values before`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada", tags: ["a"])) }
    var eve = Friend("Eve", tags: ["x", "y"])
    eve.row = ada.row
    try await store.write { [eve] transaction in
      try transaction.delete(ada)
      try transaction.insert(eve)
    }
    let changes = try store.log(of: Friend.self, limit: 1).flatMap(\.changes)
    #expect(changes.map(\.before) == [ada])
    #expect(changes.map(\.after?.tags) == [["x", "y"]])
  }

  @Test func `a record without all its values is left out`() {
    let fields: [StoredValue] = [.text("ada"), .text("Ada"), .text("King"), .integer(36), .null]
    func id(_ count: Int) -> String? {
      Aggregate<Friend>(row: 1, fields: Array(fields.prefix(count)), lists: [[:], [:]]).model?.id
    }
    #expect(id(5) == "ada" && id(4) == nil)
  }

  @Test func `reading more of the log compiles no more statements`() async throws {
    let store = try folder.openStore()
    let token = store.changes(of: Friend.self, limit: 5).sink { _ in
    } receiveValue: { _ in
    }
    var counts: [Int] = []
    for step in 0..<4 {
      try await store.write { try $0.insert(Friend("F\(step)")) }
      try await store.write { try $0.update(Friend.self, rows: [Int64(step + 1)]) { $0.last = "L" } }
      #expect(try await store.edits(limit: 10).count == 2 * (step + 1))
      counts.append(try await store.engine.read { $0.statements.count })
    }
    #expect(counts[3] == counts[1])
    token.cancel()
  }

  @Test func `edits of one field conflict, of different ones merge`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada", "Byron", tags: ["a"])) }
    try Shell(folder.book).run("UPDATE friend SET last = 'Lovelace'")
    var mine = ada
    mine.age = 36
    mine.tags = ["a", "b"]
    let merged = try await store.write { [mine] in try $0.update(mine, editedFrom: ada) }
    #expect(merged.last == "Lovelace" && merged.age == 36 && merged.tags == ["a", "b"])
    #expect(try store.get(Friend.self, id: ada.id) == merged)
    mine.last = "King"
    let stale = mine
    await #expect(throws: StoreError.conflict(id: ada.id, fields: ["last"])) {
      try await store.write { try $0.update(stale, editedFrom: ada) }
    }
    #expect(try store.get(Friend.self, id: ada.id) == merged)
  }

  @Test func `another Unicode form of a text is a change`() async throws {
    let store = try folder.openStore()
    var friend = Friend("\u{E9}")
    friend = try await store.write { [friend] in try $0.insert(friend) }
    friend.first = "e\u{301}"
    try await store.write { [friend] in try $0.update(friend) }
    #expect(try Shell(folder.book).value("SELECT hex(first) FROM friend") == "65CC81")
    let change = try #require(try store.log(of: Friend.self, limit: 1).first?.changes.first)
    #expect(change.kind == .update)
    #expect(change.before.map { Array($0.first.utf8) } == [0xC3, 0xA9])
  }
}
