import PeoplebookCore
import Persistence

/// The options with a person's fields, for adding and editing.
enum PersonOptions {
  static let first = Option("first", value: "NAME", "First name.")
  static let last = Option("last", value: "NAME", "Last name.")
  static let nickname = Option("nickname", value: "NAME", "Nickname.")
  static let organisation = Option("organisation", value: "NAME", "Organisation.")
  static let title = Option("title", value: "TEXT", "Title, or job.")
  static let email = Option("email", value: "[LABEL:]ADDRESS", "E-mail address; may be given several times.")
  static let phone = Option("phone", value: "[LABEL:]NUMBER", "Phone number; may be given several times.")
  static let birthday = Option("birthday", value: "DATE", "10 December 1815, 1815-12-10, or 10 December.")
  static let tag = Option("tag", letter: "t", value: "TAG", "Tag; may be given several times.")
  static let note = Option("note", value: "TEXT", "Note.")

  static let addEmail = Option("add-email", value: "[LABEL:]ADDRESS", "One more e-mail address.")
  static let removeEmail = Option("remove-email", value: "ADDRESS", "Without this e-mail address.")
  static let addPhone = Option("add-phone", value: "[LABEL:]NUMBER", "One more phone number.")
  static let removePhone = Option("remove-phone", value: "NUMBER", "Without this phone number.")
  static let addTag = Option("add-tag", value: "TAG", "One more tag.")
  static let removeTag = Option("remove-tag", value: "TAG", "Without this tag.")

  static let adding = [first, last, nickname, organisation, title, email, phone, birthday, tag, note]
  static let editing = adding + [addEmail, removeEmail, addPhone, removePhone, addTag, removeTag]

  private static let texts: [(Option, WritableKeyPath<Person, String> & Sendable)] = [
    (first, \.firstName), (last, \.lastName), (nickname, \.nickname), (organisation, \.organisation), (title, \.title),
    (note, \.note),
  ]

  /// Whether any of them was given.
  static func areGiven(in arguments: Arguments) -> Bool {
    editing.contains { arguments.has($0) }
  }

  /// Sets the fields that were given. A list that was given replaces the old one; an empty text empties the field.
  static func apply(_ arguments: Arguments, to person: inout Person) throws(Failure) {
    for (option, keyPath) in texts {
      if let text = arguments.last(option) { person[keyPath: keyPath] = isBlank(text) ? "" : text }
    }
    if arguments.has(email) { person.emails = arguments.all(email).compactMap(labeled) }
    if arguments.has(phone) { person.phones = arguments.all(phone).compactMap(labeled) }
    if arguments.has(tag) { person.tags = unique(arguments.all(tag)) }
    if let text = arguments.last(birthday) { person.birthday = try date(text) }

    try remove(arguments.all(removeEmail), from: &person.emails, called: "e-mail address") {
      $0.value.lowercased() == $1.lowercased()
    }
    try remove(arguments.all(removePhone), from: &person.phones, called: "phone number") {
      let digits = Folding.digits($1)
      return $0.value == $1 || !digits.isEmpty && Folding.digits($0.value) == digits
    }
    try remove(arguments.all(removeTag), from: &person.tags, called: "tag") { $0 == $1 }
    person.emails += arguments.all(addEmail).compactMap(labeled)
    person.phones += arguments.all(addPhone).compactMap(labeled)
    person.tags = unique(person.tags + arguments.all(addTag))
  }

  private static func date(_ text: String) throws(Failure) -> PartialDate? {
    if text.isEmpty { return nil }
    do {
      return try PartialDate(typed: text)
    } catch {
      throw .usage(error.description)
    }
  }

  /// `work:ada@example.org` is a value with a label; `tel:` and `mailto:` are not labels.
  static func labeled(_ text: String) -> LabeledValue? {
    guard !isBlank(text) else { return nil }
    guard let colon = text.firstIndex(of: ":") else { return LabeledValue(value: text) }
    let label = text[..<colon]
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    if ["tel", "mailto"].contains(label.lowercased()) { return LabeledValue(value: String(value)) }
    let isLabel = !label.isEmpty && !value.isEmpty && label.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
    return isLabel ? LabeledValue(label: String(label), value: String(value)) : LabeledValue(value: text)
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  private static func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { !isBlank($0) && seen.insert($0).inserted }
  }

  private static func remove<Value>(
    _ texts: [String], from values: inout [Value], called name: String, where matches: (Value, String) -> Bool
  ) throws(Failure) {
    for text in texts {
      let count = values.count
      values.removeAll { matches($0, text) }
      if values.count == count {
        throw Failure(status: .failed, message: "There is no \(name) “\(text)” to remove; nothing was changed.")
      }
    }
  }
}
