import Persistence

extension PersonFormat {
  /// The aliases of mutt and neomutt: `alias ada Ada Lovelace <ada@example.org>`.
  public static let aliases = PersonFormat(
    "aliases", title: "mutt aliases", fileExtensions: ["aliases", "mutt"],
    recognise: { beginning in
      let first = beginning.lines.first { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
      return first?.drop(while: \.isWhitespace).hasPrefix("alias ") == true && beginning.signedKind == nil
    },
    reader: { source, _ in AliasReader(source) },
    writer: { _ in AliasWriter() })
}

/// Reads people from aliases.
///
/// An alias for several addresses is one person where they have the same name, and else a tag of several people; other
/// aliases may be among them. An alias with the name of the one before it is a further address.
struct AliasReader: PersonReader {
  private var scanner: LineScanner
  private var decoder = LineDecoder()
  private var derivedIDs = DerivedIDs()
  /// People that were read; the last may get further addresses, and all of them tags.
  private var people: [ReadPerson] = []
  /// The number of ``people`` that were returned.
  private var returned = 0
  private var lists = AliasLists()
  /// The names of the aliases that were read.
  private var names: Set<String> = []
  private(set) var report = ImportReport()

  private struct ReadPerson {
    var person: Person
    /// The name as it is written.
    var name: String
    var line: Int
    /// The tags, for finding out whether it has one.
    var tags: Set<String>
  }

  /// The number of people that are read ahead, so that a later alias can tag them.
  static let readAhead = 10_000

  init(_ source: some ByteSource) {
    scanner = LineScanner(source)
  }

  var bytesRead: Int { scanner.bytesRead }

  mutating func next() throws(FileAccessError) -> Person? {
    while true {
      if returned + 1 >= people.count { try readMore() }
      guard returned < people.count else { return nil }
      var (person, line) = (people[returned].person, people[returned].line)
      returned += 1
      let texts = person.emails.map(\.value) + person.tags
      let size = texts.reduce(person.name.utf8.count) { $0 + $1.utf8.count }
      if let excess = RecordLimits.excess(of: person, ofSize: size) {
        report.skip("this person \(excess). It is left out.", line: line)
        continue
      }
      person.id = derivedIDs.id(of: (person.name + "\n" + person.emails.map(\.value).joined(separator: "\n")).utf8)
      guard derivedIDs.isNew(&person, line: line, report: &report) else { continue }
      report.people += 1
      return person
    }
  }

  /// Replaces the returned people by the next ones, and reports missing aliases at the end.
  private mutating func readMore() throws(FileAccessError) {
    people.removeFirst(returned)
    lists.forget(returned)
    returned = 0
    while people.count < Self.readAhead {
      guard let (text, line) = try nextLine() else {
        for missing in lists.takeMissing() {
          if missing.isWhole {
            report.skip("this alias has no address.", line: missing.line)
          } else {
            report.doubt(
              "\(missing.member.excerpt) is not an alias of this file, so \(missing.list.excerpt) lacks it.",
              line: missing.line)
          }
        }
        return
      }
      read(text, line: line)
    }
  }

  /// The present person with the addresses that only the file has.
  var lastUpdate: PersonUpdate { PersonUpdate { present, read in present.merged(with: read) } }

  /// The next line, with those that a backslash joins to it.
  private mutating func nextLine() throws(FileAccessError) -> (text: String, line: Int)? {
    guard var line = try scanner.next() else { return nil }
    let number = line.number
    var text = ""
    var isCut = false
    while true {
      var part = line.isCut ? "" : decoder.text(line.bytes, line: line.number, report: &report).trimmed
      let isJoined = part.hasSuffix("\\")
      if isJoined { part.removeLast() }
      isCut = isCut || line.isCut || text.utf8.count + part.utf8.count > RecordLimits.line
      if !isCut { text += text.isEmpty ? part : " " + part }
      guard isJoined, let next = try scanner.next() else { break }
      line = next
    }
    if isCut {
      report.skip("this alias \(RecordLimits.excessOfValue). It is left out.", line: number)
      return ("", number)
    }
    return (text, number)
  }

  /// The people of an alias without the backslashes that mutt removes, up to a `#` that is not in a name in quotes.
  ///
  /// What remains is read as addresses, in which a backslash has a meaning again.
  private static func addresses(in text: some StringProtocol) -> String {
    var output = String.UnicodeScalarView()
    var (isQuoted, isMarked, isAfterBlank) = (false, false, true)
    var rest = Substring(text).unicodeScalars
    while var scalar = rest.popFirst() {
      if scalar == "#", !isQuoted, isAfterBlank { break }
      // Other programs write a backslash of a name as it is.
      if scalar == "\\", let next = rest.first, "\\`$#\"'".unicodeScalars.contains(next) {
        scalar = next
        rest.removeFirst()
      }
      if scalar == "\"", !isMarked { isQuoted.toggle() }
      isMarked = scalar == "\\" && !isMarked
      isAfterBlank = scalar == " "
      output.append(scalar)
    }
    return String(output)
  }

  private mutating func read(_ text: String, line: Int) {
    if text.isEmpty || text.hasPrefix("#") { return }
    // A mark after a blank makes one character of both.
    var rest = text.unicodeScalars[...]
    func takeWord() -> String {
      rest = rest.drop(while: \.properties.isWhitespace)
      let word = rest.prefix { !$0.properties.isWhitespace }
      rest = rest[word.endIndex...]
      return String(word)
    }
    guard takeWord() == "alias" else { return report.skip("this line is not an alias.", line: line) }
    var tags: [String] = []
    var key = takeWord()
    while key == "-group", rest.contains(where: { !$0.properties.isWhitespace }) {
      tags.append(takeWord())
      key = takeWord()
    }
    let (found, others) = MailAddress.elements(in: Self.addresses(in: String(rest)))
    // A name of several words without an address is one that was written without quotes, with a comma in it.
    let isQuoted = !others.contains { $0.contains(" ") }
    let members = isQuoted ? others.filter { !$0.hasPrefix("-") } : []
    if found.isEmpty, members.isEmpty { return report.skip("this alias has no address.", line: line) }
    let isList =
      !members.isEmpty || found.count > 1 && (found[0].name.isEmpty || found.contains { $0.name != found[0].name })
    if isList { tags.append(key) }
    names.insert(key)
    let begin = people.count
    var isFurther = false
    for mailbox in found {
      let isMore = !isList && !mailbox.name.isEmpty && people.last?.name == mailbox.name
      if isMore {
        people[people.count - 1].person.emails.append(LabeledValue(value: mailbox.address))
        isFurther = people.count == begin
        continue
      }
      var person = Person()
      person.emails = [LabeledValue(value: mailbox.address)]
      person.setFullName(mailbox.name)
      // Its number is the writer's if the same name without one is before it.
      let base = AliasWriter.key(of: person)
      if !isList, key != base, !(AliasWriter.isKey(key, of: person) && names.contains(base)) { person.nickname = key }
      person.tags = tags
      people.append(ReadPerson(person: person, name: mailbox.name, line: line, tags: Set(tags)))
    }
    let list = AliasLists.Alias(people: (isFurther ? begin - 1 : begin)..<people.count, members: members, line: line)
    let wasCut = lists.isCut
    for (tag, position) in lists.add(list, named: key, tags: tags) {
      // A person with more is left out.
      let isFull = people[position].person.tags.count > RecordLimits.lines
      if !isFull, people[position].tags.insert(tag).inserted { people[position].person.tags.append(tag) }
    }
    if lists.isCut, !wasCut {
      report.doubt(
        "the lists up to here have more than \(AliasLists.limit.grouped) members of members: some tags are missing.",
        line: line)
    }
  }
}

/// Writes an alias for each address of a person.
///
/// A number follows the name of an alias that is in use. Two people with one name are read as one if the second follows
/// the first.
struct AliasWriter: PersonWriter {
  private var used: [String: Int] = [:]
  /// The name of the last person that was written.
  private var last = ""

  @discardableResult
  mutating func write(_ person: Person, into output: inout String) -> WrittenPart {
    let name = person.hasName ? Self.quoted(person.name) + " " : ""
    let key =
      person.nickname.contains { $0.isWhitespace || "\"'#\\,;$`".contains($0) } || person.nickname.isEmpty
      ? Self.key(of: person) : person.nickname
    var written = Person()
    written.setFullName(person.name)
    let base = Self.key(of: person)
    let isDerived = key == base || Self.isKey(key, of: person) && used[base] != nil
    let isNickname = key == person.nickname && used[key] == nil && !isDerived
    written.nickname = isNickname ? key : ""
    for email in person.emails where Self.isReadable(email.value) {
      written.emails.append(LabeledValue(value: email.value))
      var number = used[key, default: 0] + 1
      while number > 1, used["\(key)-\(number)"] != nil { number += 1 }
      used[key] = number
      let alias = number > 1 ? "\(key)-\(number)" : key
      if number > 1 { used[alias] = 1 }
      let people = Self.escaped("\(name)<\(email.value)>")
      output += "alias \(alias) \(people)\n"
    }
    if written.emails.isEmpty { return .nothing }
    let isMerged = person.hasName && person.name == last
    last = person.hasName ? person.name : ""
    let isWhole =
      !isMerged
      && FieldCatalogue.current.fields.allSatisfy { field in
        !field.hasDetails(of: person) || field.kind.values(of: person) == field.kind.values(of: written)
      }
    return isWhole ? .everything : .someValues
  }

  /// Whether the address is read as it is.
  private static func isReadable(_ address: String) -> Bool {
    MailAddress.elements(in: "<\(address)>").addresses.map(\.address) == [address]
  }

  /// The text as mutt reads it from a file: without backslashes it would run what is between backticks, replace the
  /// names of variables, and end the line at a number sign.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += "\\`$#".unicodeScalars.contains($1) ? "\\\($1)" : "\($1)" }
  }

  /// The name as it is before an address, in quotes where it needs them.
  private static func quoted(_ name: String) -> String {
    let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.utf8.contains(where: "()<>@,;:\\\".[]#$`'=".utf8.contains) else { return line }
    return "\"" + line.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "\""
  }

  /// Whether an alias is ``key(of:)``, perhaps with a number.
  fileprivate static func isKey(_ alias: String, of person: Person) -> Bool {
    let key = key(of: person)
    guard alias.hasPrefix(key) else { return false }
    let rest = alias.dropFirst(key.count)
    return rest.isEmpty || rest.first == "-" && (Int(rest.dropFirst()) ?? 0) > 1
  }

  /// The name in lower case, without accents, and with dashes: `ada-lovelace`.
  static func key(of person: Person) -> String {
    let words = Folding.fold(person.name).split { !($0.isLetter || $0.isNumber) || !$0.isASCII }
    return words.isEmpty ? "person" : words.joined(separator: "-")
  }
}
