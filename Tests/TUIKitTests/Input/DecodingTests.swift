import Testing
import Time

@testable import TUIKit

@Suite struct DecodingTests {
  private func events(_ bytes: [UInt8]) -> [Event] {
    var decoder = InputDecoder()
    return decoder.feed(bytes) + decoder.flush()
  }

  private func events(_ text: String) -> [Event] { events(Array(text.utf8)) }

  // MARK: Characters

  @Test(arguments: 0..<60 as Range<UInt64>) func `bytes are decoded as Unicode recommends`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [ClosedRange<UInt8>] = [0x20...0x7E, 0x80...0xBF, 0xC0...0xDF, 0xE0...0xEF, 0xF0...0xFF, 0x80...0xFF]
    var bytes = (0..<40).map { _ in
      UInt8.random(in: pieces[Int.random(in: 0..<pieces.count, using: &random)], using: &random)
    }
    for scalar in ["\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}"] {
      bytes += Array(scalar.utf8)
    }
    let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { KeyEvent(.character(Character($0))) }
    #expect(events(bytes) == expected.map { .key($0) })
    var rest = bytes[...]
    var decoded = ""
    while !rest.isEmpty, let (character, length) = UTF8Step.decode(rest) {
      decoded.append(character)
      rest = rest.dropFirst(length)
    }
    #expect(
      rest.isEmpty
        && Array(decoded.unicodeScalars)
          == expected.map { event in
            if case .character(let character) = event.key { character.unicodeScalars.first ?? " " } else { " " }
          }
    )
  }

  // MARK: The mouse

  @Test(
    arguments: [
      ("<1;1;1M", MouseEvent(.press, .middle, at: .zero)), ("<2;1;1m", MouseEvent(.release, .right, at: .zero)),
      ("<8;1;1M", MouseEvent(.press, .left, at: .zero, .alt)),
      ("<33;2;1M", MouseEvent(.drag, .middle, at: Point(x: 1, y: 0))),
      ("<68;1;1M", MouseEvent(.scrollUp, .none, at: .zero, .shift)),
      ("<81;1;2M", MouseEvent(.scrollDown, .none, at: Point(x: 0, y: 1), .control)),
      ("<66;1;1M", nil), ("<67;1;1M", nil), ("<128;1;1M", nil), ("<256;1;1M", nil), ("<0;0;1M", nil), ("<0;1;0M", nil),
      ("<0;1;1;1M", nil),
    ] as [(String, MouseEvent?)]
  ) func `buttons, modifiers and wheel differ`(report: String, event: MouseEvent?) {
    #expect(events("\u{1B}[" + report) == (event.map { [.mouse($0)] } ?? []))
  }

  @Test(
    arguments: [
      ([32, 33, 33], MouseEvent(.press, .left, at: .zero)),
      ([33, 34, 33], MouseEvent(.press, .middle, at: Point(x: 1, y: 0))),
      ([35, 33, 33], MouseEvent(.release, .none, at: .zero)), ([96, 33, 33], MouseEvent(.scrollUp, .none, at: .zero)),
      ([64, 33, 33], MouseEvent(.drag, .left, at: .zero)), ([67, 33, 33], nil), ([31, 33, 33], nil),
      ([32, 32, 33], nil),
      ([32, 33, 32], nil),
    ] as [([UInt8], MouseEvent?)]) func `old reports are three bytes above 32`(
      bytes: [UInt8], event: MouseEvent?
    )
  {
    #expect(MouseDecoder.legacy(bytes[...]) == event.map { .mouse($0) })
  }

  // MARK: Sequences

  @Test(arguments: [
    ("[1;9A", KeyEvent(.up, .alt)), ("[1;10A", KeyEvent(.up, [.shift, .alt])), ("[1;1A", KeyEvent(.up)),
    ("[1;4A", KeyEvent(.up, [.shift, .alt])), ("[1;6A", KeyEvent(.up, [.shift, .control])),
    ("[97:65;5u", KeyEvent(.character("a"), .control)), ("[97;5:1u", KeyEvent(.character("a"), .control)),
    ("[1;5Z", KeyEvent(.tab, [.shift, .control])), ("[1;2Q", KeyEvent(.function(2), .shift)),
    ("OR", KeyEvent(.function(3))),
    ("OS", KeyEvent(.function(4))), ("OI", KeyEvent(.tab)), ("OX", KeyEvent(.character("="))),
    ("Oy", KeyEvent(.character("9"))),
    ("O2P", KeyEvent(.function(1), .shift)), ("[[B", KeyEvent(.function(2))), ("[9u", KeyEvent(.tab)),
    ("[233;2u", KeyEvent(.character("É"))), ("[32;5u", KeyEvent(.character(" "), .control)),
  ]) func `a sequence carries the modifiers of its key`(sequence: String, expected: KeyEvent) {
    #expect(events("\u{1B}" + sequence) == [.key(expected)])
  }

  @Test(arguments: ["[[F", "[[@", "[55296u", "[1I", "[1O", "[?1A", "[1 A", "[>1;2c", "[27;5~", "[0~", "[~"])
  func `an unknown sequence is no key`(sequence: String) {
    #expect(events("\u{1B}\(sequence)x") == [.key(KeyEvent(.character("x")))])
  }

  @Test func `a sequence without an end is dropped`() {
    let long = "\u{1B}[" + String(repeating: "1", count: 127)
    #expect(events(long + "x") == [.key(KeyEvent(.character("x")))])
    #expect(events("\u{1B}[" + String(repeating: "1", count: 120) + "A") == [.key(KeyEvent(.up))])
    var decoder = InputDecoder()
    #expect(decoder.feed(("\u{1B}]11;" + String(repeating: "1", count: 4_091)).utf8) == [] && decoder.isWaiting)
    #expect(decoder.feed("11".utf8) == [] && !decoder.isWaiting)
    #expect(decoder.feed("x".utf8) == [.key(KeyEvent(.character("x")))])
  }

  @Test(arguments: ["P$r0m", "P+q544e", "P>|xterm", "P!|00", "P0;1|x", "]0;x"])
  func `a string of the terminal is no key`(string: String) {
    #expect(events("\u{1B}\(string)\u{1B}\\x") == [.key(KeyEvent(.character("x")))])
    #expect(events("\u{1B}Pa") == [.key(.alt("P")), .key(KeyEvent(.character("a")))])
    #expect(events("\u{1B}]a") == [.key(.alt("]")), .key(KeyEvent(.character("a")))])
    #expect(events("\u{1B}]$") == [.key(.alt("]")), .key(KeyEvent(.character("$")))])
  }

  @Test func `without Escape a bracket is a character`() {
    #expect(events("[B") == "[B".map { .key(KeyEvent(.character($0))) })
  }

  @Test func `an answer ends with a bell or terminator`() {
    for (end, rest) in [("\u{7}", 1), ("\u{1B}\\", 1), ("\u{1B}", 1)] {
      var decoder = InputDecoder()
      #expect(decoder.feed("\u{1B}]11;#ffffff\(end)".utf8).isEmpty)
      let events = decoder.feed((end == "\u{1B}" ? "[A" : "x").utf8)
      #expect(events == [.key(end == "\u{1B}" ? KeyEvent(.up) : KeyEvent(.character("x")))], "\(rest)")
      #expect(decoder.reports == [.background(.light)])
    }
    #expect(InputDecoder.Report(string: "]10;#ffffff".utf8) == nil && InputDecoder.Report(string: "]11;".utf8) == nil)
  }

  @Test func `the longest key string matches`() {
    var keys = KeyStrings()
    keys.add("\u{1B}[1~", KeyEvent(.home))
    keys.add("\u{1B}[1", KeyEvent(.insert))
    keys.add("\u{1B}", KeyEvent(.end))
    keys.add("ab", KeyEvent(.end))
    #expect(keys.match(Array("\u{1B}[1~x".utf8)[...])?.key == KeyEvent(.home))
    #expect(keys.match(Array("\u{1B}[1~x".utf8)[...])?.length == 4)
    #expect(keys.match(Array("\u{1B}[1x".utf8)[...])?.length == 3)
    #expect(keys.match(Array("\u{1B}".utf8)[...]) == nil && keys.match(Array("ab".utf8)[...]) == nil)
  }

  @Test func `a paste may be empty or followed`() {
    #expect(events("\u{1B}[200~\u{1B}[201~x") == [.paste(""), .key(KeyEvent(.character("x")))])
    #expect(events("\u{1B}[200~a\u{1B}[20\u{1B}[201~") == [.paste("a\u{1B}[20")])
    #expect(events("\u{1B}[200~\r\n\n\r\u{1B}[201~") == [.paste("\n\n\n")])
    #expect(events("\u{1B}[200~a\nb\u{1B}[201~\u{1B}[200~c\u{1B}[201~") == [.paste("a\nb"), .paste("c")])
  }

  // MARK: Names and clicks

  @Test(arguments: [
    (KeyEvent(.enter), "enter"), (KeyEvent(.tab), "tab"), (KeyEvent(.backspace), "backspace"),
    (KeyEvent(.delete), "del"),
    (KeyEvent(.insert), "ins"), (KeyEvent(.down), "↓"), (KeyEvent(.left), "←"), (KeyEvent(.right), "→"),
    (KeyEvent(.home), "home"), (KeyEvent(.end), "end"), (KeyEvent(.pageDown), "pgdn"),
    (KeyEvent(.up, [.shift, .alt, .control]), "ctrl-alt-shift-↑"),
  ]) func `named keys are written in short`(key: KeyEvent, name: String) {
    #expect(key.name == name)
  }

  @Test func `only plain or shifted characters are typed`() {
    #expect(KeyEvent(.character("a")).isPlainCharacter && KeyEvent(.character("A"), .shift).isPlainCharacter)
    for key in [KeyEvent(.enter), .control("a"), .alt("a"), KeyEvent(.character("a"), [.shift, .alt])] {
      #expect(!key.isPlainCharacter)
    }
  }

  @Test func `another button or the wheel ends a click`() {
    func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
    var counter = ClickCounter()
    #expect(counter.count(MouseEvent(.release, at: .zero), at: at(0)).clickCount == 1)
    #expect(counter.count(MouseEvent(.press, at: .zero), at: at(0)).clickCount == 1)
    #expect(counter.count(MouseEvent(.press, at: .zero), at: at(400)).clickCount == 2)
    #expect(counter.count(MouseEvent(.drag, at: Point(x: 3, y: 0)), at: at(450)).clickCount == 2)
    #expect(counter.count(MouseEvent(.press, .right, at: .zero), at: at(500)).clickCount == 1)
    #expect(counter.count(MouseEvent(.press, .right, at: .zero), at: at(600)).clickCount == 2)
    #expect(counter.count(MouseEvent(.scrollUp, .none, at: .zero), at: at(610)).clickCount == 1)
    #expect(counter.count(MouseEvent(.press, .right, at: .zero), at: at(620)).clickCount == 1)
  }
}
