/// A card that is being read: its end was not reached yet.
struct OpenVCard {
  /// The line where it begins.
  let line: Int
  /// Whether it is the value of an AGENT line, and belongs to the card around it.
  let isAgent: Bool
  private(set) var properties: [VCardProperty] = []
  /// The version in which our writer would write the lines: 3.0 for older ones.
  private(set) var version = VCardVersion.v3
  /// The reason why the card is left out, after `the card that begins here`; `nil` when it is not.
  private(set) var refusal: String?
  /// The number of open cards inside a refused card.
  var innerCards = 0
  /// Whether the last line is an AGENT without a value: its card follows.
  var endsWithAgent = false
  private var size = 0

  init(line: Int, isAgent: Bool = false) {
    self.line = line
    self.isAgent = isAgent
  }

  var isRefused: Bool { refusal != nil }

  /// Whether no line was added yet.
  var isNew: Bool { properties.isEmpty && !isRefused }

  mutating func setVersion(_ text: String) {
    version = text.hasPrefix("4") ? .v4 : .v3
  }

  /// Adds a line, unless the card is refused or becomes too large with it.
  mutating func add(_ property: VCardProperty) {
    endsWithAgent = property.name == "AGENT" && property.rawValue.allSatisfy { $0 == 0x20 }
    if isRefused { return }
    properties.append(property)
    size += property.head.count + property.rawValue.count
    if size > VCardLimits.card {
      refuse("is larger than \(VCardLimits.card >> 20) MB")
    } else if properties.count > VCardLimits.lines {
      refuse("has more than \(VCardLimits.lines.grouped) lines")
    }
  }

  /// Leaves the card out, and discards its lines.
  mutating func refuse(_ reason: String, innerCards: Int = 0) {
    refusal = refusal ?? reason
    self.innerCards += innerCards
    properties = []
  }

  /// The reason why the card is left out now that its values are known; `nil` when it is not.
  var excess: String? {
    let isExcessive = properties.contains { property in
      property.rawValue.count > VCardLimits.lines && property.field?.isList == true
        && property.rawValue.count(where: { $0 == UInt8(ascii: ",") }) > VCardLimits.lines
    }
    return isExcessive ? "has more than \(VCardLimits.lines.grouped) values in one line" : nil
  }

  // MARK: Agents

  /// Makes a card the value of the AGENT line that is last.
  mutating func setAgent(_ text: String) {
    if let last = properties.last, last.name == "AGENT" {
      last.rawValue = Array(text.utf8)[...]
      size += text.utf8.count
    }
  }

  /// The card as the value of an AGENT line of version 3.
  var inlineText: String {
    let lines = ["BEGIN:VCARD", "VERSION:3.0"] + properties.map(\.text) + ["END:VCARD"]
    return VCardText.escape(lines.joined(separator: "\n"))
  }
}
