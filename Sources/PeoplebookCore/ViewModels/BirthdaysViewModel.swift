import Algorithms
import Persistence
import Reactive

/// The birthdays of the next weeks, the nearest first.
///
/// The lines follow the book.
@MainActor
public final class BirthdaysViewModel {
  /// The birthdays, divided by how near they are.
  public let lines: SectionedObservableArray<String, ListLine>
  /// Whether the birthdays were read at least once.
  public let isLoaded = CurrentValue<Bool, Never>(false)
  /// The sentence of a transient error, until the birthdays are read; `nil` without one.
  public let problem = CurrentValue<String?, Never>(nil)
  /// The number of days that are shown.
  public static let days = 60

  private let birthdays = MutableObservableArray<UpcomingBirthday>()
  private var reading: FollowedReading?

  init(people: PeopleViewModel) {
    lines = birthdays.map(ListLine.init).sectioned(by: \.section)
    reading = FollowedReading(people, problem: problem) { [weak self, people] in
      guard let today = PartialDate.today else { return }
      let birthdays = try await people.store.birthdays(from: today, days: Self.days)
      self?.birthdays.items = birthdays
      self?.isLoaded.value = true
    }
  }

  isolated deinit {}

  /// The person of the line at a position of the list.
  public func person(at position: Int) -> Person? {
    birthdays.items[ifPresent: position]?.person
  }
}

extension ListLine {
  fileprivate init(_ birthday: UpcomingBirthday) {
    let section =
      switch birthday.days {
      case 0: "Today"
      case 1: "Tomorrow"
      case 2...7: "In the next 7 days"
      default: "Later"
      }
    let day = PartialDate(year: nil, month: birthday.date.month, day: birthday.date.day)?.displayText ?? ""
    self.init(
      id: birthday.person.id, section: section, lead: day + String(repeating: " ", count: max(0, 12 - day.count)),
      title: birthday.person.displayName.shortened, detail: birthday.age.map { "turns \($0)" } ?? "",
      trail: birthday.days < 2 ? "" : birthday.time)
  }
}
