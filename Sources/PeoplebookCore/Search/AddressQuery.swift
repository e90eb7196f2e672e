import Persistence

/// A search for e-mail addresses, as mail programs ask for them.
public struct AddressQuery: Hashable, Sendable {
  /// An address with its person.
  ///
  /// No text has a tab or a line end.
  public struct Entry: Hashable, Sendable {
    /// The address as it was written.
    public var address: String
    /// The name of the person; empty without one.
    public var name: String
    /// The label of the address and the person's position, such as `work, Countess`.
    public var note: String
  }

  private let text: String

  /// Creates a search for a part of a name, of an address, or of another field.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String) {
    self.text = text.trimmed
  }

  /// The addresses of the people who match, in the order of their names, at most `limit`; only the matching address
  /// when the text is a whole one.
  ///
  /// Where no one matches a text that is not an address, people with similar words are found. The search for those is
  /// slower, so that it is left out where a mail program completes an address.
  ///
  /// - Throws: When the book cannot be read.
  /// - Complexity: O(people who match), and O(words of the book) when there are none.
  @MainActor
  public func entries(in store: Store, limit: Int? = nil) async throws -> [Entry] {
    let query = Query<Person>().where(!Filter.isEmpty(\.emails))
    let search = TypedSearch(text)
    // Several people may be found before the one with exactly this address.
    var people = try search.people(of: query, in: store, limit: text.contains("@") ? nil : limit)
    if people.isEmpty, !text.contains("@") {
      people = try await search.peopleAndSimilar(of: query, in: store, limit: limit)
    }
    let typed = text.lowercased()
    let exact = people.flatMap { person in
      person.emails.filter { $0.value.lowercased() == typed }.map { entry($0, of: person) }
    }
    let found = exact.isEmpty ? people.flatMap { entries(of: $0, typed) } : exact
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// The addresses of a person, those with the typed text first.
  private func entries(of person: Person, _ typed: String) -> [Entry] {
    let addresses = person.emails.filter { !$0.value.isBlank }
    let matches = { (address: LabeledValue) in address.value.lowercased().contains(typed) }
    return (addresses.filter(matches) + addresses.filter { !matches($0) }).map { entry($0, of: person) }
  }

  private func entry(_ address: LabeledValue, of person: Person) -> Entry {
    let position = FieldCatalogue.current.fields.filter { $0.cardPlace == .position }.reversed()
      .flatMap { $0.values(besideNameOf: person) }.map(\.value)
    let notes = ([address.label] + position).filter { !$0.isBlank }
    return Entry(
      address: address.value.trimmed.onOneLine, name: person.name.onOneLine,
      note: notes.joined(separator: ", ").onOneLine)
  }
}
