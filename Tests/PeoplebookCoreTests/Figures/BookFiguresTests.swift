import Persistence
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) struct BookFiguresTests {
  /// Noon of 3 March 2026, in UTC and in most time zones.
  private let now: Int64 = 1_772_539_200_000
  private let day: Int64 = 86_400_000

  @Test func `months and days without a change are among the others`() {
    let statistics = Statistics(
      count: 10, values: [ValueCount(value: "math", count: 4), ValueCount(value: "work", count: 1)],
      insertions: [
        .init(time: now - 500 * day, count: 1), .init(time: now - 10 * day, count: 2), .init(time: now, count: 3),
        .init(time: now - 15 * day, count: 1),
      ],
      commits: [now, now - 1_000, now - day, now - 59 * day, now - 60 * day])
    let figures = BookFigures(statistics, now: now)
    #expect(figures.people == 10)
    #expect(figures.tags == [.init("math", 4), .init("work", 1)])
    #expect(figures.months.count == BookFigures.monthCount)
    #expect(figures.months.first == .init("2025-04", 0))
    #expect(figures.months.suffix(2) == [.init("2026-02", 3), .init("2026-03", 3)])
    #expect(figures.earlier == 4)
    #expect(figures.days.count == BookFigures.dayCount)
    #expect(figures.days.first == .init("2026-01-03", 1))
    #expect(figures.days.suffix(3) == [.init("2026-03-01", 0), .init("2026-03-02", 1), .init("2026-03-03", 2)])
  }

  @Test @MainActor func `a book has its present figures`() async throws {
    let book = TemporaryBook()
    let store = try book.open()
    try await store.write { transaction in
      for index in 0..<3 {
        var person = Person()
        (person.firstName, person.tags) = ("\(index)", index == 0 ? ["math"] : [])
        try transaction.insert(person)
      }
    }
    let figures = try await store.figures()
    #expect(figures.people == 3 && figures.earlier == 0 && figures.tags == [.init("math", 1)])
    #expect(figures.months.last?.count == 3 || figures.months.dropLast().last?.count == 3)
    #expect(figures.days.reduce(0) { $0 + $1.count } == 1)
  }
}
