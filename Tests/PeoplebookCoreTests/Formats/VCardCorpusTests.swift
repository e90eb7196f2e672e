import Testing

@testable import PeoplebookCore

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct VCardCorpusTests {
  private func pairs(_ values: [LabeledValue]) -> [String] { values.map { "\($0.label)|\($0.value)" } }

  @Test func `every real file is read the same in whole and in pieces`() throws {
    let files = Corpus.files
    try #require(files.count >= 240)
    for file in files {
      let bytes = try Corpus.bytes(file)
      let whole = readCards(bytes)
      let pieces = readCards(bytes, chunkSize: 7)
      #expect(whole.report == pieces.report, "\(file)")
      #expect(whole.people.map(\.name) == pieces.people.map(\.name), "\(file)")
    }
  }

  @Test(arguments: VCardVersion.allCases)
  func `every real person survives export and import`(version: VCardVersion) throws {
    let writer = VCardWriter(version: version)
    for file in Corpus.files {
      for person in try Corpus.read(file).people {
        let text = writer.text(of: [person])
        var reader = VCardReader(MemoryByteSource(text))
        var found = try #require(try reader.next(), "\(file): \(person.name)\n\(text)")
        #expect(try reader.next() == nil)
        #expect(reader.update(of: person, to: found) == person, "\(file)")
        #expect(writer.text(of: [found]) == text, "\(file)")
        // The versions write other lines differently.
        found.otherProperties = person.otherProperties
        found.cardFrame = person.cardFrame
        #expect(found == person, "\(file)")
      }
    }
  }

  @Test func `people are shown by the FN of their cards`() throws {
    var count = 0
    for file in Corpus.files {
      guard let text = String(validating: try Corpus.bytes(file), as: UTF8.self) else { continue }
      let names = Set(try Corpus.read(file).people.map { $0.name.split(whereSeparator: \.isWhitespace) })
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.last == "\r" ? $0.dropLast() : $0
      }
      for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("FN:") && !next.hasPrefix(" ") {
        let name = line.dropFirst(3)
        // Only names that need no decoding, in cards with a name.
        guard !name.isEmpty, !name.contains(where: { "\\,".contains($0) }), !names.isEmpty else { continue }
        count += 1
        let words = name.split(whereSeparator: \.isWhitespace)
        #expect(names.contains(words), "\(file): \(name)")
      }
    }
    #expect(count > 1_000)
  }

  @Test func `Gmail`() throws {
    let people = try Corpus.people("ez-vcard/John_Doe_GMAIL.vcf")
    try #require(people.count == 1)
    let john = people[0]
    #expect(john.firstName == "John")
    #expect(john.lastName == "Doe")
    #expect(john.organisation == "IBM")
    #expect(john.title == "Money Counter")
    #expect(pairs(john.emails) == ["home|john.doe@ibm.com"])
    #expect(pairs(john.phones) == ["mobile|905-555-1234", "home|905-666-1234"])
    #expect(john.birthday == PartialDate(year: 1980, month: 3, day: 22))
    #expect(john.note.hasPrefix("THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS \"AS IS\" AND"))
    #expect(john.note.hasSuffix("SUCH DAMAGE.\nFavotire Color: Blue"))
    #expect(john.otherProperties.contains("item1.X-ABLabel:_$!<Anniversary>!$_"))
    #expect(john[.phoneticFirstName] == "Jon")
  }

  @Test func `Gmail with custom labels`() throws {
    let people = try Corpus.people("ez-vcard/gmail-single2.vcf")
    try #require(people.count == 1)
    #expect(people[0].nickname == "TheNickname")
    #expect(
      pairs(people[0].emails) == [
        "|email@example.com", "home|homeemail@example.com", "work|workemail@example.com", "|otheremail@example.com",
        "CustomEmailCategory|customcategory@example.com",
      ])
    #expect(
      pairs(people[0].phones) == [
        "|5555551111", "home|5555551112", "work|5555551113", "|5555551114", "mobile|5555551115", "main|5555551116",
        "home fax|5555551117", "work fax|5555551118", "GRAND_CENTRAL|5555551119", "pager|5555551120",
        "CustomePhoneCategory|5555551121",
      ])
    #expect(people[0].otherProperties.contains("item1.X-ABLabel:CustomEmailCategory"))
    #expect(people[0].addresses.contains { $0.label == "CustomAddressCategory" })
  }

  @Test func `iPhone`() throws {
    let people = try Corpus.people("ez-vcard/John_Doe_IPHONE.vcf")
    try #require(people.count == 1)
    let john = people[0]
    #expect(john.name == "Mr. John Richter James Doe Sr.")
    #expect(john.nickname == "Johny")
    #expect(john.organisation == "IBM")
    #expect(pairs(john.emails) == ["|john.doe@ibm.com"])
    #expect(
      pairs(john.phones) == [
        "mobile|905-555-1234", "home|905-666-1234", "work|905-777-1234", "home fax|905-888-1234",
        "work fax|905-999-1234", "pager|905-111-1234", "assistant phone|905-222-1234",
      ])
    #expect(john.birthday == PartialDate(year: 2012, month: 6, day: 6))
    #expect(john[.department] == "Accounting" && john[.prefix] == "Mr." && john[.suffix] == "Sr.")
    #expect(john.otherProperties.contains("N:Doe;John;Richter,James;Mr.;Sr."))
    #expect(john.otherProperties.contains { $0.hasPrefix("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ") })
  }

  @Test func `Mac address book`() throws {
    let people = try Corpus.people("ez-vcard/John_Doe_MAC_ADDRESS_BOOK.vcf")
    try #require(people.count == 1)
    #expect(pairs(people[0].emails) == ["work|john.doe@ibm.com"])
    #expect(people[0].phones.count == 7)
    #expect(people[0].phones[0] == LabeledValue(label: "work", value: "905-777-1234"))
    #expect(people[0].phones[6] == LabeledValue(label: "AssistantPhone", value: "905-222-1234"))
    #expect(people[0].note.contains("\"AS IS\""))
  }

  @Test func `Evolution`() throws {
    let people = try Corpus.people("ez-vcard/John_Doe_EVOLUTION.vcf")
    try #require(people.count == 1)
    let john = people[0]
    #expect(john.id == "477343c8e6bf375a9bac1f96a5000837")
    #expect(john.name == "Mr. John Richter, James Doe Sr.")
    #expect(john.nickname == "Johny")
    #expect(john.tags == ["VIP"])
    #expect(pairs(john.emails) == ["work|john.doe@ibm.com"])
    #expect(pairs(john.phones) == ["mobile|905-666-1234", "work|905-555-1234"])
    #expect(john.birthday == PartialDate(year: 1980, month: 3, day: 22))
    #expect(john.note.contains("LIABILITY, WHETHER IN CONTRACT, STRICT"))
    #expect(
      john.otherProperties.contains(
        "EMAIL;TYPE=WORK;X-COUCHDB-UUID=\"83a75a5d-2777-45aa-bab5-76a4bd972490\":john.doe@ibm.com"))
  }

  @Test func `Lotus Notes`() throws {
    let people = try Corpus.people("ez-vcard/John_Doe_LOTUS_NOTES.vcf")
    try #require(people.count == 1)
    #expect(people[0].nickname == "Johny,JayJay")
    #expect(pairs(people[0].emails) == ["work|john.doe@ibm.com", "work|billy_bob@gmail.com"])
    #expect(pairs(people[0].phones) == ["mobile|+1 (212) 204-34456", "work fax|00-1-212-555-7777"])
    #expect(people[0].birthday == PartialDate(year: 1980, month: 5, day: 21))
  }

  @Test func `Outlook and BlackBerry, version 2`() throws {
    let outlook = try Corpus.people("ez-vcard/John_Doe_MS_OUTLOOK.vcf")
    try #require(outlook.count == 1)
    #expect(outlook[0].name == "Mr. John Richter James Doe Sr.")
    #expect(pairs(outlook[0].phones) == ["work|(905) 555-1234", "home|(905) 666-1234"])
    #expect(pairs(outlook[0].emails) == ["|john.doe@ibm.cm"])
    #expect(outlook[0].birthday == PartialDate(year: 1980, month: 3, day: 22))
    #expect(
      outlook[0].otherProperties.contains(
        "LABEL;TYPE=WORK;TYPE=PREF:Cresent moon drive\\nAlbaney, New York  12345"))
    let berry = try Corpus.people("ez-vcard/John_Doe_BLACK_BERRY.vcf")
    try #require(berry.count == 1)
    #expect(pairs(berry[0].phones) == ["mobile|+96123456789"])
    #expect(berry[0].otherProperties.filter { $0.hasPrefix("PHOTO") }.count == 1)
  }

  @Test func `Android, with quoted-printable over several lines`() throws {
    let people = try Corpus.people("ez-vcard/John_Doe_ANDROID.vcf")
    #expect(people.count == 6)
    #expect(people[2].lastName == "Ñ Ñ Ñ Ñ")
    #expect(people[3].lastName == "Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ Ñ")
    #expect(people[4].emails.count == 2)
    #expect(people[4].emails[1].value == String(repeating: "Ñ", count: 14))
    #expect(people[0].tags == ["My Contacts"])
  }

  @Test func `the example of RFC 6350`() throws {
    let people = try Corpus.people("ez-vcard/rfc6350-example.vcf")
    try #require(people.count == 1)
    let simon = people[0]
    #expect(simon.name == "Simon Perreault")
    #expect(simon.birthday == PartialDate(year: nil, month: 2, day: 3))
    #expect(simon.organisation == "Viagenie")
    #expect(pairs(simon.emails) == ["work|simon.perreault@viagenie.ca"])
    #expect(pairs(simon.phones) == ["work|+1-418-656-9254 ext. 102", "work mobile|+1-418-262-6501"])
  }

  @Test func `Windows-1251, Shift JIS, UTF-16 and Latin 1 are decoded`() throws {
    let ukrainian = try Corpus.people("folkerkinzel-vcards/Ukrainian.vcf")
    #expect(ukrainian.first?.lastName == "Кличко")
    let utf16 = try Corpus.people("folkerkinzel-vcards/v3Utf16Bom.vcf")
    #expect(utf16.first?.name.isEmpty == false)
    let japanese = try Corpus.people("android-vcard/v21_japanese_1.vcf")
    #expect(japanese.first?.lastName == "安藤ロイド")
    let latin = try Corpus.read("\(Corpus.folder)/vcards/folkerkinzel-vcards/Murks.vcf")
    #expect(latin.people.first?.lastName == "Nüßlebaum")
    #expect(latin.report.problems.contains { $0.message.contains("Murks") })
  }

  @Test func `a thousand cards in one file`() throws {
    let result = try Corpus.read("\(Corpus.folder)/vcards/folkerkinzel-vcards/LargeFile.vcf")
    #expect(result.people.count == 1000)
    #expect(result.report.people == 1000)
  }

  @Test func `nested cards are people, and an agent belongs to its card`() throws {
    #expect(try Corpus.people("android-vcard/v21_nest.vcf").map(\.name) == ["nest1", "nest2", "parent"])
    let parent = try Corpus.people("android-vcard/v21_nest.vcf").last
    #expect(parent?.phones.map(\.value) == ["1"])
  }
}
