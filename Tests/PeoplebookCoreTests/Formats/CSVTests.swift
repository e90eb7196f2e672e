import FoundationEssentials
import Persistence
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) struct CSVTests {
  @Test(arguments: [1, 7, 1_000])
  func `people are read as they were written`(size: Int) {
    var person = Person()
    person.id = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    person.firstName = "A \"B\", C"
    person.lastName = "Ł"
    person.emails = [LabeledValue(value: "a@x"), LabeledValue(value: "b@x")]
    person.phones = [LabeledValue(value: "+44 20 7946 0018")]
    person.birthday = PartialDate(year: nil, month: 12, day: 10)
    person.tags = ["a, b", "c"]
    person.note = "one\ntwo"
    var other = person
    other.id = "b"
    let result = readCSV(CSVWriter().text(of: [person, other]), chunkSize: size)
    #expect(result.people == [person, other])
    #expect(result.report.problemCount == 0)
  }

  @Test func `Google's columns are read, with labels and shared cells`() {
    let result = readCSV(
      """
      First Name,Middle Name,Last Name,File As,Organization Name,Organization Title,Birthday,Notes,Labels,\
      E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,\
      Website 1 - Value
      Ada,King,Lovelace,"Lovelace, Ada",Analytical Engines,Programmer,1815-12-10,First.,\
      * myContacts ::: math ::: friend,* Work,ada@x.example ::: ada@y.example,Mobile,+1 ::: +2,,+3,https://ada.example
      """)
    let person = result.people.first
    #expect(person?.firstName == "Ada" && person?[.middleName] == "King")
    #expect(person?.lastName == "Lovelace" && person?.name == "Ada King Lovelace")
    #expect(person?.organisation == "Analytical Engines")
    #expect(person?.title == "Programmer")
    #expect(person?.birthday == PartialDate(year: 1815, month: 12, day: 10))
    #expect(person?.tags == ["math", "friend"])
    #expect(person?.emails.map(\.label) == ["work", "work"])
    #expect(person?.phones.map(\.label) == ["mobile", "mobile", ""])
    #expect(person?.phones.map(\.value) == ["+1", "+2", "+3"])
    #expect(person?.links.map(\.value) == ["https://ada.example"])
    #expect(person?.note == "First." && result.report.problems.isEmpty)
  }

  @Test func `Outlook's columns are read, with salutations and categories`() {
    let result = readCSV(
      """
      "First Name","Last Name","Title","E-mail Address","E-mail 2 Address","Home Phone","Business Phone",\
      "Mobile Phone","Primary Phone","Home Fax","Company","Job Title","Birthday","Sensitivity",\
      "Categories","Home City"\r
      "Grace","Hopper","Dr","g@x.example","h@x.example","1","2","3","4","5","Navy","Admiral","0/0/00","Normal",\
      "a;b","NY"\r
      """)
    let person = result.people.first
    #expect(person?.name == "Grace Hopper")
    #expect(person?.title == "Admiral")
    #expect(person?.emails.map(\.value) == ["g@x.example", "h@x.example"])
    #expect(person?.phones.map(\.label) == ["home", "work", "mobile", "", "home fax"])
    #expect(person?.tags == ["a", "b"])
    #expect(person?.birthday == nil)
    #expect(person?[.prefix] == "Dr" && person?.note == "Home City: NY")
    #expect(result.report.problemCount == 1 && result.report.doubtful == 0)
  }

  @Test func `Thunderbird's columns are read, with a birthday in three`() {
    let result = readCSV(
      """
      First Name,Last Name,Display Name,Primary Email,Secondary Email,Work Phone,Mobile Number,\
      Birth Year,Birth Month,Birth Day
      Alan,Turing,Prof. Turing,a@x.example,b@x.example,1,2,1912,6,23
      """)
    let person = result.people.first
    #expect(person?.name == "Alan Turing")
    #expect(person?.note == "Display Name: Prof. Turing")
    #expect(person?.emails.map(\.label) == ["", ""])
    #expect(person?.phones.map(\.label) == ["work", "mobile"])
    #expect(person?.birthday == PartialDate(year: 1912, month: 6, day: 23))
  }

  @Test(arguments: [
    (
      "Name,Email,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Postal Code",
      "Ada,,* Work,\"1 Main St\nLondon\nW1\",1 Main St,London,W1", ["work: 1 Main St; London; ; W1"]
    ),
    (
      "Name,Email,Address 1 - Type,Address 1 - Street,Address 1 - City,Address 2 - Street,Address 2 - City",
      "Ada,,Home,1 A ::: 2 B,Rome ::: Oslo,3 C,Bonn", ["home: 1 A; Rome", "2 B; Oslo", "3 C; Bonn"]
    ),
    (
      "First Name,Last Name,Home Street,Home Street 2,Home City,Home State,Home Address,Business City,Business Country",
      "Ada,King,1 Main St,Flat 2,London,LDN,\"1 Main St, Flat 2, London\",Rome,Italy",
      ["home: 1 Main St, Flat 2; London; LDN", "work: ; Rome; ; ; Italy"]
    ),
    (
      "First Name,Last Name,Home Address,Home Address 2,Home City,Home County,Home Post Code,Home Country",
      "Ada,King,1 Main St,Flat 2,London,Kent,W1,UK", ["home: 1 Main St, Flat 2; London; Kent; W1; UK"]
    ),
    (
      "Vorname,Nachname,Straße geschäftlich,Ort geschäftlich,Postleitzahl geschäftlich,Land/Region geschäftlich",
      "Ada,King,Weg 1,Bonn,53111,Deutschland", ["work: Weg 1; Bonn; ; 53111; Deutschland"]
    ),
    ("Name,Street,City,Zip", "Ada,1 Main St,London,W1", ["1 Main St; London; ; W1"]),
  ])
  func `addresses are read from their parts`(headings: String, cells: String, addresses: [String]) {
    let result = readCSV("\(headings)\n\(cells)\n")
    let read = result.people.first?.addresses.map { $0.label.isEmpty ? $0.value : "\($0.label): \($0.value)" }
    #expect(read == addresses)
    #expect(result.people.first?.note == "" && result.report.problems.isEmpty)
  }

  @Test func `cells beyond the headings are kept and reported`() {
    let result = readCSV("Name,Email\nAda,a@x.org,E,F\n")
    #expect(result.people.first?.note == "E\nF")
    #expect(
      result.report.problems.map(\.message) == [
        "Column 3 and column 4 are not fields of a person. Their 2 values are kept in the note."
      ])
  }

  @Test func `an address that says more than its parts is kept`() {
    let result = readCSV("Name,Home Address,Home Street,Home City\nAda,\"1 Main St, Backyard\",1 Main St,Rome\n")
    #expect(result.people.first?.addresses == [LabeledValue(label: "home", value: "1 Main St; Rome")])
    #expect(result.people.first?.note == "Address: 1 Main St, Backyard")
  }

  @Test func `a whole name is used where its parts are empty`() {
    let result = readCSV("Id,First Name,Last Name,Display Name,Email\n7,,,Prof. Turing,a@x\n8,Ada,,Countess,b@x\n")
    #expect(result.people.map(\.name) == ["Prof. Turing", "Ada"])
    #expect(result.people.map(\.note) == ["Id: 7", "Id: 8\nDisplay Name: Countess"])
    #expect(result.people.allSatisfy { $0.id.count == 36 })
  }

  @Test func `a label is for the next value only`() {
    let google = readCSV("Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nAda,Work,,,1\n")
    #expect(google.people.first?.phones == [LabeledValue(value: "1")])
    let outlook = readCSV(
      "Name,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Company Main Phone\n"
        + "Ada,a@x,SMTP,Ada (a@x),b@x,1"
    )
    #expect(outlook.people.first?.emails == [LabeledValue(value: "a@x"), LabeledValue(value: "b@x")])
    #expect(outlook.people.first?.phones == [LabeledValue(label: "main", value: "1")])
    #expect(outlook.people.first?.note == "")
  }

  @Test func `an invalid birthday in parts is kept in the note`() {
    let result = readCSV("Name,Birth Year,Birth Month,Birth Day\nAda,1815,June,\nBob,1990,13,1\n")
    #expect(result.people.map(\.birthday) == [nil, nil])
    #expect(result.people.map(\.note) == ["Birthday: 1815-June-?", "Birthday: 1990-13-1"])
    #expect(result.report.problems.map(\.line) == [2, 3])
  }

  @Test @MainActor func `a re-imported table keeps the fields it has no column for`() async throws {
    let folder = TemporaryBook()
    let store = try folder.open()
    var person = Person()
    person.firstName = "Ada"
    person.emails = [LabeledValue(label: "work", value: "a@x"), LabeledValue(label: "home", value: "b@x")]
    person.tags = ["friends, close"]
    person.otherProperties = ["X-A:1"]
    let id = try await store.add(person)
    let before = try #require(try store.get(Person.self, id: id))
    let table = CSVWriter().text(of: [before])
    let back = folder.folder + "/back.csv"
    try table.replacing("a@x", with: "c@x").write(toFile: back, atomically: true, encoding: .utf8)
    _ = try await store.importPeople(from: back, report: { _ in }, isCancelled: { false })
    var expected = before
    expected.emails[0].value = "c@x"
    #expect(try store.get(Person.self, id: id) == expected)
    let short = folder.folder + "/short.csv"
    try "id,nickname\n\(id),Countess\n".write(toFile: short, atomically: true, encoding: .utf8)
    _ = try await store.importPeople(from: short, report: { _ in }, isCancelled: { false })
    expected.nickname = "Countess"
    #expect(try store.get(Person.self, id: id) == expected)
  }

  @Test func `semicolons and tabs divide, and Windows-1252 is decoded`() {
    #expect(readCSV("Name;E-mail\nAda;ada@x, y").people.first?.emails.first?.value == "ada@x, y")
    #expect(readCSV("sep=;\nName;Name;E-mail\nAda;Countess;ada@x").people.first?.note == "Name: Countess")
    #expect(readCSV("Name\tE-mail\nAda\tada@x").people.first?.emails.first?.value == "ada@x")
    let result = readCSV(Array("name,note\nM".utf8) + [0xFC] + Array("ller,x".utf8))
    #expect(result.people.first?.name == "Müller")
    #expect(result.report.problems.map(\.message) == ["this file is not in UTF-8; it is read as Windows-1252."])
  }

  @Test func `unreadable lines are reported, and the rest is imported`() {
    let result = readCSV(
      """
      name,birthday,note

      Ada,tomorrow,"two
      lines"
      ,,nobody
      Grace,,,more
      Alan,,"open
      Bob
      """)
    #expect(result.people.map(\.name) == ["Ada", "nobody", "Grace", "Bob"])
    #expect(result.people[0].note == "two\nlines\nbirthday: tomorrow")
    #expect(result.people[2].note == "more")
    #expect(result.report.problems.map(\.line) == [3, 7, 1])
    #expect(result.report.skipped == 1)
  }

  @Test func `a file without headings is not a table of people`() {
    let result = readCSV("Ada Lovelace,ada@x.example\nGrace Hopper,g@x.example\n")
    #expect(result.people.isEmpty)
    #expect(result.report.problems.first?.line == 1)
    #expect(result.report.skipped == 1)
    #expect(readCSV("").report.problemCount == 0)
  }

  @Test(arguments: [
    // Outlook and Thunderbird, in German.
    "Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Position;Telefon geschäftlich;Mobiltelefon;E-Mail-Adresse;"
      + "E-Mail-Typ;E-Mail: Angezeigter Name;Geburtstag;Kategorien;Notizen",
    "Anrede;Vorname;;Nachname;Organisation;Titel;Tel. dienstlich;Mobil-Tel.-Nr.;Primäre E-Mail-Adresse;;;Geburtstag;"
      + "Schlagwörter;Notizen",
    // In French.
    "Titre;Prénom;Deuxième prénom;Nom;Société;Fonction;Téléphone (bureau);Tél. mobile;Adresse de messagerie;"
      + "Type de messagerie;Nom complet de l’adresse de messagerie;Anniversaire;Catégories;Notes",
    "Civilité;Prénom;;Nom de famille;Organisation;Titre;Tél. professionnel;Portable;Adresse électronique principale;;;"
      + "Date de naissance;Étiquettes;Remarques",
    // In Spanish.
    "Título;Nombre;Segundo nombre;Apellidos;Organización;Puesto;Teléfono del trabajo;Teléfono móvil;"
      + "Dirección de correo electrónico;Tipo de correo electrónico;Nombre para mostrar del correo electrónico;"
      + "Cumpleaños;Categorías;Notas",
    "Tratamiento;Nombre;;Apellido;Empresa;Cargo;Teléfono de la oficina;Número de móvil;Correo electrónico principal;;;"
      + "Fecha de nacimiento;Etiquetas;Notas",
  ])
  func `headings are recognised in other languages`(headings: String) {
    let result = readCSV(
      headings + "\nDr.;Ada;King;Lovelace;Engines;Countess;+44 1;+44 2;ada@x;SMTP;Ada L;10.12.1815;math;First.\n")
    let person = result.people.first
    let names = headings.contains(";;Nach") || headings.contains(";;Nom") || headings.contains(";;Apell")
    #expect(person?.firstName == "Ada" && person?.lastName == "Lovelace", "\(person as Any)")
    #expect(person?[.middleName] == (names ? "" : "King"))
    #expect(person?.organisation == "Engines" && person?.title == "Countess")
    #expect(
      person?.phones == [LabeledValue(label: "work", value: "+44 1"), LabeledValue(label: "mobile", value: "+44 2")])
    #expect(person?.emails.map(\.value) == ["ada@x"])
    #expect(person?.birthday == PartialDate(year: 1815, month: 12, day: 10))
    #expect(person?.tags == ["math"])
    #expect(person?.note.split(separator: "\n").first == "First.")
    #expect(person?[.prefix] == "Dr.", "a salutation is no job")
    // Three columns without a heading.
    #expect(result.report.problemCount == (names ? 1 : 0))
  }

  @Test(arguments: [
    "Alan,,\"open", "\"Alan,x,y", "Alan,\"a\"b\",c", "Alan,\"x\"\"", "Alan,\"one\ntwo\"three",
  ])
  func `a quote that is never closed affects its own line only`(broken: String) {
    for rest in ["Bob,,\"x, y\"\nCleo,,\"one\ntwo\"\nDora,,\n", "Bob,,\nCleo,,\nDora,,"] {
      let result = readCSV("name,nickname,note\nAda,,\n\(broken)\n\(rest)", chunkSize: 5)
      let names = result.people.map(\.name)
      #expect(names.first == "Ada" && names.suffix(3) == ["Bob", "Cleo", "Dora"], "\(names)")
    }
  }

  @Test func `line ends in cells are newlines`() {
    let result = readCSV("name,note\r\nAda,\"one\r\ntwo\rthree\"\r\n")
    #expect(result.people.first?.note == "one\ntwo\nthree")
  }

  @Test(arguments: [";", "\t", "|", ","])
  func `a line like sep=; sets the delimiter`(delimiter: String) {
    for line in ["sep=\(delimiter)", "\"sep=\(delimiter)\""] {
      let headings = ["Name", "E-mail", "Note"].joined(separator: delimiter)
      let cells = ["Ada", "ada@x", "a,b;c"].joined(separator: delimiter)
      let text =
        "\(line)\r\n\(headings)\r\n\([",", ";"].contains(delimiter) ? cells.replacing("a,b;c", with: "abc") : cells)"
      #expect(readCSV(text).people.map { $0.emails.first?.value } == ["ada@x"], "\(text)")
    }
  }

  @Test func `LinkedIn's table begins below a remark`() {
    let result = readCSV(
      """
      Notes:
      "When exporting your connection data, you may notice that some of the email addresses are missing. You will only \
      see email addresses for connections who have allowed it."

      First Name,Last Name,URL,Email Address,Company,Position,Connected On
      Ada,Lovelace,https://www.linkedin.com/in/ada,ada@x,"Engines, Ltd",Analyst,12 Jan 2024
      """)
    let ada = result.people.first
    #expect(result.people.count == 1 && result.report.problems.map(\.line) == [4])
    #expect(ada?.name == "Ada Lovelace" && ada?.organisation == "Engines, Ltd" && ada?.title == "Analyst")
    #expect(ada?.emails == [LabeledValue(value: "ada@x")])
    #expect(ada?.links == [LabeledValue(value: "https://www.linkedin.com/in/ada")])
    #expect(ada?.note == "Connected On: 12 Jan 2024")
  }

  @Test func `Yahoo's columns: Home is a phone, a category a tag`() {
    let result = readCSV(
      """
      First,Middle,Last,Nickname,Email,Category,Distribution Lists,Messenger ID,Home,Work,Pager,Fax,Mobile,Other,\
      Yahoo Phone,Primary,Alternate Email 1,Personal Website,Title,Company,Birthday,Comments
      Ada,King,Lovelace,Countess,ada@x,math,,ada99,1,2,3,4,5,6,7,8,b@x,https://ada.example,Analyst,Engines,\
      12/10/1990,First.
      """)
    let ada = result.people.first
    #expect(ada?.name == "Ada King Lovelace" && ada?[.middleName] == "King" && ada?.nickname == "Countess")
    #expect(ada?.phones.map(\.label) == ["home", "work", "pager", "fax", "mobile", "other", "yahoo", ""])
    #expect(ada?.emails == [LabeledValue(value: "ada@x"), LabeledValue(label: "alternate", value: "b@x")])
    #expect(ada?.tags == ["math"] && ada?.organisation == "Engines" && ada?.title == "Analyst")
    #expect(ada?.note.hasPrefix("First.\n") == true)
  }

  @Test func `Apple's columns: labels in headings, in brackets and after a colon`() {
    let result = readCSV(
      """
      First name;Last name;Company;Job title;Phone (iPhone);Phone : Mobile;_$!<Home>!$_ Phone;E-mail (Work);\
      Birthday;Note
      Ada;Lovelace;Engines;Analyst;1;2;3;ada@x;1815-12-10;First.
      """)
    let ada = result.people.first
    #expect(ada?.name == "Ada Lovelace" && ada?.organisation == "Engines" && ada?.title == "Analyst")
    #expect(ada?.phones.map(\.label) == ["iphone", "mobile", "home"])
    #expect(ada?.emails == [LabeledValue(label: "work", value: "ada@x")])
  }

  @Test func `Google's star is not part of a label`() {
    let result = readCSV(
      """
      Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Website 1 - Label,Website 1 - Value,\
      Event 1 - Label,Event 1 - Value,Relation 1 - Label,Relation 1 - Value
      Ada,* ,ada@x,* Work,1,* Home Page,https://ada.example,Anniversary,1835-07-08,Mother,Anne
      """)
    let ada = result.people.first
    #expect(ada?.emails == [LabeledValue(value: "ada@x")])
    #expect(ada?.phones == [LabeledValue(label: "work", value: "1")])
    #expect(ada?.links == [LabeledValue(label: "home page", value: "https://ada.example")])
    #expect(ada?.dates == [LabeledValue(label: "anniversary", value: "1835-07-08")] && ada?.note == "")
    #expect(ada?.related == [LabeledValue(label: "mother", value: "Anne")])
  }

  @Test func `Outlook's placeholders for empty cells are ignored`() {
    let result = readCSV(
      "First Name,Gender,Birthday,Anniversary,Spouse\nAda,Unspecified,0/0/00,0/0/00,William\nBob,Male,,00.00.0000,\n"
        + "Cleo,,,8 July 1835,\n")
    #expect(result.people.map(\.note) == ["", "Gender: Male", ""])
    #expect(result.people[0].related == [LabeledValue(label: "spouse", value: "William")])
    #expect(result.people.map(\.dates) == [[], [], [LabeledValue(label: "anniversary", value: "1835-07-08")]])
    #expect(result.people.allSatisfy { $0.birthday == nil } && result.report.problemCount == 1)
  }

  @Test func `a label precedes its value in a cell of ours`() {
    var person = Person()
    person.id = "x"
    person.emails = [LabeledValue(label: "work", value: "a@x"), LabeledValue(value: "b@x")]
    person.phones = [LabeledValue(label: "Boat: house", value: "tel: 1"), LabeledValue(value: "https://x")]
    person.tags = ["a ::: b", "c\\d"]
    let text = CSVWriter().text(of: [person])
    #expect(text.contains(#",work: a@x ::: b@x,Boat\: house: tel\: 1 ::: https://x,,a \:\:\: b ::: c\\d,"#))
    #expect(readCSV(text).people == [person])
    let typed = readCSV(text.replacing("work: a@x", with: "home:c@x:::  mobile : d@x")).people.first
    #expect(
      typed?.emails.map(\.value) == ["home:c@x", "d@x", "b@x"] && typed?.emails.map(\.label) == ["", "mobile", ""])
  }

  @Test func `a record without an id always gets the same id`() {
    let text = "name,email\nAda,a@x\nBob,b@x\n"
    let ids = readCSV(text).people.map(\.id)
    #expect(Set(ids).count == 2)
    #expect(readCSV(text, chunkSize: 3).people.map(\.id) == ids)
  }

  @Test func `a birthday in three columns, a name beside a first name, a fax`() {
    let german = readCSV("Vorname,Name,Geburtsjahr,Geburtsmonat,Geburtstag,Fax privat\nAda,Lovelace,1815,12,10,+44 3\n")
    #expect(german.people.first?.lastName == "Lovelace")
    #expect(german.people.first?.birthday?.iso == "1815-12-10")
    #expect(german.people.first?.phones == [LabeledValue(label: "home fax", value: "+44 3")])
    #expect(readCSV("Nom;Courriel\nAda;ada@x").people.first?.name == "Ada")
  }

  @Test func `unknown headings are refused with the known ones`() {
    let result = readCSV("Colour;Size\nred;7\nblue;8\n")
    #expect(result.people.isEmpty)
    let sentence = result.report.problems.first?.message ?? ""
    #expect(result.report.problemCount == 1)
    for word in ["“Colour” and “Size”", "e-mail", "German", "French", "Spanish"] { #expect(sentence.contains(word)) }
  }

  @Test func `letters and numbers are headings only where they are certain`() {
    let letter = "Dear Ada,\nplease send me your\nname, email and phone\nYours, Bob, at last\n"
    #expect(readCSV(letter).people.isEmpty)
    #expect(readCSV("title,author\nNotes,Ada\n").people.isEmpty)
    #expect(readCSV("Name, E-mail, Hobby\nAda, a@x, chess\n").people.map(\.note) == ["Hobby: chess"])
  }
}
