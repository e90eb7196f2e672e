import Testing

@testable import TUITesting

@Suite struct `The escape scanner` {
  private func tokens(_ pieces: String...) -> [EscapeScanner.Token] {
    var scanner = EscapeScanner()
    var tokens: [EscapeScanner.Token] = []
    for piece in pieces { scanner.scan(Array(piece.utf8)) { tokens.append($0) } }
    return tokens
  }

  private func text(_ text: String) -> EscapeScanner.Token { .text(Array(text.utf8)[...]) }

  private func sequence(_ prefix: String, _ parameters: String, _ final: Character) -> EscapeScanner.Token {
    .sequence(
      .init(prefix: Array(prefix.utf8), parameters: Array(parameters.utf8), final: final.asciiValue ?? 0))
  }

  @Test func `text, control characters and sequences are distinguished`() {
    #expect(
      tokens("Ada\r\n\u{1B}[?25l\u{1B}[1;2HÅ\u{1B}(B\u{1B}]0;hey\u{7}!") == [
        text("Ada"), .control(13), .control(10), sequence("?", "25", "l"), sequence("", "1;2", "H"), text("Å"),
        .escape(Array("(B".utf8)), .string(opener: UInt8(ascii: "]"), content: Array("0;hey".utf8)), text("!"),
      ])
  }

  @Test func `a sequence may be split at every byte`() {
    let written = "a\u{1B}[38;5;1mb\u{1B}]2;t\u{1B}\\c\u{1B}P+q\u{1B}\\d"
    let whole = tokens(written)
    for cut in 1..<written.utf8.count {
      var scanner = EscapeScanner()
      var parts: [EscapeScanner.Token] = []
      let bytes = Array(written.utf8)
      scanner.scan(Array(bytes[..<cut])) { parts.append($0) }
      scanner.scan(Array(bytes[cut...])) { parts.append($0) }
      scanner.scan(Array("e".utf8)) { parts.append($0) }
      #expect(parts == whole + [text("e")])
    }
  }

  @Test func `an interrupted sequence is dropped for the next one`() {
    #expect(tokens("\u{1B}[12\u{1B}[3mx") == [sequence("", "3", "m"), text("x")])
    for end in ["\u{18}", "\u{1A}"] {
      for start in ["\u{1B}", "\u{1B}(", "\u{1B}[12", "\u{1B}]0;a", "\u{1B}Pa"] {
        #expect(tokens("\(start)\(end)x") == [text("x")])
      }
    }
    #expect(tokens("\u{1B}]0;a\u{1B}[mx").suffix(2) == [sequence("", "", "m"), text("x")])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}(", "\u{1B}[", "\u{1B}[12", "\u{1B}[?1$"])
  func `text other than ASCII ends an incomplete sequence`(start: String) {
    let bytes = tokens(start + "Åx").flatMap { token in
      if case .text(let bytes) = token { Array(bytes) } else { [0] as [UInt8] }
    }
    #expect(bytes == Array("Åx".utf8))
  }

  @Test func `a control character does not end a sequence`() {
    for control: UInt8 in [0x0A, 0x7F] {
      let character = String(Unicode.Scalar(control))
      #expect(tokens("\u{1B}\(character)[3mx") == [.control(control), sequence("", "3", "m"), text("x")])
      #expect(tokens("\u{1B}[1\(character)2mx") == [.control(control), sequence("", "12", "m"), text("x")])
    }
  }

  @Test func `parameters are numbers with subparameters`() {
    let sequence = EscapeScanner.ControlSequence(parameters: Array("4:3;;38:2::1:2:3".utf8), final: UInt8(ascii: "m"))
    #expect(sequence.fields == [[4, 3], [0], [38, 2, 0, 1, 2, 3]])
  }
}
