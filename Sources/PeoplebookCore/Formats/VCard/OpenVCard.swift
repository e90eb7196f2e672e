/// A card that is being read: its end was not reached yet.
struct OpenVCard {
  /// The line where it begins.
  let line: Int
  /// Whether it is the value of an AGENT line, and belongs to the card around it.
  let isAgent: Bool
  private(set) var properties: [VCardProperty] = []
  /// The version in which our writer would write the lines: 3.0 for older ones.
  private(set) var version = VCardVersion.v3
  /// Whether the card says that it has just this version.
  private(set) var hasExactVersion = false
  /// The reason why the card is left out, after `the card that begins here`; `nil` when it is not.
  private(set) var refusal: String?
  /// The number of open cards inside a refused card.
  var innerCards = 0
  /// Whether the last line is an AGENT without a value: its card follows.
  var endsWithAgent = false
  /// Whether the report says that the card may be incomplete.
  var isDoubted = false
  /// The card that is the value of the last line.
  private var lastAgent: Agent?
  private var size = 0
  private var hasVersion = false

  /// A card that has become a value.
  struct Agent {
    let line: Int
    let properties: [VCardProperty]
    let version: VCardVersion
  }

  /// The name properties, FN and N, that the card has.
  private var names: Set<VCardField> = []
  /// The last repetition of VERSION: its line, the number of lines before it, the version until then, and the
  /// name properties that are before it and not yet below it.
  private var repetition: (line: Int, count: Int, version: VCardVersion, names: Set<VCardField>)?

  init(line: Int, isAgent: Bool = false) {
    self.line = line
    self.isAgent = isAgent
  }

  var isRefused: Bool { refusal != nil }

  /// Whether no line was added yet.
  var isNew: Bool { properties.isEmpty && !isRefused }

  mutating func setVersion(_ text: String, line: Int) {
    if hasVersion { repetition = (line, properties.count, version, names) }
    hasVersion = true
    version = text.hasPrefix("4") ? .v4 : .v3
    hasExactVersion = VCardVersion(rawValue: text) != nil
  }

  /// Adds a line, unless the card is refused or becomes too large with it.
  mutating func add(_ property: VCardProperty) {
    endsWithAgent = property.name == "AGENT" && property.rawValue.allSatisfy { $0 == 0x20 }
    lastAgent = nil
    if isRefused { return }
    properties.append(property)
    if let field = property.field, field == .fullName || field == .name {
      names.insert(field)
      repetition?.names.remove(field)
    }
    size += property.head.bytes.count + property.rawValue.count
    if size > RecordLimits.card {
      refuse("is larger than \(RecordLimits.card >> 20) MB")
    } else if properties.count > 2 * RecordLimits.lines {
      refuse("has more than \((2 * RecordLimits.lines).grouped) lines")
    }
  }

  /// Removes the lines of another card, which lost its first line and this card its last one.
  ///
  /// A card has one VERSION and one name. Repeated alone, each of them is an oddity of one card; both together begin
  /// another card.
  /// - Parameter property: The next line.
  /// - Returns: The other card; `nil` when the next line belongs to this one.
  mutating func splitOff(before property: VCardProperty) -> OpenVCard? {
    guard let repetition, let field = property.field, repetition.names.contains(field) else { return nil }
    let (own, others) = (properties[..<repetition.count], properties[repetition.count...])
    var other = OpenVCard(line: repetition.line)
    (other.version, other.hasExactVersion) = (version, hasExactVersion)
    other.hasVersion = true
    for line in others { other.add(line) }
    properties = Array(own)
    version = repetition.version
    self.repetition = nil
    return other
  }

  /// Leaves the card out, and discards its lines.
  mutating func refuse(_ reason: String, innerCards: Int = 0) {
    refusal = refusal ?? reason
    self.innerCards += innerCards
    properties = []
    lastAgent = nil
    names = []
    repetition = nil
  }

  /// The reason why the card is left out now that its values are known; `nil` when it is not.
  var excess: String? {
    if size <= RecordLimits.lines { return nil }
    let values = properties.reduce(0) { count, property in
      if property.isLabel { return count }
      guard let field = property.field else { return count + 1 }
      let separators = (field.isList ? [UInt8(ascii: ",")] : []) + (field.isStructured ? [UInt8(ascii: ";")] : [])
      return count + 1 + (separators.isEmpty ? 0 : property.rawValue.count(where: separators.contains))
    }
    return values > RecordLimits.lines ? "has more than \(RecordLimits.lines.grouped) values" : nil
  }

  // MARK: Agents

  /// Makes a card the value of the AGENT line that is last.
  mutating func setAgent(_ agent: OpenVCard) {
    if let last = properties.last, last.name == "AGENT" {
      let text = agent.inlineText
      last.rawValue = Array(text.utf8)[...]
      size += text.utf8.count
      lastAgent = Agent(line: agent.line, properties: agent.properties, version: agent.version)
    }
  }

  /// Removes the card that is the value of the last line; `nil` when there is none.
  ///
  /// A card that ends there without its end was cut off, and the next card was taken for its agent.
  mutating func splitOffAgent() -> Agent? {
    guard let agent = lastAgent else { return nil }
    lastAgent = nil
    properties.removeLast()
    return agent
  }

  /// The card as the value of an AGENT line of version 3.
  var inlineText: String {
    let lines = ["BEGIN:VCARD", "VERSION:3.0"] + properties.map(\.text) + ["END:VCARD"]
    return VCardText.escape(lines.joined(separator: "\n"))
  }
}
