/// A part of a postal address that a table has in a column of its own.
enum CSVAddressPart: Hashable {
  /// The label of the address.
  case label
  /// The address in one piece; a street where other columns have the rest.
  case whole
  case street, extended, city, region, postcode, country, poBox

  /// The names of the parts, without accents, numbers and labels.
  private static let names: [CSVAddressPart: [String]] = [
    .label: ["address label", "address type"],
    .whole: ["address", "address formatted", "postal address", "adresse", "anschrift", "direccion"],
    .street: ["street", "street address", "address street", "strasse", "rue", "calle"],
    .extended: ["address extended address"],
    .city: ["city", "town", "address city", "ort", "stadt", "ville", "ciudad"],
    .region: ["state", "county", "region", "province", "address region", "bundesland", "dep region", "provincia"],
    .postcode: [
      "zip", "zip code", "zipcode", "post code", "postcode", "postal code", "address postal code", "plz",
      "postleitzahl", "code postal", "codigo postal",
    ],
    .country: [
      "country", "country region", "address country", "land", "land region", "pays", "pays region", "pais",
      "pais region",
    ],
    .poBox: ["po box", "address po box", "postfach", "bp", "apartado"],
  ]
  private static let parts = Dictionary(
    uniqueKeysWithValues: names.flatMap { part, names in names.map { ($0, part) } })

  /// The words for the use of an address, and the label that they mean.
  private static let labels: [String: String] = [
    "home": "home", "privat": "home", "domicile": "home", "particular": "home", "personal": "home",
    "work": "work", "business": "work", "geschaftlich": "work", "bureau": "work", "trabajo": "work",
    "other": "other", "weitere": "other", "weiteres": "other", "autre": "other", "otra": "other", "otro": "other",
  ]

  /// The part in a heading, and the address that it belongs to: a label, a number, or nothing; `nil` for a heading of
  /// something else.
  ///
  /// The number in `address 1 street` is that of the address; in `home street 2` it is that of a line.
  static func part(in heading: String) -> (part: CSVAddressPart, address: String)? {
    var words = heading.split(separator: " ").map(String.init)
    var address = ""
    if words.count > 2, words[0] == "address", words[1].allSatisfy(\.isNumber) { address = words.remove(at: 1) }
    if words.count > 1, let number = words.last, number.allSatisfy(\.isNumber) { words.removeLast() }
    if address.isEmpty, words.count > 1, let label = words.compactMap({ labels[$0] }).first {
      words.removeAll { labels[$0] != nil || $0 == "de" || $0 == "del" }
      address = label
    }
    return parts[words.joined(separator: " ")].map { ($0, address) }
  }
}

/// The addresses in the cells of a record.
struct CSVAddresses {
  private struct Parts {
    var lines: [CSVAddressPart: [String]] = [:]

    /// The text of a part, on one line.
    subscript(part: CSVAddressPart) -> String { lines[part, default: []].joined(separator: ", ") }

    /// The address; its whole text is the street where there is no other.
    var address: PostalAddress {
      var address = PostalAddress()
      address.street = lines[.street] == nil ? self[.whole] : self[.street]
      (address.extended, address.poBox) = (self[.extended], self[.poBox])
      (address.city, address.region) = (self[.city], self[.region])
      (address.postcode, address.country) = (self[.postcode], self[.country])
      return address
    }
  }

  /// The parts by the address that they belong to, in the order of the columns.
  private var parts: [(address: String, parts: [Parts])] = []

  /// Adds the cell of a part; with several texts it has the part of several addresses.
  mutating func add(_ cell: CSVCell, _ part: CSVAddressPart, of address: String) {
    let index =
      parts.firstIndex { $0.address == address }
      ?? {
        parts.append((address, []))
        return parts.count - 1
      }()
    for (number, text) in cell.parts.enumerated() {
      if parts[index].parts.count == number { parts[index].parts.append(Parts()) }
      parts[index].parts[number].lines[part, default: []].append(
        text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
          .joined(separator: ", "))
    }
  }

  /// The addresses with their labels, and whole texts that say more than their parts.
  func values(label: (String) -> String) -> (addresses: [LabeledValue], rest: [String]) {
    var (addresses, rest): ([LabeledValue], [String]) = ([], [])
    for (address, parts) in parts {
      for part in parts {
        let postal = part.address
        if postal.text.isEmpty { continue }
        let own = part[.label].isEmpty && !address.allSatisfy(\.isNumber) ? address : label(part[.label])
        addresses.append(LabeledValue(label: own, value: postal.text))
        let known = Set(FieldCatalogue.words(in: postal.text))
        if !known.isSuperset(of: FieldCatalogue.words(in: part[.whole])) { rest.append(part[.whole]) }
      }
    }
    return (addresses, rest)
  }
}
