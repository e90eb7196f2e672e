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
  private let search: TypedSearch
  /// Whether an option leaves people out.
  let isNarrowed: Bool

  init(_ arguments: Arguments) throws(Failure) {
    isNarrowed = arguments.has(.search) || arguments.has(.tag)
    search = TypedSearch(arguments.last(.search) ?? "")
    for tag in arguments.all(.tag) { query = query.where(.contains(\.tags, tag)) }
    let order = try arguments.choice(Self.sort, of: PeopleOrder.self)?.order() ?? .name
    query = query.sorted(by: arguments.has(Self.reverse) ? order.reversed : order)
  }

  /// The selected people, at most `limit`.
  @MainActor
  func people(in store: Store, limit: Int? = nil) throws(StoreError) -> [Person] {
    try search.people(of: query, in: store, limit: limit)
  }
}
