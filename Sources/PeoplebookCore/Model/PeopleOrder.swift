import Persistence

/// The orders in which people can be listed.
public enum PeopleOrder: String, CaseIterable, Sendable {
  /// By first name, as names are spoken, or by last name.
  case name, family

  /// The name of the order for the user.
  public var title: String {
    switch self {
    case .name: "By first name"
    case .family: "By last name"
    }
  }

  /// The order of the book's rows.
  public var order: Order<Person> {
    switch self {
    case .name: .name
    case .family: .family
    }
  }
}
