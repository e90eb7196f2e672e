import Persistence

/// The words for the fields in tables and objects that other programs have written.
extension FieldCatalogue {
  /// The headings of columns that are certainly about people.
  private static let certainHeadings = Set(certainFields.flatMap(\.headings))
  private static let certainKeys = Set(certainFields.map(\.id))
  /// The fields that only people have; products and accounts have organisations too.
  private static let certainFields = current.fields.filter { !$0.isCommonWord && $0 != .organisation }

  /// A heading in lower case, without accents and without separators.
  static func normalised(_ heading: String) -> String {
    Folding.fold(heading).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// The words of a text as ``normalised(_:)`` has them.
  static func words(in text: String) -> [String] { normalised(text).split(separator: " ").map(String.init) }

  /// Whether only objects about people have the key: that of a field, or one like `phoneNumber`.
  func isCertain(_ key: String) -> Bool {
    if Self.certainKeys.contains(key) { return true }
    let heading = Self.heading(ofKey: key)
    return Self.certainHeadings.contains(heading) || fields.contains { !$0.isCommonWord && $0.isMentioned(in: heading) }
  }

  /// Whether the key is one for an organisation, like `company`.
  func isOrganisation(_ key: String) -> Bool {
    key == PersonField.organisation.id || PersonField.organisation.headings.contains(Self.heading(ofKey: key))
  }

  /// `phone number` for the key `phoneNumber`.
  private static func heading(ofKey key: String) -> String {
    normalised(key.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : "\($1)" })
  }
}

extension PersonField {
  /// Whether a normalised heading contains a word for the values of the field.
  func isMentioned(in heading: String) -> Bool {
    if headingWords.isEmpty { return false }
    return heading.split(separator: " ").contains { headingWords.contains(String($0)) }
      || headingWords.contains { $0.contains(" ") && heading.hasPrefix($0) }
  }
}
