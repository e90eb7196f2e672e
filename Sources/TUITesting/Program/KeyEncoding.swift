import TUIKit

/// The bytes that a terminal of the xterm family sends for input events, in the modes that the program has requested.
struct KeyEncoding {
  var state: TerminalState

  func bytes(for event: KeyEvent) -> [UInt8] {
    let modifiers = event.modifiers
    switch event.key {
    case .character(let character): return bytes(for: character, modifiers)
    case .enter: return alt("\r", modifiers)
    case .tab: return modifiers.contains(.shift) ? Array("\u{1B}[Z".utf8) : alt("\t", modifiers)
    case .backspace: return alt("\u{7F}", modifiers)
    case .escape: return alt("\u{1B}", modifiers)
    case .up: return cursor("A", modifiers)
    case .down: return cursor("B", modifiers)
    case .right: return cursor("C", modifiers)
    case .left: return cursor("D", modifiers)
    case .home: return cursor("H", modifiers)
    case .end: return cursor("F", modifiers)
    case .insert: return numbered(2, modifiers)
    case .delete: return numbered(3, modifiers)
    case .pageUp: return numbered(5, modifiers)
    case .pageDown: return numbered(6, modifiers)
    case .function(let number): return function(number, modifiers)
    }
  }

  private func alt(_ text: String, _ modifiers: KeyEvent.Modifiers) -> [UInt8] {
    (modifiers.contains(.alt) ? [0x1B] : []) + Array(text.utf8)
  }

  private func bytes(for character: Character, _ modifiers: KeyEvent.Modifiers) -> [UInt8] {
    guard modifiers.contains(.control), let ascii = character.asciiValue else {
      return alt(String(character), modifiers)
    }
    return alt(String(Unicode.Scalar(character == "?" ? 0x7F : ascii & 0x1F)), modifiers)
  }

  /// 1, plus 1 for Shift, 2 for Alt and 4 for Control.
  private func parameter(_ modifiers: KeyEvent.Modifiers) -> Int { 1 + Int(modifiers.rawValue) }

  private func cursor(_ final: String, _ modifiers: KeyEvent.Modifiers) -> [UInt8] {
    if !modifiers.isEmpty { return Array("\u{1B}[1;\(parameter(modifiers))\(final)".utf8) }
    return Array("\u{1B}\(state.isOn(.applicationCursorKeys) ? "O" : "[")\(final)".utf8)
  }

  private func numbered(_ number: Int, _ modifiers: KeyEvent.Modifiers) -> [UInt8] {
    Array("\u{1B}[\(number)\(modifiers.isEmpty ? "" : ";\(parameter(modifiers))")~".utf8)
  }

  private func function(_ number: Int, _ modifiers: KeyEvent.Modifiers) -> [UInt8] {
    let numbers = [15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
    switch number {
    case 1...4 where modifiers.isEmpty: return Array("\u{1B}O\(["P", "Q", "R", "S"][number - 1])".utf8)
    case 1...4: return Array("\u{1B}[1;\(parameter(modifiers))\(["P", "Q", "R", "S"][number - 1])".utf8)
    case 5...20: return numbered(numbers[number - 5], modifiers)
    default: return []
    }
  }

  /// A paste, bracketed when the program has requested it.
  func bytes(pasting text: String) -> [UInt8] {
    // A terminal sends a line end as Enter, and removes a sequence that would end the brackets early.
    let content = Array(text.replacing("\r\n", with: "\r").replacing("\n", with: "\r").utf8)
    guard state.isOn(.bracketedPaste) else { return content }
    let safe = content.filter { $0 != 0x1B }
    return Array("\u{1B}[200~".utf8) + safe + Array("\u{1B}[201~".utf8)
  }

  /// A mouse event; `nil` when the program has not requested it.
  func bytes(for event: MouseEvent) -> [UInt8]? {
    let wants =
      event.action == .drag
      ? state.isOn(.mouseDrags) || state.isOn(.mouseMoves)
      : state.isOn(.mouseClicks) || state.isOn(.mouseDrags) || state.isOn(.mouseMoves)
    guard wants, state.isOn(.mouseInSGR) else { return nil }
    var code =
      switch event.button {
      case .left: 0
      case .middle: 1
      case .right: 2
      case .none: 3
      }
    switch event.action {
    case .scrollUp: code = 64
    case .scrollDown: code = 65
    case .drag: code += 32
    case .press, .release: break
    }
    code += Int(event.modifiers.rawValue) * 4
    let final = event.action == .release ? "m" : "M"
    return Array("\u{1B}[<\(code);\(event.location.x + 1);\(event.location.y + 1)\(final)".utf8)
  }
}
