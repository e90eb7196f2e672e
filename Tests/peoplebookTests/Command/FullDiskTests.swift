import Testing

/// A book on a full disk can be read, although SQLite finds no room for the files that it keeps beside it.
@Suite struct FullDiskTests {
  /// 4 KB in each file: enough for the output, but not for the index of SQLite's log.
  private let room = 8

  @Test func `a book on a full disk is listed and exported`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let list = try book.run("list", fileBlocks: room)
    #expect(list.errors == "" && list.output.contains("Ada Lovelace") && list.status == 0)
    let export = try book.run("export", "-", fileBlocks: room)
    #expect(export.output.contains("FN:Ada Lovelace") && export.status == 0)
  }

  @Test func `a change says that the disk is full`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let outcome = try book.run("add", "Alan Turing", fileBlocks: room)
    #expect(outcome.errors.contains("is full: free some space and try again; nothing was changed."))
    #expect(outcome.status == 1)
    #expect(try !book.run("list").output.contains("Alan"))
  }
}
