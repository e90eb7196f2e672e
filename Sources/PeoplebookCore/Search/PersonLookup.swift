import Persistence

/// Why a text does not name one person of the book.
public enum PersonLookupError: Error, Hashable, Sendable {
  case nobody(String)
  /// Several people match; the first ``PersonLookup/limit`` of them.
  case several(String, [Person])
  case store(StoreError)
}

/// Finds the one person that a text names. It never guesses.
///
/// The text is, in this order: an id; a whole name or nickname; some whole words of them; the beginning of an id, of at
/// least six hexadecimal digits, when no name matches. Case makes no difference.
@MainActor
public struct PersonLookup {
  /// The number of people that are found when several match.
  public nonisolated static let limit = 10
  /// A shorter beginning of an id is only a name.
  private static let shortestPrefix = 6

  private let store: Store

  public init(_ store: Store) {
    self.store = store
  }

  /// The person whom `text` names.
  public func person(_ text: String) throws(PersonLookupError) -> Person {
    let found: [Person]
    do throws(StoreError) {
      found = try people(text)
    } catch {
      throw .store(error)
    }
    switch found.count {
    case 0: throw .nobody(text)
    case 1: return found[0]
    default: throw .several(text, found)
    }
  }

  private func people(_ text: String) throws(StoreError) -> [Person] {
    for id in [text, text.lowercased(), text.uppercased()] {
      if let person = try store.get(Person.self, id: id) { return [person] }
    }
    let named = try peopleNamed(text)
    if !named.isEmpty { return named }
    return try peopleWithID(text)
  }

  /// The people with the whole name, else those with the words in their names.
  private func peopleNamed(_ text: String) throws(StoreError) -> [Person] {
    let words = Self.words(text)
    guard !words.isEmpty else { return [] }
    // The search looks at every field; here only names count.
    var found = try store.fetch(Query<Person>().search(text))
    if found.isEmpty, text.utf8.allSatisfy({ $0 >= 0x80 }) {
      // A name that is written without a blank: its two parts are in different fields.
      for index in text.indices.dropFirst() where found.isEmpty {
        found = try store.fetch(Query<Person>().search("\(text[..<index]) \(text[index...])"))
      }
    }
    let whole = found.filter { person in Self.names(of: person).contains { Self.words($0) == words } }
    if !whole.isEmpty { return Array(whole.prefix(Self.limit)) }
    let some = found.filter { person in
      Set(words).isSubset(of: Self.words(Self.names(of: person).joined(separator: " ")))
    }
    return Array(some.prefix(Self.limit))
  }

  private func peopleWithID(_ text: String) throws(StoreError) -> [Person] {
    guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { return [] }
    let found = try store.get(Person.self, idPrefix: text, limit: Self.limit)
    let whole = found.filter { $0.id.lowercased() == text.lowercased() }
    if !whole.isEmpty { return whole }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    let isHexadecimal = digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
    return isHexadecimal && digits.count >= Self.shortestPrefix ? found : []
  }

  /// What a person may be called: in Chinese, Japanese and Korean the last name is first, and without a blank.
  private static func names(of person: Person) -> [String] {
    [person.name, person.lastName + person.firstName, "\(person.lastName) \(person.firstName)", person.nickname]
  }

  private static func words(_ text: String) -> [Substring] {
    Folding.fold(text).split { !$0.isLetter && !$0.isNumber }
  }
}

extension Person {
  /// Whether one of the fields has the text in it, letter by letter: for a text of signs, which a search has no words for.
  public func contains(_ text: String) -> Bool {
    let texts = [firstName, lastName, nickname, organisation, title, note] + (emails + phones).map(\.value) + tags
    return texts.contains { $0.contains(text) }
  }
}
