import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CorruptPageTests {
  let folder = Folder()

  /// Does everything that a user can do, and returns the errors.
  ///
  /// Each error is a `StoreError`.
  private func useBook(_ path: String) async throws -> [StoreError] {
    var errors: [StoreError] = []
    func attempt(_ body: () async throws -> Void) async throws {
      do { try await body() } catch let error as StoreError { errors.append(error) }
    }
    var opened: Store?
    try await attempt { opened = try Store.open(at: path, friends) }
    guard let store = opened else { return errors }
    let lists = ["", "f1", "zz", "f1 t"].map { Watcher(store.objects(Friend.self).search($0)) }
    try await attempt { _ = try store.fetch(Query<Friend>()) }
    try await attempt { _ = try store.fetch(Query<Friend>().search("f20")) }
    try await attempt { _ = try store.log(of: Friend.self, limit: 10) }
    try await attempt { _ = try store.values(of: \Friend.tags) }
    try await attempt { _ = try store.get(Friend.self, row: 200) }
    try await attempt { try await store.write { try $0.insert(Friend("New")) } }
    try await attempt { try await store.undo() }
    try await attempt {
      try await store.write { transaction in
        for friend in try transaction.fetch(Query<Friend>(), limit: 30) { try transaction.delete(friend) }
      }
    }
    for list in lists {
      for friend in list.last?.prefix(200) ?? .init(base: store.objects(Friend.self).items, bounds: 0..<0) {
        _ = friend.first
      }
      errors += list.failures.compactMap { $0 as? StoreError }
    }
    await store.close()
    return errors
  }

  @Test func `a damaged page gives a clear error and is found by a check`() async throws {
    let store = try folder.openStore()
    try await store.write {
      for number in 0..<400 { try $0.insert(Friend("F\(number)", "Lovelace", tags: ["t\(number)"])) }
    }
    try await store.write { for friend in try $0.fetch(Query<Friend>(), limit: 30) { try $0.delete(friend) } }
    await store.close()
    let whole = folder.read("book.db")
    let pageCount = whole.count / 4096
    #expect(pageCount > 30)
    var undetected = 0
    for page in 1..<pageCount {
      var bytes = whole
      for index in 0..<64 { bytes[page * 4096 + index] = UInt8(truncatingIfNeeded: index &* 37 &+ 200) }
      folder.write(bytes, to: "broken.db")
      let path = folder.path + "/broken.db"
      // The check runs first: use of the book can repair a page by rewriting it.
      do {
        let broken = try Store.open(at: path, friends)
        let findings = try await broken.check()
        if findings.isEmpty { undetected += 1 }
        await broken.close()
      } catch let error as StoreError {
        guard case .damaged = error else {
          Issue.record("page \(page): \(error)")
          continue
        }
      }
      folder.write(bytes, to: "broken.db")
      for error in try await useBook(path) {
        switch error {
        case .damaged(path, _): break
        // The data that can still be read may belong to another record.
        case .refused, .undoConflict, .nothingToUndo, .noSuchRecord: break
        default: Issue.record("page \(page): \(error)")
        }
      }
      for name in ["broken.db-wal", "broken.db-shm"] { #expect(!folder.names.contains(name), "page \(page)") }
    }
    #expect(undetected == 0)
  }

  @Test func `a changed letter on the disk is found by a check`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Grandiloquent")) }
    await store.close()
    var bytes = folder.read("book.db")
    let word = Array("grandiloquent".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: word) })
    bytes[place] = UInt8(ascii: "b")
    folder.write(bytes, to: "book.db")
    let again = try folder.openStore()
    #expect(try await again.check().isEmpty == false)
  }

  @Test func `the records beside a damaged one are shown`() async throws {
    let store = try folder.openStore()
    let names = (1_000..<1_400).map { "F\($0)" }
    try await store.write { transaction in
      for name in names {
        try transaction.insert(Friend(name, name == "F1250" ? String(repeating: "x", count: 30_000) : ""))
      }
    }
    await store.close()
    var bytes = folder.read("book.db")
    // The pages that continue the long name begin with the number of the next page.
    for page in stride(from: 0, to: bytes.count, by: 4_096)
    where bytes[page + 4..<page + 4_000].allSatisfy({ $0 == UInt8(ascii: "x") }) {
      bytes.replaceSubrange(page..<page + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    folder.write(bytes, to: "book.db")
    for isLoaded in [true, false] {
      let list = try folder.openStore().objects(Friend.self)
      if isLoaded { try await list.load() }
      let watcher = Watcher(list)
      // Loading finds the first page, and the rest later.
      await watcher.wait { $0.last?.count == names.count }
      #expect(zip(list.items, names).filter { $0.first != $1 }.map(\.1) == ["F1250"])
      await watcher.wait { !$0.failures.isEmpty }
      guard case .damaged = watcher.failures.first as? StoreError else {
        Issue.record("\(watcher.failures)")
        return
      }
    }
  }
}
