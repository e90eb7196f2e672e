import Glibc
import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

/// Pages that are open at midnight.
@Suite(.timeLimit(.minutes(5))) struct NewDayTests {
  @Test func `open pages follow the calendar`() async {
    await #expect(processExitsWith: .success) { @MainActor in try await NewDayTests.checkPages() }
  }

  @MainActor
  static func checkPages() async throws {
    // The local time is between 12:00 and 13:00, so that no midnight passes.
    let hoursWest = (time(nil) / 3_600 + 12) % 24
    setenv("TZ", "ZZZ\(hoursWest)", 1)
    let book = TemporaryBook()
    let store = try book.open()
    let people = PeopleViewModel(store: store, scheduler: ManualScheduler())
    let today = try #require(PartialDate.today)
    let ada = try await store.write { transaction in
      var person = Person()
      (person.firstName, person.birthday) = ("Ada", PartialDate(iso: "--\(today.iso.suffix(5))"))
      return try transaction.insert(person)
    }
    let (birthdays, changes) = (people.makeBirthdays(), people.makeChanges())
    let timeline = people.makeTimeline(around: 0)
    var cards: [PersonCard?] = []
    let token = people.card.card.sink { cards.append($0) }
    people.card.show(ada)
    func sections() -> [String] { Array(birthdays.lines.snapshot.items).map(\.section) }
    func days() -> [Int] { Array(changes.rows.snapshot.items).map(\.dayNumber) }
    await yield { birthdays.isLoaded.value && changes.isLoaded.value && timeline.state.value.isLoaded }
    let (day, title) = (days(), timeline.state.value.title)
    #expect(sections() == ["Today"] && day.count == 1 && title.hasPrefix("Today"))
    #expect(cards.last??.lines.last?.value == "has a birthday today")
    // The local time is 23 hours later, on the next day.
    setenv("TZ", "ZZZ\(hoursWest - 23)", 1)
    people.dayDidChange()
    #expect(cards.last??.lines.contains { $0.value.contains("today") } == false)
    // The rows of the changes have another day, and the title of the timeline has another hour.
    await yield { sections().isEmpty && days() != day && timeline.state.value.title != title }
    token.cancel()
  }
}
