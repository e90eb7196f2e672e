/// Input of the user or of the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyEvent)
  /// A whole bracketed paste, as it was sent, with line feeds as line ends.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The terminal's window has gained or lost the focus.
  case focus(Bool)
  /// The window has a new size.
  case resize(Size)

  /// Whether a mouse button was pressed.
  public var isPress: Bool {
    if case .mouse(let mouse) = self { mouse.action == .press } else { false }
  }
}

/// A key and its modifiers.
public struct KeyEvent: Hashable, Sendable {
  /// The key without its modifiers.
  public enum Key: Hashable, Sendable {
    /// A character as typed: with Shift already applied, and the plain letter when Control or Alt is held.
    case character(Character)
    /// A key that edits or confirms.
    case enter, tab, backspace, delete, insert, escape
    /// A cursor key.
    case up, down, left, right
    /// A key that moves further.
    case home, end, pageUp, pageDown
    /// A function key by its number.
    case function(Int)
  }

  /// Keys that are held while another is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The modifiers as bits.
    public let rawValue: UInt8
    /// Creates a set of modifiers from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reported only with keys that are not characters: a letter with Shift is another character.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, also called Meta or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    ///
    /// Terminals send some letters with Control as another key: Ctrl-I is Tab, Ctrl-M is Enter.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key.
  public var key: Key
  /// The modifiers.
  public var modifiers: Modifiers

  /// Creates a key event.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A press, a release, a movement or a turn of the wheel, at a cell of the window.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of mouse event.
  public enum Action: Hashable, Sendable {
    /// A button was pressed, released, or the mouse moved with a button held.
    case press, release, drag
    /// The wheel was turned by a notch.
    case scrollUp, scrollDown
  }

  /// The button; none for the wheel.
  public enum Button: Hashable, Sendable { case left, middle, right, none }

  /// The kind of event.
  public var action: Action
  /// The button.
  public var button: Button
  /// The position in the window's cells.
  public var location: Point
  /// The modifiers.
  public var modifiers: KeyEvent.Modifiers
  /// 2 for the second press in quick succession on one cell, 3 for the third, and so on; a release has its press's
  /// count.
  public var clickCount = 1

  /// Creates a mouse event with a click count of 1.
  public init(_ action: Action, _ button: Button = .left, at location: Point, _ modifiers: KeyEvent.Modifiers = []) {
    self.action = action
    self.button = button
    self.location = location
    self.modifiers = modifiers
  }
}
