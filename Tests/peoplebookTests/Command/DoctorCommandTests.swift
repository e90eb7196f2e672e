import Testing

struct DoctorCommandTests {
  @Test(arguments: ["LC_ALL=C", "LC_ALL=xx_YY.UTF-8"])
  func `the doctor describes the locale that is in force`(_ variable: String) throws {
    let workshop = Workshop()
    let outcome = try workshop.run(["doctor"], environment: [variable])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("ok  letters: ") && outcome.output.contains("stand-ins"))
    #expect(outcome.output.contains("xx_YY.UTF-8") == variable.contains("xx_YY"))
    #expect(try workshop.run(["doctor"]).output.contains("ok  letters: C.UTF-8"))
  }

  @Test func `the doctor finds a healthy book well, and a sick one not`() throws {
    let workshop = try Workshop(adding: ["--first", "Ada"])
    let well = try workshop.run("doctor")
    #expect(well.status == 0)
    #expect(well.output.contains("1 person"))
    try workshop.write("junk", to: "junk.db")
    let sick = try workshop.run(["doctor", "--book", workshop.folder + "/junk.db"])
    #expect(sick.status == 1)
    #expect(sick.output.contains("!!  book"))
    #expect(well.output.contains("ok  contents"))
    try PlainSQLite(workshop.book).run("UPDATE counter SET value = 9")
    let contradictory = try workshop.run("doctor")
    #expect(contradictory.status == 1)
    #expect(contradictory.output.contains("!!  contents: person: there are 1, and 9 are counted"))
  }
}
