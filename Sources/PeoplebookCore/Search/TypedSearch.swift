import Persistence

/// A typed search, divided into the words that the book's index finds and the parts that only a scan finds.
///
/// The parts of the text are separated by white space, and a person has to match each of them.
/// - Words match the beginnings of words in any field. Signs inside of names, addresses and numbers separate words:
///   `ada-maria`, `ada@example.org`, `(020) 7946`.
/// - A part with another sign in it, such as `a*` or `"ada`, is literal: a field contains it, letter by letter. Case
///   and accents make no difference. So is a part that begins or ends with a sign, such as `-ada` or `c++`, and a
///   symbol or a fraction alone, such as `€` or `½`; other punctuation alone is ignored. A full stop, a comma and a
///   semicolon at the end belong to the sentence.
///
/// A whole number of a telephone with the code of its country is found without it, too, by its last eight digits.
///
/// No sign and no word is an operator.
public struct TypedSearch: Hashable, Sendable {
  /// The part of the text that is words, for `Query.search(_:similar:)`.
  public let words: String
  /// The literal parts, as they were typed.
  public let literals: [String]
  /// What the text has in common with the same number without the code of its country; `nil` for another text.
  private let numberEnding: String?

  /// Divides a text into words and literal parts.
  ///
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: String) {
    numberEnding = Self.endOfInternationalNumber(text)
    let parts = text.split(whereSeparator: \.isWhitespace)
    let literals = parts.filter(Self.isLiteral)
    words = parts.filter { !Self.isLiteral($0) }.joined(separator: " ")
    // A lone comma between words is punctuation; alone, it is searched for.
    let isEmpty = literals.isEmpty && SearchWords(words).isEmpty
    self.literals = (isEmpty ? parts : literals).map(String.init)
  }

  /// The query with this search.
  ///
  /// A query with literal parts reads each person.
  ///
  /// - Complexity: O(*n* × *m*) for *n* literals and *m* searched fields.
  ///
  /// - Parameters:
  ///   - query: The query to narrow down.
  ///   - similar: Words that are found in place of a word of the search.
  public func query(_ query: Query<Person>, similar: [String: [String]] = [:]) -> Query<Person> {
    let fields = FieldCatalogue.current.searched
    return literals.reduce(query.search(words, similar: alternatives(similar))) { query, literal in
      query.where(
        .contains(
          literal, inColumns: fields.flatMap { $0.kind.columns(named: $0.column) },
          lists: fields.flatMap { $0.kind.lists(named: $0.column) }))
    }
  }

  /// What is found in place of each word: similar words, and the end of a number.
  func alternatives(_ similar: [String: [String]]) -> [String: [String]] {
    guard let numberEnding else { return similar }
    return SearchWords(words).words.reduce(into: similar) { $0[$1, default: []].append(numberEnding) }
  }

  /// The people that a query and this search find, in the query's order, at most `limit`.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(n) in the number of people, when there are literal parts.
  @MainActor
  public func people(
    of query: Query<Person>, in store: Store, limit: Int? = nil
  ) throws(StoreError) -> [Person] {
    try store.fetch(self.query(query), limit: limit)
  }

  /// The people that a query and this search find, and then, where those are few, the people with similar words: the
  /// text is inside a word, or differs from one by a typo.
  ///
  /// - Parameters:
  ///   - query: The query to narrow down; both are in its order.
  ///   - store: The book.
  ///   - limit: The most people.
  /// - Throws: The reason why the book cannot be read; `CancellationError`.
  /// - Complexity: O(*n*), where *n* is the number of different words in the book, when few people are found.
  @MainActor
  public func peopleAndSimilar(
    of query: Query<Person>, in store: Store, limit: Int? = nil
  ) async throws -> [Person] {
    let found = try people(of: query, in: store, limit: limit)
    let words = SearchWords(words)
    guard !words.isEmpty, found.count < min(BestMatches.few, limit ?? .max) else { return found }
    let similar = try await store.similarWords(of: Person.self, to: words)
    if similar.isEmpty { return found }
    let rows = Set(found.map(\.row))
    let all = try store.fetch(self.query(query, similar: similar), limit: limit)
    return found + all.filter { !rows.contains($0.row) }.prefix((limit ?? .max) - found.count)
  }

  /// The digits that a whole number with the code of its country shares with the same number without it; `nil` for
  /// another text.
  private static func endOfInternationalNumber(_ text: String) -> String? {
    let text = text.trimmed
    guard text.hasPrefix("+") || text.hasPrefix("00"),
      text.allSatisfy({ $0.isNumber || $0.isWhitespace || numberSigns.contains($0) })
    else { return nil }
    let digits = Folding.digits(text.replacing("(0)", with: " ")).drop { $0 == "0" }
    return digits.count >= longNumber ? String(digits.suffix(nationalDigits)) : nil
  }

  /// The fewest digits of a whole number with the code of its country.
  private static let longNumber = 10
  /// The number of last digits that are searched for.
  private static let nationalDigits = 8

  private static func isLiteral(_ part: Substring) -> Bool {
    if part.contains(where: literalSigns.contains) { return true }
    if SearchWords(String(part)).isEmpty { return part.contains(where: isSign) }
    if part.allSatisfy({ $0.isNumber || numberSigns.contains($0) }) { return false }
    return [part.first, part.last].contains { $0.map(edgeSigns.contains) ?? false }
  }

  /// Whether a sign of a part without words is searched for; the others belong to a sentence.
  private static func isSign(_ sign: Character) -> Bool {
    // A number that is not in a word is a fraction.
    sign.isNumber || edgeSigns.contains(sign) || "§¶†‡".contains(sign) || sign.isSymbol && !"`´".contains(sign)
  }

  /// Signs that are literal wherever they are.
  private static let literalSigns: Set<Character> = [
    "!", "\"", "#", "$", "%", "*", "<", "=", ">", "?", "[", "\\", "]", "^", "{", "|", "}", "~",
  ]
  /// Signs that are literal at the edges of a part, and separate words inside of it.
  private static let edgeSigns: Set<Character> = ["&", "(", ")", "+", "-", "/", ":", "@", "_"]
  /// Signs in the numbers of telephones, which are compared by their digits.
  private static let numberSigns: Set<Character> = [" ", "-", "(", ")", ".", "/", "+"]
}

extension Store {
  /// A live list of the people that `search` finds, by first name; of all people when it is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the search.
  public func people(matching search: String = "") -> Results<Person> {
    objects(TypedSearch(search).query(Query<Person>()))
  }
}
