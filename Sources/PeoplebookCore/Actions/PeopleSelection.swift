import Persistence

/// The people that an action applies to, by identity.
///
/// It is made when a key is pressed. What other processes commit between the key and the action changes positions, but
/// not the people in the selection.
public struct PeopleSelection: Hashable, Sendable {
  /// The row numbers of the people in the book, in the order of the list.
  ///
  /// A number is never used for another person.
  public let rows: [Int64]
  /// The name of the first of them.
  public let name: String

  /// People by their rows.
  public init(rows: [Int64], name: String) {
    self.rows = rows
    self.name = name
  }

  /// The number of people.
  public var count: Int { rows.count }
  /// Whether it has no people.
  public var isEmpty: Bool { rows.isEmpty }

  /// `Ada Lovelace`, or `5,000 people`.
  public var title: String { Self.title(name: name, count: count) }

  /// The number of people from which an action reports its progress and can be stopped.
  static let bulk = 1_000

  /// Whether an action on them takes long enough to be stopped.
  var isBulk: Bool { count > Self.bulk }

  static func title(name: String, count: Int) -> String {
    count == 1 && !name.isEmpty ? name : count == 1 ? "one person" : "\(count.grouped) people"
  }
}
