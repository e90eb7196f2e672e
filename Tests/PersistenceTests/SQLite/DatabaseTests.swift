import CSQLite
import Glibc
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

  @Test func `a file that is not a database fails after 25 attempts`() {
    let folder = Folder()
    folder.write(Array(repeating: 1, count: 100), to: "other")
    var attempts = 0
    #expect(throws: StoreError.self) {
      try Database(path: folder.path + "/other", access: .readOnly, functions: { _ in attempts += 1 })
    }
    #expect(attempts == 25)
  }

  @Test func `values of each kind are read as they were bound`() throws {
    let folder = Folder()
    let database = try Database(path: folder.path + "/other", access: .create)
    let values: [StoredValue] = [
      .null, .integer(7), .real(0.5), .text(""), .text("é"), .blob([]), .blob([7]), .blob([0, 1]),
    ]
    #expect(try database.rows("SELECT ?, ?, ?, ?, ?, ?, ?, ?", values) == [values])
  }

  @Test func `a value that is too large is an error`() throws {
    let folder = Folder()
    let path = folder.path + "/other"
    let database = try Database(path: path, access: .create)
    sqlite3_limit(database.openHandle, SQLITE_LIMIT_LENGTH, 1_000)
    let error = StoreError.refused(path: path, detail: "string or blob too big")
    for value in [StoredValue.text(String(repeating: "a", count: 1_001)), .blob(Array(repeating: 1, count: 1_001))] {
      #expect(throws: error) { try database.firstInteger("SELECT length(?)", value) }
    }
    #expect(try database.firstInteger("SELECT length(?)", .text("abc")) == 3)
  }

  @Test func `statements that are in use stay cached`() throws {
    let folder = Folder()
    let database = try Database(path: folder.path + "/other", access: .create)
    let kept = try database.statement("SELECT 1 UNION SELECT 2")
    #expect(try kept.step())
    var place: Statement?
    _ = try database.statement("SELECT 3 WHERE 1", in: &place)
    var most = 0
    for number in 0..<1_000 {
      #expect(try database.firstInteger("SELECT \(number)") == Int64(number))
      most = max(most, database.statements.count)
    }
    #expect(most == 256)
    #expect(kept.integer(0) == 1)
    #expect(try kept.step())
    #expect(kept.integer(0) == 2)
    kept.reset()
    #expect(try database.statement("SELECT 1 UNION SELECT 2") === kept)
    #expect(try database.statement("SELECT 3 WHERE 1") === place)
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

  @Test func `the system's error counts where SQLite has none`() throws {
    let database = try Database(path: ":memory:", access: .create)
    errno = ENOSPC
    let error = database.error(SQLITE_IOERR)
    #expect(error == .diskFull(path: database.path))
  }
}
