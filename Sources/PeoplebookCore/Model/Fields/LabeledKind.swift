import Persistence

/// Several values, each with a label.
public struct LabeledKind: ListFieldKind {
  /// The meaning of the values.
  enum Content: Hashable {
    case email, phone
    /// Texts of any meaning, with the words for one of them in a sentence and in a form.
    case text(noun: String, shortNoun: String)
  }

  let path: Person.Path<[LabeledValue]>
  let content: Content

  /// The word for another value in a form: `+ another e-mail`.
  public var shortNoun: String {
    switch content {
    case .email: "e-mail"
    case .phone: "phone"
    case .text(_, let shortNoun): shortNoun
    }
  }

  public var noun: String {
    switch content {
    case .email: "e-mail address"
    case .phone: "phone number"
    case .text(let noun, _): noun
    }
  }

  public func values(of person: Person) -> [LabeledValue] { person[keyPath: path] }

  public func isBlank(in person: Person) -> Bool { person[keyPath: path].allSatisfy(\.value.isBlank) }

  // MARK: The book

  public func lists(named name: String) -> [List<Person>] { [List(name, path)] }

  public func addSearchText(of person: Person, to texts: inout [String]) {
    switch content {
    case .email, .text: for value in person[keyPath: path] { texts.append(value.value) }
    case .phone: for phone in person[keyPath: path] { texts.append(Self.searchText(ofPhone: phone.value)) }
    }
  }

  /// The digits of a number; of a text with letters also the text.
  private static func searchText(ofPhone phone: String) -> String {
    phone.utf8.contains { ($0 | 0x20) >= 0x61 } ? phone + "\n" + Folding.digits(phone) : Folding.digits(phone)
  }

  public func merge(_ others: [Person], into person: inout Person) {
    var seen = Set(person[keyPath: path].map(\.value))
    for other in others {
      person[keyPath: path] += other[keyPath: path].filter { seen.insert($0.value).inserted }
    }
  }

  // MARK: Formats

  public func writeJSON(of person: Person, into output: inout String) {
    output += "["
    for (index, value) in person[keyPath: path].enumerated() {
      output += index == 0 ? "{\"label\":" : ",{\"label\":"
      JSONText.write(value.label, into: &output)
      output += ",\"value\":"
      JSONText.write(value.value, into: &output)
      output += "}"
    }
    output += "]"
  }

  public func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let values = try decoder.labeledValues(key) else { return }
    person[keyPath: path] = decoder.isImported ? values.filter { !$0.value.isEmpty } : values
    if person[keyPath: path].count < values.count { decoder.blank.append(key.stringValue) }
  }

  public func copy(from other: Person, to person: inout Person) { person[keyPath: path] = other[keyPath: path] }

  public func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws {
    try container.encode(person[keyPath: path], forKey: key)
  }

  // MARK: The command line

  public func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    person[keyPath: path] = texts.compactMap(LabeledValue.init(typed:))
  }

  public func add(_ texts: [String], to person: inout Person) {
    person[keyPath: path] += texts.compactMap(LabeledValue.init(typed:))
  }

  public func remove(_ text: String, from person: inout Person) -> Bool {
    let count = person[keyPath: path].count
    person[keyPath: path].removeAll { matches($0.value, text) }
    return person[keyPath: path].count < count
  }

  private func matches(_ value: String, _ text: String) -> Bool {
    switch content {
    case .email, .text: return value.lowercased() == text.lowercased()
    case .phone:
      let digits = Folding.digits(text)
      return value == text || !digits.isEmpty && Folding.digits(value) == digits
    }
  }

  // MARK: Links

  /// The value in a text that was copied from a link: `ada@example.org` for `mailto:ada@example.org`.
  public func withoutScheme(_ text: String) -> String {
    let scheme =
      switch content {
      case .email: "mailto:"
      case .phone: "tel:"
      case .text: ""
      }
    return text.lowercased().hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
  }

  /// The address for a mail program or a phone.
  ///
  /// A value that would need escaping has none.
  public func link(to value: String) -> String? {
    switch content {
    case .email: Self.mail(value)
    case .phone: Self.telephone(value)
    case .text: nil
    }
  }

  private static func mail(_ address: String) -> String? {
    let isPlain = address.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "@._+-~".utf8.contains(byte)
    }
    return isPlain && address.contains("@") ? "mailto:\(address)" : nil
  }

  private static func telephone(_ number: String) -> String? {
    let digits = number.utf8.filter { (0x30...0x39).contains($0) }
    guard digits.count > 2, number.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+ -()./".utf8.contains($0) }) else {
      return nil
    }
    return "tel:" + (number.hasPrefix("+") ? "+" : "") + String(decoding: digits, as: UTF8.self)
  }
}

extension LabeledKind {
  /// The reason why `text` is an unusual value; `nil` when it is a usual one.
  func doubt(about text: String) -> String? {
    switch content {
    case .email: text.isEmpty || text.isEmailAddress ? nil : "\(text.excerpt) is not an e-mail address"
    case .phone, .text: nil
    }
  }

  /// The single values in a text that lists several; `nil` when the text is one value.
  ///
  /// `ada@example.org, "Lind, Bob" <bob@example.org>` lists two. A part of the list that is not an address
  /// is a value of its own, which the form remarks on.
  func values(in text: String) -> [String]? {
    guard content == .email else { return nil }
    var isQuoted = false
    let parts = text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return !isQuoted && ",;".contains(character) || character.isNewline
    }
    let values = parts.map { String($0).trimmed }.filter { !$0.isEmpty }.flatMap(Self.addresses)
    guard values.count(where: \.isEmailAddress) > 1 else { return nil }
    return values
  }

  /// The address in `Bob <bob@example.org>`, or those in `ada@example.org bob@example.org`.
  private static func addresses(in text: String) -> [String] {
    if let open = text.lastIndex(of: "<"), text.hasSuffix(">") {
      return [String(text[text.index(after: open)...].dropLast())]
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.allSatisfy(\.isEmailAddress) ? words : [text]
  }
}

extension LabeledValue {
  /// Reads `work:ada@example.org` as a value with a label; `tel:` and `mailto:` are not labels.
  ///
  /// `nil` for a blank text.
  public init?(typed text: String) {
    let text = text.trimmed
    if text.isEmpty { return nil }
    self.init(value: text)
    guard let colon = text.firstIndex(of: ":") else { return }
    let label = text[..<colon]
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    if ["tel", "mailto"].contains(label.lowercased()) {
      self.value = String(value)
    } else if !label.isEmpty, !value.isEmpty, label.allSatisfy({ $0.isLetter || $0 == " " || $0 == "-" }) {
      (self.label, self.value) = (String(label).trimmed, String(value))
    }
  }
}
