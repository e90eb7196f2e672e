import CSQLite
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(1))) struct DatabaseTests {
  /// Each allocation would take a lock, and adding one person makes 26,000 of them.
  @Test func `SQLite does not count the memory of a process that opens a book`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = Folder()
      folder.write(Array(repeating: 1, count: 100), to: "other")
      #expect(throws: StoreError.self) { try Store.open(at: folder.path + "/other", friends) }
      let store = try folder.openStore()
      try await store.write { try $0.insert(Friend("Ada")) }
      var (present, most): (Int64, Int64) = (0, 0)
      #expect(sqlite3_status64(SQLITE_STATUS_MALLOC_COUNT, &present, &most, 0) == SQLITE_OK)
      #expect(present == 0)
    }
  }

  @Test func `a file that is not a database fails after some attempts`() {
    let folder = Folder()
    folder.write(Array(repeating: 1, count: 100), to: "other")
    #expect(throws: StoreError.self) { try Database(path: folder.path + "/other", access: .readOnly) }
  }

  @MainActor
  @Test func `the first integer of no row, and NULL, are nil`() throws {
    let folder = Folder()
    let store = try folder.openStore()
    let database = store.reader
    #expect(try database.firstInteger("SELECT 7") == 7)
    #expect(try database.firstInteger("SELECT 7 WHERE 0") == nil)
    #expect(try database.firstInteger("SELECT NULL") == nil)
    #expect(try database.firstInteger("SELECT ? + 1", .integer(0)) == 1)
  }
}
