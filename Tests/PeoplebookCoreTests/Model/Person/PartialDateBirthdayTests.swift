import PeoplebookCore
import Testing

@Suite struct `What there is to say about a birthday` {
  private func text(_ birthday: String, on day: String) throws -> String? {
    try #require(PartialDate(iso: birthday)).birthdayText(on: try #require(PartialDate(iso: day)))
  }

  @Test(arguments: [
    ("1815-12-10", "2026-12-10", "turns 211 today"),
    ("1815-12-10", "2026-12-09", "turns 211 tomorrow"),
    ("1815-12-10", "2026-12-07", "turns 211 on Thursday"),
    ("1815-12-10", "2026-12-04", "turns 211 on Thursday"),
    ("1815-12-10", "2026-12-03", "turns 211 in 7 days"),
    ("1815-12-10", "2026-11-21", "turns 211 in 19 days"),
    ("1815-12-10", "2026-11-08", "210 years old"),
    ("1815-12-10", "2026-12-11", "211 years old"),
    ("1990-01-02", "2026-12-31", "turns 37 on Saturday"),
    ("--12-10", "2026-12-10", "has a birthday today"),
    ("2000-02-29", "2027-02-28", "turns 27 tomorrow"),
    ("2000-02-29", "2028-02-29", "turns 28 today"),
    ("2025-11-20", "2026-11-21", "1 year old"),
    ("2026-11-21", "2026-11-21", "born today"),
  ])
  func `is its day, or the person's age`(_ birthday: String, _ day: String, _ expected: String) throws {
    #expect(try text(birthday, on: day) == expected)
  }

  @Test(arguments: [("--05-10", "2026-11-21"), ("2027-01-01", "2026-11-21"), ("2026-11-22", "2026-11-21")])
  func `is empty for a far day without a year, and for the future`(_ birthday: String, _ day: String) throws {
    #expect(try text(birthday, on: day) == nil)
  }
}
