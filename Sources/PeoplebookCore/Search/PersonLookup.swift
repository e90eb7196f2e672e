import Persistence

/// The reason why a text does not identify one person of the book.
public enum PersonLookupError: Error, Hashable, Sendable {
  /// The text identifies no person; the people with names near it, at most ``PersonLookup/limit`` of them.
  case noMatch(String, near: [Person] = [])
  /// Several people match; the first ``PersonLookup/limit`` of them.
  case several(String, [Person])
  /// The book could not be read.
  case store(StoreError)
}

/// Finds the one person that a text identifies, without guessing.
///
/// The text is, in this order:
/// 1. an id,
/// 2. the name of a person as it is shown; only case and blanks may differ,
/// 3. where ``Precision/nearName`` is enough: an e-mail address; a name of any kind, where accents and signs make no
///    difference; some whole words of them, in any order,
/// 4. the beginning of an id, of at least six hexadecimal digits.
///
/// The first of these that matches decides, and it has to match one person. Of ids or names that differ in case only,
/// the one that was typed is taken.
@MainActor
public struct PersonLookup {
  /// How near a text has to be to a name.
  public enum Precision: Hashable, Sendable {
    /// The name has to be exact: for changes that are hard to notice when they were made to the wrong person.
    case exactName
    /// A part of a name of any kind or an e-mail address is enough when it fits one person.
    case nearName
  }

  /// The number of people that are listed when several match.
  public nonisolated static let limit = 10
  /// A shorter beginning of an id is only a name.
  private static let shortestPrefix = 6
  /// A longer name is not divided.
  private static let mostParts = 8
  /// The number of people that are read at first, of those with the words of a text.
  private static let mostRead = 200

  private let store: Store

  /// Creates a lookup in a book.
  public init(_ store: Store) {
    self.store = store
  }

  /// The person that `text` identifies.
  ///
  /// - Throws: ``PersonLookupError`` when it identifies none, or several, or the book cannot be read.
  /// - Complexity: O(log n) in the number of people when the text is an id; else O(m) in the number of people with the
  ///   words of the text.
  public func person(
    _ text: String, by precision: Precision = .nearName
  ) throws(PersonLookupError) -> Person {
    let found: (people: [Person], near: [Person])
    do throws(StoreError) {
      found = try people(text, by: precision)
    } catch {
      throw .store(error)
    }
    guard let person = found.people.first else { throw .noMatch(text, near: Array(found.near.prefix(Self.limit))) }
    if found.people.count > 1 { throw .several(text, Array(found.people.prefix(Self.limit))) }
    return person
  }

  /// The people that the text identifies; when there are none, those with names near it.
  private func people(
    _ text: String, by precision: Precision
  ) throws(StoreError) -> (people: [Person], near: [Person]) {
    if let person = try store.get(Person.self, id: text) { return ([person], []) }
    guard !text.isBlank else { return ([], []) }
    let candidates = try store.get(Person.self, idPrefix: text, limit: Self.limit)
    let same = candidates.filter { $0.id.lowercased() == text.lowercased() }
    if !same.isEmpty { return (same, []) }
    var exact = try people(exactly: text)
    if !exact.isEmpty { return (exact, []) }
    var found = try peopleWithWords(of: text, limit: Self.mostRead)
    if found.count == Self.mostRead, precision == .exactName || Self.people(near: text, among: found).count < 2 {
      // The people that were left out decide.
      found = try peopleWithWords(of: text)
    }
    exact = Self.people(called: text, among: found)
    if !exact.isEmpty { return (exact, []) }
    let named = Self.people(near: text, among: found)
    if precision == .nearName, !named.isEmpty { return (named, []) }
    if named.isEmpty, Self.isIDPrefix(text), !candidates.isEmpty { return (candidates, []) }
    return ([], named.isEmpty ? Self.people(withNamesLike: text, among: found) : named)
  }

  /// The commits that have changed a person who was removed, the newest first: the first of them removed the person.
  ///
  /// - Parameter text: An id, or the beginning of one, of at least six hexadecimal digits.
  /// - Throws: ``PersonLookupError`` when the text identifies no removed person, or several.
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

  // MARK: Names

  /// The people with all words of the text in some field, at most `limit`.
  private func peopleWithWords(of text: String, limit: Int? = nil) throws(StoreError) -> [Person] {
    guard !SearchWords(text).isEmpty else { return [] }
    let found = try store.fetch(Query<Person>().search(text), limit: limit)
    guard found.isEmpty, text.utf8.allSatisfy({ $0 >= 0x80 }) else { return found }
    // A name that is written without a blank: its two parts are in different fields.
    for index in text.indices.dropFirst().prefix(Self.mostParts) {
      let parted = try store.fetch(Query<Person>().search("\(text[..<index]) \(text[index...])"), limit: limit)
      if !parted.isEmpty { return parted }
    }
    return []
  }

  /// The people who are shown with this name, where it is in ASCII or consists of signs.
  ///
  /// Their columns are compared before they are read, since a common first name is a word of many people, and signs are
  /// in no index of words.
  private func people(exactly text: String) throws(StoreError) -> [Person] {
    let words = text.split(whereSeparator: \.isWhitespace)
    // SQLite knows the cases of ASCII letters only.
    guard words.count <= Self.mostParts, text.utf8.allSatisfy({ $0 < 0x80 }) || SearchWords(text).isEmpty else {
      return []
    }
    let name = words.joined(separator: " ")
    var filter = Filter<Person>.isText(\.fullName, name)
    for count in 0...words.count {
      let (front, back) = (words.prefix(count).joined(separator: " "), words.dropFirst(count).joined(separator: " "))
      filter = filter || .isText(\.firstName, front) && .isText(\.lastName, back)
      // `Lovelace, Ada`
      let last = front.hasSuffix(",") ? String(front.dropLast()) : front
      filter = filter || .isText(\.firstName, back) && .isText(\.lastName, last)
    }
    for case let kind as any PlainTextKind in FieldCatalogue.current.standIns.map(\.kind) {
      filter = filter || .isText(kind.path, name)
    }
    return Self.people(called: text, among: try store.fetch(Query<Person>().search(text).where(filter)))
  }

  /// The people who are shown with this name.
  nonisolated static func people(called text: String, among found: [Person]) -> [Person] {
    let name = spaced(text)
    let lowercased = name.lowercased()
    let named = found.filter { person in
      !person.name.isEmpty && shownNames(of: person).contains { $0.lowercased() == lowercased }
    }
    let exact = named.filter { shownNames(of: $0).contains(name) }
    return exact.isEmpty ? named : exact
  }

  /// The people with this e-mail address, else with this name of any kind, else with these words in them.
  private static func people(near text: String, among found: [Person]) -> [Person] {
    let address = text.trimmed.lowercased()
    let reached = found.filter { $0.emails.contains { $0.value.lowercased() == address } }
    if !reached.isEmpty { return reached }
    let words = words(text)
    guard !words.isEmpty else { return [] }
    let whole = found.filter { names(of: $0).contains { Self.words($0) == words } }
    if !whole.isEmpty { return whole }
    return found.filter { Set(words).isSubset(of: Self.words(names(of: $0).joined(separator: " "))) }
  }

  /// The people with names that have words with these beginnings.
  private static func people(withNamesLike text: String, among found: [Person]) -> [Person] {
    let words = words(text)
    return found.filter { person in
      let names = Self.words(names(of: person).joined(separator: " "))
      return words.allSatisfy { word in names.contains { $0.hasPrefix(word) } }
    }
  }

  private static func isIDPrefix(_ text: String) -> Bool {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= shortestPrefix
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
  }

  /// The name as lists show it, by first and by last name.
  private nonisolated static func shownNames(of person: Person) -> [String] {
    [person.name, person.displayName(in: .family)].map(spaced)
  }

  /// The text with one blank between words.
  private nonisolated static func spaced(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The names that are near a person: in Chinese, Japanese and Korean also with the last name first and without a
  /// blank.
  private static func names(of person: Person) -> [String] {
    [person.name, person.lastName + person.firstName, "\(person.lastName) \(person.firstName)"]
      + FieldCatalogue.current.fields.filter(\.isCalledBy).flatMap { $0.kind.values(of: person) }.map(\.value)
  }

  private static func words(_ text: String) -> [Substring] {
    Folding.fold(text).split { !$0.isLetter && !$0.isNumber }
  }
}
