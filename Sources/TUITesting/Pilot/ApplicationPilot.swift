import TUIKit
import Time

/// A pilot of an application in this process, with no terminal and a clock that moves only while the pilot waits.
///
/// ```swift
/// let pilot = ApplicationPilot(root: PeopleViewController(…))
/// try pilot.type("/ada")
/// try pilot.waitUntil("one person is left") { $0.contains("1 of 1") }
/// ```
///
/// The clock does not run work on other queues, such as a store's. A test has to wait for that itself.
@MainActor
public final class ApplicationPilot: @MainActor Pilot {
  /// The application under test.
  public let application: Application
  /// The application's clock, moved by the pilot or by the test.
  public let scheduler: ManualScheduler
  private let memory: MemoryScreen

  /// The most time that the clock moves in one wait.
  public var patience: Duration = .seconds(60)

  /// Starts an application that shows `root` in its window.
  public init(
    root: ViewController, size: Size = Size(width: 100, height: 30), theme: Theme = .dark,
    isMotionEnabled: Bool = true
  ) {
    memory = MemoryScreen(size: size)
    scheduler = ManualScheduler()
    application = Application(
      screen: memory, scheduler: scheduler, theme: theme, isMotionEnabled: isMotionEnabled)
    application.start(root: root)
  }

  isolated deinit {}

  /// The last frame, in roles.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var screen: ScreenContents {
    ScreenContents(memory.frame, cursor: memory.cursor, title: memory.title.isEmpty ? nil : memory.title)
  }

  /// The number of frames drawn so far.
  public var frameCount: Int { memory.frameCount }

  /// Sends an input event to the program.
  public func send(_ event: Event) {
    if case .resize(let size) = event { memory.resize(to: size) } else { memory.receive(event) }
  }

  /// Moves the clock from one scheduled action to the next until `condition` holds.
  ///
  /// - Throws: ``PilotError/timeout(_:screen:)`` when the condition does not hold within the pilot's patience.
  public func waitUntil(_ what: String, _ condition: (ScreenContents) -> Bool) throws(PilotError) {
    let deadline = scheduler.now + patience
    while !condition(screen) {
      guard let next = scheduler.nextInstant, next <= deadline else {
        FailurePicture.keep(screen, of: what)
        throw .timeout(what, screen: screen)
      }
      scheduler.advance(by: max(.zero, next - scheduler.now))
    }
  }

  /// Moves the clock until nothing is scheduled any more: every animation has ended.
  ///
  /// - Throws: ``PilotError/timeout(_:screen:)`` when actions are still scheduled at the end of the pilot's patience.
  public func settle() throws(PilotError) {
    try waitUntil("everything to come to rest") { _ in scheduler.nextInstant == nil }
  }
}
