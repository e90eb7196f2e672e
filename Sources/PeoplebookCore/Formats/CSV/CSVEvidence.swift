/// What the headings of a table say about whether it is an address book.
///
/// A heading that only address books have is enough: a first name, an e-mail address, a phone, a birthday. Lists of
/// other things have names too, so that a name counts only beside such a heading, an organisation or a postal address.
/// A line with an e-mail address has no headings, even if some of its words are headings.
struct CSVEvidence {
  /// The number of headings of fields that only people have, each word of them known.
  private var certain = 0
  /// Whether a heading mentions such a field beside unknown words: `E-mail ordinateur`.
  private var isMentioned = false
  private var names = 0
  private var organisations = 0
  private var postal = 0
  /// The number of headings that tables of people have and others too.
  private(set) var common = 0
  private var ids = 0
  private let count: Int

  init(_ headings: [String]) {
    count = headings.count
    if headings.contains(where: Self.hasAddress) { return }
    for (column, heading) in zip(CSVColumn.columns(for: headings), headings) {
      add(column, FieldCatalogue.normalised(heading))
    }
  }

  /// Whether a text has an e-mail address, and not only the sign, as `Twitter (@handle)` has.
  private static func hasAddress(_ text: String) -> Bool {
    guard text.hasByte(UInt8(ascii: "@")) else { return false }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isWord = { (character: Character?) in character.map { $0.isLetter || $0.isNumber } ?? false }
    return zip(parts, parts.dropFirst()).contains { isWord($0.last) && isWord($1.first) }
  }

  private mutating func add(_ column: CSVColumn, _ heading: String) {
    switch column {
    case .name: names += 1
    case .birthYear, .birthMonth, .birthDay: certain += 1
    case .field(let field, _) where field.isCommonWord: common += 1
    case .field(_, let label?):
      let words = heading.split(separator: " ").map(String.init)
      if label.split(separator: " ").allSatisfy({ CSVColumn.labelWords.contains(String($0)) }) {
        certain += 1
      } else if words.contains(where: CSVColumn.certainWords.contains) {
        isMentioned = true
      }
    case .field(.organisation, nil): organisations += 1
    case .field(.first, nil) where CSVColumn.anyNames.contains(heading): names += 1
    case .field: certain += 1
    case .id: ids += 1
    case .ignored: common += 1
    case .other, .address: if CSVColumn.postalHeadings.contains(heading) { postal += 1 }
    case .label, .otherLabel: break
    }
  }

  /// Whether the headings are those of an address book.
  private var isCertain: Bool { certain > 0 || names > 0 && organisations + postal > 0 }

  /// The number of headings that are certainly of people; 0 where the table may be about other things.
  var certainCount: Int { isCertain ? certain + names + organisations + postal : 0 }

  /// The number of headings that are known.
  var knownCount: Int { certain + names + organisations + postal + common + ids }

  /// Whether a table that is called one has these headings only if it is an address book.
  ///
  /// A table of names without any other column is a list of people, unless the names have numbers.
  var suffices: Bool { isCertain || isMentioned || names > 0 && names + common + organisations == count }

  /// Whether a table has people in it if the user says so.
  var sufficesWhereNamed: Bool { suffices || names + organisations > 0 }

  /// The usual fields of which an address book has one.
  static let needed = [PersonField.first, .last, .fullName, .email, .phone, .birthday]
}
