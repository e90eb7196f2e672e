extension PersonFormat {
  /// The address book of abook: a section for each person.
  public static let abook = PersonFormat(
    "abook", title: "abook", fileExtensions: ["abook"],
    recognise: { beginning in
      beginning.firstLine.hasPrefix("# abook addressbook") || beginning.lines.contains { $0 == "program=abook" }
    },
    reader: { source, _ in AbookReader(source) },
    writer: { _ in AbookWriter() })
}

/// The keys of a section, and the lines of a card that say the same.
private enum AbookKeys {
  static let simple: [(key: String, head: String)] = [
    ("name", "FN"), ("nick", "NICKNAME"), ("phone", "TEL"), ("workphone", "TEL;TYPE=WORK"),
    ("mobile", "TEL;TYPE=CELL"), ("fax", "TEL;TYPE=FAX"), ("url", "URL"), ("notes", "NOTE"),
    ("anniversary", DateContent.anniversaryOfVersion3),
  ]
  /// The keys with several values, between commas.
  static let lists: [(key: String, head: String)] = [("email", "EMAIL"), ("groups", "CATEGORIES")]
  static let address = ["", "address2", "address", "city", "state", "zip", "country"]
  /// The keys that the user may give a meaning; it is not in the file.
  static let custom = ["custom1", "custom2", "custom3", "custom4", "custom5"]
  private static let known = Set(simple.map(\.key) + lists.map(\.key) + address + custom)

  /// Whether a key is one that users may add to their sections.
  static func isOther(_ key: String) -> Bool {
    !known.contains(key) && key == key.cleaned.trimmed && !key.contains { $0 == "=" || $0.isNewline }
      && !key.hasPrefix("#") && !key.hasPrefix("[")
  }
}

/// Reads people from the file of abook: each section as a card with the same lines.
struct AbookReader: PersonReader {
  private var scanner: LineScanner
  private var decoder = LineDecoder()
  private var interpreter = VCardInterpreter()
  /// The line where the next section begins; `nil` before the first.
  private var section: Int?
  /// The values of the section so far, by their keys.
  private var values: [String: String] = [:]
  /// The bytes of its lines.
  private var size = 0
  private(set) var report = ImportReport()

  init(_ source: some ByteSource) {
    scanner = LineScanner(source)
  }

  var bytesRead: Int { scanner.bytesRead }

  mutating func next() throws(FileAccessError) -> Person? {
    while let line = try scanner.next() {
      let text = decoder.text(line.bytes, line: line.number, report: &report).trimmed
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix("["), text.hasSuffix("]") {
        if let person = beginSection(line: line.number, with: [:]) { return person }
      } else if section != nil, let equals = text.firstIndex(of: "=") {
        let (key, value) = (String(text[..<equals]).trimmed, String(text[text.index(after: equals)...]))
        if values[key] == nil {
          size += text.utf8.count
          // A person with more is left out.
          if size <= RecordLimits.card || key == "name" { values[key] = value }
        } else if key == "name" {
          // The line with the number of the next person is missing.
          if let person = beginSection(line: line.number, with: [key: value]) { return person }
        } else {
          report.skip("\(key.excerpt) appears twice in this section.", line: line.number)
        }
      } else {
        report.skip("this line is not part of a person.", line: line.number)
      }
    }
    guard let start = section else { return nil }
    section = nil
    return person(values, line: start)
  }

  /// Begins a section.
  ///
  /// - Returns: The person of the section before it.
  private mutating func beginSection(line: Int, with first: [String: String]) -> Person? {
    let present = section.flatMap { person(values, line: $0) }
    (section, values, size) = (line, first, 0)
    return present
  }

  /// The present person with what the file has keys for.
  var lastUpdate: PersonUpdate {
    PersonUpdate { present, read in
      AbookSection(present).text == AbookSection(read).text ? present : present.merged(with: read)
    }
  }

  /// The person of a section; `nil` for the description of the file, and for an empty one.
  private mutating func person(_ values: [String: String], line: Int) -> Person? {
    if values["program"] != nil { return nil }
    if size > RecordLimits.card {
      report.skip("this person \(RecordLimits.excessOfSize). It is left out.", line: line)
      return nil
    }
    var lines = AbookKeys.simple.compactMap { key, head in
      values[key].map { "\(head):\(VCardText.escape($0))" }
    }
    for (key, head) in AbookKeys.lists {
      let items = (values[key] ?? "").split(separator: ",").map { VCardText.escape(String($0).trimmed) }
      lines += head == "EMAIL" ? items.map { "EMAIL:\($0)" } : ["\(head):\(items.joined(separator: ","))"]
    }
    let address = AbookKeys.address.map { VCardText.escape(values[$0] ?? "") }
    if address.contains(where: { !$0.isEmpty }) { lines.append("ADR:\(address.joined(separator: ";"))") }
    lines += AbookKeys.custom.compactMap { key in
      values[key].map { "X-ABOOK-\(key.uppercased()):\(VCardText.escape($0))" }
    }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where AbookKeys.isOther(key) && !value.isEmpty {
      lines.append(ForeignValue(name: key, text: value).line(from: .abook))
    }
    let texts = lines.flatMap { $0.hasPrefix("CATEGORIES:") ? $0.split(separator: ",").map(String.init) : [$0] }
    if let excess = RecordLimits.excess(of: texts) {
      report.skip("this person \(excess). It is left out.", line: line)
      return nil
    }
    let properties = lines.enumerated().compactMap { VCardProperty(text: $1, line: $0) }
    return interpreter.person(of: properties, version: .v3, line: line, hasLineNumbers: false, report: &report)
  }
}

/// Writes people as sections of a file of abook.
struct AbookWriter: PersonWriter {
  private var count = 0

  func begin(into output: inout String) {
    output += "# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n\n"
  }

  @discardableResult
  mutating func write(_ person: Person, into output: inout String) -> WrittenPart {
    let section = AbookSection(person)
    let text = section.text
    if text.isEmpty { return .nothing }
    output += "\n[\(count)]\n" + text
    count += 1
    return section.isWhole ? .everything : .someValues
  }
}

/// The values of a person by the keys of a section.
private struct AbookSection {
  private let person: Person
  private var values: [String: String] = [:]
  /// The keys that users have added, in their order.
  private var others: [String] = []
  /// Whether the section has every value of the person.
  private(set) var isWhole = true

  init(_ person: Person) {
    self.person = person
    for line in VCardWriter().lines(of: person) {
      if let property = VCardProperty(text: line) { add(VCardAddition.restored(property)) } else { isWhole = false }
    }
  }

  /// The lines of the section.
  var text: String {
    let order =
      ["name", "email"] + AbookKeys.address + AbookKeys.simple.map(\.key) + ["groups"] + AbookKeys.custom + others
    var seen: Set<String> = []
    return order.filter { seen.insert($0).inserted && values[$0]?.isEmpty == false }
      .map { "\($0)=\(values[$0] ?? "")\n" }.joined()
  }

  private mutating func add(_ property: VCardProperty) {
    // An id is computed from the section when it is read.
    if property.value.isEmpty || ["UID", "REV", "PRODID"].contains(property.name) { return }
    if let value = ForeignValue(property, from: .abook), AbookKeys.isOther(value.name) {
      others.append(value.name)
      return set(value.name, value.text)
    }
    let types = property.types.filter { !["pref", "voice", "internet"].contains($0) }
    // The phone at home is the one without a word for it.
    let type = property.name == "TEL" ? types.first { $0 != "home" } : nil
    let head = property.name + (type.map { ";TYPE=\($0.uppercased())" } ?? "")
    if property.name != "TEL" ? !types.isEmpty : types.count > 1 { isWhole = false }
    if !property.parameters.allSatisfy({ $0.name == "TYPE" || $0.name.isEmpty }) { isWhole = false }
    if property.name == "N" {
      checkName(property)
    } else if let key = AbookKeys.simple.first(where: { $0.head == head })?.key {
      set(key, VCardText.unescape(property.value))
    } else if let key = AbookKeys.lists.first(where: { $0.head == head })?.key {
      add(head == "EMAIL" ? [VCardText.unescape(property.value)] : VCardContents.list(property.value), to: key)
    } else if property.name == "ADR" {
      let parts = VCardText.split(property.value, at: UInt8(ascii: ";")).map { VCardText.unescape($0) }
      addAddress(zip(AbookKeys.address, parts).filter { !$1.isEmpty })
    } else if let key = AbookKeys.custom.first(where: { "X-ABOOK-\($0.uppercased())" == property.name }) {
      set(key, VCardText.unescape(property.value))
    } else {
      isWhole = false
    }
  }

  /// A section has the name in one piece, from which a reader guesses the parts.
  private mutating func checkName(_ property: VCardProperty) {
    var read = Person()
    read.setFullName(person.name)
    let others = VCardText.split(property.value, at: UInt8(ascii: ";")).dropFirst(2).map { VCardText.unescape($0) }
    let isSame = (read.firstName, read.lastName) == (person.firstName, person.lastName)
    if person.hasName, !isSame || !others.allSatisfy({ $0.isEmpty || person.name.contains($0) }) { isWhole = false }
  }

  private mutating func add(_ items: [String], to key: String) {
    if items.contains(where: { $0.contains(",") }) { isWhole = false }
    let text = line(items.joined(separator: ","))
    if values[key] == nil { values[key] = text } else { values[key]? += ",\(text)" }
  }

  private mutating func addAddress(_ parts: [(String, String)]) {
    let hasOne = AbookKeys.address.contains { values[$0] != nil }
    if hasOne || parts.contains(where: \.0.isEmpty) { isWhole = false }
    if hasOne { return }
    for (key, part) in parts where !key.isEmpty { set(key, part) }
  }

  /// Sets the value of a key, on one line; one that is set stays.
  private mutating func set(_ key: String, _ text: String) {
    let line = line(text)
    if values[key] ?? line != line { isWhole = false }
    values[key] = values[key] ?? line
  }

  /// The text on one line.
  private mutating func line(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if line != text { isWhole = false }
    return line
  }
}
