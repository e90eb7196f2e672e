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

/// The attributes of a person, and the lines of a card that say the same.
private enum LDIFAttributes {
  struct Attribute {
    var name: String
    var value: String
    /// Whether the value is the Base64 of bytes that are not a text.
    var isBytes = false
  }

  /// The attributes that are a line each; the first for a line is written.
  private static let simple: [(name: String, head: String)] = [
    ("cn", "FN"), ("mozillaNickname", "NICKNAME"), ("xmozillaNickname", "NICKNAME"), ("title", "TITLE"),
    ("mail", "EMAIL"), ("mozillaSecondEmail", "EMAIL"), ("xmozillaSecondEmail", "EMAIL"),
    ("telephoneNumber", "TEL;TYPE=WORK"), ("homePhone", "TEL;TYPE=HOME"), ("mobile", "TEL;TYPE=CELL"),
    ("cellPhone", "TEL;TYPE=CELL"), ("facsimileTelephoneNumber", "TEL;TYPE=FAX"), ("fax", "TEL;TYPE=FAX"),
    ("pager", "TEL;TYPE=PAGER"), ("pagerPhone", "TEL;TYPE=PAGER"), ("description", "NOTE"), ("notes", "NOTE"),
    ("labeledURI", "URL"), ("mozillaHomeUrl", "URL;TYPE=HOME"), ("homeUrl", "URL;TYPE=HOME"),
    ("mozillaWorkUrl", "URL;TYPE=WORK"), ("workUrl", "URL;TYPE=WORK"), ("entryUUID", "UID"),
  ]
  private static let heads = Dictionary(simple.map { ($0.name.lowercased(), $0.head) }) { first, _ in first }
  private static let names = Dictionary(simple.map { ($0.head, $0.name) }) { first, _ in first }

  /// The attributes of the parts of a line, in the order of the parts; one without a name has no attribute.
  private static let structured: [(head: String, parts: [String])] = [
    ("N", ["sn", "givenName", "", "", ""]), ("ORG", ["o", "ou"]),
    ("ADR;TYPE=WORK", ["postOfficeBox", "mozillaWorkStreet2", "street", "l", "st", "postalCode", "c"]),
    (
      "ADR;TYPE=HOME",
      [
        "", "mozillaHomeStreet2", "mozillaHomeStreet", "mozillaHomeLocalityName", "mozillaHomeState",
        "mozillaHomePostalCode", "mozillaHomeCountryName",
      ]
    ),
    ("BDAY", ["birthyear", "birthmonth", "birthday"]),
  ]
  private static let photo = (name: "jpegPhoto", head: "PHOTO;ENCODING=b;TYPE=JPEG")
  /// A line of a card that no other attribute holds.
  private static let line = "x-vcard"
  /// Attributes of entries and their servers, in lower case: they say nothing about the person, or are a secret.
  private static let ofServers: Set<String> = [
    "dn", "version", "changetype", "control", "objectclass", "structuralobjectclass", "entrydn", "entrycsn", "entryid",
    "parentid", "createtimestamp", "modifytimestamp", "creatorsname", "modifiersname", "subschemasubentry",
    "hassubordinates", "numsubordinates", "contextcsn", "nsuniqueid", "memberof", "userpassword", "pwdlastset",
    "pwdchangedtime", "pwdhistory", "pwdpolicysubentry", "distinguishedname", "instancetype", "objectcategory",
    "objectguid", "objectsid", "whencreated", "whenchanged", "usncreated", "usnchanged", "dscorepropagationdata",
    "useraccountcontrol", "samaccounttype", "primarygroupid", "accountexpires", "badpasswordtime", "badpwdcount",
    "lastlogoff", "lastlogon", "lastlogontimestamp", "logoncount", "unicodepwd", "lastmodifieddate",
  ]

  /// Other names of attributes, in lower case.
  static let synonyms = [
    "commonname": "cn", "surname": "sn", "gn": "givenName", "organizationname": "o", "company": "o",
    "organizationalunitname": "ou", "department": "ou", "rfc822mailbox": "mail", "streetaddress": "street",
    "localityname": "l", "stateorprovincename": "st", "countryname": "c", "mozillaworkcountryname": "c",
  ]

  /// Whether the values are bytes, which stay in base64.
  static func isBinary(_ name: String) -> Bool { name.lowercased() == photo.name.lowercased() }

  /// The lines of several attributes, by the names of those in lower case.
  private static let hosts = Dictionary(
    structured.enumerated().flatMap { index, host in
      host.parts.filter { !$0.isEmpty }.map { ($0.lowercased(), index) }
    }
  ) { first, _ in first }

  /// The name of an attribute: without its options and in the form of this table where that has it, else as written.
  static func name(of written: String) -> String {
    let plain = String(written.prefix { $0 != ";" })
    let name = synonyms[plain.lowercased()] ?? plain
    return isKnown(name) ? name : written
  }

  /// Whether this table has the name.
  static func isKnown(_ name: String) -> Bool {
    let name = name.lowercased()
    return heads[name] != nil || hosts[name] != nil || ofServers.contains(name) || name == line || isBinary(name)
  }

  // MARK: To lines

  /// The lines for the attributes of an entry, in their order; those of servers have none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of attributes.
  static func lines(of entry: [Attribute]) -> [String] {
    let parts = entry.reduce(into: [String: String]()) { parts, attribute in
      let name = attribute.name.lowercased()
      if hosts[name] != nil, parts[name] == nil { parts[name] = attribute.value }
    }
    var done: Set<String> = []
    return entry.compactMap { attribute -> String? in
      let name = attribute.name.lowercased()
      if let head = heads[name] { return "\(head):\(VCardText.escape(attribute.value))" }
      if name == line { return attribute.value }
      if isBinary(name) { return "\(photo.head):\(attribute.value)" }
      if name.isEmpty || attribute.value.isEmpty || ofServers.contains(name) { return nil }
      if let index = hosts[name], parts[name] == attribute.value {
        let host = structured[index]
        let values = host.parts.map { parts[$0.lowercased()] ?? "" }
        if let line = line(host.head, values) { return done.insert(host.head).inserted ? line : nil }
      }
      return ForeignValue(name: attribute.name, text: attribute.value, isBytes: attribute.isBytes).line(from: .ldif)
    }
  }

  private static func line(_ head: String, _ values: [String]) -> String? {
    if head == "BDAY" {
      guard let month = Int(values[1]), let day = Int(values[2]) else { return nil }
      return PartialDate(year: Int(values[0]), month: month, day: day).map {
        VCardDate.line(named: head, for: $0, version: .v3)
      }
    }
    let count = head == "ORG" && values[1].isEmpty ? 1 : values.count
    return "\(head):" + values.prefix(count).map(VCardText.escape).joined(separator: ";")
  }

  // MARK: From a line

  /// The attributes that are read as this line.
  ///
  /// - Parameter taken: The heads of the lines before it, and their attributes in lower case: each part of a line has
  ///   one value in an entry, and further ones are lines of their own.
  static func attributes(of line: String, taken: inout Set<String>) -> [Attribute] {
    let whole = [Attribute(name: Self.line, value: line)]
    guard let property = VCardProperty(text: line) else { return whole }
    let head = String(decoding: property.head.bytes, as: UTF8.self)
    var attributes: [Attribute] = []
    var isList = names[head] != nil
    var isFurther = false
    if let name = names[head], head != "UID" || UUIDText.isUUID(property.value) {
      attributes = [Attribute(name: name, value: VCardText.unescape(property.value))]
    } else if head == photo.head, Data(base64Encoded: property.value) != nil {
      attributes = [Attribute(name: photo.name, value: property.value)]
    } else if let value = ForeignValue(property, from: .ldif), isName(value.name),
      !value.isBytes || isBytes(value.text)
    {
      attributes = [Attribute(name: value.name, value: value.text, isBytes: value.isBytes)]
      let key = value.name.lowercased()
      isFurther = hosts[key] != nil && taken.contains(key) && value.line(from: .ldif) == line
      isList = true
    } else if let host = structured.first(where: { $0.head == head }) {
      let values =
        head == "BDAY"
        ? property.value.split(separator: "-").map(String.init)
        : VCardText.split(property.value, at: UInt8(ascii: ";")).map { VCardText.unescape($0) }
      attributes = zip(host.parts, values).filter { !$0.0.isEmpty && !$0.1.isEmpty }.map {
        Attribute(name: $0, value: $1)
      }
    }
    // A value that is read otherwise stays the line that it is.
    guard isFurther || lines(of: attributes) == [line], isList || !taken.contains(head),
      attributes.allSatisfy({ !$0.value.isEmpty && $0.value == $0.value.cleaned.trimmed })
    else { return whole }
    taken.formUnion(attributes.map { $0.name.lowercased() } + [head])
    return attributes
  }

  /// Whether an attribute can have a name that this table lacks.
  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") } && !name.hasPrefix("#")
      && self.name(of: name) == name
  }

  /// Whether a text is the Base64 of bytes that are not a text.
  static func isBytes(_ base64: String) -> Bool {
    Data(base64Encoded: base64).map { !String(decoding: $0, as: UTF8.self).cleaned.utf8.elementsEqual($0) } ?? false
  }
}

/// Reads people from LDIF: each entry as a card with the same lines.
///
/// Entries that are lists or changes are left out and reported. The attributes of servers are left out.
struct LDIFReader: PersonReader {
  private var scanner: LineScanner
  /// The lines that were read already and are next.
  private var pending: [LineScanner.Line] = []
  private var interpreter = VCardInterpreter()
  private(set) var report = ImportReport()

  init(_ source: some ByteSource) {
    scanner = LineScanner(source)
  }

  var bytesRead: Int { scanner.bytesRead }

  mutating func next() throws(FileAccessError) -> Person? {
    while let (entry, line, doubts) = try nextEntry() {
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
    attributes: [LDIFAttributes.Attribute], line: Int, doubts: [(text: String, line: Int)]
  )

  /// The attributes of the next entry, its first line, and what is left out of it.
  private mutating func nextEntry() throws(FileAccessError) -> Entry? {
    var attributes: [LDIFAttributes.Attribute] = []
    var doubts: [(text: String, line: Int)] = []
    var start = 0
    while let line = try nextLine() {
      let text = String(decoding: line.bytes, as: UTF8.self)
      let isEmpty = attributes.isEmpty && doubts.isEmpty
      if text.isBlank, !isEmpty { return (attributes, start, doubts) }
      guard !text.hasPrefix("#"), let colon = text.firstIndex(of: ":") else { continue }
      let name = LDIFAttributes.name(of: String(text[..<colon]).trimmed)
      if name.lowercased() == "dn", !isEmpty {
        // The blank line between two entries is missing.
        pending.insert(line, at: 0)
        return (attributes, start, doubts)
      }
      let value = text[text.index(after: colon)...]
      if name.lowercased() == "version" && attributes.isEmpty { continue }
      if attributes.isEmpty { start = line.number }
      if value.hasPrefix("<") {
        doubts.append(("the value of \(name.excerpt) is in another file. It is left out.", line.number))
        continue
      }
      if !value.hasPrefix(":") {
        attributes.append(LDIFAttributes.Attribute(name: name, value: String(value).trimmed))
      } else if let attribute = Self.decoded(value.dropFirst(), name) {
        attributes.append(attribute)
      } else {
        doubts.append(("the value of \(name.excerpt) is not Base64. It is left out.", line.number))
      }
    }
    return attributes.isEmpty && doubts.isEmpty ? nil : (attributes, start, doubts)
  }

  /// The next line with those that continue it.
  private mutating func nextLine() throws(FileAccessError) -> LineScanner.Line? {
    guard var line = try nextWrittenLine() else { return nil }
    while let next = try nextWrittenLine() {
      guard next.bytes.first == 0x20, !line.bytes.isEmpty else {
        pending.insert(next, at: 0)
        break
      }
      line.bytes += next.bytes.dropFirst()
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
  private static func decoded(_ value: Substring, _ name: String) -> LDIFAttributes.Attribute? {
    let base64 = value.filter { !$0.isWhitespace }
    guard let data = Data(base64Encoded: base64) else { return nil }
    if LDIFAttributes.isBinary(name) { return LDIFAttributes.Attribute(name: name, value: base64) }
    let isBytes = !LDIFAttributes.isKnown(name) && LDIFAttributes.isBytes(base64)
    let text = isBytes ? base64 : String(decoding: data, as: UTF8.self).cleaned
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
