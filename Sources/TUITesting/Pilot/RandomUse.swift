import Algorithms
import TUIKit

/// Random input: keys, pastes, the mouse, changes of the focus, window sizes.
///
/// The same seed gives the same events, so that a failure can be repeated.
///
/// ```swift
/// var use = RandomUse(seed: 7)
/// for _ in 0..<1_000 {
///   pilot.send(use.next())
///   #expect(pilot.violations == [])
/// }
/// ```
///
/// Ctrl-C, Ctrl-Z and Ctrl-\ are left out, because they end or stop a program.
public struct RandomUse {
  /// Further keys that are never pressed, such as the one that quits.
  public var forbiddenKeys: Set<KeyEvent> = []
  /// The possible widths of the window.
  public var widths = 1...500
  /// The possible heights of the window.
  public var heights = 1...200
  /// The average number of events per change of the window's size.
  public var eventsPerResize = 200

  private var random: SeededGenerator
  private var size: Size

  /// Creates a source of random events from a seed.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same events.
  ///   - size: The window's size at the beginning.
  public init(seed: UInt64, size: Size = Size(width: 100, height: 30)) {
    random = SeededGenerator(seed: seed)
    self.size = size
  }

  /// The next event.
  public mutating func next() -> Event {
    if Int.random(in: 0..<eventsPerResize, using: &random) == 0 { return resize() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25: return mouse()
    case 25..<28: return .paste(Self.pastes.randomElement(using: &random) ?? "")
    case 28: return .focus(Bool.random(using: &random))
    default: return .key(key())
    }
  }

  private mutating func key() -> KeyEvent {
    while true {
      let key = anyKey()
      let isSignal = key.modifiers.contains(.control) && "cz\\".contains { key.key == .character($0) }
      if !isSignal, !forbiddenKeys.contains(key) { return key }
    }
  }

  private mutating func anyKey() -> KeyEvent {
    let modifiers = KeyEvent.Modifiers(rawValue: UInt8.random(in: 0...7, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5:
      let isPlain = Int.random(in: 0..<4, using: &random) > 0
      return KeyEvent(Self.keys.randomElement(using: &random) ?? .enter, isPlain ? [] : modifiers)
    case 5..<8:
      return KeyEvent(.character(Self.characters.randomElement(using: &random) ?? "a"))
    default:
      let letter = Self.letters.randomElement(using: &random) ?? "a"
      return KeyEvent(.character(letter), Bool.random(using: &random) ? .control : .alt)
    }
  }

  private mutating func mouse() -> Event {
    let place = Point(
      x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random))
    let actions: [MouseEvent.Action] = [.press, .press, .press, .release, .drag, .scrollUp, .scrollDown]
    let action = actions.randomElement(using: &random) ?? .press
    let isWheel = action == .scrollUp || action == .scrollDown
    let button: MouseEvent.Button = isWheel ? .none : Int.random(in: 0..<8, using: &random) == 0 ? .right : .left
    return .mouse(MouseEvent(action, button, at: place))
  }

  /// Small sizes are as likely as large ones, although most programs are used between.
  private mutating func resize() -> Event {
    func length(_ range: ClosedRange<Int>) -> Int {
      let limit = Int.random(in: 0..<4, using: &random) == 0 ? range.upperBound : min(range.upperBound, 100)
      return Int.random(in: range.lowerBound...max(range.lowerBound, limit), using: &random)
    }
    size = Size(width: length(widths), height: length(heights))
    return .resize(size)
  }

  private static let keys: [KeyEvent.Key] =
    [
      .enter, .enter, .tab, .tab, .backspace, .delete, .insert, .escape, .escape, .up, .up, .down, .down, .left, .right,
      .home, .end, .pageUp, .pageDown,
    ] + (1...12).map { .function($0) }
  private static let letters =
    (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) } + "123456789"
  private static let characters = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) } + "éß日한🇩🇪👩‍👩‍👧‍👦❤️ש"
  private static let pastes = [
    "", "Ada\nLovelace", "\u{1B}[2J\u{1B}]0;owned\u{7}", "日本語 👩‍👩‍👧‍👦 e\u{301}\u{202E}abc", "a\tb\rc\u{0}",
    String(repeating: "long ", count: 500), "\u{1B}[201~", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10",
  ]
}
