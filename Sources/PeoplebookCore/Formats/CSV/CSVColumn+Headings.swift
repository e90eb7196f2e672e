/// The meanings of headings, in lower case and without accents.
extension CSVColumn {
  /// Headings of a title before the name, where another heading is that of a job.
  static let salutations: Set<String> = ["title", "titel", "titre", "titulo"]

  /// Headings of a whole name that are those of the last name beside a first name.
  static let familyNames: Set<String> = ["name", "nom"]

  /// Headings of a name that other things have too: in Spanish, a first name is a name.
  static let anyNames: Set<String> = ["nombre"]

  /// Headings of the parts of a postal address.
  static let postalHeadings: Set<String> = [
    "street", "zip", "zip code", "zipcode", "postcode", "postal code", "home address", "postal address",
    "strasse", "plz", "postleitzahl", "anschrift", "rue", "code postal", "calle", "codigo postal",
  ]

  /// The words for an address or a number that have no other meaning.
  static let certainWords: Set<String> = [
    "email", "mail", "courriel", "correo", "phone", "telephone", "telefon", "tel", "telefono",
  ]

  /// Headings of the parts of a name where they are together.
  static let halves: [String: CSVColumn] = ["first": .own(.first), "middle": .own(.middle), "last": .own(.last)]

  /// Yahoo's headings of phones that do not contain the word.
  static let bareLabels: Set<String> = ["home", "work", "other", "primary"]

  /// The values of an unknown gender under one of these headings.
  static let genders: Set<String> = ["gender", "sex", "geschlecht", "sexe", "sexo", "genero"]
  static let unknownGenders: Set<String> = [
    "unspecified", "unknown", "not specified", "keine angabe", "nicht angegeben", "unbekannt", "non specifie",
    "inconnu",
    "sin especificar", "no especificado", "desconocido",
  ]

  /// The values that a program writes for everyone in a column without a field.
  static let usualSettings: Set<String> = [
    "normal", "false", "0", "public", "smtp", "ex", "falsch", "offentlich", "faux", "publique", "falso", "publico",
  ]

  /// The words that a label of an e-mail address or a phone number consists of.
  static let labelWords: Set<String> = [
    "work", "home", "mobile", "fax", "pager", "main", "other", "car", "assistant", "callback", "radio", "personal",
    "school", "alternate", "iphone", "internet", "x400", "telex", "tty", "tdd", "isdn", "yahoo", "office", "private",
    "anniversary", "spouse",
  ]

  /// The meanings of the other words of a heading for the label of its values; many have none.
  static let meanings: [String: String] = {
    var meanings = [
      "jahrestag": "anniversary", "ehepartner": "spouse", "conjoint": "spouse", "relation": "", "business": "work",
      "cell": "mobile", "cellphone": "mobile",
      "geschaftlich": "work", "dienstlich": "work", "arbeit": "work", "privat": "home", "telefax": "fax",
      "mobiltelefon": "mobile", "mobil": "mobile", "handy": "mobile",
      "bureau": "work", "travail": "work", "professionnel": "work", "domicile": "home", "personnel": "home",
      "portable": "mobile", "telecopie": "fax", "telecopieur": "fax",
      "trabajo": "work", "oficina": "work", "particular": "home", "casa": "home", "movil": "mobile",
      "celular": "mobile", "buscapersonas": "pager",
    ]
    let silent = """
      primary secondary company e mail email value address addresses phone phones telephone number numbers
      adresse primare sekundare telefon tel nr nummer firma
      web page site
      messagerie courriel electronique principal principale secondaire numero de la le l d
      correo electronico direccion secundario telefono del
      """
    for word in silent.split(whereSeparator: \.isWhitespace) { meanings[String(word)] = "" }
    return meanings
  }()

  /// The columns by their headings: those of the catalogue's fields, and others.
  static let known: [String: CSVColumn] = {
    var known = others
    for field in FieldCatalogue.current.fields {
      // What other programs call a full name is the name, and may be the only one.
      for heading in field.headings { known[heading] = field == .fullName ? .name : .own(field) }
    }
    return known
  }()

  private static let others: [String: CSVColumn] = [
    "id": .id, "uid": .id, "name": .name, "display name": .name, "file as": .ignored,
    "birth year": .birthYear, "birth month": .birthMonth,
    "birth day": .birthDay, "initials": .ignored, "sensitivity": .ignored, "priority": .ignored, "private": .ignored,
    "photo": .ignored, "anzeigename": .name, "vollstandiger name": .name, "geburtsjahr": .birthYear,
    "geburtsmonat": .birthMonth, "initialen": .ignored,
    "vertraulichkeit": .ignored, "prioritat": .ignored, "nom": .name, "nom complet": .name, "nom a afficher": .name,
    "annee de naissance": .birthYear, "mois de naissance": .birthMonth,
    "jour de naissance": .birthDay, "initiales": .ignored, "confidentialite": .ignored, "priorite": .ignored,
    "nombre completo": .name, "nombre mostrado": .name, "ano de nacimiento": .birthYear,
    "mes de nacimiento": .birthMonth, "dia de nacimiento": .birthDay, "iniciales": .ignored,
    "confidencialidad": .ignored, "prioridad": .ignored,
  ]
}
