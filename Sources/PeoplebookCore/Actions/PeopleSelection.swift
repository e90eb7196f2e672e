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
  /// Whether they are the marked people: an action on them removes the marks.
  public let isMarked: Bool

  /// People by their rows.
  public init(rows: [Int64], name: String, isMarked: Bool = false) {
    self.rows = rows
    self.name = name
    self.isMarked = isMarked
  }

  /// The number of people.
  public var count: Int { rows.count }
  /// Whether it has no people.
  public var isEmpty: Bool { rows.isEmpty }

  /// `Ada Lovelace`, or `5,000 people`; of a long name its beginning.
  public var title: String { Self.title(name: name, count: count) }

  /// `Ada Lovelace`, or `all 5,000`.
  public var titleOfAll: String { count == 1 ? title : "all \(count.grouped)" }

  /// A sentence about the people that the list does not show, such as `3 of 5 marked people are not in this list`;
  /// `nil` when it shows all of them.
  ///
  /// - Parameter hidden: The number of the people that the list does not show.
  public func hiddenSentence(hidden: Int) -> String? {
    guard hidden > 0 else { return nil }
    if count == 1 { return "\(title) is marked, but not in this list" }
    return "\(hidden.grouped) of \(count.grouped) marked people \(hidden == 1 ? "is" : "are") not in this list"
  }

  /// The message of an action whose people were all deleted before it ran.
  public var goneSentence: String {
    count == 1 ? "\(title) is no longer in the book" : "They are no longer in the book"
  }

  static func title(name: String, count: Int) -> String {
    count == 1 && !name.isEmpty ? name.shortened : count == 1 ? "one person" : "\(count.grouped) people"
  }
}
