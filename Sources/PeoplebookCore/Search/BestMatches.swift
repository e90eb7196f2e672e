import Persistence

/// The lists of a search that has few matches: the best of them first, and then similar words too.
@MainActor
struct BestMatches {
  let store: Store
  /// Returns the list of a text, with further words and in another order.
  let query: (_ text: String, _ similar: [String: [String]]) -> Query<Person>

  /// The most matches that are ranked, and the most with which similar words are searched for.
  private static let mostRanked = 200
  static let few = 64

  /// The name, between blanks.
  private static let titleLength =
    "2 + " + [PersonField.first, .last].map { "length(person.\($0.column))" }.joined(separator: " + ")

  /// The people that a text finds: the best matches first where there are few.
  func find(_ text: String) async throws -> Results<Person> {
    let list = store.objects(query(text, [:]))
    guard !list.query.words.isEmpty else { return list }
    try await list.load()
    return list.items.isComplete && (2...Self.mostRanked).contains(list.items.count) ? ranked(list.query) : list
  }

  /// The people that a text and similar words find, the best matches first; `nil` when that adds nothing to `list`.
  func refine(_ text: String, _ list: Results<Person>) async throws -> Results<Person>? {
    let words = list.query.words
    guard !words.isEmpty, list.items.isComplete, list.items.count < Self.few else { return nil }
    let similar = try await store.similarWords(of: Person.self, to: words)
    guard !similar.isEmpty else { return nil }
    let wider = ranked(query(text, similar))
    try await wider.load()
    return wider.items.count > list.items.count ? wider : nil
  }

  private func ranked(_ query: Query<Person>) -> Results<Person> {
    store.objects(query.sorted(by: query.order.bestFirst(for: query.words, titleLength: Self.titleLength)))
  }
}
