import PeoplebookCore
import Persistence

/// Finds the one person whom words on the command line mean.
enum Who {
  /// By id, by a unique beginning of an id, or by a name that matches one person.
  ///
  /// - Throws: ``ExitStatus/nobody``, or ``ExitStatus/several`` with a list of them.
  @MainActor
  static func find(_ text: String, in store: Store) throws -> Person {
    if let person = try store.get(Person.self, id: text) { return person }
    if let person = try store.get(Person.self, id: text.lowercased()) { return person }
    if text.utf8.count >= minimumPrefix, !text.contains(" ") {
      let found = try store.get(Person.self, idPrefix: text.lowercased(), limit: limit)
      if found.count == 1 { return found[0] }
      if found.count > 1 { throw several(text, found) }
    }
    return try byName(text, in: store)
  }

  /// Shorter beginnings of ids are taken for names.
  private static let minimumPrefix = 4
  private static let limit = 11

  @MainActor
  private static func byName(_ text: String, in store: Store) throws -> Person {
    let folded = Folding.fold(text)
    let words = folded.split(separator: " ")
    guard !words.isEmpty else { throw nobody(text) }
    // The search looks at every field; here only names count.
    let found = try store.fetch(Query<Person>().search(text)).filter { person in
      let names = Folding.fold([person.name, person.nickname].joined(separator: " "))
      return words.allSatisfy { names.contains($0) }
    }
    let exact = found.filter { Folding.fold($0.name) == folded || Folding.fold($0.nickname) == folded }
    switch (exact.count, found.count) {
    case (1, _): return exact[0]
    case (2..., _): throw several(text, exact)
    case (_, 1): return found[0]
    case (_, 0): throw nobody(text)
    default: throw several(text, found)
    }
  }

  private static func nobody(_ text: String) -> Failure {
    Failure(status: .nobody, message: "Nobody in the book matches “\(text)”.")
  }

  private static func several(_ text: String, _ people: [Person]) -> Failure {
    let shown = people.prefix(limit - 1)
    var lines = shown.map { person in
      let hint = person.emails.first?.value ?? person.phones.first?.value ?? person.organisation
      return "  \(person.id)  \(PlainText.line(person.name))" + (hint.isEmpty ? "" : "  \(PlainText.line(hint))")
    }
    if people.count > shown.count { lines.append("  …") }
    return Failure(
      status: .several,
      message: "“\(text)” matches several people; name one by id:\n" + lines.joined(separator: "\n"))
  }
}
