import Testing

@testable import PeoplebookCore

@Suite struct DateKindTests {
  private func doubt(_ text: String) -> String? {
    DateKind(path: \.writtenBirthday).doubt(about: text, today: PartialDate(year: 2024, month: 2, day: 28))
  }

  @Test func `a day in the future is doubted, today is not`() {
    #expect(doubt("2024-02-28") == nil && doubt("2024-02-27") == nil)
    for future in ["2024-02-29", "2024-03-01", "2025-01-01"] {
      #expect(doubt(future)?.hasSuffix("is in the future") == true)
    }
  }

  @Test func `a day before 1850 is doubted`() {
    #expect(doubt("1849-12-31")?.hasSuffix("is before 1850") == true && doubt("1850-01-01") == nil)
  }

  @Test func `a day without a year is never in the future`() {
    #expect(doubt("--12-24") == nil)
  }
}
