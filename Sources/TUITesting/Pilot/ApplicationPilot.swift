import TUIKit
import Time

/// A pilot of an application in this process: no terminal, and a clock that only moves while the pilot waits.
///
/// ```swift
/// let pilot = ApplicationPilot(root: PeopleViewController(…))
/// try pilot.type("/ada")
/// try pilot.waitUntil("one person is left") { $0.contains("1 of 1") }
/// ```
///
/// What arrives from elsewhere, from a store's own queue say, is not the clock's business: let it arrive, then look.
@MainActor
public final class ApplicationPilot: @MainActor Pilot {
  /// What is tested.
  public let application: Application
  /// Its clock, turned by the pilot, or by hand.
  public let scheduler: ManualScheduler
  private let memory: MemoryScreen

  /// How far the clock may be moved in one wait.
  public var patience: Duration = .seconds(60)

  /// Starts an application whose window shows `root`.
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
  public var screen: ScreenContents {
    ScreenContents(memory.frame, cursor: memory.cursor, title: memory.title.isEmpty ? nil : memory.title)
  }

  /// How many frames were drawn so far.
  public var frameCount: Int { memory.frameCount }

  public func send(_ event: Event) {
    if case .resize(let size) = event { memory.resize(to: size) } else { memory.receive(event) }
  }

  /// Moves the clock from one scheduled action to the next until `condition` holds.
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

  /// Moves the clock until nothing is scheduled any more: every animation has come to rest.
  public func settle() throws(PilotError) {
    try waitUntil("everything to come to rest") { _ in scheduler.nextInstant == nil }
  }
}
