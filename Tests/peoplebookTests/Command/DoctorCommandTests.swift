import FoundationEssentials
import Glibc
import Testing

@testable import peoplebook

struct DoctorCommandTests {
  @Test(arguments: ["LC_ALL=C", "LC_ALL=xx_YY.UTF-8"])
  func `the doctor describes the locale in use`(_ variable: String) throws {
    let fixture = ProgramFixture()
    let outcome = try fixture.run(["doctor"], environment: [variable])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("ok  text encoding: ") && outcome.output.contains("shows only ASCII letters"))
    #expect(outcome.output.contains("xx_YY.UTF-8") == variable.contains("xx_YY"))
    #expect(try fixture.run(["doctor"]).output.contains("ok  text encoding: UTF-8\n"))
  }

  @Test(arguments: ["", "dumb", "unknown", "xterm"])
  func `the doctor finds a terminal that cannot show a screen`(term: String) throws {
    let findings = DoctorCommand.terminal { $0 == "TERM" ? term : nil }
    let finding = try #require(findings.first { $0.topic == "terminal" })
    #expect(finding.isGood == (term == "xterm"))
    #expect(
      finding.isGood ? finding.text == term : finding.text.hasPrefix("TERM is “\(term)”, which cannot show a screen"))
    #expect(findings.first { $0.topic == "colours" }?.text.hasPrefix("16 or fewer") == true)
  }

  @Test func `the doctor lists every wrong setting`() throws {
    let fixture = ProgramFixture()
    func doctor(_ settings: String) throws -> ProgramFixture.Outcome {
      let folder = fixture.folder + "/config/peoplebook"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try fixture.write(settings, to: "config/peoplebook/config.json")
      return try fixture.run(["doctor"], environment: ["XDG_CONFIG_HOME=\(fixture.folder)/config"])
    }
    let outcome = try doctor("{ \"motion\": 1,\n  \"shoes\": true }")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("!!  settings: config.json, line 1: motion must be true or false.\n"))
    #expect(outcome.output.contains("!!  settings: config.json, line 2: there is no setting “shoes”.\n"))
    #expect(try doctor("{ \"motion\": false }").output.contains("ok  settings: all are understood\n"))
  }

  @Test func `the doctor looks at the relay of a shared book`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    let relay = fixture.folder + "/relay"
    try FileManager.default.createDirectory(atPath: relay, withIntermediateDirectories: true)
    #expect(try fixture.run("share", relay).status == 0)
    let well = try fixture.run("doctor")
    #expect(well.status == 0)
    #expect(
      well.lines.suffix(5) == [
        "ok  relay: \(relay) can be reached", "ok  key: the newest entries of all machines can be read",
        "ok  position: this machine and the relay have the same entries", "ok  entries: none is refused",
        "ok  snapshot: others can join",
      ])
    try FileManager.default.removeItem(atPath: relay)
    let gone = try fixture.run("doctor")
    #expect(gone.status == 1)
    #expect(gone.lines.last == "!!  relay: The relay cannot be reached (\(relay)).")
    try FileManager.default.removeItem(atPath: fixture.book + ".keys")
    #expect(try !fixture.run("doctor").output.contains("relay"))
  }

  @Test func `what is not a finding is the reason why there is none`() {
    #expect(
      DoctorCommand.sharing(line: "peoplebook: The keys are missing.")
        == .init(isGood: false, topic: "relay", text: "The keys are missing."))
    #expect(DoctorCommand.sharing(line: "ok key: good") == .init(isGood: true, topic: "key", text: "good"))
  }

  @Test func `the doctor reports a second name`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    #expect(try !fixture.run("doctor").output.contains(" names: "))
    #expect(link(fixture.book, fixture.folder + "/other.db") == 0)
    let outcome = try fixture.run("doctor")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("!!  names: The file has 2 names (hard links). "))
  }

  @Test func `the doctor reports a damaged book, and no other`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    let well = try fixture.run("doctor")
    #expect(well.status == 0)
    #expect(well.output.contains("1 person"))
    try fixture.write("junk", to: "junk.db")
    let sick = try fixture.run(["doctor", "--book", fixture.folder + "/junk.db"])
    #expect(sick.status == 1)
    #expect(sick.output.contains("!!  book"))
    #expect(well.output.contains("ok  contents"))
    try PlainSQLite(fixture.book).run("UPDATE counter SET value = 9")
    let contradictory = try fixture.run("doctor")
    #expect(contradictory.status == 1)
    #expect(contradictory.output.contains("!!  contents: person: the number of rows is 1, but the counter says 9"))
  }
}
