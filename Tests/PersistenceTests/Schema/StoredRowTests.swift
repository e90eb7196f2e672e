import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StoredRowTests {
  private let folder = Folder()

  /// The friends as `first last: tags; kinds=addresses`, one a line.
  private func render(_ store: Store, inOrder order: Order<Friend> = .first) throws -> [String] {
    var text = ""
    @Sendable func append(_ bytes: UnsafeBufferPointer<UInt8>?, to output: inout ByteBuffer) {
      if let bytes { output.append(UnsafeRawBufferPointer(bytes)) }
    }
    let count = try store.render(
      Friend.self, inOrder: order,
      { (row, output, read) throws(StoreError) in
        append(row.text(ofColumn: 0), to: &output)
        output.append(" ")
        append(row.text(ofColumn: 1), to: &output)
        if row.text(ofColumn: 3) == nil { output.append("!") }
        if try read(row.row)?.row != row.row { output.append("?") }
        var tags: [String] = []
        try row.forEachElement(ofList: 0) { tags.append(String(decoding: $0.text(ofPart: 0), as: UTF8.self)) }
        var mails: [String] = []
        try row.forEachElement(ofList: 1) { mail in
          let parts = [0, 1].map { String(decoding: mail.text(ofPart: $0), as: UTF8.self) }
          mails.append(parts.joined(separator: "="))
        }
        for byte in ": \(tags.joined(separator: ",")); \(mails.joined(separator: ","))\n".utf8 { output.append(byte) }
      },
      output: { text += String(decoding: $0, as: UTF8.self) })
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(count == lines.count)
    return lines
  }

  @Test func `each row has its own values and lists, in any order of the rows`() async throws {
    let store = try folder.openStore()
    #expect(try render(store) == [])
    var cleo = Friend("Cleo", "Zed", tags: ["art", "chess"])
    cleo.mails = [Mail("work", "c@x"), Mail("", "")]
    var ada = Friend("Ada", "Young")
    ada.nickname = "A"
    ada.mails = [Mail("home", "a@x")]
    let people = [cleo, ada, Friend("Bea", tags: ["art"])]
    try await store.write { transaction in for person in people { try transaction.insert(person) } }
    let lines = ["Ada Young: ; home=a@x", "Bea !: art; ", "Cleo Zed!: art,chess; work=c@x,="]
    #expect(try render(store) == lines)
    #expect(try render(store, inOrder: .first.reversed) == lines.reversed())
    #expect(try render(store, inOrder: .last) == [lines[1], lines[0], lines[2]])
  }

  @Test func `elements without a record are passed over`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for name in ["Ada", "Bea", "Cleo"] { try transaction.insert(Friend(name, tags: [name])) }
    }
    let shell = try Shell(store.path)
    try shell.run("DROP TRIGGER friend_deleted; DELETE FROM friend WHERE first = 'Bea'")
    #expect(try render(store) == ["Ada !: Ada; ", "Cleo !: Cleo; "])
  }

  @Test func `a large book is rendered like a small one`() async throws {
    let store = try folder.openStore()
    let people = (0..<6_000).map { Friend("F\(($0 * 7_919) % 6_000)", "L\($0)", tags: ["t\($0)"]) }
    try await store.write { transaction in for friend in people { try transaction.insert(friend) } }
    let lines = try render(store)
    let expected = store.objects(Friend.self).items.map { "\($0.first) \($0.last)!: \($0.tags[0]); " }
    #expect(lines == expected)
    // Another program may give a record the lowest number.
    try await store.write { transaction in
      var lowest = Friend("Lowest")
      lowest.row = .min
      try transaction.insert(lowest)
    }
    #expect(try render(store).count == 6_001)
    // The halves need not have the same number of records.
    try await store.write { try $0.delete(Friend.self, rows: Array(1...2_900)) }
    #expect(try render(store).count == 3_101)
  }

  @Test func `a row that was not rendered has no bytes`() async throws {
    let store = try folder.openStore()
    try await store.write { for name in ["Ada", "Bea", "Cleo"] { try $0.insert(Friend(name)) } }
    let access = RecordAccess<Friend>(store.reader)
    let rendered = try store.reader.transaction(.deferred) { () throws(StoreError) in
      try access.renderedRows(in: 2...2, of: store.reader) { (_, output, _) throws(StoreError) in
        output.append("Bea")
      }
    }
    #expect(rendered.bytes(ofRow: 2)?.count == 3)
    #expect(rendered.bytes(ofRow: 1) == nil && rendered.bytes(ofRow: 3) == nil)
  }
}
