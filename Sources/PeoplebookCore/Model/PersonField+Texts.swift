/// The texts that few people have: an entry for each, and its key.
extension PersonField {
  static let prefix = PersonField(
    "prefix", text: .prefix, since: 7, property: "N", part: 3,
    headings: ["name prefix", "salutation", "anrede", "namensprafix", "civilite", "tratamiento"], isCommonWord: true,
    help: "Title before the name: Dr.")

  static let middle = PersonField(
    "middle name", text: .middleName, since: 7, property: "N", part: 2,
    headings: ["additional name", "weitere vornamen", "zweiter vorname", "deuxieme prenom", "segundo nombre"],
    option: "middle", help: "Middle names.")

  static let suffix = PersonField(
    "suffix", text: .suffix, since: 7, property: "N", part: 4,
    headings: ["name suffix", "namenssuffix", "suffixe", "sufijo"], isCommonWord: true,
    help: "Suffix after the name: Jr.")

  static let phoneticFirst = PersonField(
    "phonetic first name", text: .phoneticFirstName, since: 7, property: "X-PHONETIC-FIRST-NAME",
    headings: ["phonetic first", "given name yomi", "given yomi"], option: "phonetic-first",
    help: "First name as it is pronounced.")

  static let phoneticLast = PersonField(
    "phonetic last name", text: .phoneticLastName, since: 7, property: "X-PHONETIC-LAST-NAME",
    headings: ["phonetic last", "family name yomi", "surname yomi"], option: "phonetic-last",
    help: "Last name as it is pronounced.")

  static let department = PersonField(
    "department", text: .department, since: 7, property: "ORG", part: 1,
    headings: ["organization department", "organization 1 department", "abteilung", "departement", "departamento"],
    isCommonWord: true, help: "Department of the organisation.")

  static let role = PersonField(
    "role", text: .role, since: 7, property: "ROLE", headings: ["rolle"], isCommonWord: true,
    help: "Role in the organisation.")

  static let pronouns = PersonField(
    "pronouns", text: .pronouns, since: 7, property: "PRONOUNS", headings: ["pronomen", "pronoms", "pronombres"],
    help: "Pronouns: she/her.")

  /// The entries, in the order of the form.
  static let texts = [prefix, middle, suffix, phoneticFirst, phoneticLast, department, role, pronouns]
}

extension TextKey {
  static var prefix: TextKey { TextKey(slot: 3) }
  static var middleName: TextKey { TextKey(slot: 4) }
  static var suffix: TextKey { TextKey(slot: 5) }
  static var department: TextKey { TextKey(slot: 6) }
  static var role: TextKey { TextKey(slot: 7) }
  static var pronouns: TextKey { TextKey(slot: 8) }
  static var phoneticFirstName: TextKey { TextKey(slot: 9) }
  static var phoneticLastName: TextKey { TextKey(slot: 10) }
}
