import Persistence

/// A birthday that is near.
public struct UpcomingBirthday: Hashable, Sendable, Identifiable {
  /// The person.
  public var person: Person
  /// The id of the person.
  public var id: String { person.id }
  /// The day on which it is celebrated, with its year.
  public var date: PartialDate
  /// The number of days until then; 0 is today.
  public var days: Int
  /// The age that the person reaches; `nil` without a year of birth, and for the day of birth itself.
  public var age: Int?

  /// The age and the time until then: `turns 36 in 3 days`.
  public var remark: String { age.map { "turns \($0) \(time)" } ?? time }

  /// The time until then: `today`, `tomorrow`, `in 3 days`.
  public var time: String {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    default: "in \(days) days"
    }
  }
}

extension Store {
  /// The birthdays from a day on, up to a number of days later: the nearest first, those of one day by name.
  ///
  /// A birthday on 29 February is on 1 March in other years.
  ///
  /// - Parameters:
  ///   - today: The first day.
  ///   - days: From 0, for that day alone, to 366.
  /// - Throws: When the book cannot be read.
  /// - Complexity: O(n) on the store's queue, in the number of people.
  public func birthdays(from today: PartialDate, days: Int) async throws(StoreError) -> [UpcomingBirthday] {
    // Stored dates end so, with a year and without.
    let near = (0...max(0, min(days, 366))).compactMap { today.day(after: $0)?.iso.suffix(6) }
    let endings = Set(near + (near.contains("-03-01") ? ["-02-29"] : [])).map(String.init)
    let people = try await load(Query<Person>().where(.hasSuffix(\.writtenBirthday, in: endings)))
    let birthdays = people.compactMap { person in person.birthday.flatMap { birthday(of: person, $0, today, days) } }
    return birthdays.enumerated().sorted { ($0.element.days, $0.offset) < ($1.element.days, $1.offset) }.map(\.element)
  }

  private func birthday(
    of person: Person, _ birthday: PartialDate, _ today: PartialDate, _ days: Int
  ) -> UpcomingBirthday? {
    guard let (distance, year) = birthday.anniversary(from: today), distance <= days,
      let date = today.day(after: distance)
    else { return nil }
    let age = birthday.year.map { year - $0 }
    if let age, age < 0 { return nil }
    return UpcomingBirthday(person: person, date: date, days: distance, age: age == 0 ? nil : age)
  }
}
