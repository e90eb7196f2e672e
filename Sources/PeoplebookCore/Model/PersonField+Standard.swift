/// The table of fields: an entry for each.
extension PersonField {
  static let first = PersonField(
    "first name", "First name", NameKind(path: \.firstName), column: "first_name", key: "firstName",
    headings: [
      "first name", "given name", "firstname",
      "vorname",
      "prenom",
      "nombre",
    ],
    option: CommandOption("first", value: "NAME", "First name."), card: nil)

  static let last = PersonField(
    "last name", "Last name", NameKind(path: \.lastName), column: "last_name", key: "lastName",
    headings: [
      "last name", "family name", "surname", "lastname",
      "nachname", "familienname",
      "nom de famille",
      "apellido", "apellidos",
    ],
    option: CommandOption("last", value: "NAME", "Last name."), card: nil)

  /// This field is after the names, because setting those discards it.
  static let fullName = PersonField(
    "full name", "Full name", NameKind(path: \.fullName), since: 5, column: "full_name", key: "fullName",
    headings: ["full name"], form: nil, card: nil, isInHistory: false)

  static let nickname = PersonField(
    "nickname", "Nickname", TextKind(key: .nickname), column: "nickname", key: "nickname",
    headings: [
      "nickname", "nick",
      "spitzname",
      "surnom",
      "apodo",
    ],
    property: Property("NICKNAME", isList: true, letter: "K"),
    option: CommandOption("nickname", value: "NAME", "Nickname."),
    isCalledBy: true, standInRank: 1)

  static let organisation = PersonField(
    "organisation", "Organisation", TextKind(key: .organisation), column: "organisation", key: "organisation",
    headings: [
      "organisation", "organization", "company", "organization name", "organization 1 name", "company name",
      "organisation name", "employer",
      "firma", "unternehmen",
      "societe", "entreprise",
      "organizacion", "empresa", "compania",
    ],
    property: Property("ORG", isStructured: true, letter: "O"),
    option: CommandOption("organisation", value: "NAME", "Organisation."), card: .position, standInRank: 2)

  static let title = PersonField(
    "title", "Title", TextKind(key: .title), column: "title", key: "title",
    headings: [
      "title", "job title", "job", "occupation", "organization title", "organization 1 title",
      "titel", "position", "beruf",
      "titre", "fonction", "profession",
      "titulo", "puesto", "cargo",
    ],
    isCommonWord: true, property: Property("TITLE", letter: "T"), option: CommandOption("title", "Job title."),
    card: .position, standInRank: 5
  )

  static let email = PersonField(
    "e-mail", "E-mail", LabeledKind(path: \.emails, content: EmailContent()), column: "email", key: "emails",
    headings: ["emails"],
    headingWords: ["email", "mail", "messagerie", "courriel", "correo", "adresse electronique"],
    property: Property("EMAIL", letter: "E"),
    option: CommandOption("email", value: "[LABEL:]ADDRESS", "E-mail address; may be given several times."),
    listColumn: ListColumn(heading: "E-MAIL", minimum: 8, maximum: 40, width: .share(12)),
    comparison: .text(weight: 0.7), standInRank: 3)

  static let phone = PersonField(
    "phone", "Phone", LabeledKind(path: \.phones, content: PhoneContent()), column: "phone", key: "phones",
    headings: ["phones"],
    headingWords: [
      "phone", "telephone", "mobile", "cell", "cellphone", "fax", "pager", "iphone",
      "telefon", "tel", "mobiltelefon", "mobil", "handy", "telefax",
      "portable", "telecopie", "telecopieur", "telefono", "movil", "celular",
    ],
    property: Property("TEL", letter: "P"),
    option: CommandOption("phone", value: "[LABEL:]NUMBER", "Phone number; may be given several times."),
    listColumn: ListColumn(heading: "PHONE", minimum: 8, maximum: 24, width: .cells(18)),
    comparison: .phone(weight: 0.5), standInRank: 4)

  static let birthday = PersonField(
    "birthday", "Birthday", DateKind(path: \.writtenBirthday), column: "birthday", key: "birthday",
    headings: [
      "birthday", "birthdate", "birth date", "date of birth",
      "geburtstag", "geburtsdatum",
      "anniversaire", "date de naissance",
      "cumpleanos", "fecha de nacimiento",
    ],
    property: Property("BDAY", .day, letter: "B"),
    option: CommandOption(
      "birthday", value: "DATE", "10 December 1815, 1815-12-10, 10 December, or words such as circa 1800."),
    placeholder: "day month year", comparison: .day(weight: 0.3))

  /// The tags, by which lists are filtered.
  public static let tags = PersonField(
    "tag", "Tags", TagsKind(path: \.tags), column: "tag", key: "tags",
    headings: [
      "tags", "labels", "categories", "group membership", "category", "groups",
      "kategorien", "schlagworter", "gruppen",
      "etiquettes", "groupes",
      "categorias", "etiquetas",
    ],
    isCommonWord: true, property: Property("CATEGORIES", isList: true, letter: "C"),
    option: CommandOption("tag", letter: "t", value: "TAG", "Tag; may be given several times."),
    placeholder: "separated by commas", card: .chips,
    listColumn: ListColumn(heading: "TAGS", minimum: 4, maximum: 60, width: .share(6)))

  static let note = PersonField(
    "note", "Note", ParagraphsKind(path: \.note), column: "note", key: "note",
    headings: [
      "note", "notes", "comment", "comments",
      "notiz", "notizen", "bemerkungen",
      "remarques",
      "nota", "notas",
    ],
    isCommonWord: true, property: Property("NOTE", letter: "M"), option: CommandOption("note", "Note."),
    card: .text, standInRank: 6)

  static let favourite = PersonField(
    "favourite", "Favourite", YesNoKind(key: .favourite), since: 12, column: "favourite", key: "favourite",
    headings: ["favourite", "favorite"], property: Property("X-FAVOURITE"),
    option: CommandOption("favourite", value: "yes|no", "Mark as a favourite, shown first in lists."),
    form: nil, card: nil, isSearched: false)

  static let cardLines = PersonField(
    "other details", "Other details", CardLinesKind(path: \.otherProperties), column: "property",
    key: "otherProperties", form: nil, card: nil, isSearched: false)

  /// Every field, in the order of the form.
  static let standard =
    [first, last, fullName, nickname, organisation, title, email, phone, birthday, tags, note] + texts + lists
    + [favourite, cardLines]
}

extension TextKey {
  static var nickname: TextKey { TextKey(slot: 0) }
  static var organisation: TextKey { TextKey(slot: 1) }
  static var title: TextKey { TextKey(slot: 2) }
  static var favourite: TextKey { TextKey(slot: 11) }
}

/// The texts that some part of the program uses by name.
extension Person {
  /// The nickname.
  public var nickname: String {
    get { self[.nickname] }
    set { self[.nickname] = newValue }
  }

  /// The organisation that the person works for.
  public var organisation: String {
    get { self[.organisation] }
    set { self[.organisation] = newValue }
  }

  /// Whether lists show the person above all others.
  public var isFavourite: Bool {
    get { !self[.favourite].isEmpty }
    set { self[.favourite] = newValue ? YesNoKind.yes : "" }
  }

  /// The job title.
  public var title: String {
    get { self[.title] }
    set { self[.title] = newValue }
  }
}
