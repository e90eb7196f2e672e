import PeoplebookCore
import Persistence

/// What the command line says about `WHO`.
enum WhoText {
  static let details = """
    WHO is an id, a name or words of it, or the beginning of an id: at least six hexadecimal digits, when no name matches.
    """
}

extension Store {
  /// The one person whom the text names; see ``PeoplebookCore/PersonLookup``.
  func person(_ text: String) throws(PersonLookupError) -> Person { try PersonLookup(self).person(text) }
}

extension Failure {
  /// The failure to find one person, with a list of those who match.
  init(_ error: PersonLookupError) {
    switch error {
    case .store(let error): self.init(error as any Error)
    case .nobody(let text): self.init(status: .nobody, message: "Nobody in the book matches “\(text)”.")
    case .several(let text, let people):
      var lines = people.map { person in
        let hint = person.emails.first?.value ?? person.phones.first?.value ?? person.organisation
        return "  \(person.id)  \(PlainText.line(person.displayName))"
          + (hint.isEmpty ? "" : "  \(PlainText.line(hint))")
      }
      if people.count == PersonLookup.limit { lines.append("  …") }
      self.init(
        status: .several,
        message: "“\(text)” matches several people; name one by id:\n" + lines.joined(separator: "\n"))
    }
  }
}
