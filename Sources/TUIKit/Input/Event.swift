/// What a person, or the terminal, did.
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
  public enum Key: Hashable, Sendable {
    /// A character as typed: with Shift already applied, and the plain letter when Control or Alt is held.
    case character(Character)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right
    case home, end, pageUp, pageDown
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public var key: Key
  public var modifiers: Modifiers

  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A press, a release, a movement or a turn of the wheel, at a cell of the window.
public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press, release, drag
    case scrollUp, scrollDown
  }

  public enum Button: Hashable, Sendable { case left, middle, right, none }

  public var action: Action
  public var button: Button
  public var location: Point
  public var modifiers: KeyEvent.Modifiers
  /// 2 for the second press in quick succession on one cell, 3 for the third…; a release carries its press's count.
  public var clickCount = 1

  public init(_ action: Action, _ button: Button = .left, at location: Point, _ modifiers: KeyEvent.Modifiers = []) {
    self.action = action
    self.button = button
    self.location = location
    self.modifiers = modifiers
  }
}
