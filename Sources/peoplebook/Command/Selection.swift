import PeoplebookCore
import Persistence

/// Which people, and in which order, as the options say.
struct Selection {
  static let sort = Option(
    "sort", value: "KEY", "The order: \(PeopleOrder.allCases.map(\.rawValue).joined(separator: " or ")).")
  static let reverse = Option("reverse", letter: "r", "In the reverse order.")
  static let limit = Option("limit", letter: "n", value: "N", "No more than N people.")

  private var query = Query<Person>()
  /// A text without letters and digits, which the search has no words for.
  private var signs: String?
  /// Whether not everybody in the book is asked for.
  let isNarrowed: Bool

  init(_ arguments: Arguments) throws(Failure) {
    isNarrowed = arguments.has(.search) || arguments.has(.tag)
    if let text = arguments.last(.search) {
      query = query.search(text)
      if query.words.isEmpty, text.contains(where: { !$0.isWhitespace }) { signs = text }
    }
    for tag in arguments.all(.tag) { query = query.where(.contains(\.tags, tag)) }
    let order = try arguments.choice(Self.sort, of: PeopleOrder.self)?.order ?? .name
    query = query.sorted(by: arguments.has(Self.reverse) ? order.reversed : order)
  }

  /// The people in the book, at most `limit`.
  @MainActor
  func people(in store: Store, limit: Int? = nil) throws(StoreError) -> [Person] {
    guard let signs else { return try store.fetch(query, limit: limit) }
    let found = try store.fetch(query).filter { $0.contains(signs) }
    return limit.map { Array(found.prefix($0)) } ?? found
  }
}
