/// The fields of several values that few people have.
extension PersonField {
  static let links = PersonField(
    "link", "Link", LabeledKind(path: \.links, content: LinkContent()), since: 8, column: "link", key: "links",
    headings: ["links"],
    headingWords: [
      "website", "web page", "webpage", "homepage", "url",
      "webseite", "internetseite",
      "site web", "page web", "sitio web", "pagina web",
    ],
    isCommonWord: true, property: Property("URL", .uri),
    option: CommandOption("link", value: "[LABEL:]URL", "Link to a page; may be given several times."), form: .more)

  static let accounts = PersonField(
    "account", "Account", LabeledKind(path: \.accounts, content: AccountContent()), since: 9, column: "account",
    key: "accounts", headings: ["accounts"], headingWords: ["imaddress"], isCommonWord: true,
    property: Property("IMPP", aliases: AccountContent.properties, .uri),
    option: CommandOption(
      "account", value: "[SERVICE:]NAME", "Account of a messenger or network; may be given several times."),
    form: .more)

  static let addresses = PersonField(
    "address", "Address", LabeledKind(path: \.addresses, content: AddressContent()), since: 10, column: "address",
    key: "addresses", headings: ["addresses"], isCommonWord: true, property: Property("ADR", isStructured: true),
    option: CommandOption(
      "address", value: "[LABEL:]STREET; CITY; REGION; POSTCODE; COUNTRY",
      "Postal address; may be given several times."),
    placeholder: "street; city; region; postcode; country", form: .more)

  static let dates = PersonField(
    "date", "Date", LabeledKind(path: \.dates, content: DateContent()), since: 11, column: "date", key: "dates",
    headings: ["dates"], headingWords: [DateContent.anniversary, "jahrestag", "event"], isCommonWord: true,
    property: Property("ANNIVERSARY", aliases: DateContent.properties, .day),
    option: CommandOption("date", value: "[LABEL:]DATE", "Anniversary or another day; may be given several times."),
    placeholder: "day month year", form: .more)

  /// The related people.
  public static let related = PersonField(
    "related", "Related", LabeledKind(path: \.related, content: RelatedContent()), since: 13, column: "related",
    key: "related", headings: ["related"],
    headingWords: ["relation", "spouse", "ehepartner", "conjoint"], isCommonWord: true,
    property: Property("RELATED", aliases: RelatedContent.properties, .uri),
    option: CommandOption("related", value: "[LABEL:]NAME", "Related person; may be given several times."),
    placeholder: "name of a person in the book", form: .more)

  /// The entries, in the order of the form.
  static let lists = [links, accounts, addresses, dates, related]
}
