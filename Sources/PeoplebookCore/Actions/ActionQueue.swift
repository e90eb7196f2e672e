import Persistence
import RIV
import Reactive
import Time

/// The user's commands for the actions of a screen.
public enum ActionCommand: Hashable, Sendable, Codable {
  /// Stops the running action, if it can be stopped. It leaves the book as it was.
  case cancel
}

/// Lets an action report its progress, and check whether it was stopped.
///
/// Both work on any thread.
public struct ActionControl: Sendable {
  /// Reports the progress, from 0 to 1.
  public let report: @Sendable (Double) -> Void
  /// Whether the user has stopped the action.
  ///
  /// The action then throws `CancellationError`, and leaves the book as it was.
  public let isCancelled: @Sendable () -> Bool

  /// A monitor for the action's writes: it reports their progress, and ends them when the action is stopped.
  var monitor: WriteMonitor {
    WriteMonitor(progress: { [report] in report($0.share) }, isCancelled: isCancelled)
  }
}

/// Runs what the screens of one book do to it, one action at a time: save, delete, tag, merge, undo, redo, import,
/// export.
///
///     actions.enqueue("Saving") { _ in
///       try await store.add(draft)
///     } completion: { result in
///       show(result)
///     }
///
/// An action waits for the one that is under way. The queue is busy as soon as `enqueue` returns and until the action's
/// completion has returned, so a screen that keeps its input back while the queue is busy never lets a key act on a
/// state that is about to change.
///
/// States: *idle*, *running* (``ActionState/running`` is set, and visible after ``patience``), *cancelling*.
@MainActor
public final class ActionQueue: BaseInteractor<ActionCommand, ActionState>, Interactor {
  /// The time after which the screen shows an action.
  public static let patience = Duration.milliseconds(150)

  /// The errors of the actions that have failed or were stopped, each before the action's completion receives it.
  public let failures = Subject<any Error, Never>()

  let scheduler: any Scheduler
  /// The activities of the actions that have not ended, the running one first.
  private var activities: [Activity] = []
  private var stop = AtomicFlag()

  /// Creates an idle queue.
  public init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    super.init(ActionState())
  }

  isolated deinit {
    stop.set()
  }

  /// The states of the queue, the current one first.
  public var states: AnyPublisher<ActionState, Never> { domainStream.removeDuplicates().eraseToAnyPublisher() }

  /// Performs a command of the user.
  public func interact(with action: ActionCommand) {
    switch action {
    case .cancel:
      guard let running = domain.running, running.canCancel, !running.isCancelling else { return }
      stop.set()
      update { $0.running?.isCancelling = true }
    }
  }

  /// Runs an action when those before it have ended.
  ///
  /// - Parameters:
  ///   - title: What is done, as the screen shows it: `Deleting 5,000 people`.
  ///   - canCancel: Whether `work` asks ``ActionControl/isCancelled``.
  ///   - isVisible: Whether the screen shows the action from its beginning, rather than after ``patience``.
  ///   - work: The action. It runs when the actions before it have ended.
  ///   - completion: Receives the result. The queue is busy until it returns.
  public func enqueue<Value>(
    _ title: String, canCancel: Bool = false, isVisible: Bool = false,
    _ work: @escaping @MainActor (ActionControl) async throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) {
    var activity = Activity(title: title)
    activity.canCancel = canCancel
    activity.isVisible = isVisible
    activities.append(activity)
    if activities.count == 1 { stop = AtomicFlag() }
    showActivities()
    run(
      effect(id: "action", policy: .inTurn) { [weak self] _ in
        guard let self else { return }
        let result: Result<Value, any Error>
        do { result = .success(try await work(begin())) } catch { result = .failure(error) }
        cancelEffects(id: "patience")
        cancelEffects(id: "progress")
        if case .failure(let error) = result { failures.send(error) }
        completion(result)
        end()
      })
  }

  /// Begins to show the progress of the action that is first in line.
  private func begin() -> ActionControl {
    let stop = stop
    // Only the newest progress is worth showing: the reader is woken once for all that has been posted.
    let progress = Mailbox(of: Double.self, buffering: .newest(1))
    run(
      effect(id: "progress") { commit in
        for await share in progress { commit { $0.running?.share = share } }
      })
    run(
      effect(id: "patience") { [scheduler] in
        try await scheduler.sleep(for: Self.patience)
      } commit: { domain, result in
        if case .success = result { domain.running?.isVisible = true }
      })
    return ActionControl(report: { progress.post($0) }) { stop.isSet }
  }

  private func end() {
    activities.removeFirst()
    stop = AtomicFlag()
    update { $0.running = activities.first }
    showActivities()
  }

  private func showActivities() {
    update { domain in
      if domain.running == nil { domain.running = activities.first }
      domain.waiting = max(0, activities.count - 1)
    }
  }
}
