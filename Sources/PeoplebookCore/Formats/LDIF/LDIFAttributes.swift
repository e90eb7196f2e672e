import FoundationEssentials

/// The attributes of a person, and the lines of a card that say the same.
enum LDIFAttributes {
  struct Attribute {
    var name: String
    var value: String
    /// Whether the value is the Base64 of bytes that are not a text.
    var isBytes = false
  }

  /// The attributes that are a line each; the first for a line is written.
  private static let simple: [(name: String, head: String)] = [
    ("cn", "FN"), ("mozillaNickname", "NICKNAME"), ("xmozillaNickname", "NICKNAME"), ("title", "TITLE"),
    ("mail", "EMAIL"), ("mozillaSecondEmail", "EMAIL"), ("xmozillaSecondEmail", "EMAIL"),
    ("telephoneNumber", "TEL;TYPE=WORK"), ("homePhone", "TEL;TYPE=HOME"), ("mobile", "TEL;TYPE=CELL"),
    ("cellPhone", "TEL;TYPE=CELL"), ("facsimileTelephoneNumber", "TEL;TYPE=FAX"), ("fax", "TEL;TYPE=FAX"),
    ("pager", "TEL;TYPE=PAGER"), ("pagerPhone", "TEL;TYPE=PAGER"), ("description", "NOTE"), ("notes", "NOTE"),
    ("labeledURI", "URL"), ("mozillaHomeUrl", "URL;TYPE=HOME"), ("homeUrl", "URL;TYPE=HOME"),
    ("mozillaWorkUrl", "URL;TYPE=WORK"), ("workUrl", "URL;TYPE=WORK"), ("entryUUID", "UID"),
  ]
  private static let heads = Dictionary(simple.map { ($0.name.lowercased(), $0.head) }) { first, _ in first }
  private static let names = Dictionary(simple.map { ($0.head, $0.name) }) { first, _ in first }

  /// The attributes of the parts of a line, in the order of the parts; one without a name has no attribute.
  private static let structured: [(head: String, parts: [String])] = [
    ("N", ["sn", "givenName", "", "", ""]), ("ORG", ["o", "ou"]),
    ("ADR;TYPE=WORK", ["postOfficeBox", "mozillaWorkStreet2", "street", "l", "st", "postalCode", "c"]),
    (
      "ADR;TYPE=HOME",
      [
        "", "mozillaHomeStreet2", "mozillaHomeStreet", "mozillaHomeLocalityName", "mozillaHomeState",
        "mozillaHomePostalCode", "mozillaHomeCountryName",
      ]
    ),
    ("BDAY", ["birthyear", "birthmonth", "birthday"]),
  ]
  private static let photo = (name: "jpegPhoto", head: "PHOTO;ENCODING=b;TYPE=JPEG")
  /// A line of a card that no other attribute holds.
  private static let line = "x-vcard"
  /// Attributes of entries and their servers, in lower case: they say nothing about the person, or are a secret.
  private static let ofServers: Set<String> = [
    "dn", "version", "changetype", "control", "objectclass", "structuralobjectclass", "entrydn", "entrycsn", "entryid",
    "parentid", "createtimestamp", "modifytimestamp", "creatorsname", "modifiersname", "subschemasubentry",
    "hassubordinates", "numsubordinates", "contextcsn", "nsuniqueid", "memberof", "userpassword", "pwdlastset",
    "pwdchangedtime", "pwdhistory", "pwdpolicysubentry", "distinguishedname", "instancetype", "objectcategory",
    "objectguid", "objectsid", "whencreated", "whenchanged", "usncreated", "usnchanged", "dscorepropagationdata",
    "useraccountcontrol", "samaccounttype", "primarygroupid", "accountexpires", "badpasswordtime", "badpwdcount",
    "lastlogoff", "lastlogon", "lastlogontimestamp", "logoncount", "unicodepwd", "lastmodifieddate",
  ]

  /// Other names of attributes, in lower case.
  static let synonyms = [
    "commonname": "cn", "surname": "sn", "gn": "givenName", "organizationname": "o", "company": "o",
    "organizationalunitname": "ou", "department": "ou", "rfc822mailbox": "mail", "streetaddress": "street",
    "localityname": "l", "stateorprovincename": "st", "countryname": "c", "mozillaworkcountryname": "c",
  ]

  /// Whether the values are bytes, which stay in base64.
  static func isBinary(_ name: String) -> Bool { name.lowercased() == photo.name.lowercased() }

  /// The lines of several attributes, by the names of those in lower case.
  private static let hosts = Dictionary(
    structured.enumerated().flatMap { index, host in
      host.parts.filter { !$0.isEmpty }.map { ($0.lowercased(), index) }
    }
  ) { first, _ in first }

  /// The name of an attribute: without its options and in the form of this table where that has it, else as written.
  static func name(of written: String) -> String {
    let plain = String(written.prefix { $0 != ";" })
    let name = synonyms[plain.lowercased()] ?? plain
    return isKnown(name) ? name : written
  }

  /// Whether the attribute says nothing about the person; its values may be bytes.
  static func isOfServers(_ name: String) -> Bool { ofServers.contains(name.lowercased()) }

  /// Whether this table has the name.
  static func isKnown(_ name: String) -> Bool {
    let name = name.lowercased()
    return heads[name] != nil || hosts[name] != nil || ofServers.contains(name) || name == line || isBinary(name)
  }

  // MARK: To lines

  /// The lines for the attributes of an entry, in their order; those of servers have none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of attributes.
  static func lines(of entry: [Attribute]) -> [String] {
    let parts = entry.reduce(into: [String: String]()) { parts, attribute in
      let name = attribute.name.lowercased()
      if hosts[name] != nil, parts[name] == nil { parts[name] = attribute.value }
    }
    var done: Set<String> = []
    return entry.compactMap { attribute -> String? in
      let name = attribute.name.lowercased()
      if let head = heads[name] { return "\(head):\(VCardText.escape(attribute.value))" }
      if name == line { return attribute.value }
      if isBinary(name) { return "\(photo.head):\(attribute.value)" }
      if name.isEmpty || attribute.value.isEmpty || ofServers.contains(name) { return nil }
      if let index = hosts[name], parts[name] == attribute.value {
        let host = structured[index]
        let values = host.parts.map { parts[$0.lowercased()] ?? "" }
        if let line = line(host.head, values) { return done.insert(host.head).inserted ? line : nil }
      }
      return ForeignValue(name: attribute.name, text: attribute.value, isBytes: attribute.isBytes).line(from: .ldif)
    }
  }

  private static func line(_ head: String, _ values: [String]) -> String? {
    if head == "BDAY" {
      let year = Int(values[0])
      guard year != nil || values[0].isEmpty, let month = Int(values[1]), let day = Int(values[2]) else { return nil }
      return PartialDate(year: year, month: month, day: day).map {
        VCardDate.line(named: head, for: $0, version: .v3)
      }
    }
    let count = head == "ORG" && values[1].isEmpty ? 1 : values.count
    return "\(head):" + values.prefix(count).map(VCardText.escape).joined(separator: ";")
  }

  // MARK: From a line

  /// The attributes that are read as this line.
  ///
  /// - Parameter taken: The heads of the lines before it, and their attributes in lower case: each part of a line has
  ///   one value in an entry, and further ones are lines of their own.
  static func attributes(of line: String, taken: inout Set<String>) -> [Attribute] {
    let whole = [Attribute(name: Self.line, value: line)]
    guard let property = VCardProperty(text: line) else { return whole }
    let head = String(decoding: property.head.bytes, as: UTF8.self)
    var attributes: [Attribute] = []
    var isList = names[head] != nil
    var isFurther = false
    if let name = names[head], head != "UID" || UUIDText.isUUID(property.value) {
      attributes = [Attribute(name: name, value: VCardText.unescape(property.value))]
    } else if head == photo.head, Data(base64Encoded: property.value) != nil {
      attributes = [Attribute(name: photo.name, value: property.value)]
    } else if let value = ForeignValue(property, from: .ldif), isName(value.name),
      !value.isBytes || isBytes(value.text)
    {
      attributes = [Attribute(name: value.name, value: value.text, isBytes: value.isBytes)]
      let key = value.name.lowercased()
      isFurther = hosts[key] != nil && taken.contains(key) && value.line(from: .ldif) == line
      isList = true
    } else if let host = structured.first(where: { $0.head == head }) {
      let values =
        head == "BDAY"
        ? property.value.split(separator: "-").map(String.init)
        : VCardText.split(property.value, at: UInt8(ascii: ";")).map { VCardText.unescape($0) }
      attributes = zip(host.parts, values).filter { !$0.0.isEmpty && !$0.1.isEmpty }.map {
        Attribute(name: $0, value: $1)
      }
    }
    // A value that is read otherwise stays the line that it is.
    guard isFurther || lines(of: attributes) == [line], isList || !taken.contains(head),
      attributes.allSatisfy({ !$0.value.isEmpty && $0.value == $0.value.cleaned.trimmed })
    else { return whole }
    taken.formUnion(attributes.map { $0.name.lowercased() } + [head])
    return attributes
  }

  /// Whether an attribute can have a name that this table lacks.
  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") } && !name.hasPrefix("#")
      && self.name(of: name) == name
  }

  /// Whether a text is the Base64 of bytes that are not a text.
  static func isBytes(_ base64: String) -> Bool {
    Data(base64Encoded: base64).map { !String(decoding: $0, as: UTF8.self).cleaned.utf8.elementsEqual($0) } ?? false
  }
}
