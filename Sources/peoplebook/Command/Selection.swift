import PeoplebookCore
import Persistence

/// Which people, and in which order, as options say it.
enum Selection {
  static let sort = Option("sort", value: "KEY", "The order: name (the default) or family.")
  static let reverse = Option("reverse", letter: "r", "The other way round.")
  static let limit = Option("limit", letter: "n", value: "N", "No more than N people.")

  static func query(_ arguments: Arguments) throws(Failure) -> Query<Person> {
    var query = Query<Person>()
    if let text = arguments.last(.search) { query = query.search(text) }
    for tag in arguments.all(.tag) { query = query.where(.contains(\.tags, tag)) }
    let order = try arguments.choice(sort, of: PeopleOrder.self)?.order ?? .name
    return query.sorted(by: arguments.has(reverse) ? order.reversed : order)
  }

  /// Whether anything narrows the book down.
  static func isNarrowed(_ arguments: Arguments) -> Bool {
    arguments.has(.search) || arguments.has(.tag)
  }
}
