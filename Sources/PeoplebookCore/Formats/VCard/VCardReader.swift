/// Reads vCards of versions 2.1, 3.0 and 4.0, as tolerantly as real files ask for.
///
/// A file may have any kind of line end, a mark of UTF-8 or UTF-16, text in old encodings, several cards, cards in
/// cards, cards cut off. One bad card never stops the rest, and every problem is in the ``report`` with its line.
/// The card's UID becomes the person's id; a card without one gets a new UUID.
public struct VCardReader: PersonReader {
  private struct OpenCard {
    var line: Int
    var properties: [VCardProperty] = []
    var isOld = false
    /// Whether it is the value of an AGENT line, and belongs to the card around it.
    var isAgent = false
  }

  private var lines: VCardLines
  private var open: [OpenCard] = []
  /// The kind of object, other than a card, whose lines are passed over.
  private var foreign: String?
  private var isInJunk = false
  private let charsets = CharsetDecoder()
  public private(set) var report = ImportReport()

  public init(_ source: some ByteSource) {
    lines = VCardLines(source)
  }

  public var bytesRead: Int { lines.bytesRead }

  public mutating func next() throws(FileError) -> Person? {
    while let line = try lines.next() {
      if line.bytes.first == UInt8(ascii: "#") { continue }
      if line.isCut {
        report.note("this line is too long to be read, and was left out.", line: line.number)
        continue
      }
      if let person = read(line.bytes, number: line.number) { return person }
    }
    // What is still open at the end of the file, from the inside out.
    while let card = open.popLast() {
      report.note("the card that begins here has no end.", line: card.line)
      if let person = finish(card) { return person }
    }
    return nil
  }

  // MARK: Lines

  private mutating func read(_ bytes: [UInt8], number: Int) -> Person? {
    guard let property = VCardProperty(line: number, bytes: bytes) else {
      noteJunk(open.isEmpty ? "this is not part of a card." : "this line has no name and value.", line: number)
      return nil
    }
    if let kind = foreign {
      if property.name == "END", Self.keyword(property) == kind { foreign = nil }
      return nil
    }
    switch property.name {
    case "BEGIN":
      begin(property)
      return nil
    case "END" where Self.keyword(property) == "VCARD":
      isInJunk = false
      guard let card = open.popLast() else {
        report.note("a card ends here that did not begin.", line: number)
        return nil
      }
      return finish(card)
    case "VERSION":
      if open.isEmpty { startWithoutBegin(line: number) }
      open[open.count - 1].isOld = VCardText.trim(String(decoding: property.rawValue, as: UTF8.self)).hasPrefix("2")
      return nil
    default: break
    }
    if open.isEmpty {
      guard property.field != nil else {
        noteJunk("this is not part of a card.", line: number)
        return nil
      }
      startWithoutBegin(line: number)
    }
    open[open.count - 1].properties.append(property)
    return nil
  }

  private static func keyword(_ property: VCardProperty) -> String {
    VCardText.trim(String(decoding: property.rawValue, as: UTF8.self)).uppercased()
  }

  private mutating func begin(_ property: VCardProperty) {
    isInJunk = false
    let kind = Self.keyword(property)
    guard kind == "VCARD" else {
      foreign = kind
      report.skipped += 1
      report.note("this is a \(Self.printable(kind)), not a card; it was passed over.", line: property.line)
      return
    }
    var card = OpenCard(line: property.line)
    if let last = open.last?.properties.last, last.name == "AGENT" {
      card.isAgent = last.rawValue.allSatisfy { $0 == 0x20 }
    }
    open.append(card)
  }

  private mutating func startWithoutBegin(line: Int) {
    report.note("a card starts here without BEGIN:VCARD.", line: line)
    open.append(OpenCard(line: line))
  }

  /// Says so once for a run of lines.
  private mutating func noteJunk(_ message: String, line: Int) {
    if !isInJunk { report.note(message, line: line) }
    isInJunk = open.isEmpty
  }

  private static func printable(_ text: String) -> String {
    String(text.prefix(20).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }

  // MARK: Cards

  private mutating func finish(_ card: OpenCard) -> Person? {
    var card = card
    decode(&card)
    if card.isAgent, let outer = open.indices.last, let agent = open[outer].properties.indices.last {
      open[outer].properties[agent].rawValue = Array(Self.inline(card).utf8)
      return nil
    }
    let contents = VCardContents(card.properties)
    var person = contents.personWithOtherProperties()
    if person.isBlank {
      report.skipped += 1
      report.note("nothing in this card tells who it is; it was passed over.", line: card.line)
      return nil
    }
    if person.id.isEmpty { person.id = UUIDText.random() }
    noteOddities(in: contents, person: person)
    report.people += 1
    return person
  }

  /// A card as the value of an AGENT line of version 3.
  private static func inline(_ card: OpenCard) -> String {
    let lines = ["BEGIN:VCARD", "VERSION:3.0"] + card.properties.map(\.text) + ["END:VCARD"]
    return VCardText.escape(lines.joined(separator: "\n"))
  }

  /// Makes text of the values. What names no encoding and is not UTF-8 is taken for the encoding that another line of
  /// the card names, or else for that of Western Windows.
  private mutating func decode(_ card: inout OpenCard) {
    let named =
      card.properties.allSatisfy(\.isBare)
      ? nil
      : card.properties.lazy.compactMap(\.charset).first {
        !["UTF-8", "UTF8", "US-ASCII"].contains($0.uppercased()) && charsets.decode([0x41], charset: $0) != nil
      }
    let fallback = named ?? "WINDOWS-1252"
    var isNoted = false
    for index in card.properties.indices {
      let property = card.properties[index]
      let isQuotedPrintable = property.isQuotedPrintable
      let bytes = isQuotedPrintable ? QuotedPrintable.decode(property.rawValue[...]) : property.rawValue
      var text: String?
      if let charset = property.charset, !["UTF-8", "UTF8", "US-ASCII"].contains(charset.uppercased()) {
        text = charsets.decode(bytes, charset: charset)
        if text == nil {
          report.note(
            "the encoding “\(Self.printable(charset))” is unknown; the text was guessed.", line: property.line)
        }
      }
      if text == nil { text = String(validating: bytes, as: UTF8.self) }
      if text == nil {
        text = charsets.decode(bytes, charset: fallback)
        if !isNoted {
          report.note("this text is not UTF-8; it was read as \(Self.printable(fallback)).", line: property.line)
        }
        isNoted = true
      }
      var value = VCardText.clean(text ?? String(decoding: bytes, as: UTF8.self))
      if property.isBase64 { value = value.filter { !$0.isWhitespace } }
      card.properties[index].value = VCardText.escapeNewlines(value)
    }
  }

  private mutating func noteOddities(in contents: VCardContents, person: Person) {
    if person.birthday == nil, let line = contents.properties(of: .birthday).first(where: { !$0.value.isEmpty }) {
      report.note("this birthday has no day and month that exist; it was kept as it is.", line: line.line)
    }
    if person.name.isEmpty, let first = contents.properties.first {
      report.note("the card that begins here has no name.", line: first.line)
    }
  }
}
