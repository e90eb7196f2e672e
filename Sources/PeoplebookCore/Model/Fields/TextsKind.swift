import Persistence

/// A list of texts.
protocol TextsKind: FieldKind {
  var path: Person.Path<[String]> { get }
}

extension TextsKind {
  public func values(of person: Person) -> [LabeledValue] { person[keyPath: path].map { LabeledValue(value: $0) } }

  public func isBlank(in person: Person) -> Bool { person[keyPath: path].allSatisfy(\.isBlank) }

  public func merge(_ others: [Person], into person: inout Person, identity: (String) -> String) {
    var seen = Set(person[keyPath: path])
    for other in others {
      person[keyPath: path] += other[keyPath: path].filter { seen.insert($0).inserted }
    }
  }

  public func writeJSON(of person: Person, into output: inout String) {
    JSONText.write(person[keyPath: path], into: &output)
  }

  public var jsonForm: JSONForm? { .texts }

  public func copy(from other: Person, to person: inout Person) { person[keyPath: path] = other[keyPath: path] }

  public func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws {
    try container.encode(person[keyPath: path], forKey: key)
  }
}

/// Words or short phrases, each at most once.
struct TagsKind: TextsKind, TextFieldKind, ListFieldKind {
  let path: Person.Path<[String]>

  var isJoined: Bool { true }
  var suggestedTexts: Person.Path<[String]>? { path }

  func text(of person: Person) -> String { person[keyPath: path].map(Self.typed).joined(separator: ", ") }

  func set(_ text: String, in person: inout Person) { person[keyPath: path] = Self.tags(in: text) }

  /// The tags in `text`, separated by commas, since a tag may have several words; each counts once.
  ///
  /// A tag in quotes may contain commas, and quotes that are doubled. The quotes may follow a minus.
  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var (tag, isQuoted, rest) = ("", false, text[...])
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"": tag.append(rest.removeFirst())
      case "\"" where isQuoted: isQuoted = false
      case "\"" where ["", "-"].contains(tag.trimmed) && rest.contains("\""): isQuoted = true
      case "," where !isQuoted:
        tags.append(tag)
        tag = ""
      default: tag.append(character)
      }
    }
    return unique(tags + [tag])
  }

  /// The tag as ``tags(in:)`` reads it.
  private static func typed(_ tag: String) -> String {
    // A quotation mark in the text of another tag could be the end of one that begins here.
    !tag.contains("\"") && tags(in: tag) == [tag] ? tag : "\"\(tag.replacing("\"", with: "\"\""))\""
  }

  private static func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.map(\.trimmed).filter { !$0.isInvisible && seen.insert($0).inserted }
  }

  func lists(named name: String) -> [List<Person>] { [List(name, path, isIndexed: true)] }

  func addSearchText(of person: Person, to texts: inout [String]) { texts += person[keyPath: path] }

  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let tags = try decoder.texts(key) else { return }
    person[keyPath: path] = decoder.isImported ? tags.filter { !$0.isInvisible } : tags
    if person[keyPath: path].count < tags.count { decoder.blank.append(key.stringValue) }
  }

  var noun: String { "tag" }

  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    person[keyPath: path] = Self.unique(texts)
  }

  func add(_ texts: [String], to person: inout Person) {
    person[keyPath: path] = Self.unique(person[keyPath: path] + texts)
  }

  func remove(_ text: String, from person: inout Person) -> Bool {
    let count = person[keyPath: path].count
    person[keyPath: path].removeAll { $0 == text }
    return person[keyPath: path].count < count
  }
}

/// Lines of the person's card, which only the writers of cards understand.
struct CardLinesKind: TextsKind {
  let path: Person.Path<[String]>

  func lists(named name: String) -> [List<Person>] { [List(name, path)] }

  func addSearchText(of person: Person, to texts: inout [String]) {}

  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    if let lines = try decoder.rawTexts(key) { person[keyPath: path] = lines }
  }

  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) { person[keyPath: path] = texts }
}
