/// The versions of vCard that are written.
public enum VCardVersion: String, Hashable, Sendable, CaseIterable {
  case v3 = "3.0"
  case v4 = "4.0"
}

/// Writes people as vCards: lines end with CR LF and are folded at 75 octets, FN, N, UID and REV always stand.
public struct VCardWriter: PersonWriter, Sendable {
  public var version: VCardVersion
  /// When the cards were written: the REV of each, as in `20261121T013000Z`.
  public var revision: String

  /// - Parameter revision: what to write as REV; the present time by default.
  public init(version: VCardVersion = .v3, revision: String = VCardWriter.now()) {
    self.version = version
    self.revision = revision
  }

  public func write(_ person: Person, into output: inout String) {
    for line in lines(of: person) { Self.fold(line, into: &output) }
  }

  /// The lines of the card, unfolded.
  func lines(of person: Person) -> [String] {
    let kept = VCardContents(person.otherProperties.compactMap { VCardProperty(text: Self.oneLine($0)) })
    let said = kept.properties.isEmpty ? Person() : kept.person()
    var numbers = GroupNumbers(taken: kept.properties.map(\.group))
    var usedGroups: Set<String> = []
    var lines = ["BEGIN:VCARD", "VERSION:\(version.rawValue)"]

    let use = { (field: VCardField, fits: Bool) -> [String]? in
      let keptLines = kept.properties(of: field)
      if keptLines.isEmpty || !fits { return nil }
      usedGroups.formUnion(keptLines.map(\.group))
      return keptLines.map(\.text)
    }
    lines += names(of: person, kept: kept)
    lines +=
      use(.nickname, said.nickname == person.nickname)
      ?? Self.lines(of: .nickname, person: person, version: version)
    lines +=
      use(.organisation, said.organisation == person.organisation)
      ?? organisation(of: person, kept: kept)
    lines += use(.title, said.title == person.title) ?? title(of: person, kept: kept)
    for (field, values) in [(VCardField.email, person.emails), (.phone, person.phones)] {
      var candidates = kept.properties(of: field)
      for value in values where !value.value.isEmpty {
        if let index = candidates.firstIndex(where: { kept.value(of: $0) == value }) {
          let property = candidates.remove(at: index)
          usedGroups.insert(property.group)
          lines.append(property.text)
        } else {
          lines += Self.lines(of: field, value: value, numbers: &numbers)
        }
      }
    }
    lines +=
      use(.birthday, said.birthday == person.birthday)
      ?? Self.lines(of: .birthday, person: person, version: version)
    lines += use(.tags, said.tags == person.tags) ?? Self.lines(of: .tags, person: person, version: version)
    lines += use(.note, said.note == person.note) ?? Self.lines(of: .note, person: person, version: version)
    lines += others(in: kept, usedGroups: usedGroups)
    lines +=
      use(.id, said.id == person.id && !said.id.isEmpty)
      ?? Self.lines(of: .id, person: person, version: version)
    lines += ["REV:\(revision)", "END:VCARD"]
    return lines
  }

  // MARK: Fields

  /// The lines for a field that has one value.
  static func lines(of field: VCardField, person: Person, version: VCardVersion) -> [String] {
    func line(_ name: String, _ text: String) -> [String] {
      text.isEmpty ? [] : ["\(name):\(VCardText.escape(text))"]
    }
    switch field {
    case .name:
      let parts = [person.lastName, person.firstName].map(VCardText.escape).joined(separator: ";")
      return ["FN:\(VCardText.escape(person.name))", "N:\(parts);;;"]
    case .nickname: return line("NICKNAME", person.nickname)
    case .organisation: return line("ORG", person.organisation)
    case .title: return line("TITLE", person.title)
    case .birthday: return person.birthday.map { [VCardDate.line(for: $0, version: version)] } ?? []
    case .tags:
      let tags = person.tags.map(VCardText.escape).joined(separator: ",")
      return tags.isEmpty ? [] : ["CATEGORIES:\(tags)"]
    case .note: return line("NOTE", person.note)
    case .id:
      let isURI = version == .v4 && UUIDText.isUUID(person.id)
      return person.id.isEmpty ? [] : ["UID:\(isURI ? "urn:uuid:" : "")\(person.id)"]
    case .email, .phone: return []
    }
  }

  private static func lines(
    of field: VCardField, value: LabeledValue, numbers: inout GroupNumbers
  ) -> [String] {
    let name = field == .email ? "EMAIL" : "TEL"
    let text = VCardText.escape(value.value)
    if let types = VCardLabel.types(for: value.label) {
      return [types.isEmpty ? "\(name):\(text)" : "\(name);TYPE=\(types.joined(separator: ",").uppercased()):\(text)"]
    }
    let group = numbers.next()
    return ["\(group).\(name):\(text)", "\(group).X-ABLabel:\(VCardText.escape(value.label))"]
  }

  /// FN and N: those that came with the card while they fit, else new ones that keep middle names and titles.
  private func names(of person: Person, kept: VCardContents) -> [String] {
    let lines = Self.lines(of: .name, person: person, version: version)
    let keptLines = kept.properties(of: .name)
    if keptLines.isEmpty { return lines }
    let hasFull = keptLines.contains { $0.name == "FN" }
    let structured = keptLines.first { $0.name == "N" }
    if kept.names(of: person) == (person.firstName, person.lastName) {
      return (hasFull ? [] : [lines[0]]) + keptLines.map(\.text) + (structured == nil ? [lines[1]] : [])
    }
    let rest = structured.map { VCardText.split($0.value, at: UInt8(ascii: ";")).dropFirst(2) } ?? []
    if rest.allSatisfy(\.isEmpty) { return lines }
    let parts = [person.lastName, person.firstName].map(VCardText.escape) + rest
    return [lines[0], "N:\(parts.joined(separator: ";"))"]
  }

  /// A new ORG, with the departments of the old one; further organisations as they were.
  private func organisation(of person: Person, kept: VCardContents) -> [String] {
    let keptLines = kept.properties(of: .organisation)
    let old = keptLines.firstIndex { !VCardContents.organisation($0).isEmpty }
    let further = keptLines.indices.filter { $0 != old }.map { keptLines[$0].text }
    if person.organisation.isEmpty { return further }
    let units = old.map { VCardText.split(keptLines[$0].value, at: UInt8(ascii: ";")).dropFirst() } ?? []
    return ["ORG:" + ([VCardText.escape(person.organisation)] + units).joined(separator: ";")] + further
  }

  private func title(of person: Person, kept: VCardContents) -> [String] {
    let further = kept.properties(of: .title).filter { VCardContents.text($0.value) != kept.title }.map(\.text)
    return Self.lines(of: .title, person: person, version: version) + further
  }

  /// What has no field, in its order. A label without its value is left out.
  private func others(in kept: VCardContents, usedGroups: Set<String>) -> [String] {
    let others = kept.properties.filter { $0.field == nil && !VCardField.frame.contains($0.name) }
    let groups = usedGroups.union(others.lazy.filter { $0.name != "X-ABLABEL" }.map(\.group))
    return others.filter { $0.name != "X-ABLABEL" || groups.contains($0.group) }.map { VCardMedia.line($0, version) }
  }

  // MARK: Lines

  /// The text without line ends, which would start another property.
  private static func oneLine(_ text: String) -> String { VCardText.escapeNewlines(text) }

  /// Appends a line in pieces of at most 75 octets, never cutting a character.
  private static func fold(_ line: String, into output: inout String) {
    if line.utf8.count <= 75 {
      output += line
      output += "\r\n"
      return
    }
    var count = 0
    var piece = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      let length = UTF8.width(scalar)
      if count + length > 75 {
        output += String(piece)
        output += "\r\n "
        piece = String.UnicodeScalarView()
        count = 1
      }
      piece.append(scalar)
      count += length
    }
    output += String(piece)
    output += "\r\n"
  }
}

/// Gives out group names that a card does not use yet.
private struct GroupNumbers {
  private let taken: Set<String>
  private var last = 0

  init(taken: [String]) {
    self.taken = Set(taken.map { $0.lowercased() })
  }

  mutating func next() -> String {
    repeat { last += 1 } while taken.contains("item\(last)")
    return "item\(last)"
  }
}
