import Persistence

/// The orders in which people can be listed.
public enum PeopleOrder: String, CaseIterable, Sendable {
  case name, family

  public var title: String {
    switch self {
    case .name: "By first name"
    case .family: "By last name"
    }
  }

  public var order: Order<Person> {
    switch self {
    case .name: .name
    case .family: .family
    }
  }
}
