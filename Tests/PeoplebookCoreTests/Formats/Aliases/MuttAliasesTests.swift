import Testing

@testable import PeoplebookCore

struct MuttAliasesTests {
  private func read(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
    var reader = AliasReader(MemoryByteSource(Array(text.utf8), chunkSize: chunkSize))
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return (people, reader.report)
  }

  @Test(arguments: [1, 7, 10_000])
  func `aliases are people`(size: Int) {
    let result = read(
      #"""
      # mine
      alias ada-lovelace Ada Lovelace <ada@x.example> # the first
      alias bob -group
      alias -group friends -group math bobby "Lind, Bob" <bob@x.example>
      alias bobby-2 "Lind, Bob" <bob@y.example>
      alias cleo cleo@x.example (Cleo King)
      alias team Dora <dora@x.example>, \
        Emil <emil@x.example>
      alias all ada, bob
      set x=y
      """#, chunkSize: size)
    #expect(result.people.map(\.name) == ["Ada Lovelace", "Bob Lind", "Cleo King", "Dora", "Emil"])
    #expect(result.people.map(\.nickname) == ["", "bobby", "cleo", "", ""])
    #expect(result.people.map(\.tags) == [[], ["friends", "math"], [], ["team"], ["team"]])
    #expect(result.people[1].emails.map(\.value) == ["bob@x.example", "bob@y.example"])
    #expect(result.report.problems.map(\.line).sorted() == [3, 9, 10] && result.report.skipped == 3)
  }

  @Test func `the last person that is read ahead gets all addresses`() {
    let lines =
      (1..<AliasReader.readAhead).map { "alias a\($0) P\($0) <p\($0)@x.y>" }
      + ["alias bob Bob <bob@x.y>", "alias bob-2 Bob <bob@z.y>", "alias zoe Zoe <zoe@x.y>"]
    let people = read(lines.joined(separator: "\n")).people
    #expect(people.suffix(2).map(\.name) == ["Bob", "Zoe"] && people.count == lines.count - 1)
    #expect(people.suffix(2).first?.emails.map(\.value) == ["bob@x.y", "bob@z.y"])
  }

  @Test(
    arguments: [
      ("ada", .everything), ("", .everything), ("the countess", .someValues), ("a;b", .someValues),
    ] as [(String, WrittenPart)])
  func `a nickname that is no key of an alias is not written`(nickname: String, written: WrittenPart) {
    var person = Person()
    (person.firstName, person.lastName, person.nickname) = ("Ada", "Lovelace", nickname)
    person.emails = [LabeledValue(value: "ada@x.example")]
    var (writer, output) = (AliasWriter(), "")
    #expect(writer.write(person, into: &output) == written)
    person.emails = []
    #expect(writer.write(person, into: &output) == .nothing)
    #expect(output.split(separator: "\n").count == 1 && output.contains(" Ada Lovelace <ada@x.example>"))
  }

  @Test(arguments: [false, true])
  func `an alias that is a member of another is tagged`(isReversed: Bool) {
    let lines = [
      "alias ada Ada <ada@x.y>", "alias team bob@x.y, Carol <c@x.y>, Ada", "alias all team, dan@x.y, nobody",
      "alias none nobody, all", "alias loop loop, gone",
    ]
    let (people, report) = read((isReversed ? lines.reversed() : lines).joined(separator: "\n"))
    let tags = Dictionary(people.map { ($0.emails[0].value, Set($0.tags)) }) { $1 }
    #expect(
      tags == [
        "ada@x.y": ["team", "all", "none"], "bob@x.y": ["team", "all", "none"], "c@x.y": ["team", "all", "none"],
        "dan@x.y": ["all", "none"],
      ])
    #expect(
      Set(report.problems.map(\.message)) == [
        "“nobody” is not an alias of this file, so “all” lacks it.",
        "“nobody” is not an alias of this file, so “none” lacks it.",
        "“gone” is not an alias of this file, so “loop” lacks it.",
      ])
  }

  @Test func `a name that is used again has the people of both`() {
    let (people, _) = read("alias team a@x.y, b@x.y\nalias team c@x.y, d@x.y\nalias all team\n")
    #expect(people.map { Set($0.tags) } == Array(repeating: ["team", "all"], count: 4))
  }

  @Test func `a comma in a name without quotes makes no list`() {
    let (people, report) = read("alias zoe Zoe O’Brien; Jr, Dr <zoe@x.y>\n")
    #expect(people.map(\.tags) == [[]] && people.map(\.nickname) == ["zoe"] && report.problems.isEmpty)
  }

  @Test func `an alias far above its list is reported`() {
    let people = (0..<AliasReader.readAhead + 2).map { "alias p\($0) p\($0)@x.y\n" }.joined()
    let (found, report) = read(people + "alias team p0, p\(AliasReader.readAhead + 1)\n")
    #expect(found.filter { !$0.tags.isEmpty }.map(\.nickname) == ["p\(AliasReader.readAhead + 1)"])
    #expect(report.problems.count == 1 && report.doubtful == 1)
  }

  @Test func `people are written with an alias for each address`() {
    var people = ["Ada Lovelace", "Ada Lovelace", "Zoë \"Z\" Öst, Jr"].map { name in
      var person = Person()
      person.setFullName(name)
      return person
    }
    people[0].emails = [LabeledValue(label: "work", value: "a@x"), LabeledValue(value: "b@x")]
    people[1].emails = [LabeledValue(value: "c@x")]
    people[2].emails = [LabeledValue(value: "d@x"), LabeledValue(value: "bad address")]
    people[2].nickname = "zoe"
    let text = AliasWriter().text(of: people)
    #expect(
      text == """
        alias ada-lovelace Ada Lovelace <a@x>
        alias ada-lovelace-2 Ada Lovelace <b@x>
        alias ada-lovelace-3 Ada Lovelace <c@x>
        alias zoe "Zoë \\\\"Z\\\\" Öst, Jr" <d@x>

        """)
    #expect(read(text).people.map { $0.emails.map(\.value) } == [["a@x", "b@x", "c@x"], ["d@x"]])
  }

  @Test(arguments: [
    "ÑÑÑ@ÑÑÑ.example", "\u{303}a@x.example", "root", "a@b@c", "a@x.", "\"a b\"@x.example", "a\u{600}", "a#b@x",
    "#b@x",
  ])
  func `an address that is written is read`(address: String) {
    for name in ["", "Ada", "Ada \"\u{303}\" #1"] {
      var person = Person()
      person.setFullName(name)
      person.emails = [LabeledValue(value: address)]
      let (people, report) = read(AliasWriter().text(of: [person]))
      #expect(people.map(\.emails) == [person.emails] && people.map(\.name) == [person.name], "\(report.problems)")
    }
  }

  @Test func `what mutt would run, replace or cut off is written with a backslash`() {
    var person = Person()
    person.setFullName(#"Eve `x` $HOME #1 \ "q""#)
    person.emails = [LabeledValue(value: "a`b$c#d@x.y")]
    let text = AliasWriter().text(of: [person])
    #expect(
      text == ##"alias eve-x-home-1-q "Eve \`x\` \$HOME \#1 \\\\ \\"q\\"" <a\`b\$c\#d@x.y>"## + "\n")
    let (people, report) = read(text)
    #expect(people.map(\.name) == [person.name] && people.map(\.emails) == [person.emails], "\(report.problems)")
  }

  @Test func `an alias that mutt has written is read`() {
    let (people, _) = read(##"alias zoe \"Zo\\\"e Z\" <z\'z@x> # a comment "quoted""## + "\n")
    #expect(people.map(\.name) == [#"Zo"e Z"#] && people.map { $0.emails.map(\.value) } == [["z'z@x"]])
  }

  @Test func `odd addresses are written as they are read`() {
    var odd = OddPeople(seed: 7)
    for _ in 0..<2_000 {
      let text = AliasWriter().text(of: [odd.next()])
      let count = text.split(separator: "\n").count
      let (people, report) = read(text)
      #expect(people.flatMap(\.emails).count == count && report.problems.isEmpty, "\(text)")
    }
  }

  @Test func `a file of aliases may end with other settings`() throws {
    let beginning = FileBeginning(Array("# mine\nalias ada Ada <ada@x.y>\nset realname=\"Ada\"\n".utf8))
    #expect(try PersonFormat.ofFile(beginningWith: beginning, path: "people") == .aliases)
  }

  @Test func `a blank value is not one that an alias lacks`() {
    var person = Person()
    person.setFullName("Ada Lovelace")
    person.emails = [LabeledValue(value: "ada@x.example")]
    (person.note, person.otherProperties) = (" ", ["PRODID:x"])
    var (writer, output) = (AliasWriter(), "")
    #expect(writer.write(person, into: &output) == .everything)
  }

  @Test func `the addresses of a person in the book stay`() throws {
    var present = Person()
    present.setFullName("Ada Lovelace")
    present.emails = [LabeledValue(label: "work", value: "a@x")]
    present.note = "x"
    var reader = AliasReader(MemoryByteSource("alias ada Ada Lovelace <a@x>\n"))
    let read = try #require(try reader.next())
    #expect(reader.update(of: present, to: read).emails == present.emails)
  }

  private func person(_ name: String, _ email: String, nickname: String = "") -> Person {
    var person = Person()
    person.setFullName(name)
    person.emails = [LabeledValue(value: email)]
    person.nickname = nickname
    return person
  }

  @Test func `an adjacent namesake loses something`() {
    var (writer, output) = (AliasWriter(), "")
    var written: [WrittenPart] = []
    for (name, email) in [("John Smith", "a@x.y"), ("John Smith", "b@x.y"), ("Ada", "c@x.y"), ("John Smith", "d@x.y")] {
      written.append(writer.write(person(name, email), into: &output))
    }
    #expect(written == [.everything, .someValues, .everything, .everything])
    #expect(read(output).people.map { $0.emails.map(\.value) } == [["a@x.y", "b@x.y"], ["c@x.y"], ["d@x.y"]])
  }

  @Test func `a nickname that is in use is not written`() {
    let people = [person("Ada Lovelace", "a@x.y", nickname: "zoe"), person("Bob Lind", "b@x.y", nickname: "zoe")]
    var (writer, output) = (AliasWriter(), "")
    #expect(writer.write(people[0], into: &output) == .everything)
    #expect(writer.write(people[1], into: &output) == .someValues)
  }

  @Test func `a name with a number is in use too`() {
    var ada = person("Ada", "a@x.y")
    ada.emails.append(LabeledValue(value: "b@x.y"))
    let others = [person("Bob", "c@x.y", nickname: "ada-2"), person("Cleo", "d@x.y", nickname: "ada-2")]
    let lines = AliasWriter().text(of: [ada] + others).split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ")[1] } == ["ada", "ada-2", "ada-2-2", "ada-2-3"])
  }

  @Test func `a namesake's number is not a nickname`() {
    let people = [person("John Smith", "a@x.y"), person("Ada", "b@x.y"), person("John Smith", "c@x.y")]
    let text = AliasWriter().text(of: people)
    #expect(text.contains("alias john-smith-2 John Smith <c@x.y>\n"))
    let found = read(text).people
    #expect(found.map(\.name) == people.map(\.name) && found.map(\.nickname) == ["", "", ""])
  }

  @Test func `a name with a number is a nickname`() {
    let found = read("alias studio-54 Studio <a@b.org>\nalias ada Ada <ada@x.y>\n").people
    #expect(found.map(\.nickname) == ["studio-54", ""])
  }

  // MARK: Large files

  @Test(.timeLimit(.minutes(1))) func `an alias in many lines is read in linear time`() {
    let lines = String(repeating: "\\\n", count: 1_000_000)
    let result = read("alias ada Ada <ada@x.y> \\\n\(lines)\nalias bob Bob <bob@x.y>\n")
    #expect(result.people.map(\.name) == ["Ada", "Bob"] && result.report.problems.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func `a list of many aliases is read in linear time`() {
    let lines = (0..<100_000).map { "alias team m\($0)\n" }.joined()
    let result = read(lines + "alias ada Ada <ada@x.y>\n")
    #expect(result.people.map(\.name) == ["Ada"] && result.report.skipped == 100_000)
  }

  @Test(.timeLimit(.minutes(1))) func `members beyond the limit have no tag`() {
    var lists = AliasLists()
    let (all, none) = (0..<AliasLists.limit, AliasLists.limit..<AliasLists.limit)
    _ = lists.add(.init(people: all, members: [], line: 1), named: "all", tags: [])
    let first = lists.add(.init(people: none, members: ["all"], line: 2), named: "one", tags: ["one"])
    #expect(first.count == AliasLists.limit && !lists.isCut)
    let second = lists.add(.init(people: none, members: ["all"], line: 3), named: "two", tags: ["two"])
    #expect(second.isEmpty && lists.isCut)
  }

  @Test(arguments: ["", "\\\n"])
  func `an alias that is too long is left out`(lineEnd: String) {
    let words = String(repeating: String(repeating: "x", count: RecordLimits.line / 8) + lineEnd, count: 9)
    let result = read("alias long \(words) <l@x.y>\nalias bob Bob <bob@x.y>\n")
    #expect(result.people.map(\.name) == ["Bob"])
    let message = "Line 1: this alias has a value larger than 8 MB. It is left out."
    #expect(result.report.problems.map(\.description) == [message])
  }
}
