import Glibc
import Persistence
import Testing

/// A full disk is simulated by a limit on the file size.
///
/// It applies to a whole process, so each test runs in its own.
@Suite(.timeLimit(.minutes(5))) struct DiskFullTests {
  /// Limits the size of files from now on; `nil` lifts the limit.
  private static func limitFiles(to size: Int?) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(1), &limit)
    limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(__rlimit_resource_t(1), &limit)
  }

  @MainActor
  private static func allFriends(_ store: Store) throws -> [Friend] { try store.fetch(Query<Friend>()) }

  @Test func `a write without room changes nothing`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = Folder()
      var store = try folder.openStore()
      try await store.write { for number in 0..<50 { try $0.insert(Friend("F\(number)", tags: ["t"])) } }
      await store.close()
      let before = try DiskFullTests.allFriends(folder.openStore())
      var failures = 0
      var hasSucceeded = false
      // From no room at all to enough for everything, in steps that are not a multiple of a page.
      for size in stride(from: 0, through: 400_000, by: 3_500) {
        store = try folder.openStore()
        let watcher = Watcher(store.objects(Friend.self))
        DiskFullTests.limitFiles(to: size)
        do {
          try await store.write { transaction in
            for number in 0..<120 { try transaction.insert(Friend("New \(number)", tags: ["t"])) }
            for friend in try transaction.fetch(Query<Friend>(), limit: 40) {
              var friend = friend
              friend.last += " changed"
              try transaction.update(friend)
            }
          }
          hasSucceeded = true
        } catch {
          failures += 1
          #expect(error as? StoreError == .diskFull(path: store.path), "\(error) at \(size)")
        }
        DiskFullTests.limitFiles(to: nil)
        if hasSucceeded { break }
        #expect(try DiskFullTests.allFriends(store) == before, "at \(size)")
        #expect(try await store.check() == [], "at \(size)")
        // The same store works again once there is room.
        let extra = try await store.write { try $0.insert(Friend("Extra")) }
        await watcher.wait { $0.replayed.count == 51 }
        try await store.write { try $0.delete(extra) }
        await watcher.wait { $0.replayed.count == 50 }
        #expect(watcher.failures.isEmpty)
        await store.close()
      }
      #expect(hasSucceeded && failures > 10)
      #expect(try store.count(Friend.self) == 170)
      #expect(try await store.check() == [])
    }
  }

  @Test func `a failed commit is not published, and lists continue`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = Folder()
      let store = try folder.openStore()
      try await store.write { for number in 0..<700 { try $0.insert(Friend("F\(1_000 + number)", age: number % 90)) } }
      let queries: [Query<Friend>] = [Query(), Query().search("f"), Query().where(\.age < 40).sorted(by: .last)]
      let lists = queries.map { Watcher(store.objects($0)) }
      for list in lists { await list.wait { $0.last?.isComplete == true } }
      var published = 0
      let token = store.changes(of: Friend.self).sink(
        receiveCompletion: { _ in }, receiveValue: { _ in published += 1 })
      defer { token.cancel() }
      func rename(_ row: Int64, _ name: String) async throws {
        try await store.write { transaction in
          guard var friend = try transaction.get(Friend.self, row: row) else { return }
          friend.first = name
          try transaction.update(friend)
        }
      }
      var failures = 0
      var commits = 0
      for size in stride(from: 0, through: 400_000, by: 2_500) {
        let counts = lists.map(\.changesets.count)
        DiskFullTests.limitFiles(to: size)
        let hasFailed: Bool
        do {
          try await rename(Int64(size / 2_500 % 700 + 1), "A \(size)")
          hasFailed = false
          commits += 1
        } catch {
          hasFailed = true
          #expect(error as? StoreError == .diskFull(path: store.path), "\(error) at \(size)")
        }
        DiskFullTests.limitFiles(to: nil)
        if hasFailed {
          failures += 1
          #expect(lists.map(\.changesets.count) == counts)
        }
        try await rename(Int64(size / 2_500 % 300 + 301), "Z \(size)")
        commits += 1
        for (query, list) in zip(queries, lists) {
          #expect(list.replayed == (try store.fetch(query)).map(\.row), "\(query) at \(size)")
        }
        if commits > 2 * failures + 20 { break }
      }
      #expect(failures > 5)
      #expect(published == commits)
      #expect(lists.allSatisfy { $0.failures.isEmpty && $0.initials == 1 })
    }
  }

  @Test func `a book opened without room is written once there is room`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = Folder()
      let first = try folder.openStore()
      try await first.write { try $0.insert(Friend("Ada")) }
      await first.close()
      // Too little for the index of SQLite's log.
      DiskFullTests.limitFiles(to: 4_096)
      let store = try folder.openStore()
      let watcher = Watcher(store.objects(Friend.self))
      await watcher.wait { $0.replayed.count == 1 }
      let full = StoreError.diskFull(path: store.path)
      #expect(store.readOnlyReason == full && !store.isReadOnly)
      await #expect(throws: full) { try await store.write { try $0.insert(Friend("Bob")) } }
      #expect(store.readOnlyReason == full)
      DiskFullTests.limitFiles(to: nil)
      // A record without sort keys is the first one. Lists are compared by row numbers.
      try Shell(folder.book).run("INSERT INTO friend(first) VALUES ('Zed')")
      await watcher.wait { $0.replayed == [2, 1] }
      // Lists have what other programs have written, even if the change that finds the room changes nothing.
      try Shell(folder.book).run("INSERT INTO friend(first) VALUES ('Bob')")
      try await store.write { _ in }
      #expect(store.readOnlyReason == nil)
      #expect(try DiskFullTests.allFriends(store).map(\.first).sorted() == ["Ada", "Bob", "Zed"])
      await watcher.wait { $0.replayed == [1, 3, 2] }
      try Shell(folder.book).run("INSERT INTO friend(first) VALUES ('Cy')")
      await watcher.wait { $0.replayed.count == 4 }
      #expect(watcher.failures.isEmpty)
      #expect(try await store.check() == [])
      await store.close()
      #expect(folder.names == ["book.db"])
    }
  }

  @Test func `an open without room leaves no files`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      var failures = 0
      for size in stride(from: 0, through: 400_000, by: 3_500) {
        let folder = Folder()
        DiskFullTests.limitFiles(to: size)
        let opened: Store?
        do {
          opened = try folder.openStore()
        } catch {
          opened = nil
          #expect(error as? StoreError == .diskFull(path: folder.book), "\(error) at \(size)")
        }
        DiskFullTests.limitFiles(to: nil)
        guard opened == nil else { break }
        failures += 1
        // There is never half a book: either none or an empty one.
        let store = try folder.openStore()
        #expect(try await store.check() == [])
        #expect(try store.count(Friend.self) == 0)
        await store.close()
        #expect(folder.names == ["book.db"])
      }
      #expect((5..<100).contains(failures))
    }
  }

  @Test func `a migration without room changes nothing`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = Folder()
      let store = try folder.openStore()
      try await store.write { for number in 0..<200 { try $0.insert(Friend("F\(number)", tags: ["t"])) } }
      await store.close()
      let before = folder.read("book.db")
      let newer = StoreFormat(applicationID: friends.applicationID, version: 2, models: [Friend.self])
      var failures = 0
      for size in stride(from: 0, through: 2_000_000, by: 9_000) {
        DiskFullTests.limitFiles(to: size)
        let opened: Store?
        do {
          opened = try Store.open(at: folder.book, newer)
        } catch {
          opened = nil
          #expect(error as? StoreError == .diskFull(path: folder.book), "\(error) at \(size)")
        }
        DiskFullTests.limitFiles(to: nil)
        if let opened {
          #expect(try opened.count(Friend.self) == 200)
          break
        }
        failures += 1
        // The book still has its older format, and a copy is either whole or absent.
        let old = try folder.openStore()
        #expect(try old.count(Friend.self) == 200)
        #expect(try await old.check() == [], "at \(size)")
        await old.close()
        #expect(folder.names.isSubset(of: ["book.db", "book.db.version-1"]), "\(folder.names) at \(size)")
        #expect(folder.read("book.db") == before, "at \(size)")
      }
      #expect(failures > 3)
      let copy = try Store.open(at: folder.path + "/book.db.version-1", friends)
      #expect(try copy.count(Friend.self) == 200)
      #expect(try await copy.check() == [])
    }
  }
}
