/// Shows the frames of an ``Application`` and sends it events: a ``Terminal``, or a ``MemoryScreen`` in tests.
@MainActor
public protocol Screen: AnyObject {
  /// The number of columns and lines.
  var size: Size { get }

  /// Notified of events; held weakly.
  var delegate: (any ScreenDelegate)? { get set }

  /// The theme of the roles from the next frame on.
  var theme: Theme { get set }

  /// Whether the background is dark or light; `nil` while that is unknown. A terminal is queried when it is opened, and
  /// ``ScreenDelegate/screenDidLearnBackground(_:)`` is called when it answers.
  var background: TerminalBackground? { get }

  /// Whether colours are visible; by default, whether the theme has any.
  var isColored: Bool { get }

  /// Whether the screen can accept a frame at once. A terminal that has not accepted the last one yet is not ready,
  /// because it would fall further behind. ``ScreenDelegate/screenDidBecomeReady(_:)`` is called when it is.
  var isReady: Bool { get }

  /// Opens the screen, also again after ``close()``, and starts to notify the delegate.
  func open()

  /// Shows the changes since the last call, and moves the cursor to `cursor`, or hides it.
  func show(_ surface: Surface, cursor: Point?)

  /// Sets the title of the window, if it has one; the earlier title is restored at the end.
  func setTitle(_ title: String)

  /// Copies text to the clipboard, if the terminal permits it.
  func copyToClipboard(_ text: String)

  /// Restores the screen. Does nothing when it is closed.
  func close()

  /// Restores the screen, stops the process, and opens the screen again when the process continues.
  func suspend()
}

/// Notified of the events of a screen.
@MainActor
public protocol ScreenDelegate: AnyObject {
  /// Called with events in order. More may follow at once: draw when ``screenDidDrain(_:)`` is called.
  func screen(_ screen: any Screen, didReceive events: [Event])
  /// Called when all pending events were delivered: draw now.
  func screenDidDrain(_ screen: any Screen)
  /// Called when the screen can accept a frame again.
  func screenDidBecomeReady(_ screen: any Screen)
  /// Called when ``Screen/background`` has become known or changed.
  func screenDidLearnBackground(_ screen: any Screen)
  /// Called when the terminal was closed for good.
  func screenDidDisappear(_ screen: any Screen)
}

extension ScreenDelegate {
  /// Does nothing.
  public func screenDidLearnBackground(_ screen: any Screen) {}
}

extension Screen {
  /// Returns whether the theme has any colour.
  public var isColored: Bool { theme.isColored }
  /// Returns `nil`: the background is unknown.
  public var background: TerminalBackground? { nil }
}
