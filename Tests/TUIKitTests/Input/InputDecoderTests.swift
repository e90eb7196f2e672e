import Testing

@testable import TUIKit

struct InputDecoderTests {
  private func events(_ text: String) -> [Event] {
    var decoder = InputDecoder()
    return decoder.feed(text.utf8) + decoder.flush()
  }

  private func key(_ text: String) -> KeyEvent? {
    guard case .key(let key)? = events(text).first, events(text).count == 1 else { return nil }
    return key
  }

  @Test(arguments: [
    ("a", KeyEvent(.character("a"))), ("A", KeyEvent(.character("A"))), ("é", KeyEvent(.character("é"))),
    ("漢", KeyEvent(.character("漢"))), ("😀", KeyEvent(.character("😀"))),
    ("\r", KeyEvent(.enter)), ("\n", KeyEvent(.enter)), ("\t", KeyEvent(.tab)), ("\u{7F}", KeyEvent(.backspace)),
    ("\u{8}", KeyEvent(.backspace)), ("\u{0}", KeyEvent(.character(" "), .control)),
    ("\u{13}", KeyEvent(.character("s"), .control)), ("\u{11}", KeyEvent(.character("q"), .control)),
    ("\u{1F}", KeyEvent(.character("_"), .control)), ("\u{1B}", KeyEvent(.escape)),
    ("\u{1B}a", KeyEvent(.character("a"), .alt)), ("\u{1B}é", KeyEvent(.character("é"), .alt)),
    ("\u{1B}[", KeyEvent(.character("["), .alt)), ("\u{1B}O", KeyEvent(.character("O"), .alt)),
    ("\u{1B}]", KeyEvent(.character("]"), .alt)), ("\u{1B}P", KeyEvent(.character("P"), .alt)),
    ("\u{1B}\u{7F}", KeyEvent(.backspace, .alt)), ("\u{1B}\r", KeyEvent(.enter, .alt)),
    ("\u{1B}\u{6}", KeyEvent(.character("f"), [.alt, .control])),
  ])
  func `characters and control characters are keys`(bytes: String, expected: KeyEvent) {
    #expect(key(bytes) == expected)
  }

  @Test(arguments: [
    ("[A", KeyEvent(.up)), ("OA", KeyEvent(.up)), ("[B", KeyEvent(.down)), ("OB", KeyEvent(.down)),
    ("[C", KeyEvent(.right)), ("OC", KeyEvent(.right)), ("[D", KeyEvent(.left)), ("OD", KeyEvent(.left)),
    ("[H", KeyEvent(.home)), ("OH", KeyEvent(.home)), ("[F", KeyEvent(.end)), ("OF", KeyEvent(.end)),
    ("[1~", KeyEvent(.home)), ("[4~", KeyEvent(.end)), ("[7~", KeyEvent(.home)), ("[8~", KeyEvent(.end)),
    ("[2~", KeyEvent(.insert)), ("[3~", KeyEvent(.delete)), ("[5~", KeyEvent(.pageUp)), ("[6~", KeyEvent(.pageDown)),
    ("OP", KeyEvent(.function(1))), ("[11~", KeyEvent(.function(1))), ("[[A", KeyEvent(.function(1))),
    ("[15~", KeyEvent(.function(5))), ("[[E", KeyEvent(.function(5))), ("[17~", KeyEvent(.function(6))),
    ("[21~", KeyEvent(.function(10))), ("[24~", KeyEvent(.function(12))), ("[Z", KeyEvent(.tab, .shift)),
    ("[1;5C", KeyEvent(.right, .control)), ("[1;2A", KeyEvent(.up, .shift)), ("[1;3B", KeyEvent(.down, .alt)),
    ("[1;8D", KeyEvent(.left, [.shift, .alt, .control])), ("[3;5~", KeyEvent(.delete, .control)),
    ("O5C", KeyEvent(.right, .control)), ("[1;2P", KeyEvent(.function(1), .shift)), ("OM", KeyEvent(.enter)),
    ("Oj", KeyEvent(.character("*"))), ("Op", KeyEvent(.character("0"))),
    ("[97;5u", KeyEvent(.character("a"), .control)), ("[97;2u", KeyEvent(.character("A"))),
    ("[27;5;115~", KeyEvent(.character("s"), .control)), ("[27u", KeyEvent(.escape)),
  ])
  func `modified and function keys are decoded`(sequence: String, expected: KeyEvent) {
    #expect(key("\u{1B}" + sequence) == expected)
  }

  @Test func `each function key has the number of xterm`() {
    let numbers = Array(11...15) + Array(17...21) + Array(23...26) + [28, 29] + Array(31...34)
    #expect(numbers.map { key("\u{1B}[\($0)~") } == (1...20).map { KeyEvent(.function($0)) })
    #expect([16, 22, 27, 30, 35].allSatisfy { events("\u{1B}[\($0)~").isEmpty })
  }

  @Test func `named keys are also encoded by their characters`() {
    let codes: [(Int, KeyEvent.Key)] = [(8, .backspace), (9, .tab), (13, .enter), (27, .escape), (127, .backspace)]
    for (code, expected) in codes { #expect(key("\u{1B}[\(code);5u") == KeyEvent(expected, .control)) }
    #expect(events("\u{1B}[10u").isEmpty && events("\u{1B}[31u").isEmpty)
  }

  @Test func `the rest of a sequence is waited for longer than that of Esc`() {
    let patience = [[0x1B], [0x1B, 0x5B], [0x1B, 0x5B, 0x31], [0xC3], [0xE6, 0xBC]].map { (bytes: [UInt8]) in
      var decoder = InputDecoder()
      _ = decoder.feed(bytes)
      return decoder.patience
    }
    #expect(patience == [25, 100, 500, 500, 500].map { .milliseconds($0) })
  }

  @Test func `a terminal's own key strings are decoded`() {
    var keys = KeyStrings()
    keys.add("\u{1B}[7$", KeyEvent(.home, .shift))
    keys.add("\u{1B}\u{1B}[A", KeyEvent(.up, .alt))
    keys.add("\u{1B}[Y", KeyEvent(.end))
    keys.add("\u{8}", KeyEvent(.delete))
    var decoder = InputDecoder(keys: keys)
    let expected: [Event] = [
      .key(KeyEvent(.end)), .key(KeyEvent(.up, .alt)), .key(KeyEvent(.home, .shift)), .key(KeyEvent(.backspace)),
    ]
    #expect(decoder.feed("\u{1B}[Y\u{1B}\u{1B}[A\u{1B}[7$\u{8}".utf8) + decoder.flush() == expected)
  }

  @Test func `a lone Escape becomes a key after a moment`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.patience == .milliseconds(25))
    #expect(decoder.flush() == [.key(KeyEvent(.escape))])
    #expect(!decoder.isWaiting && decoder.patience == nil)
  }

  @Test func `two Escapes are two keys`() {
    #expect(events("\u{1B}\u{1B}") == [.key(KeyEvent(.escape)), .key(KeyEvent(.escape))])
  }

  @Test func `a sequence that follows a late Escape is still its key`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) + decoder.flush() == [.key(KeyEvent(.escape))])
    #expect(decoder.feed("[B".utf8) == [.key(KeyEvent(.down))])
    #expect(decoder.feed("[B".utf8) == [.key(KeyEvent(.character("["))), .key(KeyEvent(.character("B")))])
  }

  @Test func `a late Escape may begin a paste`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) + decoder.flush() == [.key(KeyEvent(.escape))])
    #expect(decoder.feed("[200~dq\r\u{1B}[201~".utf8) == [.paste("dq\n")])
    #expect(!decoder.isWaiting)
    _ = decoder.feed([0x1B]) + decoder.flush()
    #expect(decoder.feed("[200~d".utf8) == [])
    #expect(decoder.feed("q\r\u{1B}[201~x".utf8) == [.paste("dq\n"), .key(KeyEvent(.character("x")))])
  }

  @Test func `a letter after Escape is a letter`() {
    var decoder = InputDecoder()
    _ = decoder.feed([0x1B]) + decoder.flush()
    #expect(decoder.feed("O".utf8) == [.key(KeyEvent(.character("O")))])
    _ = decoder.feed([0x1B]) + decoder.flush()
    #expect(decoder.feed("Ok".utf8) == [.key(KeyEvent(.character("+")))])
    _ = decoder.feed([0x1B]) + decoder.flush()
    #expect(decoder.feed("Oh".utf8) == [.key(KeyEvent(.character("O"))), .key(KeyEvent(.character("h")))])
  }

  @Test func `an interrupted sequence is dropped, the next one decoded`() {
    #expect(events("\u{1B}[1;\u{1B}[A") == [.key(KeyEvent(.up))])
    #expect(events("\u{1B}[12") == [])
    #expect(events("\u{1B}[99~x") == [.key(KeyEvent(.character("x")))])
  }

  @Test func `focus changes are decoded`() {
    #expect(events("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
  }

  @Test func `answers of the terminal are not keys`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[?2026;2$ya\u{1B}]11;rgb:0/0/0\u{7}b\u{1B}P1$r0m\u{1B}\\c".utf8).count == 3)
    #expect(decoder.reports == [.mode(2026, state: 2), .background(.dark)])
  }

  @Test func `only a report of a private mode is one of a terminal's extensions`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[2026;2$y\u{1B}[?2026;2y\u{1B}[?2026$y".utf8) + decoder.flush() == [])
    #expect(decoder.reports == [])
  }

  @Test(
    arguments: [
      ("rgb:ffff/ffff/ffff", TerminalBackground.light), ("rgb:1e/1e/2e", .dark), ("rgba:f/f/e/8", .light),
      ("#fdf6e3", .light), ("#002b36", .dark), ("rgb:8000/0/0", .dark),
      ("#807f80", .dark), ("#7f807f", .light), ("#00cc44", .dark), ("rgb:ff/ff", nil), ("mauve", nil),
      ("rgb:fffff/0/0", nil),
    ] as [(String, TerminalBackground?)])
  func `a background is dark or light`(text: String, background: TerminalBackground?) {
    #expect(TerminalBackground(reported: text) == background)
  }

  @Test(
    arguments: [
      ("15;0", TerminalBackground.dark), ("0;15", .light), ("0;default;7", .light), ("7;8", .dark), ("15;default", nil),
      ("", nil), ("0;99", nil),
    ] as [(String, TerminalBackground?)])
  func `COLORFGBG names a background`(text: String, background: TerminalBackground?) {
    #expect(TerminalBackground(colorFGBG: text) == background)
  }

  @Test(arguments: [
    ("<0;3;2M", MouseEvent(.press, .left, at: Point(x: 2, y: 1))),
    ("<0;3;2m", MouseEvent(.release, .left, at: Point(x: 2, y: 1))),
    ("<2;1;1M", MouseEvent(.press, .right, at: .zero)),
    ("<32;300;200M", MouseEvent(.drag, .left, at: Point(x: 299, y: 199))),
    ("<64;1;1M", MouseEvent(.scrollUp, .none, at: .zero)),
    ("<65;1;1M", MouseEvent(.scrollDown, .none, at: .zero)),
    ("<20;1;1M", MouseEvent(.press, .left, at: .zero, [.shift, .control])),
  ])
  func `mouse reports are decoded exactly`(sequence: String, expected: MouseEvent) {
    #expect(events("\u{1B}[" + sequence) == [.mouse(expected)])
  }

  @Test func `mouse moves without a button are ignored`() {
    #expect(events("\u{1B}[<35;1;1M\u{1B}[<0;0;0M\u{1B}[<0;1M\u{1B}[<999999999999999999999;1;1M") == [])
  }

  @Test func `mouse reports in the old form are decoded`() {
    var keys = KeyStrings()
    keys.hasLegacyMouse = true
    var decoder = InputDecoder(keys: keys)
    let place = Point(x: 0, y: 1)
    #expect(
      decoder.feed("\u{1B}[M !\"\u{1B}[M#!\"".utf8) == [
        .mouse(MouseEvent(.press, .left, at: place)), .mouse(MouseEvent(.release, .none, at: place)),
      ])
  }

  @Test(arguments: [
    ([0xFF, 0x61], "\u{FFFD}a"), ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
  ])
  func `broken UTF-8 is replaced, and the rest decoded`(bytes: [UInt8], expected: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes) + decoder.flush() == expected.map { .key(KeyEvent(.character($0))) })
  }

  // MARK: Pasting

  @Test func `a paste is one event, with line feeds for line ends`() {
    #expect(
      events("a\u{1B}[200~x\ry\r\nz\u{1B}[A\u{1B}[201~b") == [
        .key(KeyEvent(.character("a"))), .paste("x\ny\nz\u{1B}[A"), .key(KeyEvent(.character("b"))),
      ])
  }

  @Test func `a megabyte in small pieces is one paste`() {
    let text = String(repeating: "Ada\u{1B}[201 Löv\u{1B}[200~", count: 40_000)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
    var decoder = InputDecoder()
    var events: [Event] = []
    for start in stride(from: 0, to: bytes.count, by: 7) {
      events += decoder.feed(bytes[start..<min(start + 7, bytes.count)])
    }
    #expect(events == [.paste(text), .key(KeyEvent(.character("q")))])
  }

  @Test func `a paste without an end ends after a pause`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~half".utf8) == [])
    #expect(decoder.patience == .seconds(10))
    #expect(decoder.flush() == [.paste("half")])
    #expect(!decoder.isWaiting)
  }

  // MARK: Split input

  private static let everything =
    "aé漢😀\r\t\u{7F}\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}x\u{1B}é\u{1B}[15~\u{1B}[<0;3;2M\u{1B}[I"
    + "\u{1B}[200~p\u{1B}[Aé\r\u{1B}[201~\u{1B}[[A\u{1B}[?2026;2$y\u{1B}[3;5~\u{1B}]11;rgb:0/0/0\u{1B}\\\u{13}z"

  @Test func `input split anywhere has the same meaning`() {
    let bytes = Array(Self.everything.utf8)
    let whole = events(Self.everything)
    #expect(whole.count == 20)
    for cut in 0...bytes.count {
      var decoder = InputDecoder()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == whole, "cut at \(cut)")
    }
    var decoder = InputDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == whole)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any input is decoded, and none stays pending`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x1B], Array("[".utf8), Array("O".utf8), Array("200~".utf8), Array("201~".utf8), Array("<0;1;1M".utf8),
      Array("1;5".utf8), Array("]52;".utf8), Array("P+q".utf8), [0xE2], [0x82], [0xAC], [0xFF], Array("M".utf8),
    ]
    var decoder = InputDecoder()
    for _ in 0..<300 {
      if Bool.random(using: &random) {
        _ = decoder.feed(pieces.randomElement(using: &random) ?? [])
      } else {
        _ = decoder.feed([UInt8.random(in: 0...255, using: &random)])
      }
      if Int.random(in: 0..<20, using: &random) == 0 { _ = decoder.flush() }
    }
    while decoder.isWaiting { _ = decoder.flush() }
    #expect(decoder.feed("k".utf8) == [.key(KeyEvent(.character("k")))])
  }
}
