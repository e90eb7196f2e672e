/// A pure state machine that decodes the bytes of a terminal, split anywhere, to events.
///
/// States: *typing* (the buffer is empty), *waiting* (it contains the beginning of a sequence or of a character),
/// *pasting* (all bytes are text until the end mark). A lone Escape may be the beginning of a sequence, so the reader
/// waits ``patience`` for more bytes and then calls ``flush()``. The decoder neither blocks nor reads a clock.
public struct InputDecoder {
  /// The answers received among the events; the reader removes them.
  public var reports: [Report] = []

  private let keys: KeyStrings
  private var buffer: [UInt8] = []
  private var paste: [UInt8]?
  /// Whether a lone Escape was flushed last: the rest of its sequence may follow on a slow line.
  private var isTailExpected = false

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The length after which an unfinished sequence is dropped.
  private static let longestSequence = 128

  /// Creates a decoder with the key strings of a terminal.
  public init(keys: KeyStrings = KeyStrings()) {
    self.keys = keys
  }

  /// Whether ``flush()`` would have an effect, because the buffer contains the beginning of a sequence.
  public var isWaiting: Bool { !buffer.isEmpty || paste != nil }

  /// The time to wait for more bytes before calling ``flush()``; `nil` unless the decoder is waiting or pasting.
  public var patience: Duration? {
    if paste != nil { return .seconds(10) }
    switch buffer.count {
    case 0: return nil
    case 1 where buffer[0] == Self.escape: return .milliseconds(25)
    case 2 where buffer[0] == Self.escape: return .milliseconds(100)  // Alt and a letter that begins sequences.
    default: return .milliseconds(500)  // Only a slow line sends a sequence in such pieces.
    }
  }

  /// Decodes bytes and returns the events that they complete.
  ///
  /// - Complexity: O(bytes), however they are split.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    if paste == nil {
      buffer.append(contentsOf: bytes)
    } else {
      takePaste(bytes, into: &events)
    }
    decodeBuffer(into: &events)
    return events
  }

  /// Decodes the buffer when no bytes have followed for ``patience``.
  ///
  /// - Returns: The events of the bytes in the buffer.
  /// - Complexity: O(*n*), where *n* is the number of bytes in the buffer.
  public mutating func flush() -> [Event] {
    if let text = paste {
      paste = nil
      return [.paste(Self.pastedText(text))]
    }
    let rest = buffer
    buffer = []
    guard let first = rest.first else { return [] }
    isTailExpected = first == Self.escape && rest.count == 1
    guard first == Self.escape else { return [.key(KeyEvent(.character("\u{FFFD}")))] }
    if rest.count == 1 { return [.key(KeyEvent(.escape))] }
    if rest.count == 2, rest[1] < 0x80 { return [.key(Self.key(forASCII: rest[1], adding: .alt))] }
    // An incomplete sequence is never text.
    return []
  }

  // MARK: Decoding

  private enum DecodingStep {
    /// `length` bytes were decoded to one event, or to none.
    case event(Event?, length: Int)
    /// A paste begins after `length` bytes.
    case paste(length: Int)
    case incomplete
  }

  private mutating func decodeBuffer(into events: inout [Event]) {
    var position = 0
    if isTailExpected, !buffer.isEmpty {
      isTailExpected = false
      position = lateTail(into: &events)
    }
    while position < buffer.count {
      switch step(at: position) {
      case .event(let event, let length):
        if let event { events.append(event) }
        position += length
      case .paste(let length):
        let rest = Array(buffer[(position + length)...])
        buffer = []
        position = 0
        paste = []
        takePaste(rest, into: &events)
      case .incomplete:
        buffer.removeFirst(position)
        return
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Recognises the rest of a sequence after an early flush of its Escape, and returns its length, or 0.
  private mutating func lateTail(into events: inout [Event]) -> Int {
    guard buffer[0] == UInt8(ascii: "[") || buffer[0] == UInt8(ascii: "O"), buffer.count > 1 else { return 0 }
    buffer.insert(Self.escape, at: 0)
    switch step(at: 0) {
    case .event(.some(let event), let length) where length > 2:
      events.append(event)
      return length
    case .paste:
      // The Escape stays, and begins the paste.
      return 0
    default:
      buffer.removeFirst()
      return 0
    }
  }

  private mutating func step(at position: Int) -> DecodingStep {
    let byte = buffer[position]
    if byte == Self.escape { return escapeStep(at: position) }
    if byte < 0x80 { return .event(.key(Self.key(forASCII: byte)), length: 1) }
    guard let (character, length) = UTF8Step.decode(buffer[position...]) else { return .incomplete }
    return .event(.key(KeyEvent(.character(character))), length: length)
  }

  private mutating func escapeStep(at position: Int) -> DecodingStep {
    let rest = buffer[position...]
    guard rest.count > 1 else { return .incomplete }
    switch rest[position + 1] {
    case UInt8(ascii: "["):
      if let step = controlSequence(rest) { return step }
    case UInt8(ascii: "O"):
      if let step = singleShift(rest) { return step }
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      if let step = string(rest) { return step }
    case Self.escape:
      if let (key, length) = keys.match(rest) { return .event(.key(key), length: length) }
      return .event(.key(KeyEvent(.escape)), length: 1)
    case 0x80...:
      guard let (character, length) = UTF8Step.decode(rest.dropFirst()) else { return .incomplete }
      return .event(.key(KeyEvent(.character(character), .alt)), length: length + 1)
    default:
      break
    }
    if let (key, length) = keys.match(rest) { return .event(.key(key), length: length) }
    return .event(.key(Self.key(forASCII: rest[position + 1], adding: .alt)), length: 2)
  }

  /// Decodes `ESC [`, parameters, intermediates and a final byte; returns `nil` when it is not a sequence.
  private mutating func controlSequence(_ rest: ArraySlice<UInt8>) -> DecodingStep? {
    let start = rest.startIndex
    if rest.count > 2, rest[start + 2] == UInt8(ascii: "[") {
      // The Linux console's function keys: ESC [ [ A.
      guard rest.count > 3 else { return .incomplete }
      let number = Int(rest[start + 3]) - Int(UInt8(ascii: "A")) + 1
      return .event((1...5).contains(number) ? .key(KeyEvent(.function(number))) : nil, length: 4)
    }
    if rest.count > 2, rest[start + 2] == UInt8(ascii: "M"), keys.hasLegacyMouse {
      guard rest.count >= 6 else { return .incomplete }
      return .event(MouseDecoder.legacy(rest[(start + 3)..<(start + 6)]), length: 6)
    }
    var index = start + 2
    while index < rest.endIndex {
      let byte = rest[index]
      switch byte {
      case 0x20...0x3F:
        index += 1
        if index - start > Self.longestSequence { return .event(nil, length: index - start) }
      case 0x40...0x7E:
        return interpret(ControlSequence(rest[(start + 2)..<index], final: byte), rest[start...index])
      default:
        // Another Escape or an unexpected character: the sequence was interrupted, and the next one is decoded.
        if let (key, length) = keys.match(rest) { return .event(.key(key), length: length) }
        return .event(nil, length: index - start)
      }
    }
    return .incomplete
  }

  private mutating func interpret(_ sequence: ControlSequence, _ bytes: ArraySlice<UInt8>) -> DecodingStep {
    let length = bytes.count
    if sequence.isPasteStart { return .paste(length: length) }
    if let report = sequence.modeReport {
      reports.append(report)
      return .event(nil, length: length)
    }
    // A terminal's own strings are decoded like the common ones first, and looked up only if that fails.
    if let event = sequence.event { return .event(event, length: length) }
    if let (key, length) = keys.match(buffer[bytes.startIndex...]) { return .event(.key(key), length: length) }
    return .event(nil, length: length)
  }

  /// Decodes `ESC O` and a letter, perhaps with a modifier before it; returns `nil` when it was Alt and O.
  private func singleShift(_ rest: ArraySlice<UInt8>) -> DecodingStep? {
    let start = rest.startIndex
    guard rest.count > 2 else { return .incomplete }
    var index = start + 2
    while index < rest.endIndex, (0x30...0x3B).contains(rest[index]) { index += 1 }
    guard index < rest.endIndex else { return .incomplete }
    let sequence = ControlSequence(rest[(start + 2)..<index], final: rest[index])
    guard let key = sequence.applicationKey else { return nil }
    return .event(.key(key), length: index - start + 1)
  }

  /// Decodes `ESC ]` or `ESC P` and an answer up to its end; returns `nil` when it was Alt and that character.
  private mutating func string(_ rest: ArraySlice<UInt8>) -> DecodingStep? {
    let start = rest.startIndex
    guard rest.count > 2 else { return .incomplete }
    guard
      (0x30...0x39).contains(rest[start + 2])
        || rest[start + 1] == UInt8(ascii: "P") && "$+>!".utf8.contains(rest[start + 2])
    else { return nil }
    var index = start + 2
    while index < rest.endIndex {
      if rest[index] == 0x07 {
        if let report = Report(string: rest[(start + 1)..<index]) { reports.append(report) }
        return .event(nil, length: index - start + 1)
      }
      if rest[index] == Self.escape {
        guard index + 1 < rest.endIndex else { return .incomplete }
        if let report = Report(string: rest[(start + 1)..<index]) { reports.append(report) }
        return .event(nil, length: index - start + (rest[index + 1] == UInt8(ascii: "\\") ? 2 : 0))
      }
      index += 1
    }
    return index - start > 4096 ? .event(nil, length: index - start) : .incomplete
  }

  /// The key of a byte below 0x80.
  private static func key(forASCII byte: UInt8, adding modifiers: KeyEvent.Modifiers = []) -> KeyEvent {
    switch byte {
    case 0x00: KeyEvent(.character(" "), modifiers.union(.control))
    case 0x08, 0x7F: KeyEvent(.backspace, modifiers)
    case 0x09: KeyEvent(.tab, modifiers)
    case 0x0A, 0x0D: KeyEvent(.enter, modifiers)
    case 0x1B: KeyEvent(.escape, modifiers)
    case 0x01...0x1A: KeyEvent(.character(character(byte + 0x60)), modifiers.union(.control))
    case 0x1C...0x1F: KeyEvent(.character(character(byte + 0x40)), modifiers.union(.control))
    default: KeyEvent(.character(character(byte)), modifiers)
    }
  }

  private static func character(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar(byte))
  }

  // MARK: Pasting

  private mutating func takePaste(_ bytes: some Sequence<UInt8>, into events: inout [Event]) {
    guard var text = paste else { return }
    // Moving the text out and back keeps its buffer unshared, so that a megabyte in small pieces is never copied.
    paste = []
    // The end mark may be split: the search begins that many bytes earlier.
    let from = max(0, text.count - Self.pasteEnd.count + 1)
    text.append(contentsOf: bytes)
    guard let end = Self.find(Self.pasteEnd, in: text, from: from) else {
      paste = text
      return
    }
    buffer.append(contentsOf: text[(end + Self.pasteEnd.count)...])
    paste = nil
    events.append(.paste(Self.pastedText(Array(text[..<end]))))
  }

  private static func find(_ mark: [UInt8], in text: [UInt8], from: Int) -> Int? {
    var index = from
    while let found = text[index...].firstIndex(of: mark[0]) {
      if text[found...].starts(with: mark) { return found }
      index = found + 1
    }
    return nil
  }

  /// Terminals send line ends as carriage returns.
  private static func pastedText(_ bytes: [UInt8]) -> String {
    guard bytes.contains(0x0D) else { return String(decoding: bytes, as: UTF8.self) }
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D {
        lines.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        lines.append(byte)
      }
      previous = byte
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
