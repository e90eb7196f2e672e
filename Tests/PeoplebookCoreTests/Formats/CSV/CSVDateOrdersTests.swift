import Testing

@testable import PeoplebookCore

/// Birthdays with digits that are a date in two ways.
struct CSVDateOrdersTests {
  private func birthdays(_ dates: String..., headings: String = "First,Last,Messenger ID,Birthday") -> [String?] {
    let rows = dates.enumerated().map { index, date in "P\(index),L,x,\(date)\n" }
    return readCSV("\(headings)\n\(rows.joined())", chunkSize: 11).people.map { $0.birthday?.iso }
  }

  @Test func `a day above 12 shows the order of all dates in the column`() {
    #expect(birthdays("12/10/1815", "02/13/1990") == ["1815-12-10", "1990-02-13"])
    #expect(birthdays("02/13/1990", "12/10/1815") == ["1990-02-13", "1815-12-10"])
    #expect(birthdays("12/10/1815", "1/2/1990", "13/02/1990") == ["1815-10-12", "1990-02-01", "1990-02-13"])
    #expect(birthdays("", "12-10-1815", "02-13-1990") == [nil, "1815-12-10", "1990-02-13"])
    #expect(birthdays("12/10", "2/13") == ["--12-10", "--02-13"])
  }

  @Test func `dates that leave the order open are kept as text`() {
    let result = readCSV("First,Last,Messenger ID,Birthday\nAda,L,,12/10/1815\nBob,L,,1/2/1990\n")
    #expect(result.people.map(\.birthday) == [nil, nil])
    #expect(result.people.map(\.note) == ["Birthday: 12/10/1815", "Birthday: 1/2/1990"])
    #expect(result.report.problemCount == 2 && result.report.doubtful == 0)
    #expect(result.report.problems.allSatisfy { $0.message.contains("write the month as a word") })
  }

  @Test func `dates that contradict each other leave the order open`() {
    #expect(birthdays("12/10/1815", "02/13/1990", "13/02/1990") == [nil, "1990-02-13", "1990-02-13"])
  }

  @Test func `dates with words, dots or the year first show no order`() {
    let dates = birthdays("12/10/1815", "13.02.1990", "1990-02-13", "13 Feb 1990", "0/0/00", "12/12/1990")
    #expect(dates.count == 6 && dates[0] == nil)
  }

  @Test func `the order of one table is not that of another`() {
    let tables = ["First Name,Birthday\nAda,12/10/1815\n", "E-mail,First Name,Birthday\nb@x,Bob,02/13/1990\n"]
    let text = tables.joined() + "c@x,Cleo,1/2/1990\n"
    #expect(readCSV(text).people.map { $0.birthday?.iso } == [nil, "1990-02-13", "1990-01-02"])
  }

  @Test func `many open dates are read ahead in parts`() {
    let long = String(repeating: "x", count: 1_000)
    let rows = (0..<6_000).map { "P\($0),1/2/1990,\(long)\n" }
    let text = "First Name,Birthday,Nickname\n" + rows.joined() + "Last,2/13/1990,x\nMore,1/2/1990,y\n"
    let result = readCSV(text, chunkSize: 65_536)
    #expect(result.people.count == 6_002 && result.people.first?.birthday == nil)
    #expect(result.people.last?.birthday?.iso == "1990-01-02")
  }
}
