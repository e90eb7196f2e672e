/// The lines of a field in a card.
protocol VCardKind: FieldKind {
  /// Gives a person the values in the lines of the field.
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person)
  /// The new line for the value of a person; `nil` when there is none.
  func line(of person: Person, _ property: PersonField.Property, _ version: VCardVersion) -> String?
  /// The value in that line where it needs no escapes; `nil` where it does, or where it is more than a text.
  func plainValue(of person: Person) -> String?
  /// The words for a line whose value is not one of the field, such as `is not a valid date`; `nil` for any other line,
  /// and for a person with a better one.
  func complaint(about line: VCardProperty, of person: Person) -> String?
  /// Whether two people have the same value.
  func isSame(_ person: Person, _ other: Person) -> Bool
}

extension VCardKind {
  func plainValue(of person: Person) -> String? { nil }
  func complaint(about line: VCardProperty, of person: Person) -> String? { nil }
}

extension VCardKind where Self: PlainTextKind {
  func line(of person: Person, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    let text = text(of: person)
    return text.isEmpty ? nil : "\(property.name):\(VCardText.escape(text))"
  }

  func plainValue(of person: Person) -> String? {
    let text = text(of: person)
    return VCardText.isPlain(text) ? text : nil
  }

  func isSame(_ person: Person, _ other: Person) -> Bool { text(of: person) == text(of: other) }
}

/// The first text that is not empty, or all of them where the property is a list.
extension TextKind: VCardKind {
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person) {
    let lines = contents.properties(of: value.field)
    if lines.isEmpty { return }
    if value.property.isList {
      person[key] = lines.flatMap { VCardContents.list($0.value) }.joined(separator: ", ")
    } else {
      person[key] = VCardContents.line(in: lines, of: value.field).map { Self.text(of: $0, value.property) } ?? ""
    }
  }

  /// The text of a line: the first part where the property has parts.
  static func text(of line: VCardProperty, _ property: PersonField.Property) -> String {
    if !property.isStructured { return VCardContents.text(line.value) }
    return VCardText.split(line.value, at: UInt8(ascii: ";")).first.map(VCardContents.text) ?? ""
  }
}

extension YesNoKind: VCardKind {
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person) {
    let isYes = contents.properties(of: value.field).contains { Self.isYes(VCardContents.text($0.value)) == true }
    person[key] = isYes ? Self.yes : ""
  }

  func complaint(about line: VCardProperty, of person: Person) -> String? {
    isBlank(in: person) && Self.isYes(VCardContents.text(line.value)) == nil ? Self.complaint : nil
  }
}

/// The texts of all lines, each once.
extension ParagraphsKind: VCardKind {
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person) {
    var seen: Set<String> = [""]
    let texts = contents.properties(of: value.field).map { VCardText.unescape($0.value) }
    set(texts.filter { seen.insert($0).inserted }.joined(separator: "\n\n"), in: &person)
  }
}

extension LabeledKind: VCardKind {
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person) {
    person[keyPath: path] = contents.values(of: value.field)
  }

  /// There is no line for all values: each has one or two of its own.
  func line(of person: Person, _ property: PersonField.Property, _ version: VCardVersion) -> String? { nil }

  func isSame(_ person: Person, _ other: Person) -> Bool { person[keyPath: path] == other[keyPath: path] }
}

extension DateKind: VCardKind {
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person) {
    let dates = contents.properties(of: value.field).compactMap(VCardDate.written)
    person[keyPath: path] = dates.first { $0.day != nil } ?? dates.first
  }

  func complaint(about line: VCardProperty, of person: Person) -> String? {
    guard case .words(let words) = VCardDate.written(line), person[keyPath: path]?.day == nil,
      !line.values(of: "VALUE").contains("text"), !WrittenDate.isLongTime(words)
    else { return nil }
    return "is not a valid date"
  }

  func line(of person: Person, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    person[keyPath: path].map { VCardDate.line(named: property.name, for: $0, version: version) }
  }

  func isSame(_ person: Person, _ other: Person) -> Bool { person[keyPath: path] == other[keyPath: path] }
}

extension TagsKind: VCardKind {
  func read(_ value: VCardField.Value, in contents: VCardContents, into person: inout Person) {
    var seen: Set<String> = []
    person[keyPath: path] = contents.properties(of: value.field).flatMap { VCardContents.list($0.value) }
      .filter { seen.insert($0).inserted }
  }

  func line(of person: Person, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    let tags = person[keyPath: path].map(VCardText.escape).joined(separator: ",")
    return tags.isEmpty ? nil : "\(property.name):\(tags)"
  }

  func plainValue(of person: Person) -> String? {
    let tags = person[keyPath: path]
    return tags.allSatisfy(VCardText.isPlain) ? tags.joined(separator: ",") : nil
  }

  func isSame(_ person: Person, _ other: Person) -> Bool { person[keyPath: path] == other[keyPath: path] }
}
