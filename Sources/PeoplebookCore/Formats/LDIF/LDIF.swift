import FoundationEssentials

extension PersonFormat {
  /// Entries of a directory (RFC 2849), as Thunderbird and LDAP servers exchange them.
  public static let ldif = PersonFormat(
    "ldif", title: "LDIF", fileExtensions: ["ldif", "ldi"],
    recognise: { beginning in
      let lines = beginning.lines.lazy.filter { !$0.hasPrefix("#") }.map { $0.lowercased() }
      return lines.first { !$0.hasPrefix("version:") }?.hasPrefix("dn:") == true && beginning.signedKind == nil
    },
    reader: { source, _ in LDIFReader(source) },
    writer: { _ in LDIFWriter() })
}

/// Reads people from LDIF: each entry as a card with the same lines.
///
/// Entries that are lists or changes are left out and reported. The attributes of servers are left out.
struct LDIFReader: PersonReader {
  private var scanner: LineScanner
  private var decoder = LineDecoder()
  /// The lines that were read already and are next.
  private var pending: [LineScanner.Line] = []
  private var interpreter = VCardInterpreter()
  private(set) var report = ImportReport()

  init(_ source: some ByteSource) {
    scanner = LineScanner(source, limit: Self.longestLine)
  }

  var bytesRead: Int { scanner.bytesRead }

  /// The bytes of a line with the Base64 of the longest value.
  private static let longestLine = RecordLimits.line / 3 * 4 + 1024
  /// The bytes of the lines of an entry, which is more than a record may have in Base64.
  private static let largestEntry = 2 * RecordLimits.card

  mutating func next() throws(FileAccessError) -> Person? {
    while let (entry, line, doubts, excess) = try nextEntry() {
      if let excess {
        report.skip("this entry \(excess). It is left out.", line: line)
        continue
      }
      func has(_ name: String, where isMeant: (String) -> Bool) -> Bool {
        entry.contains { $0.name.lowercased() == name && isMeant($0.value.lowercased()) }
      }
      if has("changetype", where: { $0 != "add" }) {
        report.skip("this entry is a change, not a person.", line: line)
      } else if has("objectclass", where: { $0.hasPrefix("groupof") || $0 == "posixgroup" }) {
        report.skip("this entry is a list, not a person.", line: line)
      } else if has("objectclass", where: Self.otherClasses.contains), !has("objectclass", where: Self.isOfPeople) {
        report.skip("this entry is a part of a directory, not a person.", line: line)
      } else {
        let lines = LDIFAttributes.lines(of: entry).enumerated().compactMap { VCardProperty(text: $1, line: $0) }
        if let excess = RecordLimits.excess(of: lines.lazy.map(\.text)) {
          report.skip("this entry \(excess). It is left out.", line: line)
          continue
        }
        for doubt in doubts { report.doubt(doubt.text, line: doubt.line) }
        if entry.isEmpty { continue }
        let person = interpreter.person(of: lines, version: .v3, line: line, hasLineNumbers: false, report: &report)
        if let person { return person }
      }
    }
    return nil
  }

  /// The classes of entries, in lower case, that are not people unless another class says so.
  private static let otherClasses: Set<String> = [
    "organization", "organizationalunit", "organizationalrole", "dcobject", "domain", "domaindns", "country",
    "locality", "container", "builtindomain", "device", "computer", "applicationprocess", "alias", "referral",
  ]

  private static func isOfPeople(_ name: String) -> Bool {
    name.hasSuffix("person") || name.hasPrefix("mozillaab") || ["user", "contact", "posixaccount"].contains(name)
  }

  var lastUpdate: PersonUpdate {
    PersonUpdate { present, read in
      let writer = VCardWriter()
      return writer.lines(of: present) == writer.lines(of: read) ? present : present.updated(with: read)
    }
  }

  /// What an entry has.
  private typealias Entry = (
    attributes: [LDIFAttributes.Attribute], line: Int, doubts: [(text: String, line: Int)], excess: String?
  )

  /// The attributes of the next entry, its first line, what is left out of it, and why it is too large to be read.
  private mutating func nextEntry() throws(FileAccessError) -> Entry? {
    var attributes: [LDIFAttributes.Attribute] = []
    var doubts: [(text: String, line: Int)] = []
    var start = 0
    var size = 0
    var excess: String?
    while let line = try nextLine() {
      let text =
        line.isCut
        ? String(decoding: line.bytes, as: UTF8.self) : decoder.text(line.bytes, line: line.number, report: &report)
      let isEmpty = attributes.isEmpty && doubts.isEmpty
      if text.isBlank, !isEmpty { return (attributes, start, doubts, excess) }
      guard !text.hasPrefix("#"), let colon = text.firstIndex(of: ":") else { continue }
      let name = LDIFAttributes.name(of: String(text[..<colon]).trimmed)
      if name.lowercased() == "dn", !isEmpty {
        // The blank line between two entries is missing.
        pending.insert(line, at: 0)
        return (attributes, start, doubts, excess)
      }
      let value = text[text.index(after: colon)...]
      if name.lowercased() == "version" && attributes.isEmpty { continue }
      if attributes.isEmpty { start = line.number }
      size += line.bytes.count
      if line.isCut { excess = RecordLimits.excessOfValue }
      if size > Self.largestEntry { excess = excess ?? RecordLimits.excessOfSize }
      if excess != nil, !isEmpty { continue }
      if value.hasPrefix("<") {
        doubts.append(("the value of \(name.excerpt) is in another file. It is left out.", line.number))
        continue
      }
      if !value.hasPrefix(":") {
        attributes.append(LDIFAttributes.Attribute(name: name, value: String(value).trimmed))
      } else if let attribute = decoded(value.dropFirst(), name, line: line.number) {
        attributes.append(attribute)
      } else {
        doubts.append(("the value of \(name.excerpt) is not Base64. It is left out.", line.number))
      }
    }
    return attributes.isEmpty && doubts.isEmpty ? nil : (attributes, start, doubts, excess)
  }

  /// The next line with those that continue it.
  private mutating func nextLine() throws(FileAccessError) -> LineScanner.Line? {
    guard var line = try nextWrittenLine() else { return nil }
    while let next = try nextWrittenLine() {
      guard next.bytes.first == 0x20, !line.bytes.isEmpty else {
        pending.insert(next, at: 0)
        break
      }
      if next.isCut || line.bytes.count + next.bytes.count > Self.longestLine {
        line.isCut = true
      } else {
        line.bytes += next.bytes.dropFirst()
      }
    }
    if let next = pending.first, Self.isClass(next), !Self.isName(line),
      let start = Self.joinedName(in: line.bytes)
    {
      // Files were joined, and the first one had no line end at its end.
      pending.insert(LineScanner.Line(bytes: Array(line.bytes[start...]), number: line.number), at: 0)
      line.bytes.removeSubrange(start...)
    }
    return line
  }

  private mutating func nextWrittenLine() throws(FileAccessError) -> LineScanner.Line? {
    pending.isEmpty ? try scanner.next() : pending.removeFirst()
  }

  private static func isClass(_ line: LineScanner.Line) -> Bool {
    String(decoding: line.bytes.prefix(12), as: UTF8.self).hasPrefix(inAnyCase: "objectclass:")
  }

  private static func isName(_ line: LineScanner.Line) -> Bool {
    String(decoding: line.bytes.prefix(3), as: UTF8.self).hasPrefix(inAnyCase: "dn:")
  }

  /// The position of the name of an entry behind the value of another one.
  private static func joinedName(in bytes: [UInt8]) -> Int? {
    let names = [Array("dn: ".utf8), Array("dn:: ".utf8)]
    guard bytes.count > 4 else { return nil }
    return (1...bytes.count - 4).first { start in names.contains { bytes[start...].starts(with: $0) } }
  }

  /// The attribute with a value in Base64, as text or as the Base64 of bytes; `nil` for another text.
  private mutating func decoded(_ value: Substring, _ name: String, line: Int) -> LDIFAttributes.Attribute? {
    let base64 = value.filter { !$0.isWhitespace }
    guard let data = Data(base64Encoded: base64) else { return nil }
    if LDIFAttributes.isBinary(name) { return LDIFAttributes.Attribute(name: name, value: base64) }
    if LDIFAttributes.isOfServers(name) {
      return LDIFAttributes.Attribute(name: name, value: String(decoding: data, as: UTF8.self))
    }
    let isBytes = !LDIFAttributes.isKnown(name) && LDIFAttributes.isBytes(base64)
    let text = isBytes ? base64 : decoder.text(Array(data), line: line, report: &report)
    return LDIFAttributes.Attribute(name: name, value: text, isBytes: isBytes)
  }
}

/// Writes people as LDIF: what has no attribute is written as the line of a card.
struct LDIFWriter: PersonWriter {
  func begin(into output: inout String) {
    output += "version: 1\n\n"
  }

  @discardableResult
  func write(_ person: Person, into output: inout String) -> WrittenPart {
    let mail = person.emails.first.map { ",mail=\(Self.escaped($0.value))" } ?? ""
    Self.write("dn", "cn=\(Self.escaped(person.displayName))\(mail)", into: &output)
    for name in ["top", "person", "organizationalPerson", "inetOrgPerson", "mozillaAbPersonAlpha"] {
      Self.write("objectclass", name, into: &output)
    }
    var taken: Set<String> = []
    for line in VCardWriter().lines(of: person) {
      for attribute in LDIFAttributes.attributes(of: line, taken: &taken) {
        Self.write(attribute.name, attribute.value, isBase64: attribute.isBytes, into: &output)
      }
    }
    output += "\n"
    return .everything
  }

  /// A value in the name of an entry (RFC 4514).
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += ",+\"\\<>;=#".contains($1) ? "\\\($1)" : $1.isNewline ? " " : "\($1)" }
  }

  /// Appends an attribute in lines of at most 76 bytes; in base64 where it is not plain ASCII.
  private static func write(_ name: String, _ value: String, isBase64: Bool = false, into output: inout String) {
    let isSafe =
      value.utf8.allSatisfy { 0x20...0x7E ~= $0 } && value.utf8.last != 0x20
      && ![0x20, UInt8(ascii: ":"), UInt8(ascii: "<")].contains(value.utf8.first)
    let text =
      if isBase64 || LDIFAttributes.isBinary(name) {
        "\(name):: \(value)"
      } else {
        isSafe ? "\(name): \(value)" : "\(name):: \(Data(value.utf8).base64EncodedString())"
      }
    var rest = Array(text.utf8)[...]
    output += String(decoding: rest.prefix(76), as: UTF8.self)
    rest = rest.dropFirst(76)
    while !rest.isEmpty {
      output += "\n " + String(decoding: rest.prefix(75), as: UTF8.self)
      rest = rest.dropFirst(75)
    }
    output += "\n"
  }
}
