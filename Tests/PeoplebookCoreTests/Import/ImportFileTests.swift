import FoundationEssentials
import Glibc
import Persistence
import Synchronization
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct ImportFileTests {
  private let folder = TemporaryBook()

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = "\(folder.folder)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func names(_ file: ImportFile) throws -> [String] {
    var reader = try file.reader()
    var names: [String] = []
    while let person = try reader.next() { names.append(person.name) }
    return names
  }

  @Test func `a pipe is read until it ends, or reading is stopped`() throws {
    let path = "\(folder.folder)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let source = try FileByteSource(path: path, stop: ends[0])
    let writer = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(write(writer, "ada", 3) == 3)
    #expect(try source.nextChunk() == Array("ada".utf8))
    #expect(write(ends[1], "!", 1) == 1)
    #expect(throws: FileAccessError(path: path, code: ECANCELED)) { try source.nextChunk() }
  }

  @Test func `an encoding can be named`() throws {
    let latin = try file("latin.csv", Array("name,email\nM".utf8) + [0xFC] + Array("ller,m@x\n".utf8))
    #expect(try names(ImportFile(path: latin, .init(encoding: "iso-8859-1"))) == ["Müller"])
    #expect(try names(ImportFile(path: latin, .init(encoding: "iso-8859-5"))) == ["Mќller"])
    let japanese = try file(
      "sjis.vcf", Array("BEGIN:VCARD\nFN:".utf8) + [0x93, 0xA1, 0x83, 0x8D] + Array("\nEND:VCARD\n".utf8))
    #expect(try names(ImportFile(path: japanese, .init(encoding: "shift_jis"))) == ["藤ロ"])
    let error = #expect(throws: UnknownEncoding.self) { try ImportFile(path: latin, .init(encoding: "klingon")) }
    #expect(error?.description.contains("“klingon”") == true)
  }

  @Test(arguments: ["", " ", "/", "iso-8859-1 ", "iso-8859-1//IGNORE", "iso-8859-1//TRANSLIT"])
  func `an encoding is named without blanks and suffixes`(name: String) throws {
    let path = try file("a.csv", "name,email\nAda,a@x\n".utf8)
    #expect(throws: UnknownEncoding(name: name)) { try ImportFile(path: path, .init(encoding: name)) }
  }

  @Test(arguments: [
    "TEL;CELL:5551234567\r\nEMAIL;HOME:ada@example.org", "CATEGORIES:name,email,phone\r\nX-A:b,c",
    "NOTE:a table\r\n Name;Phone;Email\r\n a;b;c",
  ])
  func `a card with lines like a table is read as a card`(lines: String) throws {
    let card = try file("card", Array("BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Ada\r\n\(lines)\r\nEND:VCARD\r\n".utf8))
    #expect(try names(ImportFile(path: card)) == ["Ada"])
  }

  @Test func `a named format does not make a program a file of people`() throws {
    let program = try file("true", [0x7F] + Array("ELF".utf8) + [0, 1, 0, 0, 0, 0] + Array("\nFN:Ada\n".utf8))
    let bytes = try file("bytes", Array("FN:Ada\n".utf8) + [0, 1, 2, 3, 0, 0, 0])
    for format in PersonFormat.readable {
      let error = #expect(throws: ImportError.self, "\(format.name)") {
        try ImportFile(path: program, .init(format: format))
      }
      #expect(error?.description.contains("This is a program") == true)
    }
    #expect(throws: ImportError.self) { try ImportFile(path: bytes, .init(format: .csv)) }
    let wide = try file("wide.csv", "name,email\nAda,a@x".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(try names(ImportFile(path: wide, .init(format: .csv))) == ["Ada"])
  }

  @Test func `endless input of another kind is refused at its beginning`() throws {
    let pipe = "\(folder.folder)/endless"
    #expect(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR | O_NONBLOCK)
    defer { close(writer) }
    let letter = [UInt8](repeating: UInt8(ascii: "x"), count: FileBeginning.limit)
    #expect(write(writer, letter, letter.count) == letter.count)
    #expect(throws: ImportError.self) { try ImportFile(path: pipe) }
  }

  @Test(arguments: [1, 2, 3, 5, 1_000])
  func `a character may be divided between two chunks`(size: Int) throws {
    let bytes = "é,日本語,x".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    var source = try #require(
      TranscodedSource(MemoryByteSource(bytes, chunkSize: size), encoding: "UTF-16BE"))
    var text: [UInt8] = []
    while let chunk = try source.nextChunk() { text += chunk }
    #expect(String(decoding: text, as: UTF8.self) == "é,日本語,x")
  }

  @Test(arguments: [1, 2, 1_000])
  func `a last letter that a mark may follow is read`(size: Int) throws {
    var source = try #require(
      TranscodedSource(MemoryByteSource(Array("Nga".utf8), chunkSize: size), encoding: "WINDOWS-1258"))
    var text: [UInt8] = []
    while let chunk = try source.nextChunk() { text += chunk }
    #expect(String(decoding: text, as: UTF8.self) == "Nga")
  }

  @Test func `a folder, an empty file and a pipe on the screen are refused`() throws {
    #expect(throws: ImportError(description: "\(folder.folder) is a folder: name a file in it.")) {
      try ImportFile(path: folder.folder)
    }
    let empty = try file("empty.vcf", [0x0A])
    #expect(throws: ImportError(description: "\(empty) is empty.")) { try ImportFile(path: empty) }
    let pipe = "\(folder.folder)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ImportError.self) { try ImportFile(path: pipe, .init(allowsPipes: false)) }
  }

  @Test(arguments: [
    "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEMAIL:a@x\nEND:VCARD\nBEGIN:VCARD\nFN:Bob\nEND:VCARD\n",
    "name,email\nAda,a@x\nBob,b@x\n", "{\"firstName\":\"Ada\"}\n{\"firstName\":\"Bob\",\"birthday\":\"soon\"}\n",
  ])
  func `a file without ids is unchanged when imported again`(text: String) async throws {
    let store = try folder.open()
    let path = try file("people", text.utf8)
    let first = try await store.importPeople(from: path)
    #expect(first.added == 2 && first.sentence() == "2 people imported")
    let plan = try await Store.planImport(from: [ImportFile(path: path)], into: store).outcome
    #expect(plan.unchanged == 2 && plan.sentence(isPlan: true) == "2 people unchanged")
    let second = try await store.importPeople(from: path)
    #expect(second.unchanged == 2 && second.people == 2)
  }

  @Test(arguments: [
    card("FN:Ada", "UID:one") + card("FN:Bob", "UID:one", "REV:1") + card("FN:Bob", "UID:one", "REV:2")
      + card("FN:Ada", "UID:one"),
    "{\"id\":\"one\",\"firstName\":\"Ada\"}\n\n\n\n\n{\"id\":\"one\",\"firstName\":\"Bob\"}\n"
      + "{\"id\":\"one\",\"firstName\":\"Bob\"}",
  ])
  func `people of a file with one id are kept apart`(text: String) async throws {
    let store = try folder.open()
    let path = try file("people", text.utf8)
    let first = try await store.importPeople(from: path)
    #expect(first.added == 2 && first.sentence() == "2 people imported")
    let people = try store.fetch(Query<Person>())
    #expect(Set(people.map(\.name)) == ["Ada", "Bob"] && people.contains { $0.id == "one" && $0.name == "Ada" })
    #expect(first.problems.first == "\(path), line 6: an earlier person has the same id; this one gets a new id.")
    let second = try await store.importPeople(from: path)
    #expect(second.unchanged == 2 && second.people == 2)
  }

  @Test func `stopping an import undoes its committed parts`() async throws {
    let store = try folder.open()
    try await store.write { transaction in
      var ada = Person()
      ada.firstName = "Ada"
      try transaction.insert(ada)
    }
    // The clock was ahead then, and is set back for the import.
    try await store.write { try $0.run("UPDATE change SET time = time + 3600000") }
    let lines = (0..<20_010).map { "Person \($0),p\($0)@x\n" }
    let path = try file("many.csv", ("name,email\n" + lines.joined()).utf8)
    let stop = Stop()
    let outcome = try await store.importPeople(
      from: path, report: { if $0.people == 20_005 { stop.isAsked.store(true, ordering: .relaxed) } },
      isCancelled: { stop.isAsked.load(ordering: .relaxed) })
    #expect(outcome.isCancelled)
    #expect(try store.fetch(Query<Person>()).map(\.name) == ["Ada"])
  }

  private final class Stop: Sendable {
    let isAsked = Atomic(false)
  }

  @Test func `skipped records are listed with file, line and reason`() async throws {
    let store = try folder.open()
    let path = try file("a.json", "{\"firstName\":\"Ada\"}\n{\"firstName\":\n{}\n".utf8)
    let outcome = try await store.importPeople(from: path)
    #expect(outcome.skipped == 2 && outcome.sentence() == "1 person imported, 2 left out")
    #expect(
      outcome.problems == [
        "\(path), line 2: this object does not end where it should.",
        "\(path), line 3: this object contains no contact details.",
      ])
  }

  @Test func `of several files, those that cannot be imported are left out`() async throws {
    let store = try folder.open()
    let good = try file("a.csv", "name,email\nAda,a@x\n".utf8)
    let empty = try file("b.csv", [])
    let letter = try file("c.csv", "Dear Ada,\nyours, Bob, for ever\n".utf8)
    let (files, leftOut) = try ImportFile.open([empty, good, letter])
    var outcome = try await store.importPeople(from: files)
    outcome.add(leftOut: leftOut)
    #expect(outcome.files.map(\.name) == [empty, good, letter])
    #expect(outcome.sentence() == "1 person imported, 2 left out" && outcome.problemCount == 2)
    #expect(outcome.problems.first == "\(empty) is empty.")
    #expect(throws: ImportError(description: "\(empty) is empty.")) { try ImportFile.open([empty]) }
    #expect(throws: UnknownEncoding.self) { try ImportFile.open([good, good], .init(encoding: "klingon")) }
  }

  @Test func `a missing file among several is an error`() throws {
    let good = try file("a.csv", "name,email\nAda,a@x\n".utf8)
    let missing = "\(folder.folder)/none"
    #expect(throws: FileAccessError(path: missing, code: ENOENT)) { try ImportFile.open([good, missing]) }
  }

  @Test func `text that is not in the named encoding is reported`() throws {
    let latin = try file("latin.csv", Array("name,email\nAda,a@x\n".utf8) + [0xC5] + Array("sa,b@x\n".utf8))
    for (encoding, lines) in [("utf-8", [3]), ("iso-8859-1", [])] {
      let run = ImportRun(files: [try ImportFile(path: latin, .init(encoding: encoding))])
      let report = try #require(try run.run(preparing: \.id) { _, _ in .added }.files.first?.report)
      #expect(report.doubtful == lines.count && report.problems.map(\.line) == lines)
    }
  }

  @Test(arguments: [1, 2, 3, 1_000])
  func `the mark of UTF-16 is removed`(size: Int) throws {
    let bytes = "日本語".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var source = UTF8Source(MemoryByteSource([0xFF, 0xFE] + bytes, chunkSize: size))
    var text: [UInt8] = []
    while let chunk = try source.nextChunk() { text += chunk }
    #expect(String(decoding: text, as: UTF8.self) == "日本語")
  }

  @Test func `the beginning of a copied file is checked once`() throws {
    let path = try file("long", [UInt8](repeating: UInt8(ascii: "x"), count: 70_000))
    var lengths: [Int] = []
    // As long as one chunk.
    let copy = try FileByteSource(path: path).copiedToTemporaryFile(checking: 65_536) { lengths.append($0.count) }
    #expect(lengths == [65_536] && copy.size == 70_000)
  }

  @Test func `the progress is the part of the files that was read`() throws {
    let text = "name,email\nAda,a@x\n"
    let files = [
      try ImportFile(path: file("a.csv", text.utf8)), try ImportFile(path: file("b.csv", text.utf8)),
    ]
    var steps = ImportRun(files: files).steps()
    var shares: [Double] = []
    while try steps.next() != nil { shares.append(steps.share) }
    #expect(shares == [0.5, 1] && steps.share == 1)
  }

  @Test(arguments: [false, true])
  func `another writer divides an import`(isInterrupted: Bool) async throws {
    let store = try folder.open()
    if isInterrupted { store.addPersonElsewhereAfterCommit() }
    // Two parts are committed before the end; the other writer follows the first.
    let lines = (0..<40_000).map { "Person \($0),p\($0)@x\n" }
    let path = try file("many.csv", ("name,email\n" + lines.joined()).utf8)
    let outcome = try await store.importPeople(from: path)
    #expect(outcome.added == 40_000 && outcome.isDivided == isInterrupted)
    #expect(try store.count(Person.self) == (isInterrupted ? 40_001 : 40_000))
  }

  @Test func `a cancelled run has no steps`() throws {
    let path = try file("a.csv", "name,email\nAda,a@x\n".utf8)
    var steps = ImportRun(files: [try ImportFile(path: path)], isCancelled: { true }).steps()
    #expect(throws: CancellationError.self) { _ = try steps.next() }
  }

  @Test func `a run is cancelled while it finds no person`() throws {
    let path = try file("long.vcf", ("BEGIN:VCARD\n" + String(repeating: "X-A:1\n", count: 100_000)).utf8)
    let chunks = Chunks()
    let run = ImportRun(
      files: [try ImportFile(path: path)],
      isCancelled: { chunks.count.add(1, ordering: .relaxed).newValue > 3 })
    #expect(throws: CancellationError.self) { _ = try run.run(preparing: \.id) { _, _ in .added } }
  }

  private final class Chunks: Sendable {
    let count = Atomic(0)
  }

  @Test func `an error of the book ends an import`() async throws {
    let store = try folder.open()
    try await store.write {
      try $0.run("CREATE TRIGGER refusal BEFORE INSERT ON person BEGIN SELECT RAISE(ABORT, 'Full.'); END")
    }
    let path = try file("a.csv", "name,email\nAda,a@x\n".utf8)
    await #expect(throws: StoreError.self) { try await store.importPeople(from: path) }
    #expect(try store.count(Person.self) == 0)
  }
}
