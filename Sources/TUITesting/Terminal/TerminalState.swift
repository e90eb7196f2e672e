/// The state of a terminal besides its text: modes, title, and requests to the clipboard.
public struct TerminalState: Hashable, Sendable {
  /// The private modes that are on.
  public internal(set) var modes = TerminalMode.initial
  /// The window's title, once a program has set it.
  public internal(set) var title: String?
  /// The number of layers of the kitty keyboard protocol that were pushed and not popped.
  public internal(set) var keyboardLayers = 0
  /// Whether the keypad sends its own sequences.
  public internal(set) var isKeypadInApplicationMode = false
  /// Whether text would be drawn with a colour or an attribute now.
  public internal(set) var isRenditionLeftOn = false
  /// The number of bells.
  public internal(set) var bells = 0
  /// The texts written to the clipboard (OSC 52), encoded.
  public internal(set) var clipboard: [String] = []
  /// The links that were opened (OSC 8), without sequences that only close one.
  public internal(set) var links: [String] = []
  /// The number of uses of each operating-system command, by its number, and of each other string by `DCS`, `APC`,
  /// `PM`, `SOS`.
  public internal(set) var commands: [String: Int] = [:]
  /// The number of control characters of the second set (U+0080–U+009F) among the text; ordinary programs do not use
  /// them.
  public internal(set) var secondControls = 0

  private var titles: [String?] = []
  /// Whether the last text ended with the first byte of such a character.
  private var endedInC2 = false

  /// A terminal in the state that a shell expects.
  public init() {}

  /// Whether a mode is on.
  public func isOn(_ mode: TerminalMode) -> Bool { modes.contains(mode) }

  /// The differences from the state that a shell expects, in words; empty when the terminal was restored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of modes.
  public var leftovers: [String] {
    var left = modes.subtracting(TerminalMode.initial).map(\.description).sorted()
    left += TerminalMode.initial.subtracting(modes).map { "no \($0)" }.sorted()
    if keyboardLayers > 0 { left.append("keyboard protocol") }
    if isKeypadInApplicationMode { left.append("application keypad") }
    if isRenditionLeftOn { left.append("rendition") }
    return left
  }

  mutating func note(_ token: EscapeScanner.Token) {
    switch token {
    case .text(let bytes): noteText(bytes)
    case .control(let byte): if byte == 0x07 { bells += 1 }
    case .escape(let bytes): noteEscape(bytes)
    case .sequence(let sequence): note(sequence)
    case .string(let opener, let content): noteString(opener, content)
    }
  }

  private mutating func noteText(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if endedInC2, (0x80..<0xA0).contains(byte) { secondControls += 1 }
      endedInC2 = byte == 0xC2
    }
  }

  private mutating func noteEscape(_ bytes: [UInt8]) {
    switch bytes {
    case [UInt8(ascii: "=")]: isKeypadInApplicationMode = true
    case [UInt8(ascii: ">")]: isKeypadInApplicationMode = false
    case [UInt8(ascii: "c")]:
      let counted = self
      self = TerminalState()
      (title, bells, clipboard, links) = (counted.title, counted.bells, counted.clipboard, counted.links)
      (commands, secondControls) = (counted.commands, counted.secondControls)
    default: break
    }
  }

  private mutating func note(_ sequence: EscapeScanner.ControlSequence) {
    let first = sequence.fields.first?.first ?? 0
    switch (String(decoding: sequence.prefix + sequence.intermediates, as: UTF8.self), sequence.final) {
    case ("?", UInt8(ascii: "h")): for field in sequence.fields { modes.insert(Self.mode(field[0])) }
    case ("?", UInt8(ascii: "l")): for field in sequence.fields { modes.remove(Self.mode(field[0])) }
    case (">", UInt8(ascii: "u")): keyboardLayers += 1
    case ("<", UInt8(ascii: "u")): keyboardLayers = max(0, keyboardLayers - max(1, first))
    case ("!", UInt8(ascii: "p")):
      modes.insert(.cursorVisible)
      modes.remove(.applicationCursorKeys)
      isKeypadInApplicationMode = false
      isRenditionLeftOn = false
    case ("", UInt8(ascii: "m")): isRenditionLeftOn = leavesRendition(sequence)
    case ("", UInt8(ascii: "t")) where first == 22: titles.append(title)
    case ("", UInt8(ascii: "t")) where first == 23: if let last = titles.popLast() { title = last }
    default: break
    }
  }

  /// 47 and 1047 are older names of the alternate screen.
  private static func mode(_ number: Int) -> TerminalMode {
    number == 47 || number == 1047 ? .alternateScreen : TerminalMode(rawValue: number)
  }

  /// Whether any attribute is set after the last reset in this sequence.
  private func leavesRendition(_ sequence: EscapeScanner.ControlSequence) -> Bool {
    var isOn = isRenditionLeftOn
    var fields = sequence.fields[...]
    if fields.isEmpty { return false }
    while let field = fields.popFirst() {
      switch field[0] {
      case 0: isOn = false
      case 38, 48, 58:
        isOn = true
        if field.count == 1, let kind = fields.first?.first { fields = fields.dropFirst(kind == 2 ? 4 : 2) }
      // Resetting one attribute neither sets one nor clears the others.
      case 22...29, 39, 49, 59: break
      default: isOn = true
      }
    }
    return isOn
  }

  private mutating func noteString(_ opener: UInt8, _ content: [UInt8]) {
    guard opener == UInt8(ascii: "]") else {
      let names: [UInt8: String] = [
        UInt8(ascii: "P"): "DCS", UInt8(ascii: "_"): "APC", UInt8(ascii: "^"): "PM", UInt8(ascii: "X"): "SOS",
      ]
      commands[names[opener] ?? "SOS", default: 0] += 1
      return
    }
    let text = String(decoding: content, as: UTF8.self)
    let number = String(text.prefix { $0 != ";" })
    let argument = String(text.dropFirst(number.count + 1))
    commands[number, default: 0] += 1
    switch number {
    case "0", "2": title = argument
    case "52": clipboard.append(argument)
    case "8" where !argument.hasSuffix(";"): links.append(argument)
    default: break
    }
  }
}
