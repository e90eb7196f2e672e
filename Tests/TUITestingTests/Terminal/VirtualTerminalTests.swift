import TUIKit
import Testing

@testable import TUITesting

@Suite struct `The virtual terminal` {
  private func terminal(_ width: Int = 20, _ height: Int = 4, showing text: String) -> VirtualTerminal {
    let terminal = VirtualTerminal(size: Size(width: width, height: height))
    terminal.write(text)
    return terminal
  }

  @Test func `shows text at the cursor's position`() {
    let screen = terminal(showing: "Ada\u{1B}[3;5HLovelace\r\n!").contents
    #expect(screen.lines == ["Ada", "", "    Lovelace", "!"])
    #expect(screen.text == "Ada\n\n    Lovelace\n!")
    #expect(screen.cursor == Point(x: 1, y: 3))
    #expect(screen.point(of: "lace") == Point(x: 8, y: 2))
  }

  @Test func `knows the style of a cell`() {
    let screen = terminal(
      60,
      showing: "\u{1B}[1;4mA\u{1B}[0;2mB\u{1B}[22;3mC\u{1B}[0;7mD\u{1B}[0;9mE\u{1B}[0;31;103mF"
        + "\u{1B}[0;38;5;200;48;2;2;3;2mG\u{1B}[mH\u{1B}[38;2;2;2;2;2mI\u{1B}[22mJ"
    ).contents
    let styles = "ABCDEFGHIJ".map { screen.rendition(of: String($0)) }
    let grey = Rendition.Color.rgb(red: 2, green: 2, blue: 2)
    #expect(
      styles == [
        Rendition(.standard, on: .standard, [.bold, .underline]), Rendition(.standard, on: .standard, .dim),
        Rendition(.standard, on: .standard, .italic), Rendition(.standard, on: .standard, .reverse),
        Rendition(.standard, on: .standard, .strikethrough), Rendition(.palette(1), on: .palette(11)),
        Rendition(.palette(200), on: .rgb(red: 2, green: 3, blue: 2)), Rendition(),
        Rendition(grey, on: .standard, .dim), Rendition(grey),
      ])
  }

  @Test func `a wide character takes two cells, its marks none`() {
    let screen = terminal(showing: "日本e\u{301}x").contents
    #expect((0..<6).map { screen[$0, 0].width } == [2, 0, 2, 0, 1, 1])
    #expect(screen.line(0) == "日本e\u{301}x")
    #expect(screen.point(of: "x") == Point(x: 5, y: 0))
    #expect(screen.point(of: "本") == Point(x: 2, y: 0))
  }

  @Test(arguments: [
    ("\u{1B}(0日q", "日─"), ("e\u{301}日\u{301}x", "e\u{301}日\u{301}x"), ("\u{1B}(0q日\u{1B}(Bq", "─日q"),
  ])
  func `text means the same however it is split`(text: String, line: String) {
    let pieces = VirtualTerminal(size: Size(width: 20, height: 4))
    for byte in text.utf8 { pieces.write([byte]) }
    #expect([pieces.line(0), terminal(showing: text).line(0)] == [line, line])
  }

  @Test func `a character that is interrupted is replaced`() {
    let bytes: [UInt8] = [0xD6, 0x74, 0xE6, 0x97, 0x0D, 0x0A, 0xF0, 0x9F, 0x98, 0xE6, 0x97, 0xA5]
    let (whole, pieces) = (terminal(showing: ""), terminal(showing: ""))
    whole.write(bytes)
    for byte in bytes { pieces.write([byte]) }
    #expect(whole.contents.lines.prefix(2) == ["\u{FFFD}t\u{FFFD}", "\u{FFFD}日"])
    #expect(pieces.contents == whole.contents)
  }

  @Test func `follows the modes that a program sets and resets`() {
    let terminal = terminal(showing: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000;1006;2004h\u{1B}[?1004h\u{1B}[?1h\u{1B}=")
    #expect(terminal.state.isOn(.alternateScreen))
    #expect(terminal.contents.cursor == nil)
    #expect(
      terminal.state.leftovers == [
        "alternate screen", "application cursor keys", "bracketed paste", "focus reports", "mouse clicks",
        "mouse in SGR", "no visible cursor", "application keypad",
      ])
    terminal.write("\u{1B}[?1049l\u{1B}[?25h\u{1B}[?1000;1006;2004;1004l\u{1B}[?1l\u{1B}>")
    #expect(terminal.state.leftovers == [])
  }

  @Test func `each mode has a name`() {
    let modes = "1;1000;1002;1003;1004;1006;1049;2004;2026;2027;4711"
    #expect(
      terminal(showing: "\u{1B}[?\(modes)h\u{1B}[?7;25l").state.leftovers == [
        "alternate screen", "application cursor keys", "bracketed paste", "focus reports", "grapheme clusters",
        "mode 4711", "mouse clicks", "mouse drags", "mouse in SGR", "mouse moves", "synchronized update",
        "no autowrap", "no visible cursor",
      ])
  }

  @Test func `a soft reset leaves nothing`() {
    #expect(terminal(showing: "\u{1B}[?25l\u{1B}[?1h\u{1B}=\u{1B}[1m\u{1B}[!p").state.leftovers == [])
  }

  @Test func `the main screen is restored after the alternate one`() {
    let terminal = terminal(showing: "shell\u{1B}[?1049h\u{1B}[Hprogram")
    #expect(terminal.line(0) == "program")
    terminal.write("\u{1B}[?1049l")
    #expect(terminal.line(0) == "shell")
  }

  @Test func `a colour that was not reset is a leftover`() {
    let terminal = terminal(showing: "\u{1B}[38;5;4mx")
    #expect(terminal.state.leftovers == ["rendition"])
    terminal.write("\u{1B}[0m")
    #expect(terminal.state.leftovers == [])
  }

  @Test(arguments: [
    "\u{1B}[38;5;1;0m", "\u{1B}[38;2;1;2;3;0m", "\u{1B}[1m\u{1B}[!p", "\u{1B}[1;22m\u{1B}[m",
    "\u{1B}[22;23;24;25;26;27;28;29;39;49;59m",
  ])
  func `what is reset after a colour is no leftover`(text: String) {
    #expect(terminal(showing: text).state.leftovers == [])
  }

  @Test(arguments: [
    "\u{1B}[0;38;5;0m", "\u{1B}[48;2;0;0;0m", "\u{1B}[58;5;0m", "\u{1B}[58;2;0;0;0m", "\u{1B}[1;39m",
  ])
  func `a colour of zeros is a leftover`(text: String) {
    #expect(terminal(showing: text).state.leftovers == ["rendition"])
  }

  @Test func `titles, bells, clipboard, links and second controls are recorded`() {
    let terminal = terminal(
      showing: "\u{1B}]0;one\u{7}\u{1B}[22;0;0t\u{1B}]2;two\u{1B}\\\u{7}\u{1B}]52;c;aGk=\u{7}"
        + "\u{1B}]8;;https://example.org\u{1B}\\x\u{1B}]8;;\u{1B}\\\u{9B}31337m\u{1B}P+q\u{1B}\\")
    #expect(terminal.state.title == "two")
    #expect(terminal.contents.title == "two")
    #expect(terminal.state.bells == 1)
    #expect(terminal.state.clipboard == ["c;aGk="])
    #expect(terminal.state.links == [";https://example.org"])
    #expect(terminal.state.secondControls == 1)
    #expect(terminal.state.commands["DCS"] == 1)
    terminal.write("\u{1B}[23;0;0t")
    #expect(terminal.state.title == "one")
  }

  @Test func `other text has no second controls`() {
    #expect(terminal(showing: "\u{80}a\u{9F}\u{A0}日本é").state.secondControls == 2)
    let pieces = terminal(showing: "")
    for byte in [0x9B, 0xC2, 0x9B] as [UInt8] { pieces.write([byte]) }
    #expect(pieces.state.secondControls == 1)
  }

  @Test func `answers queries like a terminal`() {
    let terminal = terminal(showing: "ab\u{1B}[6n\u{1B}[?2026$p\u{1B}[?2026h\u{1B}[?2026$p\u{1B}[?4711$p")
    #expect(
      String(decoding: terminal.takeReplies(), as: UTF8.self)
        == "\u{1B}[1;3R\u{1B}[?2026;2$y\u{1B}[?2026;1$y\u{1B}[?4711;0$y")
    #expect(terminal.takeReplies() == [])
  }

  @Test(arguments: [
    ("\u{1B}]10;?\u{7}", "\u{1B}]10;rgb:e6e6/e6e6/e6e6\u{1B}\\"),
    ("\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:1616/1818/1d1d\u{1B}\\"),
    ("\u{1B}]12;?\u{7}", ""), ("\u{1B}P10;?\u{1B}\\", ""), ("\u{1B}[?2026$y", ""),
    ("\u{1B}[?2026p", ""), ("\u{1B}[4$p", ""), ("\u{1B}[?25;4711$p", "\u{1B}[?25;1$y"),
  ])
  func `answers questions for its colours, and no reports`(query: String, answer: String) {
    #expect(String(decoding: terminal(showing: query).takeReplies(), as: UTF8.self) == answer)
  }

  @Test func `counts the layers of the keyboard protocol`() {
    let terminal = terminal(showing: "\u{1B}[>1u\u{1B}[>1u\u{1B}[>1u\u{1B}[<2u")
    #expect(terminal.state.keyboardLayers == 1)
    #expect(terminal.state.leftovers == ["keyboard protocol"])
    terminal.write("\u{1B}[<u\u{1B}[<u")
    #expect(terminal.state.keyboardLayers == 0)
  }

  @Test(arguments: [0xFE, 0xFF] as [UInt8]) func `a byte that begins no character is replaced at once`(byte: UInt8) {
    let terminal = terminal(showing: "")
    terminal.write([byte])
    #expect(terminal.line(0) == "\u{FFFD}")
  }

  @Test func `counts every byte`() {
    #expect(terminal(showing: "Å\u{1B}[m").bytesWritten == 5)
  }

  @Test func `repeats a character on request`() {
    #expect(terminal(showing: "-\u{1B}[9bx").line(0) == "----------x")
    #expect(terminal(showing: "a日\u{1B}[bx").line(0) == "a日日x")
    #expect(terminal(showing: "日本\u{1B}[bx").line(0) == "日本本x")
  }

  @Test(arguments: [47, 1047, 1049]) func `the alternate screen has three numbers`(number: Int) {
    let terminal = terminal(showing: "\u{1B}[?\(number)h")
    #expect(terminal.state.leftovers == ["alternate screen"])
    terminal.write("\u{1B}[?\(number)l")
    #expect(terminal.state.leftovers == [])
  }

  @Test func `lines that no longer wrap are a leftover`() {
    #expect(terminal(showing: "\u{1B}[?7l").state.leftovers == ["no autowrap"])
  }

  @Test func `counts the commands of each number`() {
    let commands = terminal(showing: "\u{1B}]2;a\u{7}\u{1B}]2;b\u{7}\u{1B}]52;c;aGk=\u{7}").state.commands
    #expect(commands == ["2": 2, "52": 1])
  }

  @Test func `the first parameter of a repetition counts`() {
    #expect(terminal(showing: "a\u{1B}[3;1bx").line(0) == "aaaax")
  }

  @Test func `a similar sequence repeats nothing`() {
    #expect(terminal(showing: "a\u{1B}[3 b\u{1B}[?3bx").line(0) == "ax")
  }

  @Test func `ends a repetition of nothing, and an endless one`() {
    #expect(terminal(showing: "\u{1B}[bx").line(0) == "x")
    #expect(terminal(showing: "a\u{200B}\u{1B}[5bx").line(0).hasSuffix("x"))
    #expect(terminal(showing: "-\u{1B}[99999999999b\u{1B}[Hx").line(0).hasPrefix("x---"))
  }

  @Test(arguments: [";", ":"])
  func `ignores parameters beyond the sixteenth`(separator: String) {
    let many = "1" + String(repeating: "\(separator)31", count: 10_000)
    let terminal = terminal(showing: "\u{1B}[\(many)mAda\u{1B}[\(many)HBob\u{1B}[?\(many)h")
    #expect(terminal.contents.rendition(of: "B")?.attributes == .bold)
  }

  @Test func `works at any size`() {
    let terminal = terminal(showing: "")
    for step in 0..<200 {
      let size = Size(width: 1 + step * 13 % 90, height: 1 + step * 7 % 50)
      terminal.resize(to: size)
      terminal.write("\u{1B}[?1049h\u{1B}[99;99H日本\r\n\n\u{1B}[2;4r\u{1B}[L\u{1B}[r\u{1B}[?1049lAda")
      let screen = terminal.contents
      #expect(screen.size == size)
      #expect(screen.cells.count == size.width * size.height)
      #expect(screen.cursor.map { $0.x < size.width && $0.y < size.height } == true)
    }
  }

  private func sequence(_ prefix: String, _ parameters: String, _ final: String) -> EscapeScanner.ControlSequence {
    .init(prefix: Array(prefix.utf8), parameters: Array(parameters.utf8), final: final.utf8.first ?? 0)
  }

  @Test func `several private modes become one sequence each`() {
    let modes = sequence("?", "1000;1006", "h").forOldTerminals
    #expect(modes == [sequence("?", "1000", "h"), sequence("?", "1006", "h")])
  }

  @Test(arguments: [("", "4;20", "h"), ("", "4;20", "l"), (">", "4;2", "m"), ("?", "1;2", "u")])
  func `a sequence of another kind is not translated`(prefix: String, parameters: String, final: String) {
    let written = sequence(prefix, parameters, final)
    #expect(written.forOldTerminals == [written])
  }

  @Test func `an omitted parameter of a rendition is kept`() {
    #expect(sequence("", "1;;3", "m").forOldTerminals == [sequence("", "1;;3", "m")])
    #expect(sequence("", ";2", "m").forOldTerminals == [sequence("", ";19", "m")])
  }
}
