import PeoplebookCore
import Testing

@testable import peoplebook

@Suite struct PeopleTableTests {
  /// The places of the columns.
  private func places(_ width: Int?) -> [Int] {
    var person = Person()
    (person.id, person.firstName) = ("12345678-1234", "Augusta Ada King, Countess of Lovelace")
    person.emails = [LabeledValue(value: "augusta.ada.king@analytical.example")]
    person.tags = ["mathematics", "engines"]
    let heading = PeopleTable(measuring: [person], terminalWidth: width).heading
    return ["ID", "NAME", "E-MAIL", "PHONE", "TAGS"].compactMap { word in
      heading.firstRange(of: word).map { heading.distance(from: heading.startIndex, to: $0.lowerBound) }
    }
  }

  @Test func `the widest column becomes narrower first`() {
    #expect(places(nil) == [0, 10, 50, 87, 97])
    #expect(places(101) == [0, 10, 41, 72, 82])
    #expect(places(100) == [0, 10, 40, 71, 81])
    #expect(places(80) == [0, 10, 30, 51, 61])
  }

  @Test func `columns are left out where none can be narrower`() {
    #expect(places(40) == [0, 10, 24])
    #expect(places(1) == [0, 10])
  }
}
