/// People who have to do with a person; the label says what they are to that person.
///
/// A value is a name as the book shows it, or the id of a person after `urn:uuid:`.
struct RelatedContent: LabeledContent {
  var noun: String { "related person" }
  var shortNoun: String { "related person" }
  var hasMeaningInLabel: Bool { true }
  var usualLabels: [String] {
    ["spouse", "child", "parent", "sibling", "partner", "friend", "", "colleague", "manager", "assistant"]
  }

  func person(namedBy value: String) -> String? { withoutScheme(value) }

  func withoutScheme(_ text: String) -> String { without(Self.scheme, text) }

  /// What a card has before the id of a person.
  static let scheme = "urn:uuid:"

  // MARK: Properties

  /// The property of a related person with any label in cards of version 3, which lacks RELATED.
  static let labeledName = "X-ABRELATEDNAMES"

  /// The labels of the properties that name one relation.
  static let labels = [
    "X-SPOUSE": "spouse", "X-EVOLUTION-SPOUSE": "spouse", "X-KADDRESSBOOK-X-SPOUSESNAME": "spouse",
    "X-MANAGER": "manager", "X-EVOLUTION-MANAGER": "manager", "X-KADDRESSBOOK-X-MANAGERSNAME": "manager",
    "X-ASSISTANT": "assistant", "X-EVOLUTION-ASSISTANT": "assistant", "X-KADDRESSBOOK-X-ASSISTANTSNAME": "assistant",
  ]

  /// The names of cards' lines with related people, apart from RELATED.
  static let properties = [labeledName] + labels.keys.sorted()
}
