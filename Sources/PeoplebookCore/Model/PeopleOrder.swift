import Persistence

/// The orders in which people can be listed.
public enum PeopleOrder: String, CaseIterable, Sendable {
  /// By first name, as names are spoken, or by last name.
  case name, family
  /// By organisation, by the last change, or by the next birthday.
  case organisation, changed, birthday

  /// The name of the order for the user.
  public var title: String {
    switch self {
    case .name: "By first name"
    case .family: "By last name"
    case .organisation: "By organisation"
    case .changed: "By last change"
    case .birthday: "By next birthday"
    }
  }

  /// The order of the book's rows.
  ///
  /// - Parameter today: The day from which birthdays are counted.
  public func order(today: PartialDate? = .today) -> Order<Person> {
    switch self {
    case .name: .name
    case .family: .family
    case .organisation: Order.name.grouped(by: PeopleGrouping.organisation)
    case .changed: .changed
    case .birthday: .birthday(from: today)
    }
  }
}

/// What a list of people is divided by.
public enum PeopleGrouping: String, CaseIterable, Sendable {
  /// The first letter of the name that the list is ordered by.
  case initial
  /// The first tag, or the organisation.
  case tag, organisation
  /// A list without sections.
  case none

  /// The name of the grouping for the user.
  public var title: String {
    switch self {
    case .initial: "By initial"
    case .tag: "By first tag"
    case .organisation: "By organisation"
    case .none: "No sections"
    }
  }

  /// An order with these sections.
  public func divide(_ order: PeopleOrder, today: PartialDate? = .today) -> Order<Person> {
    let rows = order.order(today: today)
    switch self {
    case .initial: return order == .organisation ? rows.undivided : rows
    case .none: return rows.undivided
    case .organisation where order == .organisation: return rows
    case .tag, .organisation: return rows.grouped(by: self)
    }
  }
}

extension Order<Person> {
  /// By first name, then last name: names as they are shown; favourites first.
  ///
  /// People without a name are where their stand-in belongs.
  public static let name = Order("name", first: { $0.isFavourite }, fields: { $0.spokenNameParts })

  /// By last name, then first name; favourites first.
  public static let family = Order("family", first: { $0.isFavourite }, fields: { $0.lastNameFirstParts })

  /// The last changed first.
  static let changed = Order(
    "changed",
    expression: """
      printf('%016x', \(Int64.max) - coalesce((SELECT max(seq) FROM change WHERE change.row = person.row), 0))
      """)

  /// By the next birthday, then by name; people without one, or with one in words, last.
  static func birthday(from date: PartialDate?) -> Order {
    var today = date.map { String($0.iso.suffix(5)) } ?? "01-01"
    // In other years the birthday of 29 February is on 1 March.
    if today == "03-01", let year = date?.year, PartialDate(year: year, month: 2, day: 29) == nil { today = "02-29" }
    let birthday = "person.\(PersonField.birthday.column)"
    let (isDay, day) = ("\(birthday) GLOB '*-[0-9][0-9]-[0-9][0-9]'", "substr(\(birthday), -5)")
    return Order(
      "birthday \(today)",
      expression: """
        CAST(CASE WHEN \(isDay) THEN CASE WHEN \(day) >= '\(today)' THEN '1' ELSE '2' END || \(day) ELSE '3' END \
        || person.sort_name AS BLOB)
        """)
  }

  fileprivate func grouped(by grouping: PeopleGrouping) -> Order {
    let (text, rest) =
      grouping == .tag
      ? (
        "(SELECT value FROM person_\(PersonField.tags.column) AS tag WHERE tag.person = person.row"
          + " ORDER BY tag.position LIMIT 1)",
        "No tag"
      )
      : ("person.\(PersonField.organisation.column)", "No organisation")
    return grouped(
      by: grouping.rawValue, text: text, rest: rest, first: "person.\(PersonField.favourite.column) <> ''")
  }
}
