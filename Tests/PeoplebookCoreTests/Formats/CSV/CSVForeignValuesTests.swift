import Testing

@testable import PeoplebookCore

/// Columns that a person has no field for.
struct CSVForeignValuesTests {
  private func messages(_ text: String) -> [String] { readCSV(text).report.problems.map(\.message) }

  @Test func `a column that is left out is reported with its values`() {
    let result = readCSV(
      """
      First Name,Last Name,File As,Photo,Priority
      Ada,Lovelace,The Countess,https://x/a.png,Normal
      Bob,Lind,"Lind, Bob",https://x/b.png,High
      Cleo,,,,
      """)
    #expect(
      result.report.problems.map(\.message) == [
        "“File As” is not a field of a person. Its value is left out.",
        "“Photo” is not a field of a person. Its 2 values are left out.",
        "“Priority” is not a field of a person. Its value is left out.",
      ])
    #expect(result.report.problems.allSatisfy { $0.line == 1 })
    #expect(result.report.doubtful == 2 && result.report.skipped == 0 && result.people.allSatisfy { $0.note.isEmpty })
  }

  @Test(arguments: [
    ("File As", "Lovelace, Ada"), ("File As", "Engines"), ("Initials", "A.L."), ("Initials", "AL"),
    ("Sensitivity", "Normal"), ("Private", "False"), ("E-mail Display Name", "Ada Lovelace (ada@x)"),
    ("E-mail Type", "SMTP"), ("Priorität", "Normal"),
  ])
  func `a value that repeats the name or says nothing is not reported`(heading: String, value: String) {
    let text = "First Name,Last Name,Company,E-mail,\(heading)\nAda,Lovelace,Engines,ada@x,\"\(value)\"\n"
    #expect(messages(text) == [] && readCSV(text).people.map(\.note) == [""])
  }

  @Test func `columns that notes keep are reported together`() {
    #expect(
      messages("Name,Email,Hobby\nAda,a@x,chess\nBob,b@x,\n")
        == ["“Hobby” is not a field of a person. Its value is kept in the note."])
    #expect(
      messages("Name,Email,A,B,C,D,E,F\nAda,a@x,1,2,3,4,5,\n") == [
        "“A”, “B”, “C” and 2 more are not fields of a person. Their 5 values are kept in the note."
      ])
    #expect(
      messages("Name,Email,,\nAda,a@x,1,2\n")
        == ["Column 3 and column 4 are not fields of a person. Their 2 values are kept in the note."])
    #expect(readCSV("Name,Email,Hobby\nAda,a@x,chess\n").report.doubtful == 0)
  }

  @Test func `each of two tables in a file has its own report`() {
    let result = readCSV("Name,Email,Hobby\nAda,a@x,chess\nEmail,Name,Photo\nb@x,Bob,x.png\n")
    #expect(result.report.problems.map(\.line) == [1, 3] && result.report.problemCount == 2)
  }
}
