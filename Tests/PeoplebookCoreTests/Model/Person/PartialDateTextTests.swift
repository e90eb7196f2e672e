import PeoplebookCore
import Testing

struct PartialDateTextTests {
  @Test(arguments: [
    ("10 December 1815", "1815-12-10"), ("December 10, 1815", "1815-12-10"), ("dec 10 1815", "1815-12-10"),
    ("10 Dec", "--12-10"), ("the 3rd of February", "--02-03"), ("1st Sept 1999", "1999-09-01"),
    ("10.12.1815", "1815-12-10"), ("10.12.", "--12-10"), ("1815-12-10", "1815-12-10"), ("1815-1-2", "1815-01-02"),
    ("--12-10", "--12-10"), ("18151210", "1815-12-10"), ("25/12/1990", "1990-12-25"), ("12/25/1990", "1990-12-25"),
    ("5/5", "--05-05"), ("1 2 2090", "2090-02-01"), ("29 2", "--02-29"),
    ("29 February", "--02-29"), (" 10 December 1815 ", "1815-12-10"),
    ("1815 December 10", "1815-12-10"), ("--1-2", "--01-02"), ("10th December 1815", "1815-12-10"),
    ("May 22nd, 1999", "1999-05-22"), ("31st of January", "--01-31"),
  ])
  func `typed dates are read`(text: String, iso: String) {
    #expect((try? PartialDate(typed: text))?.iso == iso)
  }

  @Test(arguments: [
    ("12/10", "12 October or 10 December"), ("1/2/2000", "1 February 2000 or 2 January 2000"),
    ("31 February 1990", "There is no 31 February 1990."), ("29.2.1900", "There is no 29 February 1900."),
    ("10.12.15", "four digits"), ("10 December 15", "four digits"), ("soon", "is not a date"), ("", "is not a date"),
    ("10 foo 1815", "is not a date"), ("1.13.1990", "month 13"), ("June", "is not a date"),
    ("100th May", "is not a date"), ("1815 10 December 1816", "is not a date"),
    ("10 December May", "is not a date"), ("-0044-03-15", "is not a date"), (" -15 March 0044", "is not a date"),
    ("25.12/1990", "is not a date"), ("25/12-1990", "is not a date"),
  ])
  func `a refused date has a reason`(text: String, reason: String) {
    do {
      let date = try PartialDate(typed: text)
      Issue.record("\(text) was read as \(date.iso)")
    } catch {
      #expect(error.description.contains(reason), "\(error.description)")
    }
  }

  @Test(arguments: [
    ("10.12.15", "2015-12-10"), ("10 December 90", "1990-12-10"), ("Dec 10 '26", "2026-12-10"),
    ("25/12/27", "1927-12-25"), ("10 2 05", "2005-02-10"), ("31 December 90", "1990-12-31"),
  ])
  func `a year of two digits is the last one until today`(text: String, iso: String) {
    #expect((try? PartialDate(typed: text, today: PartialDate(year: 2026, month: 11, day: 27)))?.iso == iso)
  }

  @Test(arguments: ["10.12.", "90 90 90", "10 foo 90", "1990 12 10 05", "12/10/15"])
  func `other texts get no century`(text: String) {
    let today = PartialDate(year: 2026, month: 11, day: 27)
    #expect((try? PartialDate(typed: text, today: today))?.year == nil)
  }

  @Test(arguments: ["1990", "1990-01", "1990-05", "1990-12", "May 1990", "sept 1990", "0815"])
  func `a year and a month of one are usual`(text: String) {
    #expect(WrittenDate.doubt(about: text) == nil && WrittenDate(typed: text) == .words(text))
  }

  @Test(arguments: ["circa 1800", "May", "1990-13", "1990 1991", "19905", "3/4/90", "May 90"])
  func `other words are doubted`(text: String) {
    #expect(WrittenDate.doubt(about: text) != nil && WrittenDate(typed: text) == .words(text))
  }

  @Test func `dates are written in words`() {
    #expect(PartialDate(year: 1815, month: 12, day: 10)?.displayText == "10 December 1815")
    #expect(PartialDate(year: nil, month: 2, day: 29)?.displayText == "29 February")
    #expect(PartialDate(year: nil, month: 2, day: 29)?.text(in: .iso) == "29 February")
    #expect(PartialDate(year: 1815, month: 12, day: 10)?.text(in: .iso) == "1815-12-10")
    #expect(PartialDate(year: 33, month: 4, day: 3)?.iso == "0033-04-03")
  }

  @Test func `every day survives both forms of text`() {
    for year in [nil, 1, 1600, 1999, 2000, 9999] {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = PartialDate(year: year, month: month, day: day) else { continue }
          #expect(PartialDate(iso: date.iso) == date)
          if year ?? 2000 > 999 { #expect((try? PartialDate(typed: date.displayText)) == date) }
        }
      }
    }
  }

  @Test(
    arguments: [
      "", "-", "--", "--1", "--12-1", "--12-100", "-1-12-10", "--1-210", "1815-1210", "181512-10", "1815-12-1x",
      "18151210-", "0018151210", "0000-12-10", "1815-13-10", "--02-30", "1815-12-10 ", "+815-12-10", "181512", "١٨١٥",
    ])
  func `other texts are not read as ISO 8601`(text: String) {
    #expect(PartialDate(iso: text) == nil)
  }
}
