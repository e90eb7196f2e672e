import PeoplebookCore
import Persistence

/// The messages of the command line about `WHO`.
///
/// Verbs that change a person need the exact name, since a wrong guess would go unnoticed. The others also take what is
/// near a name.
enum WhoText {
  /// The fields that may identify a person: `name or …`.
  private static var namingFields: String {
    (["name"] + FieldCatalogue.current.fields.filter(\.isCalledBy).map(\.name)).joined(separator: " or ")
  }

  static func details(by precision: PersonLookup.Precision) -> String {
    let names =
      switch precision {
      case .exactName: "The name must be exact, as “peoplebook list” shows it; case is ignored."
      case .nearName:
        "Whole words of the \(namingFields) or the e-mail address are enough if they match only one person."
      }
    return """
      WHO is a name, an id, or the first six or more hexadecimal digits of an id.
      \(names)
      """
  }
}

extension Store {
  /// The one person that the text identifies; see ``PeoplebookCore/PersonLookup``.
  func person(_ text: String, by precision: PersonLookup.Precision) throws(PersonLookupError) -> Person {
    try PersonLookup(self).person(text, by: precision)
  }

  /// The people that texts identify, each once.
  func people(_ texts: [String], by precision: PersonLookup.Precision) throws(PersonLookupError) -> [Person] {
    var people: [Person] = []
    for text in texts {
      let person = try person(text, by: precision)
      if !people.contains(where: { $0.row == person.row }) { people.append(person) }
    }
    return people
  }

  /// The commits that have changed a removed person, when looking for a current one has failed with `error`.
  func history(
    ofRemoved text: String, after error: PersonLookupError
  ) throws(PersonLookupError) -> [Commit<Person>] {
    guard case .noMatch = error else { throw error }
    do throws(PersonLookupError) {
      return try PersonLookup(self).history(ofRemoved: text)
    } catch .noMatch {
      throw error
    }
  }
}

extension Failure {
  /// The failure to find one person, with a list of the matches.
  init(_ error: PersonLookupError) {
    switch error {
    case .store(let error): self.init(error as any Error)
    case .noMatch(let text, let near):
      let advice = near.isEmpty ? "" : " Did you mean one of these?\n" + Self.list(near)
      self.init(status: .noMatch, message: "No person in the book matches \(text.excerpt).\(advice)")
    case .several(let text, let people):
      self.init(
        status: .several, message: "\(text.excerpt) matches several people; name one by id:\n" + Self.list(people))
    }
  }

  private static func list(_ people: [Person]) -> String {
    var lines = people.map { person in
      let name = person.displayName
      let hint = FieldCatalogue.current.standIns.lazy.flatMap { $0.kind.standIns(of: person) }.first { $0 != name }
      return "  " + ([person.id, name] + (hint.map { [$0] } ?? [])).map(PlainText.line).joined(separator: "  ")
    }
    if people.count == PersonLookup.limit { lines.append("  …") }
    return lines.joined(separator: "\n")
  }
}
