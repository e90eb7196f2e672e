import Testing

@testable import PeoplebookCore

struct PersonFormatTests {
  @Test func `a file's ending determines its format`() {
    #expect(PersonFormat(path: "a.VCF") == .vcard)
    #expect(PersonFormat(path: "dir.x/a.jsonl") == .json)
    #expect(PersonFormat(path: "a.csv") == .csv)
    #expect(PersonFormat(path: "-") == nil)
    #expect(PersonFormat(path: "dir.csv/a") == nil)
    #expect(PersonFormat(path: ".csv") == nil)
  }

  @Test func `names and endings of formats are unique`() {
    #expect(Set(PersonFormat.all.map(\.name)).count == PersonFormat.all.count)
    let endings = PersonFormat.all.flatMap(\.fileExtensions)
    #expect(Set(endings).count == endings.count)
  }

  @Test func `an unknown ending is refused with the known ones`() throws {
    #expect(try PersonFormat.forWriting(to: "people") == .vcard)
    #expect(try PersonFormat.forWriting(to: "/dev/stdout") == .vcard)
    #expect(try PersonFormat.forWriting(to: "x/people.CSV") == .csv)
    let error = #expect(throws: FormatError.self) { try PersonFormat.forWriting(to: "people.pdf") }
    #expect(error?.description.contains("“.pdf”") == true)
    for format in PersonFormat.writable { #expect(error?.description.contains(".\(format.fileExtensions[0])") == true) }
  }

  @Test func `a format may be written only`() throws {
    let format = PersonFormat("aliases", title: "Aliases", fileExtensions: ["mutt"], writer: { _ in JSONWriter() })
    _ = try format.writer()
    let error = #expect(throws: FormatError.self) { try format.reader(MemoryByteSource("")) }
    #expect(error?.description == "Aliases can be written, but not read.")
  }

  @Test(arguments: [
    ("\n BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD", PersonFormat.vcard), ("# mine\nbegin:vcard\nfn:Ada, phone; name", .vcard),
    ("VERSION:3.0\nFN:Ada\nEND:VCARD", .vcard), ("BEGIN:VCALENDAR\nBEGIN:VCARD\nFN:A", .vcard), (" [\n{", .json),
    ("{\"a\":1}", .json), ("[\"vcard\", [[\"version\"]]]", .jcard), ("[\n[ \"vcard\",[]]]", .jcard),
    ("name,email\nAda,a@x", .csv), ("\u{FEFF}\"Last Name\";\"First Name\"\nA;B", .csv),
    ("name,email,note\nAda,a@x,\"one\nBEGIN:VCARD\"\n", .csv), ("Name, Email\nAda, a@x\n", .csv),
    ("dn: cn=Ada Lovelace,mail=ada@x.example\nobjectclass: person\nmail: ada@x.example\n", .ldif),
    ("# exported\n\n# today\nversion: 1\ndn: cn=name,o=phone\nmail: a,b\n", .ldif),
    ("# abook addressbook file\n\n[format]\nprogram=abook\n", .abook),
    ("# mine\n alias ada Ada, name <a@x>\n", .aliases), ("sep=|\nwho|what\n", .csv),
    ("Notes:\n\"x\"\n\nFirst Name,Last Name\nAda,L\n", .csv),
    ("N;Phone\nAda;1\n", .csv),
  ])
  func `the content determines the format, whatever the name`(text: String, format: PersonFormat) throws {
    for path in ["people", "people.txt", "people.csv", "people.json"] {
      #expect(try PersonFormat.ofFile(beginningWith: FileBeginning(Array(text.utf8)), path: path) == format)
    }
  }

  @Test(arguments: [
    ("{\\rtf1\\ansi Ada}", "an RTF document"),
    ("{\\rtf1\nBEGIN:VCARD\nFN:Ada\nEND:VCARD\n}", "an RTF document"), ("{Ada, name}", "text that begins with"),
    ("Hello, name\nI write to you, because\nwe meet, soon\n", "text that begins with “Hello, name”"),
    ("Email\nAda, please write\n", "text that begins with “Email”"),
    ("Name,\nthank you for your phone, and more\n", "text that begins with “Name,”"),
    ("Your mail, phone\nand name, dear Ada, and title, company\nso long, Bob\n", "text that begins with"),
    ("Dear Ada,\n\nthank you for your mail, your phone call, and so on.\n", "text that begins with “Dear Ada,”"),
    ("Please mail me your phone number, Ada, your name, and your address.\nYours, Bob\n", "text that begins with"),
    ("\u{7F}ELF\u{2}\u{1}\u{1}\0\0", "a program"), ("%PDF-1.7\n", "a PDF document"), ("PK\u{3}\u{4}", "a ZIP archive"),
    ("<!DOCTYPE html><html>", "a web page"), ("SQLite format 3\0", "a database"), ("ab\0\0\u{1}c", "a binary file"),
  ])
  func `a file of another kind is refused with that kind`(text: String, kind: String) {
    let beginning = FileBeginning(Array(text.utf8))
    let error = #expect(throws: FormatError.self) { try PersonFormat.ofFile(beginningWith: beginning, path: "people") }
    #expect(error?.description.contains("This is \(kind)") == true, "\(error?.description ?? "")")
    for format in PersonFormat.readable { #expect(error?.description.contains(format.title) == true) }
    guard beginning.foreignKind != nil else { return }
    #expect(throws: FormatError.self) { try PersonFormat.ofFile(beginningWith: beginning, path: "people.csv") }
  }

  @Test(arguments: ["people.csv", "people.vcf", "people.json", "people"])
  func `a letter is refused whatever its ending`(path: String) {
    let letter = "Dear Ada,\nplease send me your\nname, email and phone\nYours, Bob, at last\n"
    let error = #expect(throws: FormatError.self) {
      try PersonFormat.ofFile(beginningWith: FileBeginning(Array(letter.utf8)), path: path)
    }
    #expect(error?.description.contains("This is text that begins with “Dear Ada,”") == true)
  }

  @Test(arguments: [
    ("Colour;Size\nred;7\n", "x.csv", PersonFormat.csv), ("email\na@x\n", "x.csv", .csv),
    ("BEGIN:VCRD\nFN:Ada\nEND:VCARD\n", "x.vcf", .vcard),
  ])
  func `the ending decides where the content may have the format`(text: String, path: String, format: PersonFormat)
    throws
  {
    #expect(try PersonFormat.ofFile(beginningWith: FileBeginning(Array(text.utf8)), path: path) == format)
  }

  private func loss(of people: [Person], in format: PersonFormat) throws -> String? {
    var (writer, text, report) = (try format.writer(), "", ExportReport())
    for person in people { writer.write(person, into: &text, counting: &report) }
    return report.loss(in: format)
  }

  @Test func `a format says what it does not keep`() throws {
    var ada = Person()
    ada.firstName = "Ada"
    var bob = ada
    ada.otherProperties = ["EMAIL;TYPE=X:a@x", "PRODID:x"]
    bob.otherProperties = ["GEO:1;2"]
    #expect(try loss(of: [ada], in: .csv) == nil)
    #expect(
      try loss(of: [ada, bob, bob], in: .csv) == "CSV has no place for some details of 2 people; vCard keeps them.")
    for format in [PersonFormat.vcard, .jcard, .json, .ldif] { #expect(try loss(of: [ada, bob], in: format) == nil) }
  }

  @Test func `an export counts people too large to import`() throws {
    var ada = Person()
    (ada.id, ada.firstName) = ("ada", "Ada")
    var bob = ada
    bob.id = "bob"
    ada.phones = (1..<RecordLimits.lines - 100).map { LabeledValue(value: "\($0)") }
    bob.phones = (1..<RecordLimits.lines + 100).map { LabeledValue(value: "\($0)") }
    let sentence =
      "1 person is too large to be imported again: shorten the values (at most 20,000 values, 8 MB each, "
      + "16 MB in all)."
    for format in [PersonFormat.vcard, .jcard, .json, .ldif, .csv] {
      #expect(try loss(of: [ada], in: format) == nil)
      #expect(try loss(of: [ada, bob], in: format) == sentence)
      #expect(try people(in: format.writer().text(of: [ada, bob]), format) == 1, "\(format.name)")
    }
    bob.emails = [LabeledValue(value: "x@example.org")]
    #expect(try loss(of: [bob], in: .aliases)?.contains("imported again") == false)
  }

  private func people(in text: String, _ format: PersonFormat) throws -> Int {
    var reader = try format.reader(MemoryByteSource(text))
    var count = 0
    while try reader.next() != nil { count += 1 }
    return count
  }

  @Test func `a format says whom it leaves out`() throws {
    var people = ["Ada Lovelace", "Bob Lind", "Cleo King"].map { name in
      var person = Person()
      person.setFullName(name)
      person.emails = [LabeledValue(value: "x@example.org")]
      return person
    }
    #expect(try loss(of: people, in: .aliases) == nil)
    people[0].emails = []
    people[1].note = "a note"
    #expect(
      try loss(of: people, in: .aliases)
        == "mutt aliases has no place for 1 person and some details of 1 person; vCard keeps them.")
  }

  @Test(arguments: [
    ("dn: cn=1\ncn: J\u{FC}rgen\n", PersonFormat.ldif), ("dn: cn=1\ncn:: SvxyZ2Vu\n", .ldif),
    ("alias j J\u{FC}rgen <j@x.y>\n", .aliases), ("[0]\nname=J\u{FC}rgen\n", .abook),
  ])
  func `a file in an old encoding is read as Windows-1252`(text: String, format: PersonFormat) throws {
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    var reader = try format.reader(MemoryByteSource(bytes))
    #expect(try reader.next()?.name == "J\u{FC}rgen")
    #expect(try reader.next() == nil)
    #expect(reader.report.problems.map(\.message) == ["this file is not in UTF-8; it is read as Windows-1252."])
  }
}
