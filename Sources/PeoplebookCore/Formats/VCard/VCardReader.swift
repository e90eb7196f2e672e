/// Reads vCards of versions 2.1, 3.0 and 4.0, as tolerantly as real files need it.
///
/// A file may have any kind of line end, a mark of UTF-8 or UTF-16, text in old encodings, several cards, cards in
/// cards, and damaged cards. A bad card does not affect the others: the reader goes on at the next line that begins a
/// card, and the ``report`` has every problem with its line. A card that is too large is left out.
///
/// The card's UID becomes the person's id. A card without a UID gets an id that is derived from its content, so that
/// the same card is the same person when it is read again.
public struct VCardReader: PersonReader {
  private var lines: VCardLines
  private var open: [OpenVCard] = []
  /// The number of cards that were finished before their ends, since too many were open.
  private var abandonedCards = 0
  /// A person who was read before the last one was returned.
  private var waiting: Person?
  /// The kind of object, other than a card, that is skipped; `nil` outside of one.
  private var foreign: String?
  private var isInJunk = false
  /// Whether the line before ended like the first line of a card: the end of the card before it was lost.
  private var isAfterLostBegin = false
  private let decoder = VCardDecoder()
  private var interpreter = VCardInterpreter()
  /// The version of the last person's card, as our writer would write it.
  private var version = VCardVersion.v3
  /// Whether plain cards are read whole; a test compares the two ways.
  private let readsPlainCards: Bool
  /// The number of people read, and the problems.
  public private(set) var report = ImportReport()

  /// Makes a reader of the cards in `source`.
  public init(_ source: some ByteSource) {
    self.init(source, readsPlainCards: true)
  }

  init(_ source: some ByteSource, readsPlainCards: Bool) {
    lines = VCardLines(source)
    self.readsPlainCards = readsPlainCards
  }

  /// The number of bytes read so far.
  public var bytesRead: Int { lines.bytesRead }

  /// Reads the next person; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the end of that person.
  public mutating func next() throws(FileAccessError) -> Person? {
    if let person = waiting.take() { return person }
    while true {
      while open.isEmpty, foreign == nil, readsPlainCards, let (card, line) = lines.nextPlainCard() {
        isInJunk = false
        isAfterLostBegin = false
        version = .v3
        if let person = interpreter.person(of: card, line: line, report: &report) { return person }
      }
      guard let line = try lines.next() else { break }
      if line.bytes.first == UInt8(ascii: "#") {
        if !open.isEmpty, foreign == nil { report.note("this comment is left out.", line: line.number) }
        isAfterLostBegin = Self.endsLikeBegin(line.bytes)
        continue
      }
      if line.isCut {
        refuseLine(line.number)
      } else {
        let person = read(line.bytes, number: line.number)
        isAfterLostBegin = Self.endsLikeBegin(line.bytes)
        if let person { return person }
      }
    }
    // The cards without an end, from the inside out.
    while !open.isEmpty {
      if let person = finishLastAgent() ?? finishWithoutEnd(open.removeLast()) { return person }
    }
    return nil
  }

  /// Leaves the person of the book when a card of theirs would be the same as the one that was read: versions of vCard
  /// cannot express everything of each other.
  public var lastUpdate: PersonUpdate {
    PersonUpdate { [version] present, read in
      var read = read
      read.row = present.row
      if read == present { return present }
      let writer = VCardWriter(version: version)
      return writer.lines(of: present) == writer.lines(of: read) ? present : present.updated(with: read)
    }
  }

  // MARK: Lines

  private mutating func read(_ bytes: [UInt8], number: Int) -> Person? {
    guard let property = VCardProperty(line: number, bytes: bytes, heads: lines.heads) else {
      skipJunk(open.isEmpty ? "this is not part of a card." : "this line has no name and value.", line: number)
      return nil
    }
    // A line end that was lost may have joined another line's end to this one.
    if property.isBeginning { return begin(property) }
    if property.name == "END" {
      if open.isEmpty || foreign != nil || property.isEnd { return end(property) }
      skipJunk("this line does not end a card; it is left out.", line: number)
      return nil
    }
    if foreign != nil {
      guard property.name == "VERSION", isAfterLostBegin else { return nil }
      foreign = nil
    }
    if property.name == "BEGIN" {
      beginForeign(property)
      return nil
    }
    return add(property)
  }

  private mutating func add(_ property: VCardProperty) -> Person? {
    var finished: Person?
    if open.isEmpty {
      guard property.field != nil || property.name == "VERSION" else {
        skipJunk("this is not part of a card.", line: property.line)
        return nil
      }
      if abandonedCards > 0 {
        skipJunk("this belongs to a card that is left out because it nests too many cards.", line: property.line)
        return nil
      }
      startWithoutBegin(OpenVCard(line: property.line))
    } else if property.name == "VERSION", isAfterLostBegin, let card = open.last, !card.isNew, card.innerCards == 0 {
      open.removeLast()
      finished = finishWithoutEnd(card)
      startWithoutBegin(OpenVCard(line: property.line))
    } else if let other = open[open.count - 1].splitOff(before: property) {
      finished = finishWithoutEnd(open.removeLast())
      startWithoutBegin(other)
    }
    if property.name == "VERSION" {
      open[open.count - 1].setVersion(property.keyword, line: property.line)
    } else {
      open[open.count - 1].add(property)
      if property.isAgentBeginning {
        property.rawValue = []
        beginAgent(line: property.line)
      }
    }
    return finished
  }

  private static func endsLikeBegin(_ bytes: [UInt8]) -> Bool {
    guard let last = bytes.last, last | 0x20 == UInt8(ascii: "d") else { return false }
    return String(decoding: bytes.suffix("BEGIN:VCARD".count), as: UTF8.self).uppercased() == "BEGIN:VCARD"
  }

  private mutating func begin(_ property: VCardProperty) -> Person? {
    isInJunk = false
    foreign = nil
    if open.last?.endsWithAgent == true {
      beginAgent(line: property.line)
      return nil
    }
    let agent = finishLastAgent()
    open.append(OpenVCard(line: property.line))
    if open.count <= RecordLimits.openCards { return agent }
    waiting = agent
    // It may have lost its end, as files do that were cut: what it has so far is kept. If its end does come, the lines
    // before that are not a card.
    let outermost = open.removeFirst()
    let agents = open.prefix(while: \.isAgent).count
    open.removeFirst(agents)
    abandonedCards += 1 + agents
    return finishWithoutEnd(outermost)
  }

  /// Begins a card that is the value of the AGENT line before it.
  private mutating func beginAgent(line: Int) {
    let agents = open.reversed().prefix(while: \.isAgent).count
    open[open.count - 1].endsWithAgent = false
    if open.last?.isRefused == true {
      open[open.count - 1].innerCards += 1
    } else if agents < RecordLimits.agents {
      open.append(OpenVCard(line: line, isAgent: true))
    } else {
      open.removeLast(agents)
      open[open.count - 1].refuse("nests more than \(RecordLimits.agents) cards", innerCards: agents + 1)
    }
  }

  private mutating func end(_ property: VCardProperty) -> Person? {
    let keyword = property.keyword
    let isJoined = keyword.hasSuffix("BEGIN:VCARD")
    let kind = isJoined ? String(keyword.dropLast("BEGIN:VCARD".count)) : keyword
    defer { if isJoined { open.append(OpenVCard(line: property.line)) } }
    if let foreign {
      let isCard = kind.hasPrefix("VCARD")
      guard kind == foreign || isCard || isJoined else { return nil }
      self.foreign = nil
      if !isCard || open.isEmpty { return nil }
    }
    isInJunk = false
    guard let card = open.popLast() else {
      if abandonedCards > 0 {
        abandonedCards -= 1
      } else {
        report.note("END:VCARD without BEGIN:VCARD.", line: property.line)
      }
      return nil
    }
    if card.innerCards == 0 { return finish(card) }
    open.append(card)
    open[open.count - 1].innerCards -= 1
    return nil
  }

  private mutating func beginForeign(_ property: VCardProperty) {
    isInJunk = false
    let kind = property.keyword
    foreign = kind
    report.skipped += 1
    report.note("this is a \(VCardDecoder.printable(kind)), not a card; it is left out.", line: property.line)
  }

  private mutating func startWithoutBegin(_ card: OpenVCard) {
    report.doubt("a card starts here without BEGIN:VCARD; a part of it may be missing.", line: card.line)
    open.append(card)
    open[open.count - 1].isDoubted = true
  }

  /// Refuses the card of a line that is too long.
  private mutating func refuseLine(_ number: Int) {
    if open.isEmpty {
      skipJunk("this line is longer than \(RecordLimits.line >> 20) MB; it is left out.", line: number)
    } else {
      open[open.count - 1].refuse("has a line longer than \(RecordLimits.line >> 20) MB, line \(number)")
    }
  }

  /// Reports lines that are left out, once for a run of lines outside of cards.
  private mutating func skipJunk(_ message: String, line: Int) {
    if !isInJunk { report.skip(message, line: line) }
    isInJunk = open.isEmpty
  }

  // MARK: Cards

  private mutating func finishWithoutEnd(_ card: OpenVCard) -> Person? {
    let message = "the card that begins here has no end; a part of it may be missing."
    if card.isDoubted {
      report.note(message, line: card.line)
    } else if !card.isRefused {
      report.doubt(message, line: card.line)
    }
    return finish(card)
  }

  /// Finishes the card at the end of an open one that has lost the rest: it is not an agent, but the next card.
  private mutating func finishLastAgent() -> Person? {
    guard !open.isEmpty, let agent = open[open.count - 1].splitOffAgent() else { return nil }
    version = agent.version
    return interpreter.person(of: agent.properties, version: agent.version, line: agent.line, report: &report)
  }

  private mutating func finish(_ card: OpenVCard) -> Person? {
    if let reason = card.refusal ?? card.excess {
      report.skipped += 1
      report.note("the card that begins here \(reason); it is left out.", line: card.line)
      return nil
    }
    decoder.decode(card.properties, report: &report)
    if card.isAgent, let outer = open.indices.last {
      open[outer].setAgent(card)
      return nil
    }
    version = card.version
    return interpreter.person(
      of: card.properties, version: card.version, isExact: card.hasExactVersion, line: card.line, report: &report)
  }
}
