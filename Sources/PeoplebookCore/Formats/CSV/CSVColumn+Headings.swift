/// What headings mean, in lower case and without accents.
extension CSVColumn {
  /// Headings of a title before the name, where another heading is that of a job.
  static let salutations: Set<String> = ["title", "titel", "titre", "titulo"]

  /// Words that make a heading one of e-mail addresses, or of phone numbers.
  static let mailWords: Set<String> = ["email", "mail", "messagerie", "courriel", "correo"]
  static let phoneWords: Set<String> = [
    "phone", "phones", "telephone", "mobile", "cell", "cellphone", "fax", "pager", "iphone",
    "telefon", "tel", "mobiltelefon", "mobil", "handy", "telefax",
    "portable", "telecopie", "telecopieur", "telefono", "movil", "celular",
  ]

  /// Headings of the parts of a name where they are together.
  static let halves: [String: CSVColumn] = ["first": .firstName, "middle": .middleName, "last": .lastName]

  /// What Yahoo calls a phone without saying that it is one.
  static let bareLabels: Set<String> = ["home", "work", "other", "primary"]

  /// What is written for a gender that is not known, under one of these headings.
  static let genders: Set<String> = ["gender", "sex", "geschlecht", "sexe", "sexo", "genero"]
  static let unknownGenders: Set<String> = [
    "unspecified", "unknown", "not specified", "keine angabe", "nicht angegeben", "unbekannt", "non specifie",
    "inconnu",
    "sin especificar", "no especificado", "desconocido",
  ]

  /// The words that a label of an e-mail address or a phone number consists of.
  static let labelWords: Set<String> = [
    "work", "home", "mobile", "fax", "pager", "main", "other", "car", "assistant", "callback", "radio", "personal",
    "school", "alternate", "iphone", "internet", "x400", "telex", "tty", "tdd", "isdn", "yahoo", "office", "private",
  ]

  /// What the other words of a heading say about the use of its values; many say nothing.
  static let meanings: [String: String] = {
    var meanings = [
      "business": "work", "cell": "mobile", "cellphone": "mobile",
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
      messagerie courriel electronique principal principale secondaire numero de la le l d
      correo electronico direccion secundario telefono del
      """
    for word in silent.split(whereSeparator: \.isWhitespace) { meanings[String(word)] = "" }
    return meanings
  }()

  static let known = english.merging(german) { $1 }.merging(french) { $1 }.merging(spanish) { $1 }

  private static let english: [String: CSVColumn] = [
    "id": .id, "uid": .id,
    "name": .name, "display name": .name, "full name": .name, "file as": .ignored,
    "first name": .firstName, "given name": .firstName, "firstname": .firstName,
    "middle name": .middleName, "additional name": .middleName,
    "last name": .lastName, "family name": .lastName, "surname": .lastName, "lastname": .lastName,
    "nickname": .nickname, "nick": .nickname,
    "organisation": .organisation, "organization": .organisation, "company": .organisation,
    "organization name": .organisation, "organization 1 name": .organisation,
    "title": .title, "job title": .title, "job": .title, "role": .title, "occupation": .title,
    "organization title": .title, "organization 1 title": .title,
    "company name": .organisation, "organisation name": .organisation, "employer": .organisation,
    "birthday": .birthday, "birthdate": .birthday, "birth date": .birthday, "date of birth": .birthday,
    "birth year": .birthYear, "birth month": .birthMonth, "birth day": .birthDay,
    "tags": .tags, "labels": .tags, "categories": .tags, "group membership": .tags,
    "category": .tags, "groups": .tags,
    "note": .note, "notes": .note, "comment": .note, "comments": .note,
    "emails": .email(label: ""), "phones": .phone(label: ""),
    "initials": .ignored, "sensitivity": .ignored, "priority": .ignored, "private": .ignored, "photo": .ignored,
  ]

  private static let german: [String: CSVColumn] = [
    "anzeigename": .name, "vollstandiger name": .name, "vorname": .firstName, "weitere vornamen": .middleName,
    "zweiter vorname": .middleName, "nachname": .lastName, "familienname": .lastName, "spitzname": .nickname,
    "firma": .organisation, "unternehmen": .organisation, "titel": .title, "position": .title, "beruf": .title,
    "geburtstag": .birthday, "geburtsdatum": .birthday, "geburtsjahr": .birthYear, "geburtsmonat": .birthMonth,
    "kategorien": .tags, "schlagworter": .tags, "gruppen": .tags, "notiz": .note, "notizen": .note,
    "bemerkungen": .note, "initialen": .ignored, "vertraulichkeit": .ignored, "prioritat": .ignored,
  ]

  private static let french: [String: CSVColumn] = [
    "nom": .name, "nom complet": .name, "nom a afficher": .name, "prenom": .firstName,
    "deuxieme prenom": .middleName, "nom de famille": .lastName, "surnom": .nickname, "societe": .organisation,
    "entreprise": .organisation, "titre": .title, "fonction": .title, "profession": .title,
    "anniversaire": .birthday, "date de naissance": .birthday, "annee de naissance": .birthYear,
    "mois de naissance": .birthMonth, "jour de naissance": .birthDay, "etiquettes": .tags, "groupes": .tags,
    "remarques": .note, "initiales": .ignored, "confidentialite": .ignored, "priorite": .ignored,
  ]

  private static let spanish: [String: CSVColumn] = [
    "nombre completo": .name, "nombre mostrado": .name, "nombre": .firstName, "segundo nombre": .middleName,
    "apellido": .lastName, "apellidos": .lastName, "apodo": .nickname, "organizacion": .organisation,
    "empresa": .organisation, "compania": .organisation, "titulo": .title, "puesto": .title, "cargo": .title,
    "cumpleanos": .birthday, "fecha de nacimiento": .birthday, "ano de nacimiento": .birthYear,
    "mes de nacimiento": .birthMonth, "dia de nacimiento": .birthDay, "categorias": .tags, "etiquetas": .tags,
    "nota": .note, "notas": .note, "iniciales": .ignored, "confidencialidad": .ignored, "prioridad": .ignored,
  ]
}
