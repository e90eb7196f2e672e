import TUIKit
import Testing

@testable import TUITesting

/// What a terminal sends is what TUIKit reads.
@Suite struct KeyEncodingTests {
  private func encoding(_ modes: TerminalMode...) -> KeyEncoding {
    var state = TerminalState()
    state.modes.formUnion(modes)
    return KeyEncoding(state: state)
  }

  private func decoded(_ bytes: [UInt8]) -> [Event] {
    var decoder = InputDecoder()
    return decoder.feed(bytes) + decoder.flush()
  }

  @Test func `a named key is read with its modifiers`() {
    let keys: [KeyEvent.Key] =
      [.up, .down, .left, .right, .home, .end, .insert, .delete, .pageUp, .pageDown]
      + (1...20).map { .function($0) }
    for encoding in [encoding(), encoding(.applicationCursorKeys)] {
      for key in keys {
        for bits: UInt8 in 0..<8 {
          let event = KeyEvent(key, KeyEvent.Modifiers(rawValue: bits))
          #expect(decoded(encoding.bytes(for: event)) == [.key(event)], "\(event)")
        }
      }
    }
  }

  @Test func `a key with a character is read with what a terminal can send`() {
    let events =
      [KeyEvent(.enter), KeyEvent(.enter, .alt), KeyEvent(.tab), KeyEvent(.tab, .shift), KeyEvent(.backspace)]
      + [KeyEvent(.backspace, .alt), KeyEvent(.escape)]
      + "aZ7é山 ?".map { KeyEvent(.character($0)) } + "az9/".map { KeyEvent(.character($0), .alt) }
      + "abcdefgklnopqrstuvwxyz".map { KeyEvent(.character($0), .control) }
    for event in events { #expect(decoded(encoding().bytes(for: event)) == [.key(event)], "\(event)") }
  }

  @Test func `Ctrl with a character is a control character`() {
    let controls: [(Character, UInt8)] = [
      (" ", 0), ("a", 1), ("Z", 26), ("[", 27), ("\\", 28), ("]", 29), ("^", 30), ("_", 31), ("?", 127),
    ]
    for (character, byte) in controls {
      let key = KeyEvent.Key.character(character)
      #expect(encoding().bytes(for: KeyEvent(key, .control)) == [byte], "\(character)")
      #expect(encoding().bytes(for: KeyEvent(key, [.control, .alt])) == [0x1B, byte], "\(character)")
    }
  }

  @Test func `a paste has brackets that its text cannot end`() {
    let text = "a\r\nb\nc\u{1B}[201~d"
    #expect(encoding().bytes(pasting: text) == Array("a\rb\rc\u{1B}[201~d".utf8))
    #expect(encoding(.bracketedPaste).bytes(pasting: text) == Array("\u{1B}[200~a\rb\rc[201~d\u{1B}[201~".utf8))
  }

  @Test func `a mouse event is read as it happened`() {
    let location = Point(x: 250, y: 3)
    let events =
      [MouseEvent.Button.left, .middle, .right].flatMap { button in
        [MouseEvent.Action.press, .release, .drag].map { MouseEvent($0, button, at: location) }
      } + [
        MouseEvent(.scrollUp, .none, at: .zero), MouseEvent(.scrollDown, .none, at: location),
        MouseEvent(.press, .left, at: .zero, .control), MouseEvent(.drag, .left, at: location, [.alt, .shift]),
      ]
    for event in events {
      let bytes = encoding(.mouseDrags, .mouseInSGR).bytes(for: event)
      #expect(bytes.map(decoded) == [.mouse(event)], "\(event)")
    }
  }

  @Test func `a mouse event is only sent in the modes that ask for it`() {
    let (press, drag) = (MouseEvent(.press, at: .zero), MouseEvent(.drag, at: .zero))
    func sent(_ modes: TerminalMode...) -> [Bool] {
      var state = TerminalState()
      state.modes.formUnion(modes)
      return [press, drag].map { KeyEncoding(state: state).bytes(for: $0) != nil }
    }
    #expect(sent(.mouseInSGR) == [false, false])
    #expect(sent(.mouseClicks, .mouseInSGR) == [true, false])
    #expect(sent(.mouseDrags, .mouseInSGR) == [true, true])
    #expect(sent(.mouseMoves, .mouseInSGR) == [true, true])
    #expect(sent(.mouseClicks, .mouseDrags, .mouseMoves) == [false, false])
  }
}
