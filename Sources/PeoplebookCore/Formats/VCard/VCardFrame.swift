/// A card's properties apart from the person's: the order of its lines, and its revision time (REV).
///
/// A person has it as text (``Person/cardFrame``): the order as letters, and where there is a REV, its checksum and
/// line.
struct VCardFrame: Hashable {
  /// The ranks of the card's lines; empty when they ascend, as in a card of ours.
  var order: [Int] = []
  /// The REV line; empty without one.
  var revision = ""
  /// ``checksum(of:)`` of the person that the REV line is about.
  ///
  /// The line is written only while the person has it.
  var checksum: UInt64 = 0

  // MARK: Ranks

  /// The rank of a line, other than REV, among the lines of a new card.
  static func rank(of property: VCardProperty) -> Int { property.field.map(rank) ?? otherRank }

  /// The rank of the lines of a field.
  static func rank(of field: VCardField) -> Int { ranks[field.number] }

  /// The ranks by the numbers of the fields.
  ///
  /// Lines without a field are before the last field, the id.
  private static let ranks: [Int] = {
    var ranks = [Int](repeating: 0, count: VCardField.count)
    for (rank, field) in VCardField.all.enumerated() { ranks[field.number] = field == .id ? rank + 1 : rank }
    return ranks
  }()
  static let otherRank = VCardField.count - 1
  /// The rank of REV, the highest of a line that is not a label.
  static let revisionRank = otherRank + 2
  /// The rank of a label that is not directly below its line.
  static let labelRank = revisionRank + 1
  /// A mark after the rank of a line that does not have its labels directly below it.
  static let apartMark = labelRank + 1
  /// The highest of the form marks.
  static let lastFormMark = apartMark + 2

  /// The mark after the rank of a line that a card of this version has in another form than the writer's.
  static func formMark(_ version: VCardVersion) -> Int { version == .v3 ? apartMark + 1 : lastFormMark }

  /// The letters of the ranks.
  private static let letters: [Unicode.Scalar] = {
    var letters = VCardField.all.map(\.letter)
    letters.insert("*", at: otherRank)
    return letters + ["R", "l", "<", "3", "4"]
  }()

  /// Inserts the elements of a rank that `elements` lacks: after those of the same rank, else before those of a higher
  /// one.
  ///
  /// Labels and marks have no place in that order.
  static func insert<Element>(
    _ new: some Collection<Element>, ofRank rank: Int, into elements: inout [Element], rankOf: (Element) -> Int
  ) {
    let last = elements.lastIndex { rankOf($0) == rank }
    let next = elements.firstIndex { rankOf($0) > rank && rankOf($0) <= revisionRank }
    let index = last.map { $0 + 1 } ?? next ?? elements.endIndex
    elements.insert(contentsOf: new, at: index)
  }

  // MARK: Text

  /// The frame of a card with lines of these ranks.
  ///
  /// Lines that the writer adds to every card count as lines of the card.
  init(ranks: [Int], revision: String) {
    self.revision = revision
    if Self.isUsual(ranks) { return }
    order = ranks
    for field in [VCardField.fullName, .name, .id] where !order.contains(Self.rank(of: field)) {
      let rank = Self.rank(of: field)
      Self.insert([rank], ofRank: rank, into: &order) { $0 }
    }
    if Self.isUsual(order) { order = [] }
  }

  /// Whether the ranks ascend, as in a card of ours.
  private static func isUsual(_ ranks: [Int]) -> Bool {
    zip(ranks, ranks.dropFirst()).allSatisfy { $0 <= $1 } && ranks.last ?? 0 <= revisionRank
  }

  /// Parses the text of a person's frame; unknown parts are ignored.
  init(text: String) {
    if text.isEmpty { return }
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    order = parts[0].unicodeScalars.compactMap(Self.letters.firstIndex(of:))
    guard parts.count == 3, let checksum = UInt64(parts[1], radix: 16) else { return }
    self.checksum = checksum
    revision = String(parts[2])
  }

  /// The text for ``Person/cardFrame``; empty for a card in the form of this program's writer.
  var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(order.count)
    for rank in order {
      let letter = Self.letters[rank]
      if letter.isASCII { bytes.append(UInt8(ascii: letter)) } else { bytes += String(letter).utf8 }
    }
    let letters = String(decoding: bytes, as: UTF8.self)
    return revision.isEmpty ? letters : "\(letters) \(String(checksum, radix: 16)) \(revision)"
  }

  // MARK: Checksum

  /// A checksum of the fields and other properties of a person.
  static func checksum(of person: Person) -> UInt64 {
    var sum = Checksum()
    sum.add(person)
    return UInt64(truncatingIfNeeded: sum.value)
  }
}
