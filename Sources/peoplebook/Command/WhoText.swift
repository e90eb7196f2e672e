import PeoplebookCore
import Persistence

/// The messages of the command line about `WHO`.
///
/// `remove` needs the whole name, since a wrong guess would go unnoticed. The other verbs also take a part of it.
enum WhoText {
  static func details(by precision: PersonLookup.Precision) -> String {
    let part =
      switch precision {
      case .wholeName: "A part of a name is not enough."
      case .partOfName: "Whole words of a name are enough when they fit one person."
      }
    return """
      WHO is an id, a name, or the beginning of an id: at least six hexadecimal digits, when no name matches.
      \(part)
      """
  }
}

extension Store {
  /// The one person that the text names; see ``PeoplebookCore/PersonLookup``.
  func person(_ text: String, by precision: PersonLookup.Precision = .partOfName) throws(PersonLookupError) -> Person {
    try PersonLookup(self).person(text, by: precision)
  }
}

extension Failure {
  /// The failure to find one person, with a list of the matches.
  init(_ error: PersonLookupError) {
    switch error {
    case .store(let error): self.init(error as any Error)
    case .noMatch(let text): self.init(status: .noMatch, message: "No person in the book matches \(text.excerpt).")
    case .partOfName(let text, let people):
      self.init(
        status: .noMatch,
        message: "\(text.excerpt) is only a part of a name; give the whole name, or the id:\n" + Self.list(people))
    case .several(let text, let people):
      self.init(
        status: .several, message: "\(text.excerpt) matches several people; name one by id:\n" + Self.list(people))
    }
  }

  private static func list(_ people: [Person]) -> String {
    var lines = people.map { person in
      let hint = person.emails.first?.value ?? person.phones.first?.value ?? person.organisation
      let texts = [person.id, person.displayName] + (hint.isEmpty ? [] : [hint])
      return "  " + texts.map(PlainText.line).joined(separator: "  ")
    }
    if people.count == PersonLookup.limit { lines.append("  …") }
    return lines.joined(separator: "\n")
  }
}
