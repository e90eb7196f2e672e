/// Joins the lines of a file to the lines of its cards: removes folds and the soft line ends of quoted-printable.
struct VCardLines {
  private var scanner: LineScanner
  private var pending: LineScanner.Line?
  private var plainCards: PlainCards
  /// The heads of the file's lines.
  let heads = VCardHeads()

  init(_ source: some ByteSource) {
    scanner = LineScanner(source, limit: RecordLimits.line)
    plainCards = PlainCards(heads)
  }

  /// The number of bytes read from the source.
  var bytesRead: Int { scanner.bytesRead }

  /// The next line of a card, never empty; `nil` at the end.
  mutating func next() throws(FileAccessError) -> LineScanner.Line? {
    while var line = try take() {
      if LineShape.isBlank(line.bytes) { continue }
      try continueFolds(&line)
      switch encoding(of: line.bytes) {
      case .quotedPrintable: try continueQuotedPrintable(&line)
      case .base64: try continueBase64(&line)
      case .plain: break
      }
      return line
    }
    return nil
  }

  /// The next lines, if they are a plain card, with the number of its first.
  mutating func nextPlainCard() -> (card: PlainCards.Card, line: Int)? {
    if pending != nil {
      guard scanner.goBack() else { return nil }
      pending = nil
    }
    var found: PlainCards.Card?
    let number = scanner.consume { bytes in
      found = plainCards.card(in: bytes)
      return found.map { ($0.count, $0.lines) }
    }
    guard let number, let found else { return nil }
    return (found, number + found.blankLines + 1)
  }

  private enum Encoding { case plain, quotedPrintable, base64 }

  /// The longest head that is taken apart for an encoding, in bytes: many times what programs write.
  private static let longestHead = 4096

  /// The encoding of a line, read from its head; only a head with parameters is taken apart.
  private func encoding(of bytes: [UInt8]) -> Encoding {
    let start = bytes.prefix(Self.longestHead)
    guard let end = start.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }),
      start[end] == UInt8(ascii: ";"), let colon = VCardProperty.colon(in: start),
      let head = heads.head(start[..<colon])
    else { return .plain }
    if head.isQuotedPrintable { return .quotedPrintable }
    return head.isBase64 ? .base64 : .plain
  }

  private mutating func take() throws(FileAccessError) -> LineScanner.Line? {
    if let line = pending {
      pending = nil
      return line
    }
    return try scanner.next()
  }

  private mutating func peek() throws(FileAccessError) -> LineScanner.Line? {
    if pending == nil { pending = try scanner.next() }
    return pending
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, to line: inout LineScanner.Line, isCut: Bool) {
    pending = nil
    if isCut || line.bytes.count + bytes.count > RecordLimits.line {
      line.isCut = true
    } else {
      line.bytes += bytes
    }
  }

  /// A line that starts with a blank continues the line before it.
  ///
  /// After a soft line end of quoted-printable, the blank is part of the text, and `=` is not.
  ///
  /// - Parameter encoding: The encoding of the line; `nil` when its head may go on.
  private mutating func continueFolds(
    _ line: inout LineScanner.Line, encoding known: Encoding? = nil
  ) throws(FileAccessError) {
    var known = known
    // What was appended before it has no soft end that counts: the line would have ended there.
    var last = line.bytes[...]
    while let next = try peek(), let first = next.bytes.first, first == 0x20 || first == 0x09 {
      if LineShape.hasSoftEnd(last) {
        let encoding = known ?? encoding(of: line.bytes)
        if encoding == .quotedPrintable { return }
        if line.bytes.count >= Self.longestHead { known = encoding }
      }
      last = next.bytes.dropFirst()
      append(last, to: &line, isCut: next.isCut)
    }
  }

  /// A line of quoted-printable that ends with `=` is continued by the next.
  ///
  /// Some programs put an empty line between.
  ///
  /// Some end a value with `=` although nothing follows: the next property, `BEGIN` and `END` are never a continuation.
  private mutating func continueQuotedPrintable(_ line: inout LineScanner.Line) throws(FileAccessError) {
    while LineShape.removeSoftEnd(&line.bytes) {
      guard var next = try peek(), !LineShape.isProperty(next.bytes) else { return }
      if LineShape.isBlank(next.bytes) {
        pending = nil
        guard let after = try peek(), after.bytes.first == UInt8(ascii: "=") else { return }
        next = after
      }
      append(next.bytes[...], to: &line, isCut: next.isCut)
      try continueFolds(&line, encoding: .quotedPrintable)
    }
  }

  /// Base64 ends before a blank line, or a line that is not base64: not every program folds it.
  private mutating func continueBase64(_ line: inout LineScanner.Line) throws(FileAccessError) {
    while let next = try peek() {
      if LineShape.isBlank(next.bytes) || !next.bytes.allSatisfy(LineShape.isBase64) { return }
      append(next.bytes[...], to: &line, isCut: next.isCut)
    }
  }
}

/// Facts about a line that can be read from its bytes alone.
private enum LineShape {
  static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), 0x20, 0x09: true
    default: false
    }
  }

  static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether the line ends with `=`, perhaps with blanks after it.
  static func hasSoftEnd(_ bytes: ArraySlice<UInt8>) -> Bool { softEnd(of: bytes) != nil }

  /// Removes the `=` at the end, with blanks after it.
  ///
  /// Returns `false` when there is none.
  static func removeSoftEnd(_ bytes: inout [UInt8]) -> Bool {
    guard let end = softEnd(of: bytes[...]) else { return false }
    bytes.removeSubrange(end...)
    return true
  }

  private static func softEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.flatMap { bytes[$0] == UInt8(ascii: "=") ? $0 : nil }
  }

  /// Whether the line begins with the name of a frequent property in capital letters, as text rarely does.
  static func isProperty(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = bytes[..<colon].prefix { $0 != UInt8(ascii: ";") }
    guard name.count <= 20, name.allSatisfy({ 0x41...0x5A ~= $0 || $0 == UInt8(ascii: "-") }) else { return false }
    let text = String(decoding: name, as: UTF8.self)
    return VCardField(name: text) != nil || text.hasPrefix("X-") || frequentNames.contains(text)
  }

  private static let frequentNames: Set<String> = [
    "BEGIN", "END", "VERSION", "ADR", "LABEL", "URL", "PHOTO", "LOGO", "REV", "ROLE", "TZ", "GEO", "AGENT",
  ]
}
