/// Input of the user or of the terminal.
public enum Event: Hashable, Sendable {
  case key(KeyEvent)
  /// A bracketed paste, whole, as it was sent, but for line ends: they are line feeds.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  case resize(Size)
}

/// A key and what was held down with it.
public struct KeyEvent: Hashable, Sendable {
  /// A key by what is on it.
  public enum Key: Hashable, Sendable {
    /// A character as typed: with Shift already applied, and the plain letter when Control or Alt is held.
    case character(Character)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right
    case home, end, pageUp, pageDown
    case function(Int)
  }

  /// Keys that are held while another is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The modifiers as bits.
    public let rawValue: UInt8
    /// Creates a set of modifiers from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reported only with keys that are not characters: Shift and a letter is another character.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, also called Meta or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Control. With some letters a terminal sends the same as for another key: Ctrl-I is Tab, Ctrl-M is Enter.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key.
  public var key: Key
  /// What was held.
  public var modifiers: Modifiers

  /// A key, with what was held.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A press, a release, a movement or a turn of the wheel, at a cell of the window.
public struct MouseEvent: Hashable, Sendable {
  /// What was done with the mouse.
  public enum Action: Hashable, Sendable {
    case press, release, drag
    case scrollUp, scrollDown
  }

  /// Which button; none for the wheel.
  public enum Button: Hashable, Sendable { case left, middle, right, none }

  /// What was done.
  public var action: Action
  /// With which button.
  public var button: Button
  /// Where, in the window's cells.
  public var location: Point
  /// What was held.
  public var modifiers: KeyEvent.Modifiers
  /// 2 for the second press in quick succession on one cell, 3 for the third…; a release carries its press's count.
  public var clickCount = 1

  /// Creates an event of the mouse; a single click.
  public init(_ action: Action, _ button: Button = .left, at location: Point, _ modifiers: KeyEvent.Modifiers = []) {
    self.action = action
    self.button = button
    self.location = location
    self.modifiers = modifiers
  }
}
