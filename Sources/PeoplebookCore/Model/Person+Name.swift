/// The name of a person, as it is shown in different places.
extension Person {
  /// The name: in full where that says more, else first and last name in the order of the person's language, else the
  /// first of the values that stand in for a name, such as an organisation.
  ///
  /// Empty when there is none.
  ///
  /// - Complexity: O(length of the name).
  public var name: String {
    Self.name(first: firstName, last: lastName, full: fullName) ?? standIns.first ?? ""
  }

  /// The name that the parts make; `nil` when they are empty or blank.
  static func name(first: String, last: String, full: String) -> String? {
    let isName = { (text: String) in text.utf8.contains { $0 > 0x20 } }
    if isName(full) { return full }
    return isName(first) || isName(last) ? NameOrder(first: first, last: last).join(first, last) : nil
  }

  /// The name as it is shown, also for a person without one.
  public var displayName: String {
    let name = name
    return name.isInvisible ? "(no name)" : name
  }

  /// The name as a list in `order` shows it: `Ada Lovelace` by first name and `Lovelace, Ada` by last name.
  ///
  /// A name that begins with the last name anyway is the same in both: `山田太郎`, `Nguyễn Văn An`, `Nagy Anna`.
  public func displayName(in order: PeopleOrder) -> String {
    let hasBoth = !firstName.isInvisible && !lastName.isInvisible
    guard order == .family, hasBoth, !beginsWithLastName else { return displayName }
    return "\(lastName), \(firstName)"
  }

  /// Whether there is a name of more than blanks.
  ///
  /// - Complexity: O(blanks at the beginning of the names).
  public var hasName: Bool {
    let isName = { (text: String) in text.utf8.contains { $0 > 0x20 } }
    return isName(firstName) || isName(lastName) || isName(fullName)
  }

  /// Whether all fields are empty, apart from the id.
  var isBlank: Bool { !hasName && FieldCatalogue.current.fields.allSatisfy { $0.kind.isBlank(in: self) } }

  /// The values that are shown where there is no name, the best first.
  var standIns: [String] { FieldCatalogue.current.standIns.flatMap { $0.kind.standIns(of: self) } }

  /// Sets the name from a text in which the whole of it is written, as vCard's FN has it.
  ///
  /// First and last name are read from the text where the person has none, and ``fullName`` is set where the text says
  /// more than they do. `Public, John` says no more than its parts. A text that only stands in for a name, such as the
  /// person's organisation, is not taken apart.
  ///
  /// - Parameters:
  ///   - text: The whole name.
  ///   - keepsOrder: Whether a text with the last name first is shown as it is written, as in cards.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public mutating func setFullName(_ text: String, keepsOrder: Bool = false) {
    let text = text.trimmed
    fullName = ""
    if text.isEmpty { return }
    if !hasName, !standIns.contains(text) {
      let parts = FullName(text)
      (firstName, lastName) = (parts.first, parts.last)
    }
    if Self.words(of: text) == Self.words(of: name) { return }
    let plain = keepsOrder ? text : FullName.withoutRemark(text)
    let isTurned = !keepsOrder && plain == "\(lastName), \(firstName)"
    if !isTurned {
      fullName = text
    } else if plain != text {
      fullName = name + text.dropFirst(plain.count)
    }
  }

  private static func words(of text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  // MARK: Sorting

  /// The parts of the name to sort by where names are shown as they are spoken.
  var spokenNameParts: [String] {
    if !hasName { return [name] }
    if !fullName.isEmpty { return [FullName.withoutTitles(fullName)] }
    return NameOrder(first: firstName, last: lastName) == .firstNameFirst
      ? [firstName, lastName] : [lastName, firstName]
  }

  /// The parts of the name to sort by where the last name is shown first.
  var lastNameFirstParts: [String] {
    firstName.isEmpty && lastName.isEmpty ? [name] : [lastName, firstName]
  }

  private var beginsWithLastName: Bool {
    fullName.isEmpty
      ? NameOrder(first: firstName, last: lastName) != .firstNameFirst : fullName.hasPrefix(lastName)
  }
}
