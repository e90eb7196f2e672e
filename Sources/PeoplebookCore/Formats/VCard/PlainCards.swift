/// Reads plain cards whole, from their bytes: most cards of version 3 that programs write.
///
/// A card is plain when ``VCardWriter`` would write each of its lines as it is, apart from their order, their folds and
/// the revision, so that a person keeps none of them. ``VCardReader`` reads all other cards line by line; the result
/// would be the same for a plain one.
struct PlainCards {
  /// A card at the beginning of some bytes.
  struct Card {
    /// The person; without an id when the card has none.
    var person = Person()
    /// The number of bytes up to the end of its last line.
    var count = 0
    /// The number of blank lines before it.
    var blankLines = 0
    /// The number of its lines, with the blank ones before it.
    var lines = 0
    /// The checksum of its lines, where the card has no id.
    var checksum = Checksum()
  }

  private let heads: VCardHeads
  /// The ranks of the lines of the current card.
  private var ranks: [Int] = []
  /// The bits of the lines that the current card has.
  private var seen: UInt64 = 0
  private var fullName = ""
  private var revision = ""
  /// The value of a line with folds.
  private var unfolded: [UInt8] = []

  init(_ heads: VCardHeads) {
    self.heads = heads
  }

  /// The card at the beginning, after blank lines; `nil` when it is not plain, or not whole.
  mutating func card(in bytes: UnsafeBufferPointer<UInt8>) -> Card? {
    var card = Card()
    var start = 0
    while let next = PlainBytes.skip("", at: start, in: bytes) {
      start = next
      card.blankLines += 1
    }
    guard let version = PlainBytes.skip("BEGIN:VCARD", at: start, in: bytes),
      let first = PlainBytes.skip("VERSION:3.0", at: version, in: bytes)
    else { return nil }
    card.lines = card.blankLines + 2
    ranks.removeAll(keepingCapacity: true)
    (seen, fullName, revision) = (0, "", "")
    var index = first
    while true {
      if let end = PlainBytes.skip("END:VCARD", at: index, in: bytes) {
        // A line that begins with a blank would continue this one.
        guard end < bytes.count, !PlainBytes.isBlank(bytes[end]), end - start <= RecordLimits.lines else { return nil }
        card.count = end
        card.lines += 1
        guard finish(&card) else { return nil }
        if card.person.id.isEmpty { card.checksum = checksum(of: bytes, in: first..<index) }
        return card
      }
      guard let next = readLine(at: index, in: bytes, into: &card) else { return nil }
      index = next
    }
  }

  /// Completes the person of a card; `false` when the writer would write another name.
  private func finish(_ card: inout Card) -> Bool {
    // A person without a name is called by another value.
    guard seen & Self.nameBit != 0 else { return false }
    if seen & Self.fullNameBit != 0 {
      let (first, last) = (card.person.firstName, card.person.lastName)
      if !NameOrder(first: first, last: last).join(first, last).utf8.elementsEqual(fullName.utf8) {
        card.person.setFullName(fullName, keepsOrder: true)
        // The words may be the same, and only the blanks between them differ.
        guard card.person.fullName.utf8.elementsEqual(fullName.utf8) else { return false }
      }
    }
    if revision.isEmpty, zip(ranks, ranks.dropFirst()).allSatisfy({ $0 <= $1 }) { return true }
    var frame = VCardFrame(ranks: ranks, revision: revision)
    if !revision.isEmpty { frame.checksum = VCardFrame.checksum(of: card.person) }
    card.person.cardFrame = frame.text
    return true
  }

  private static let nameBit: UInt64 = 1 << UInt64(VCardField.name.number)
  private static let fullNameBit: UInt64 = 1 << UInt64(VCardField.fullName.number)

  // MARK: Lines

  /// Reads the line at an index; returns the index of the next line, or `nil` when this one is not plain.
  private mutating func readLine(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>, into card: inout Card
  ) -> Int? {
    guard let colon = PlainBytes.colon(from: start, in: bytes),
      let line = heads.head(bytes[start..<colon])?.plainLine, seen & line.bit == 0
    else { return nil }
    seen |= line.bit
    ranks.append(line.rank)
    var index = colon + 1
    var signs = PlainBytes.Signs()
    guard let value = PlainBytes.value(at: &index, in: bytes, &signs) else { return nil }
    card.lines += 1
    guard PlainBytes.isBlank(bytes[index]) else { return read(value, signs, line, into: &card.person) ? index : nil }
    unfolded.removeAll(keepingCapacity: true)
    unfolded += value
    while PlainBytes.isBlank(bytes[index]) {
      index += 1
      guard let rest = PlainBytes.value(at: &index, in: bytes, &signs) else { return nil }
      unfolded += rest
      card.lines += 1
    }
    return unfolded.withUnsafeBufferPointer { read($0, signs, line, into: &card.person) } ? index : nil
  }

  /// Reads a value; `false` when the writer would write it in another way.
  private mutating func read(
    _ value: UnsafeBufferPointer<UInt8>, _ signs: PlainBytes.Signs, _ line: PlainCardLine, into person: inout Person
  ) -> Bool {
    switch line.role {
    case .name: return signs.isDisjoint(with: [.comma, .backslash]) && PlainBytes.readName(value, into: &person)
    case .tags:
      guard signs.isDisjoint(with: [.semicolon, .backslash]), let tags = PlainBytes.tags(value) else { return false }
      person.tags = tags
      return true
    case .birthday:
      // Version 3 has dashes, and a placeholder for an unknown year.
      guard value.count == 10, let date = PartialDate(iso: value), date.year != VCardDate.yearOfNoYear else {
        return false
      }
      person.birthday = date
      return true
    case .birthdayWithoutYear:
      guard value.count == 10, let date = PartialDate(iso: value), date.year == VCardDate.yearOfNoYear else {
        return false
      }
      person.birthday = PartialDate(year: nil, month: date.month, day: date.day)
      return true
    case .address:
      guard signs.isDisjoint(with: [.comma, .backslash]), let text = PlainBytes.address(value) else { return false }
      person.addresses.append(LabeledValue(label: line.label, value: text))
      return true
    case .text(let key, let isStructured) where !isStructured:
      return set(PlainBytes.unescaped(value, signs)) { person[key] = $0 }
    case .note: return set(PlainBytes.unescaped(value, signs)) { person.note = $0 }
    case .revision: return set(signs.contains(.backslash) ? nil : PlainBytes.text(value)) { revision = "REV:\($0)" }
    default: break
    }
    guard signs.isDisjoint(with: .separators), let text = PlainBytes.text(value) else { return false }
    switch line.role {
    case .fullName: fullName = text
    case .id:
      guard UUIDText.canonical(text).utf8.elementsEqual(text.utf8) else { return false }
      person.id = text
    case .text(let key, _): person[key] = text
    case .email, .phone:
      // Text with a colon may be a URI.
      guard !signs.contains(.colon) else { return false }
      let labeled = LabeledValue(label: line.label, value: text)
      if case .email = line.role { person.emails.append(labeled) } else { person.phones.append(labeled) }
    default: return false
    }
    return true
  }

  private func set(_ text: String?, _ body: (String) -> Void) -> Bool {
    guard let text else { return false }
    body(text)
    return true
  }

  /// The checksum that identifies a card without an id: that of its lines, apart from the revision.
  private func checksum(of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Checksum {
    var checksum = Checksum()
    var index = range.lowerBound
    while index < range.upperBound {
      var signs = PlainBytes.Signs()
      guard let first = PlainBytes.value(at: &index, in: bytes, &signs) else { break }
      var line = Array(first)
      while PlainBytes.isBlank(bytes[index]) {
        index += 1
        line += PlainBytes.value(at: &index, in: bytes, &signs) ?? UnsafeBufferPointer(start: nil, count: 0)
      }
      if !line.starts(with: "REV:".utf8) { checksum.add(line) }
    }
    return checksum
  }
}
