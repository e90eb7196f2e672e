import Testing

@testable import PeoplebookCore

/// A person of the book, as a file says that was read later.
@Suite struct UpdatedPersonTests {
  private func person(_ change: (inout Person) -> Void) -> Person {
    var person = Person()
    (person.firstName, person.lastName) = ("Ada", "Lovelace")
    change(&person)
    return person
  }

  @Test func `values of the file are added, and what it does not have stays`() {
    let ada = person {
      $0.tags = ["friend"]
      $0.note = "Met in London.\n\nLikes engines."
      $0.phones = [LabeledValue(label: "home", value: "1")]
      $0.birthday = PartialDate(year: 1815, month: 12, day: 10)
    }
    let read = person {
      $0.lastName = "King"
      $0.tags = ["maths"]
      $0.note = "Likes engines."
      $0.phones = [LabeledValue(label: "work", value: "2")]
    }
    let updated = ada.updated(with: read)
    #expect(updated.lastName == "King" && updated.birthday == PartialDate(year: 1815, month: 12, day: 10))
    #expect(updated.note == ada.note)
    #expect(Set(updated.tags) == ["friend", "maths"] && Set(updated.phones.map(\.value)) == ["1", "2"])
    let noted = ada.updated(with: person { $0.note = "New." }).note
    #expect(noted.split(separator: "\n") == ["Met in London.", "Likes engines.", "New."])
  }

  @Test func `lines of the file replace those of their names, not those of lists`() {
    let ada = person {
      $0.otherProperties = ["X-FOO:1", "X-BAR:1", "NICKNAME;X-A=1:Countess", "EMAIL;X-A=1:a@x", "no line"]
    }
    let read = person {
      $0.otherProperties = ["X-FOO:2", "NICKNAME;X-A=2:Ada", "EMAIL;X-A=1:b@x"]
      $0.cardFrame = "frame"
    }
    let updated = ada.updated(with: read)
    #expect(
      updated.otherProperties == [
        "X-FOO:2", "NICKNAME;X-A=2:Ada", "EMAIL;X-A=1:b@x", "X-BAR:1", "EMAIL;X-A=1:a@x", "no line",
      ])
    #expect(updated.cardFrame == "frame")
    #expect(updated.updated(with: read).otherProperties == updated.otherProperties)
  }

  @Test(arguments: [["BDAY;VALUE=date:1815-12-10", "BDAY;VALUE=date:1815-12-11"], ["ORG:Acme;", "ORG:Engines;"]])
  func `an updated card has one line of a single value`(lines: [String]) throws {
    let present = try #require(readPerson("N:King;Ada;;;", "FN:Ada King", lines[0]))
    var reader = VCardReader(MemoryByteSource(card("N:King;Ada;;;", "FN:Ada King", lines[1])))
    let read = try #require(try reader.next())
    let text = VCardWriter(version: .v3).text(of: [reader.update(of: present, to: read)])
    let written = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(lines[0].prefix(4)) }
    #expect(written == [lines[1][...]])
  }
}
