import PeoplebookCore
import Testing

@testable import PeoplebookCore

struct PersonNameTests {
  private func person(_ first: String, _ last: String, full: String = "") -> Person {
    var person = Person()
    person.firstName = first
    person.lastName = last
    person.fullName = full
    return person
  }

  @Test(arguments: [
    ("Ada", "Lovelace", "Ada Lovelace"), ("太郎", "山田", "山田太郎"), ("철수", "김", "김철수"), ("小明", "王", "王小明"),
    ("タロウ", "ヤマダ", "ヤマダ タロウ"), ("Văn An", "Nguyễn", "Nguyễn Văn An"), ("Minh", "Lê", "Lê Minh"),
    ("Anna", "Nagy", "Nagy Anna"), ("Mária", "Kovács", "Kovács Mária"), ("Kevin", "Nguyen", "Kevin Nguyen"),
    ("Robert", "Nagy", "Robert Nagy"), ("Kevin", "王", "Kevin 王"), ("", "山田", "山田"), ("Ada", "", "Ada"),
  ])
  func `names are shown in the order of their language`(first: String, last: String, name: String) {
    #expect(person(first, last).name == name)
  }

  @Test func `a full name is shown instead of its parts`() {
    let citizen = person("John Q.", "Public", full: "Mr. John Q. Public, Esq.")
    #expect(citizen.name == "Mr. John Q. Public, Esq.")
    #expect(citizen.displayName(in: .name) == "Mr. John Q. Public, Esq.")
    #expect(citizen.displayName(in: .family) == "Public, John Q.")
  }

  @Test(arguments: [
    ("Ada", "Lovelace", "", "Lovelace, Ada"), ("太郎", "山田", "", "山田太郎"), ("An", "Nguyễn", "", "Nguyễn An"),
    ("Bori", "Kocsány", "Kocsány Bori", "Kocsány Bori"), ("Plato", "", "", "Plato"), ("", "", "", "(no name)"),
  ])
  func `a list by last name shows the last name first`(first: String, last: String, full: String, name: String) {
    #expect(person(first, last, full: full).displayName(in: .family) == name)
  }

  @Test func `a change of first or last name discards the full name`() {
    var ada = person("Ada", "King", full: "Ada, Countess of Lovelace")
    ada.firstName = "Ada"
    #expect(ada.fullName == "Ada, Countess of Lovelace")
    ada.lastName = "Byron"
    #expect(ada.name == "Ada Byron")
  }

  @Test(arguments: [
    ("Mr. John Q. Public, Esq.", "John Q.", "Public"), ("Public, John", "John", "Public"),
    ("Public, John, Jr.", "John", "Public"), ("Ludwig van Beethoven", "Ludwig", "van Beethoven"),
    ("Dr. Ada Lovelace PhD", "Ada", "Lovelace"), ("Prof. Dr. Müller", "Müller", ""), ("Plato", "Plato", ""),
    ("山田 太郎", "太郎", "山田"), ("Nguyễn Văn An", "Văn An", "Nguyễn"), ("Nagy Anna", "Anna", "Nagy"),
    ("Henry Ford II", "Henry", "Ford"), ("Acme, Inc.", "Acme", ""), ("Juan de la Cruz", "Juan", "de la Cruz"),
    ("Grace Brewster Hopper", "Grace Brewster", "Hopper"), ("Mr.", "Mr.", ""), (",", "", ""),
    ("Plumber, cheap", "Plumber, cheap", ""), ("Müller, Meier & Partner", "Müller, Meier & Partner", ""),
    ("Ann, Bob and Carl", "Ann, Bob and Carl", ""), ("Mom (home, old)", "Mom (home, old)", ""),
    ("Ann, Bob, Carl", "Ann, Bob, Carl", ""), ("Public, John Q.", "John Q.", "Public"), ("Ma", "Ma", ""),
  ])
  func `first and last name are read from a full name`(text: String, first: String, last: String) {
    let name = FullName(text)
    #expect(name.first == first)
    #expect(name.last == last)
  }

  @Test func `a full name is kept if it has more than its parts`() {
    for (text, full) in [
      ("Ada Lovelace", ""), ("Lovelace, Ada", ""), ("Ada  Lovelace", ""), ("Countess Ada", "Countess Ada"), ("", ""),
    ] {
      var ada = person("Ada", "Lovelace", full: "old")
      ada.setFullName(text)
      #expect(ada.fullName == full, "\(text)")
    }
    var company = Person()
    company.nickname = "Lanny"
    company.organisation = "Lantern Works"
    company.setFullName("Lantern Works")
    #expect(company.name == "Lantern Works")
    #expect(company.firstName.isEmpty)
  }

  @Test(arguments: [
    ("Ada", "Lovelace", "", ["Ada", "Lovelace"]), ("太郎", "山田", "", ["山田", "太郎"]),
    ("John", "Public", "Mr. John Q. Public", ["John Q. Public"]),
  ])
  func `names sort as they are shown`(first: String, last: String, full: String, parts: [String]) {
    #expect(person(first, last, full: full).spokenNameParts == parts)
  }

  @Test(arguments: ["Plumber, cheap", "Müller, Meier & Partner", "Mom (home, old)", "Public, John Q."])
  func `a name without parts is shown and kept as it is written`(name: String) {
    let written = name.replacing(",", with: "\\,")
    let person = readPerson("FN:\(written)", "TEL:1")
    #expect(person?.name == name)
    let copy = person.map { VCardWriter().text(of: [$0]) } ?? ""
    #expect(copy.contains("FN:\(written)\r\n"))
    #expect(readCards(copy).people.first?.name == name)
  }

  @Test(arguments: ["Ơ", "ơ", "Ư", "ư", "Ạ", "ỹ", "o\u{31B}", "a\u{309}", "a\u{323}"])
  func `a letter that only Vietnamese uses puts the family name first`(letter: String) {
    #expect(VietnameseName.isLikely(first: "X" + letter, last: "Lam"))
    #expect(!VietnameseName.isLikely(first: "X" + letter, last: "Smith"))
    #expect(!VietnameseName.isLikely(first: "Anna", last: "Lam"))
  }
}
