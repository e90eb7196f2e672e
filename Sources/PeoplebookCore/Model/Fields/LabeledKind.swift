import Persistence

/// Several values, each with a label.
public struct LabeledKind: ListFieldKind {
  let path: Person.Path<[LabeledValue]>
  /// The meaning of the values.
  let content: any LabeledContent

  /// The word for another value in a form: `+ another e-mail`.
  public var shortNoun: String { content.shortNoun }

  /// The labels that a form offers; the empty label means no label.
  public var usualLabels: [String] { content.usualLabels }

  public var noun: String { content.noun }

  public func values(of person: Person) -> [LabeledValue] {
    person[keyPath: path].map { LabeledValue(label: $0.label, value: content.displayText(of: $0.value)) }
  }

  public func isBlank(in person: Person) -> Bool { !person[keyPath: path].contains { !$0.value.isBlank } }

  // MARK: The book

  public func lists(named name: String) -> [List<Person>] { [List(name, path, isIndexed: content is RelatedContent)] }

  public func addSearchText(of person: Person, to texts: inout [String]) {
    for value in person[keyPath: path] { texts.append(content.searchText(of: value.value)) }
  }

  public func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {
    var values = person[keyPath: path]
    // The places of equal values; where the label has a meaning, of those with each label.
    var places: [String: [String: Int]] = [:]
    func label(_ value: LabeledValue) -> String { content.hasMeaningInLabel ? value.label.lowercased() : "" }
    for (place, value) in values.enumerated() { places[identity(value.value), default: [:]][label(value)] = place }
    for value in others.lazy.flatMap({ $0[keyPath: path] }) {
      let (id, label) = (identity(value.value), label(value))
      let known = places[id, default: [:]]
      if let place = known[label] {
        if values[place].label.isEmpty { values[place].label = value.label }
        continue
      }
      if label.isEmpty, !known.isEmpty { continue }
      if let place = known[""] {
        // The value without a label is this one.
        values[place].label = value.label
        places[id]?[""] = nil
        places[id]?[label] = place
      } else {
        places[id, default: [:]][label] = values.count
        values.append(value)
      }
    }
    person[keyPath: path] = values
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

  public var jsonForm: JSONForm? { .labeledValues }

  public func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let values = try decoder.labeledValues(key) else { return }
    person[keyPath: path] = decoder.isImported ? values.compactMap(typed) : values
    if person[keyPath: path].count < values.count { decoder.blank.append(key.stringValue) }
  }

  public func copy(from other: Person, to person: inout Person) { person[keyPath: path] = other[keyPath: path] }

  public func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws {
    try container.encode(person[keyPath: path], forKey: key)
  }

  // MARK: The command line

  public func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    var emptied = person
    emptied[keyPath: path] = []
    try add(texts, to: &emptied)
    person = emptied
  }

  /// Adds values; one that is there, with the same label or none given, is not added again.
  ///
  /// - Throws: The sentence about a label without a value.
  /// - Complexity: O(*k* *n*) for *k* values and *n* in the list then.
  public func add(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    if let text = texts.map(\.trimmed).first(where: LabeledValue.isLabelAlone) {
      throw InvalidValue(description: "“\(text)” has a label, but no value.")
    }
    for value in texts.compactMap(LabeledValue.init(typed:)).compactMap(typed) {
      let isPresent = person[keyPath: path].contains { present in
        present.value == value.value && (value.label.isEmpty || value.label == present.label)
      }
      if !isPresent { person[keyPath: path].append(value) }
    }
  }

  /// The value that a typed one means; `nil` for an empty one.
  func typed(_ value: LabeledValue) -> LabeledValue? {
    let text = content.value(typed: value.value)
    return text.isEmpty ? nil : LabeledValue(label: value.label, value: text)
  }

  public func remove(_ text: String, from person: inout Person) -> Bool {
    let count = person[keyPath: path].count
    person[keyPath: path].removeAll { content.matches($0.value, text) }
    return person[keyPath: path].count < count
  }

  // MARK: Links

  /// The value in a text that was copied from a link: `ada@example.org` for `mailto:ada@example.org`.
  public func withoutScheme(_ text: String) -> String { content.withoutScheme(text) }

  public func link(to value: String) -> String? { content.link(to: value) }

  public func person(namedBy value: String) -> String? { content.person(namedBy: value) }
}

extension LabeledValue {
  /// Reads `work:ada@example.org` as a value with a label; `tel:`, `mailto:` and `https:` are not labels.
  ///
  /// `nil` for a blank text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init?(typed text: String) {
    let text = text.trimmed
    if text.isEmpty { return nil }
    self.init(value: text)
    guard let colon = text.firstIndex(of: ":") else { return }
    let label = text[..<colon]
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    if ["tel", "mailto"].contains(label.lowercased()) {
      self.value = String(value)
    } else if !label.isEmpty, !value.isEmpty, !value.hasPrefix("//"),
      Self.isLabel(label)
    {
      (self.label, self.value) = (String(label).trimmed, String(value))
    }
  }

  /// Whether a typed text is a label without a value, as `work:` is.
  fileprivate static func isLabelAlone(_ text: String) -> Bool {
    text.hasSuffix(":") && text.count > 1 && isLabel(text.dropLast())
  }

  private static func isLabel(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
  }
}
