import Persistence
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) @MainActor struct UpcomingBirthdayTests {
  private let book = TemporaryBook()

  private func store(_ birthdays: [String]) async throws -> Store {
    let store = try book.open()
    try await store.write { transaction in
      for birthday in birthdays {
        var person = Person()
        (person.firstName, person.birthday) = (birthday, PartialDate(iso: birthday))
        try transaction.insert(person)
      }
    }
    return store
  }

  private func day(_ iso: String) throws -> PartialDate { try #require(PartialDate(iso: iso)) }

  @Test func `the nearest is first, also over the end of a year`() async throws {
    let store = try await store(["1990-01-02", "--12-30", "1815-12-31", "2000-06-01", "2031-01-01"])
    let found = try await store.birthdays(from: day("2026-12-30"), days: 3)
    #expect(found.map(\.person.firstName) == ["--12-30", "1815-12-31", "1990-01-02"])
    #expect(found.map(\.days) == [0, 1, 3])
    #expect(found.map(\.age) == [nil, 211, 37])
    #expect(found.map(\.date.iso) == ["2026-12-30", "2026-12-31", "2027-01-02"])
    #expect(try await store.birthdays(from: day("2026-12-30"), days: 0).count == 1)
    #expect(try await store.birthdays(from: day("2026-12-30"), days: 366).count == 4)
  }

  @Test func `a birthday on 29 February is on 1 March in other years`() async throws {
    let store = try await store(["2000-02-29"])
    for (today, date) in [("2027-02-20", "2027-03-01"), ("2028-02-20", "2028-02-29")] {
      let found = try await store.birthdays(from: day(today), days: 10)
      #expect(found.map(\.date.iso) == [date] && found.first?.days == 9)
    }
    #expect(try await store.birthdays(from: day("2027-02-20"), days: 8).isEmpty)
  }

  @Test func `the day of birth itself has no age`() async throws {
    let store = try await store(["2026-11-22"])
    #expect(try await store.birthdays(from: day("2026-11-22"), days: 0).map(\.age) == [nil])
    #expect(try await store.birthdays(from: day("2026-11-21"), days: 5).map(\.days) == [1])
  }
}
