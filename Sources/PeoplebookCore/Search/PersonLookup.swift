import Persistence

/// The reason why a text does not identify one person of the book.
public enum PersonLookupError: Error, Hashable, Sendable {
  /// The text matches no person.
  case noMatch(String)
  /// The whole name is asked for, and the text is a part of these people's names; at most ``PersonLookup/limit`` of
  /// them.
  case partOfName(String, [Person])
  /// Several people match; the first ``PersonLookup/limit`` of them.
  case several(String, [Person])
  /// The book could not be read.
  case store(StoreError)
}

/// Finds the one person that a text identifies, without guessing.
///
/// The text is, in this order:
/// 1. an id,
/// 2. a whole name, or what the person is called besides,
/// 3. a part of a name: some whole words of it, in any order,
/// 4. the beginning of an id, of at least six hexadecimal digits.
///
/// The first of these that matches decides, and it has to match one person. Case and accents make no difference; of ids
/// that differ in case only, the one that was typed is taken.
@MainActor
public struct PersonLookup {
  /// Whether a part of a name is enough.
  public enum Precision: Hashable, Sendable {
    /// The name has to be whole: for changes that are hard to notice when they were made to the wrong person.
    case wholeName
    /// A part of a name is enough when it fits one person.
    case partOfName
  }

  /// The number of people that are listed when several match.
  public nonisolated static let limit = 10
  /// A shorter beginning of an id is only a name.
  private static let shortestPrefix = 6

  private let store: Store

  /// Creates a lookup in a book.
  public init(_ store: Store) {
    self.store = store
  }

  /// The person that `text` names.
  ///
  /// - Complexity: O(n) in the number of people, unless the text is an id as it is in the book.
  public func person(
    _ text: String, by precision: Precision = .partOfName
  ) throws(PersonLookupError) -> Person {
    let found: (people: [Person], isPartOfName: Bool)
    do throws(StoreError) {
      found = try people(text)
    } catch {
      throw .store(error)
    }
    guard let person = found.people.first else { throw .noMatch(text) }
    if found.isPartOfName, precision == .wholeName { throw .partOfName(text, found.people) }
    if found.people.count > 1 { throw .several(text, found.people) }
    return person
  }

  /// The people that the text names, at most ``limit``, and whether it is only a part of their names.
  private func people(_ text: String) throws(StoreError) -> (people: [Person], isPartOfName: Bool) {
    if let person = try store.get(Person.self, id: text) { return ([person], false) }
    guard !text.isEmpty else { return ([], false) }
    let candidates = try store.get(Person.self, idPrefix: text, limit: Self.limit)
    let same = candidates.filter { $0.id.lowercased() == text.lowercased() }
    if !same.isEmpty { return (same, false) }
    let (whole, partly) = try peopleNamed(text)
    if !whole.isEmpty { return (whole, false) }
    if !partly.isEmpty { return (partly, true) }
    return (Self.isIDPrefix(text) ? candidates : [], false)
  }

  /// The commits that have changed a person who was removed, the newest first: the first of them removed the person.
  ///
  /// - Parameter text: An id, or the beginning of one, of at least six hexadecimal digits.
  /// - Complexity: O(n) in the length of the log.
  public func history(ofRemoved text: String) throws(PersonLookupError) -> [Commit<Person>] {
    let histories: [[Commit<Person>]]
    do throws(StoreError) {
      let exact = try removal(of: text)
      if !exact.isEmpty || !Self.isIDPrefix(text) {
        histories = [exact]
      } else {
        let ids = try store.loggedIDs(of: Person.self, withPrefix: text, limit: Self.limit)
        histories = try ids.map { (id) throws(StoreError) in try removal(of: id) }
      }
    } catch {
      throw .store(error)
    }
    let found = histories.filter { !$0.isEmpty }
    guard found.count > 1 else {
      guard let history = found.first else { throw .noMatch(text) }
      return history
    }
    throw .several(text, found.compactMap { $0.first?.changes.first?.before })
  }

  /// The history of the person with an id; empty unless the person was removed.
  private func removal(of id: String) throws(StoreError) -> [Commit<Person>] {
    let history = try store.history(of: Person.self, id: id)
    return history.first?.changes.first?.kind == .deletion ? history : []
  }

  /// The people with the whole name, and those with its words in their names.
  private func peopleNamed(_ text: String) throws(StoreError) -> (whole: [Person], partly: [Person]) {
    let words = Self.words(text)
    guard !words.isEmpty else { return ([], []) }
    // The search covers every field; here only names count.
    var found = try store.fetch(Query<Person>().search(text))
    if found.isEmpty, text.utf8.allSatisfy({ $0 >= 0x80 }) {
      // A name that is written without a blank: its two parts are in different fields.
      for index in text.indices.dropFirst() where found.isEmpty {
        found = try store.fetch(Query<Person>().search("\(text[..<index]) \(text[index...])"))
      }
    }
    let whole = found.filter { person in Self.names(of: person).contains { Self.words($0) == words } }
    let partly = found.filter { person in
      Set(words).isSubset(of: Self.words(Self.names(of: person).joined(separator: " ")))
    }
    return (Array(whole.prefix(Self.limit)), Array(partly.prefix(Self.limit)))
  }

  private static func isIDPrefix(_ text: String) -> Bool {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= shortestPrefix
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
  }

  /// The names that match a person: in Chinese, Japanese and Korean also with the last name first and without a blank.
  private static func names(of person: Person) -> [String] {
    [person.name, person.lastName + person.firstName, "\(person.lastName) \(person.firstName)"]
      + FieldCatalogue.current.fields.filter(\.isCalledBy).flatMap { $0.kind.values(of: person) }.map(\.value)
  }

  private static func words(_ text: String) -> [Substring] {
    Folding.fold(text).split { !$0.isLetter && !$0.isNumber }
  }
}
