import PeoplebookCore
import Persistence

/// The people that the options select, and their order.
struct Selection {
  static let sort = Option(
    "sort", value: "KEY", "The order: \(PeopleOrder.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .words(PeopleOrder.allCases.map(\.rawValue)))
  static let reverse = Option("reverse", letter: "r", "Reverse the order.")
  static let limit = Option("limit", letter: "n", value: "N", "Print at most N of them.")

  private var query = Query<Person>()
  private let order: Order<Person>
  private let search: TypedSearch
  /// Whether an option leaves people out.
  let isNarrowed: Bool

  init(_ arguments: Arguments) throws(Failure) {
    isNarrowed = arguments.has(.search) || arguments.has(.tag)
    search = TypedSearch(arguments.last(.search) ?? "")
    for tag in arguments.all(.tag) { query = query.where(.contains(\.tags, tag)) }
    let order = try arguments.choice(Self.sort, of: PeopleOrder.self)?.order() ?? .name
    self.order = arguments.has(Self.reverse) ? order.reversed : order
    query = query.sorted(by: self.order)
  }

  /// Writes the selected people to standard output where that needs no person of each: all people of the book as JSON.
  ///
  /// - Returns: Whether they were written; if not, nothing was.
  @MainActor
  func write(from store: Store, with writer: any PersonWriter) throws(StoreError) -> Bool {
    // What is written to a terminal is shown as text.
    guard writer is JSONWriter, !isNarrowed, !Output.isTerminal else { return false }
    return try store.writeJSON(inOrder: order, Output.data) != nil
  }

  /// The selected people.
  @MainActor
  func people(in store: Store) throws(StoreError) -> [Person] {
    try search.people(of: query, in: store)
  }

  /// The selected people, and where those are few also the ones with similar words, at most `limit`.
  @MainActor
  func peopleAndSimilar(in store: Store, limit: Int?) async throws -> [Person] {
    try await search.peopleAndSimilar(of: query, in: store, limit: limit)
  }
}
