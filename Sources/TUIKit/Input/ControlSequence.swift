/// A parsed sequence after `ESC [` or `ESC O`: `<` or `?`, numbers, a final byte.
struct ControlSequence {
  private(set) var prefix: UInt8 = 0
  private(set) var intermediate: UInt8 = 0
  private(set) var numbers: [Int] = []
  let final: UInt8

  init(_ parameters: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    var number: Int?
    var isSubparameter = false
    for byte in parameters {
      switch byte {
      case 0x30...0x39 where !isSubparameter:
        // A number with more digits than this is not used by any sequence, so it may be cut.
        number = min((number ?? 0) * 10 + Int(byte - 0x30), 1_000_000)
      case UInt8(ascii: ";"):
        numbers.append(number ?? 0)
        number = nil
        isSubparameter = false
      case UInt8(ascii: ":"):
        isSubparameter = true
      case 0x3C...0x3F:
        prefix = byte
      case 0x20...0x2F:
        intermediate = byte
      default:
        break
      }
    }
    if let number { numbers.append(number) }
  }

  var isPasteStart: Bool { final == UInt8(ascii: "~") && prefix == 0 && numbers.first == 200 }

  var modeReport: InputDecoder.Report? {
    guard final == UInt8(ascii: "y"), intermediate == UInt8(ascii: "$"), prefix == UInt8(ascii: "?"), numbers.count == 2
    else { return nil }
    return .mode(numbers[0], state: numbers[1])
  }

  /// The event of an `ESC [` sequence; `nil` for an unknown one.
  var event: Event? {
    guard intermediate == 0 else { return nil }
    if prefix == UInt8(ascii: "<") { return MouseDecoder.sgr(numbers, isRelease: final == UInt8(ascii: "m")) }
    guard prefix == 0 else { return nil }
    switch final {
    case UInt8(ascii: "~"): return tilde.map { .key($0) }
    case UInt8(ascii: "u"): return numbers.first.flatMap { typed(code: $0, modifiers) }.map { .key($0) }
    case UInt8(ascii: "Z"): return .key(KeyEvent(.tab, modifiers.union(.shift)))
    case UInt8(ascii: "I") where numbers.isEmpty: return .focus(true)
    case UInt8(ascii: "O") where numbers.isEmpty: return .focus(false)
    default: return cursorKey.map { .key(KeyEvent($0, modifiers)) }
    }
  }

  /// The key of an `ESC O` sequence: cursor keys, F1 to F4, and the keypad.
  var applicationKey: KeyEvent? {
    // Some terminals send the modifier alone: ESC O 5 A.
    let modifiers = numbers.count == 1 ? Self.modifiers(numbers[0]) : modifiers
    if let key = cursorKey { return KeyEvent(key, modifiers) }
    switch final {
    case UInt8(ascii: "M"): return KeyEvent(.enter, modifiers)
    case UInt8(ascii: "I"): return KeyEvent(.tab, modifiers)
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return KeyEvent(.character(Character(Unicode.Scalar(final - 0x40))), modifiers)
    case UInt8(ascii: "X"): return KeyEvent(.character("="), modifiers)
    default: return nil
    }
  }

  private var cursorKey: KeyEvent.Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "S"): .function(4)
    default: nil
    }
  }

  private var tilde: KeyEvent? {
    guard let number = numbers.first else { return nil }
    switch number {
    case 1, 7: return KeyEvent(.home, modifiers)
    case 2: return KeyEvent(.insert, modifiers)
    case 3: return KeyEvent(.delete, modifiers)
    case 4, 8: return KeyEvent(.end, modifiers)
    case 5: return KeyEvent(.pageUp, modifiers)
    case 6: return KeyEvent(.pageDown, modifiers)
    case 11...15: return KeyEvent(.function(number - 10), modifiers)
    case 17...21: return KeyEvent(.function(number - 11), modifiers)
    case 23...26: return KeyEvent(.function(number - 12), modifiers)
    case 28, 29: return KeyEvent(.function(number - 13), modifiers)
    case 31...34: return KeyEvent(.function(number - 14), modifiers)
    case 27 where numbers.count == 3: return typed(code: numbers[2], modifiers)
    default: return nil
    }
  }

  /// A key that is encoded by its character and modifiers.
  private func typed(code: Int, _ modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    switch code {
    case 9: return KeyEvent(.tab, modifiers)
    case 13: return KeyEvent(.enter, modifiers)
    case 27: return KeyEvent(.escape, modifiers)
    case 8, 127: return KeyEvent(.backspace, modifiers)
    case 0..<32: return nil
    default:
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      var character = Character(scalar)
      var modifiers = modifiers
      if modifiers.remove(.shift) != nil, let upper = character.uppercased().first { character = upper }
      return KeyEvent(.character(character), modifiers)
    }
  }

  private var modifiers: KeyEvent.Modifiers {
    numbers.count > 1 ? Self.modifiers(numbers[1]) : []
  }

  /// xterm's numbers: one more than the sum of Shift 1, Alt 2, Control 4, Meta 8.
  private static func modifiers(_ number: Int) -> KeyEvent.Modifiers {
    guard number > 1 else { return [] }
    let bits = number - 1
    var modifiers: KeyEvent.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & (2 | 8) != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
