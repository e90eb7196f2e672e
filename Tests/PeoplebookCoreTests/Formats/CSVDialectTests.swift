import FoundationEssentials
import Testing

@testable import PeoplebookCore

/// Tables under the headings that other programs write: each field is read, and nothing is lost.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct CSVDialectTests {
  /// The cells of a person, by the headings of all programs.
  private static let cells = [
    "Name": "Dr Zoë Ann Öst Jr", "First Name": "Zoë", "Given Name": "Zoë", "Middle Name": "Ann",
    "Additional Name": "Ann", "Last Name": "Öst", "Family Name": "Öst", "Display Name": "Zoë Öst",
    "Name Prefix": "Dr", "Name Suffix": "Jr", "Suffix": "Jr", "Nickname": "Zo", "Phonetic First Name": "zoh",
    "Given Name Yomi": "zoh", "Given Yomi": "zoh", "Phonetic Last Name": "oest", "Family Name Yomi": "oest",
    "Surname Yomi": "oest", "Birthday": "1985-03-02", "Birth Year": "1985", "Birth Month": "3", "Birth Day": "2",
    "Anniversary": "2010-05-01", "Event 1 - Label": "Anniversary", "Event 1 - Value": "2010-05-01",
    "Notes": "First.", "Labels": "* myContacts ::: math", "Group Membership": "* myContacts ::: math",
    "Categories": "math", "Gender": "Unspecified", "Sensitivity": "Normal", "Priority": "Normal",
    "E-mail 1 - Label": "* Work", "E-mail 1 - Type": "* Work", "E-mail 1 - Value": "zoe@work.example",
    "E-mail 2 - Label": "Home", "E-mail 2 - Value": "zoe@home.example", "E-mail Address": "zoe@work.example",
    "E-mail 2 Address": "zoe@home.example", "Primary Email": "zoe@work.example",
    "Secondary Email": "zoe@home.example", "Phone 1 - Label": "Mobile", "Phone 1 - Type": "Mobile",
    "Phone 1 - Value": "+49 170 1 ::: +49 170 2", "Mobile Phone": "+49 170 1", "Mobile Number": "+49 170 1",
    "Home Phone": "+49 731 3", "Business Phone": "+49 731 4", "Work Phone": "+49 731 4", "Home Fax": "+49 731 5",
    "Fax Number": "+49 731 5", "Address 1 - Label": "Home", "Address 1 - Type": "Home",
    "Address 1 - Street": "Hauptstr. 1", "Address 1 - City": "Ulm", "Address 1 - Postal Code": "89073",
    "Address 1 - Country": "Germany", "Home Street": "Hauptstr. 1", "Home Address": "Hauptstr. 1",
    "Home City": "Ulm", "Home Postal Code": "89073", "Home ZipCode": "89073", "Home Post Code": "89073",
    "Home Country": "Germany", "Home Country/Region": "Germany", "Organization Name": "Acme",
    "Organization 1 - Name": "Acme", "Company": "Acme", "Organization": "Acme", "Organisation": "Acme",
    "Organization Title": "Boss", "Organization 1 - Title": "Boss", "Job Title": "Boss",
    "Organization Department": "R&D", "Organization 1 - Department": "R&D", "Department": "R&D",
    "Website 1 - Value": "https://zoe.example", "Web Page": "https://zoe.example",
    "Web Page 1": "https://zoe.example", "Custom Field 1 - Label": "Shoe", "Custom Field 1 - Value": "42",
    "Hobby": "chess", "Custom 1": "chess", "Spouse": "Max",
  ]

  /// The values of a person, each with its field and its label.
  private func values(of person: Person) -> [String] {
    FieldCatalogue.current.fields.flatMap { field in
      field.kind.values(of: person).filter { !$0.value.isEmpty }.map { value in
        "\(field.name): \(value.value)" + (value.label.isEmpty ? "" : " (\(value.label))")
      }
    }
  }

  private static let name = [
    "first name: Zoë", "last name: Öst", "full name: Zoë Ann Öst", "middle name: Ann", "suffix: Jr",
  ]
  private static let prefix = ["prefix: Dr"]
  private static let sound = ["phonetic first name: zoh", "phonetic last name: oest"]
  private static let nickname = ["nickname: Zo"]
  private static let job = ["organisation: Acme", "title: Boss", "department: R&D"]
  private static let rest = [
    "birthday: 2 March 1985", "link: https://zoe.example", "address: Hauptstr. 1, Ulm, 89073, Germany (home)",
  ]
  private static let math = ["tag: math"]
  private static let anniversary = ["date: 1 May 2010 (anniversary)"]
  private static let emails = ["e-mail: zoe@work.example", "e-mail: zoe@home.example"]
  private static let mobiles = ["phone: +49 170 1 (mobile)", "phone: +49 170 2 (mobile)"]
  private static let phones = [
    "phone: +49 170 1 (mobile)", "phone: +49 731 3 (home)", "phone: +49 731 4 (work)",
  ]

  /// The values that a table of each program has for the person.
  private static let expected: [String: [String]] = [
    "google_new": name + prefix + sound + nickname + job + rest + math + anniversary + mobiles + [
      "e-mail: zoe@work.example (work)", "e-mail: zoe@home.example (home)", "note: First.\nCustom Field (shoe): 42",
    ],
    "google_old": name + prefix + sound + nickname + job + rest + math + mobiles + [
      "e-mail: zoe@work.example (work)", "note: First.\nHobby: chess",
    ],
    "outlook": name + job + rest + math + anniversary + emails + phones + [
      "phone: +49 731 5 (home fax)", "note: First.\nHobby: chess", "related: Max (spouse)",
    ],
    "outlook_2013_modern": name + sound + nickname + job + rest + anniversary + emails + phones + [
      "phone: +49 731 5 (home fax)", "note: First.\nHobby: chess", "related: Max (spouse)",
    ],
    "thunderbird_uk": thunderbird, "thunderbird_us": thunderbird,
  ]
  private static let thunderbird =
    ["first name: Zoë", "last name: Öst"] + nickname + job + rest + emails + phones + [
      "phone: +49 731 5 (fax)", "note: First.\nCustom 1: chess",
    ]

  @Test(arguments: expected.keys.sorted())
  func `each value of a table has its field`(dialect: String) throws {
    let header = try String(contentsOfFile: "\(Corpus.folder)/csv-headers/\(dialect).csv", encoding: .utf8)
    let headings = header.split(whereSeparator: \.isNewline)[0].split(separator: ",").map(String.init)
    let row = headings.map { "\"\(Self.cells[$0] ?? "")\"" }.joined(separator: ",")
    let second = headings.map { ["First Name", "Given Name"].contains($0) ? "Bob" : "" }.joined(separator: ",")
    let result = readCSV("\(headings.joined(separator: ","))\r\n\(row)\r\n\(second)\r\n")
    #expect(result.people.count == 2 && result.report.skipped == 0 && result.report.doubtful == 0)
    #expect(result.people.last.map(values) == ["first name: Bob"])
    let found = values(of: try #require(result.people.first))
    #expect(found.sorted() == Self.expected[dialect]?.sorted())
  }
}
