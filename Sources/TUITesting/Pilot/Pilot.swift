import TUIKit

/// Plays the user of a program under test.
///
/// The program runs in this process (``ApplicationPilot``) or in a terminal of its own (``ProgramPilot``).
///
/// ```swift
/// try pilot.press("a")
/// try pilot.type("Ada")
/// try pilot.waitUntil("Ada is in the list") { $0.contains("Ada") }
/// ```
///
/// A pilot waits for something on the screen, never for time to pass.
public protocol Pilot: AnyObject {
  /// The screen as the user sees it now.
  var screen: ScreenContents { get }

  /// Sends an input event of the user: a key, a paste, the mouse, a new window size.
  ///
  /// - Throws: ``PilotError`` when the program has ended, does not read its input or has not requested such an event.
  func send(_ event: Event) throws(PilotError)

  /// Lets the program run until `condition` holds for the screen. The condition is checked at once and after every
  /// change.
  ///
  /// - Parameters:
  ///   - what: A description for the message of a failure.
  ///   - condition: Whether the screen has the expected content.
  /// - Throws: ``PilotError`` with the screen, when the program has ended or the pilot's patience is used up.
  func waitUntil(_ what: String, _ condition: (ScreenContents) -> Bool) throws(PilotError)
}

extension Pilot {
  /// Presses a key.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  public func press(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) throws(PilotError) {
    try send(.key(KeyEvent(key, modifiers)))
  }

  /// Presses the key of a character: `press("q")`, `press("s", .control)`.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  public func press(_ character: Character, _ modifiers: KeyEvent.Modifiers = []) throws(PilotError) {
    try press(.character(character), modifiers)
  }

  /// Types a text, key by key; a line feed is the Enter key, a tab the Tab key.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func type(_ text: String) throws(PilotError) {
    for character in text {
      switch character {
      case "\n": try press(.enter)
      case "\t": try press(.tab)
      default: try press(.character(character))
      }
    }
  }

  /// Pastes a text.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  public func paste(_ text: String) throws(PilotError) {
    try send(.paste(text))
  }

  /// Presses and releases a mouse button on a cell.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  public func click(
    x: Int, y: Int, _ button: MouseEvent.Button = .left, _ modifiers: KeyEvent.Modifiers = []
  ) throws(PilotError) {
    try send(.mouse(MouseEvent(.press, button, at: Point(x: x, y: y), modifiers)))
    try send(.mouse(MouseEvent(.release, button, at: Point(x: x, y: y), modifiers)))
  }

  /// Clicks where `text` begins on the screen.
  ///
  /// - Throws: ``PilotError`` when the text is not on the screen, or the error of ``Pilot/send(_:)``.
  public func click(on text: String) throws(PilotError) {
    guard let point = screen.point(of: text) else { throw .timeout("“\(text)” to click on", screen: screen) }
    try click(x: point.x, y: point.y)
  }

  /// Turns the wheel over a cell by a number of notches: down for a positive number, up for a negative one.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  /// - Complexity: O(*n*), where *n* is the number of notches.
  public func scroll(by notches: Int, x: Int, y: Int) throws(PilotError) {
    for _ in 0..<abs(notches) {
      try send(.mouse(MouseEvent(notches > 0 ? .scrollDown : .scrollUp, .none, at: Point(x: x, y: y))))
    }
  }

  /// Changes the size of the window.
  ///
  /// - Throws: The error of ``Pilot/send(_:)``.
  public func resize(to size: Size) throws(PilotError) {
    try send(.resize(size))
  }

  /// Lets the program run until `text` is on the screen.
  ///
  /// - Throws: ``PilotError`` when the text does not appear in time, or the program ends.
  public func waitFor(_ text: String) throws(PilotError) {
    try waitUntil("“\(text)”") { $0.contains(text) }
  }

  /// Lets the program run until `text` is not on the screen any more.
  ///
  /// - Throws: ``PilotError`` when the text does not disappear in time, or the program ends.
  public func waitForNo(_ text: String) throws(PilotError) {
    try waitUntil("“\(text)” to go") { !$0.contains(text) }
  }
}
