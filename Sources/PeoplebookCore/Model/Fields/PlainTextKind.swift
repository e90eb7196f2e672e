import Persistence

/// A field with a text of the person as its value.
protocol PlainTextKind: TextFieldKind {
  var path: Person.Path<String> { get }
  /// A typed or imported text as the field keeps it: as a card with it would be read.
  func kept(_ text: String) -> String
}

extension PlainTextKind {
  public func kept(_ text: String) -> String { text.trimmed }

  public func text(of person: Person) -> String { person[keyPath: path] }

  public func set(_ text: String, in person: inout Person) { person[keyPath: path] = text }

  public func values(of person: Person) -> [LabeledValue] {
    let text = text(of: person)
    return text.isEmpty ? [] : [LabeledValue(value: text)]
  }

  public func isBlank(in person: Person) -> Bool { text(of: person).isBlank }

  public func columns(named name: String) -> [Column<Person>] { [Column(name, path)] }

  public func addSearchText(of person: Person, to texts: inout [String]) { texts.append(text(of: person)) }

  public func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {
    for other in others where text(of: person).isEmpty { set(text(of: other), in: &person) }
  }

  public func writeJSON(of person: Person, into output: inout String) {
    JSONText.write(text(of: person), into: &output)
  }

  public var jsonForm: JSONForm? { .text }

  public func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let text = try decoder.text(key) else { return }
    set(decoder.isImported ? kept(text) : text, in: &person)
    if decoder.isImported, !text.isEmpty, text.isBlank { decoder.blank.append(key.stringValue) }
  }

  public func copy(from other: Person, to person: inout Person) { set(text(of: other), in: &person) }

  public func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws {
    try container.encode(text(of: person), forKey: key)
  }

  public func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    guard let text = texts.last else { return }
    set(kept(text), in: &person)
  }
}

/// A text under a key.
protocol KeyedTextKind: PlainTextKind {
  var key: TextKey { get }
  /// The SQL expression for the value that the column has for a text.
}

extension KeyedTextKind {
  var path: Person.Path<String> { \.[key] }

  /// Most people have few of the texts.
  public func addSearchText(of person: Person, to texts: inout [String]) {
    let text = person[key]
    if !text.isEmpty { texts.append(text) }
  }

  public func text(of person: Person) -> String { person[key] }

  public func columns(named name: String) -> [Column<Person>] {
    [Column(name, path, get: { [key] in $0[key] }, set: { [key] in $0[key] = $1 })]
  }
}

/// One line of text.
struct TextKind: KeyedTextKind {
  let key: TextKey

  func set(_ text: String, in person: inout Person) { person[key] = text }
}

/// A part of the name.
///
/// The parts are merged together, as one name.
struct NameKind: PlainTextKind {
  let path: Person.Path<String>

  func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {}
}

/// Text of several lines.
///
/// Merged texts are below one another.
struct ParagraphsKind: PlainTextKind {
  let path: Person.Path<String>

  var isMultiline: Bool { true }

  /// The first line may be indented like the others.
  func kept(_ text: String) -> String { text.isBlank ? "" : text.cleaned }

  /// The first line that is not blank.
  func standIns(of person: Person) -> [String] {
    let lines = text(of: person).split(whereSeparator: \.isNewline)
    return lines.lazy.map { String($0).trimmed }.first { !$0.isEmpty }.map { [$0] } ?? []
  }

  func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {
    for other in others {
      let (mine, theirs) = (text(of: person), text(of: other))
      if !theirs.isEmpty, theirs != mine { set(mine + (mine.isEmpty ? "" : "\n") + theirs, in: &person) }
    }
  }
}
