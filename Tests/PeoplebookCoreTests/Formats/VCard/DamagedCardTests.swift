import PeoplebookCore
import Testing

struct DamagedCardTests {
  @Test func `a card that was cut in its first line does not affect the next`() {
    for rest in ["BEG", "BEGIN", "BEGIN:", "BEGIN:VC", "BEGIN:VCARD"] {
      let result = readCards(card("FN:Ada") + rest + card("FN:Bob", "EMAIL:b@x") + card("FN:Cleo"))
      #expect(result.people.map(\.name) == ["Ada", "Bob", "Cleo"], "\(rest)")
      #expect(result.report.skipped == 0, "\(rest)")
    }
  }

  @Test func `a card that begins behind the end of an event is read`() {
    let result = readCards("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENTBEGIN:VCARD\nFN:Ada\nEND:VCARD\n")
    #expect(result.people.map(\.name) == ["Ada"])
    #expect(result.report.skipped == 1)
  }

  @Test func `the version of a calendar does not begin a card`() {
    let result = readCards("BEGIN:VCALENDAR\nVERSION:2.0\nFN:Bob\nEND:VCALENDAR\n" + card("FN:Ada"))
    #expect(result.people.map(\.name) == ["Ada"])
    #expect(result.report.skipped == 1 && result.report.doubtful == 0)
  }

  @Test func `two cards without a line between them are two people`() {
    let text =
      "BEGIN:VCARD\nVERSION:2.1\nFN:Ada\nTEL:1\nVERSION:3.0\nFN:Bob\nEMAIL:b@x\nEND:VCARD\n"
    let result = readCards(text)
    #expect(result.people.map(\.name) == ["Ada", "Bob"])
    #expect(result.people.map(\.emails.count) == [0, 1])
    #expect(result.report.doubtful == 2)
  }

  @Test(arguments: [
    "VERSION:2.1\nVERSION:3.0\nN:King;Ada\nFN:Ada King",
    "VERSION:3.0\nN:King;Ada\nVERSION:3.0\nFN:Ada King",
    "N:King;Ada\nFN:Ada King\nTEL:1\nVERSION:3.0\nVERSION:3.0",
  ])
  func `a repeated version alone does not begin another card`(lines: String) {
    let result = readCards("BEGIN:VCARD\n\(lines)\nEND:VCARD\n")
    #expect(result.people.map(\.name) == ["Ada King"])
    #expect(result.report.doubtful == 0)
  }

  @Test func `a blank after a soft line end is part of the text`() {
    let note = "NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo=\r\n three=\r\n\tfour"
    let person = readPerson("FN:Ada", note, "TEL:1", version: "2.1")
    #expect(person?.note == "one\ntwo three\tfour")
    #expect(person?.phones.map(\.value) == ["1"])
  }

  @Test func `a card that was cut after AGENT does not take the next one`() {
    let cut = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nAGENT:\n"
    let result = readCards(String(repeating: cut + card("FN:Bob", "EMAIL:b@x"), count: 10) + card("FN:Cleo"))
    let names = result.people.map(\.name)
    #expect(names.count { $0 == "Bob" } == 10 && names.count { $0 == "Ada" } == 10 && names.contains("Cleo"))
    #expect(result.report.doubtful == 10)
    #expect(result.people.allSatisfy { $0.name != "Bob" || $0.emails.map(\.value) == ["b@x"] })
    #expect(readCards(cut + card("FN:Bob")).people.map(\.name).sorted() == ["Ada", "Bob"])
  }

  @Test func `a card without beginning and end is one doubtful person`() {
    let result = readCards("FN:Ada\n")
    #expect(result.people.map(\.name) == ["Ada"])
    #expect(result.report.doubtful == 1)
    let end = "the card that begins here has no end; a part of it may be missing."
    #expect(result.report.problems.map(\.message).contains(end))
  }

  @Test(.timeLimit(.minutes(1))) func `many blank folds are read in linear time`() {
    let blanks = String(repeating: "\r\n" + String(repeating: " ", count: 100), count: 80_000)
    let result = readCards(card("N:;Ada;;;", "FN:Ada", "NOTE:x\(blanks)"))
    #expect(result.people.map(\.name) == ["Ada"] && result.report.skipped == 0)
    // The first blank of a line is its fold.
    #expect(result.people.first?.note.utf8.count == 1 + 80_000 * 99)
  }

  @Test(.timeLimit(.minutes(1))) func `a head of many folds is read in linear time`() {
    let folds = String(repeating: "\r\n =", count: 800_000)
    let result = readCards(card("FN:Ada", "X;\(folds)"))
    #expect(result.people.map(\.name) == ["Ada"] && result.report.skipped == 1)
  }

  @Test func `a line of a note that begins with End is reported`() {
    let result = readCards(card("FN:Ada", "NOTE:Two years", "End: 2020", "EMAIL:a@x"))
    #expect(result.people.map { $0.emails.map(\.value) } == [["a@x"]])
    #expect(result.report.skipped == 1 && result.report.problems.map(\.line) == [5])
  }

  @Test(arguments: ["END:", "END:VC", "END:vcard", "END:VCARDx"])
  func `a card may end with a cut line`(end: String) {
    let result = readCards("BEGIN:VCARD\nVERSION:3.0\nFN:Ada\n\(end)\n")
    #expect(result.people.map(\.name) == ["Ada"] && result.report.problemCount == 0)
  }

  @Test func `an end without a beginning is reported`() {
    let result = readCards(card("FN:Ada") + "END:VCARD\n" + card("FN:Bob"))
    #expect(result.people.map(\.name) == ["Ada", "Bob"] && result.report.skipped == 0)
    #expect(result.report.problems.map(\.description) == ["Line 5: END:VCARD without BEGIN:VCARD."])
  }

  @Test(arguments: ["NOTE:oneBEGIN:VCARD", "NOTE:onebegin:vcard", "# oneBEGIN:VCARD"])
  func `a card may begin at the end of a line`(line: String) {
    let result = readCards("BEGIN:VCARD\nFN:Ada\n\(line)\nVERSION:3.0\nFN:Bob\nEND:VCARD\n")
    #expect(result.people.map(\.name) == ["Ada", "Bob"] && result.report.doubtful == 2)
    let calendar = readCards("BEGIN:VCALENDAR\n\(line)\nVERSION:3.0\nFN:Bob\nEND:VCARD\n")
    #expect(calendar.people.map(\.name) == ["Bob"])
  }

  @Test func `a comment in a card is reported`() {
    let result = readCards("# One\n" + card("FN:Ada", "# Two") + "# Three\n")
    #expect(result.people.map(\.name) == ["Ada"] && result.report.skipped == 0)
    #expect(result.report.problems.map(\.description) == ["Line 5: this comment is left out."])
  }
}
