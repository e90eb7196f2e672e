/// What an ``Application`` shows its frames on, and hears from: a ``Terminal``, or a ``MemoryScreen`` in tests.
@MainActor
public protocol Screen: AnyObject {
  /// Columns and lines.
  var size: Size { get }

  /// Notified of events; held weakly.
  var delegate: (any ScreenDelegate)? { get set }

  /// What the roles look like from the next frame on.
  var theme: Theme { get set }

  /// Whether the background is dark or light; `nil` while that is unknown. A terminal is asked when it is opened, and
  /// ``ScreenDelegate/screenDidLearnBackground(_:)`` is called when it answers.
  var background: TerminalBackground? { get }

  /// Whether colours are visible: by default, whether the theme has any.
  var isColored: Bool { get }

  /// Whether a frame would be taken at once. A terminal that has not taken the last one yet is not ready: it would only
  /// fall further behind. ``ScreenDelegate/screenDidBecomeReady(_:)`` says when it is.
  var isReady: Bool { get }

  /// Takes the screen, or takes it back after ``close()``, and starts to notify the delegate.
  func open()

  /// Shows what has changed since the last call, and puts the cursor at `cursor`, or hides it.
  func show(_ surface: Surface, cursor: Point?)

  /// What the window is called, where it has a title; what it was called before comes back at the end.
  func setTitle(_ title: String)

  /// Puts text on the clipboard, where the terminal allows it.
  func copyToClipboard(_ text: String)

  /// Gives the screen back as it was. Does nothing when it has been given back.
  func close()

  /// Gives the screen back, stops the process, and takes the screen again when it is continued.
  func suspend()
}

/// Hears what happens on a screen.
@MainActor
public protocol ScreenDelegate: AnyObject {
  /// What has come, in order. More may follow at once: draw when ``screenDidDrain(_:)`` says that nothing is left.
  func screen(_ screen: any Screen, didReceive events: [Event])
  /// Nothing is left to hear of: draw.
  func screenDidDrain(_ screen: any Screen)
  /// A frame would be taken now, after one could not be.
  func screenDidBecomeReady(_ screen: any Screen)
  /// ``Screen/background`` is known, or has another value.
  func screenDidLearnBackground(_ screen: any Screen)
  /// The terminal is gone for good.
  func screenDidDisappear(_ screen: any Screen)
}

extension ScreenDelegate {
  /// Does nothing.
  public func screenDidLearnBackground(_ screen: any Screen) {}
}

extension Screen {
  /// Whether the theme has any colour.
  public var isColored: Bool { theme.isColored }
  /// `nil`: the background is unknown.
  public var background: TerminalBackground? { nil }
}
