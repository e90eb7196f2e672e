import RIV
import Reactive
import Testing
import Time

/// An event that a test of an interactor accounts for.
enum TestedEvent<Action, Domain>: CustomStringConvertible {
  /// An effect sent an action.
  case action(Action)
  case state(Domain)

  var description: String {
    switch self {
    case .action(let action): "the action \(action)"
    case .state(let state): "\(state)"
    }
  }
}

/// The states of an interactor and the actions of its effects, in order, and how many of them a test has accounted for.
@MainActor
final class TestedEvents<Action, Domain> {
  let interactor: any Interactor<Action, Domain>
  var exhaustivity: Exhaustivity
  /// Whether a failure was thrown, so that the release of the tester does not report it again.
  var hasFailed = false
  private(set) var accounted = 0
  private let collector: ValueCollector<TestedEvent<Action, Domain>>
  private var token: AnyCancellable?

  init(_ interactor: some Interactor<Action, Domain>, exhaustivity: Exhaustivity) {
    self.interactor = interactor
    self.exhaustivity = exhaustivity
    collector = ValueCollector(effects: interactor as? any RunsEffects)
    token = (interactor as? BaseInteractor<Action, Domain>)?
      .add([EffectActions<Action, Domain>(collector: collector)])
    collector.observe(interactor.domainStream.dropFirst().eraseToAnyPublisher()) { .state($0) }
  }

  isolated deinit {}

  var effectsUnderWay: [String] { collector.effectsUnderWay }

  /// The next event that is not accounted for.
  var next: TestedEvent<Action, Domain>? {
    accounted < collector.values.count ? collector.values[accounted] : nil
  }

  /// Whether an event follows the next one.
  var hasMore: Bool { accounted + 1 < collector.values.count }

  /// Descriptions of the events that are not accounted for.
  var left: [String] { collector.values[accounted...].map(\.description) }

  func accountForNext() { accounted += 1 }

  func waitForNext(until deadline: Instant) async {
    _ = await collector.wait(for: accounted, until: deadline)
  }

  func waitForEffects(until deadline: Instant) async {
    await collector.waitForEffects(until: deadline)
  }

  /// Records an issue for what is left at the end of a test.
  func recordIssue(at location: SourceLocation) {
    guard exhaustivity == .on, !hasFailed else { return }
    let effects = effectsUnderWay
    guard next != nil || !effects.isEmpty else { return }
    Issue.record(ExhaustiveError.unaccounted(events: left, effects: effects), sourceLocation: location)
  }
}

/// Collects the actions that effects send.
private struct EffectActions<Action, Domain>: Middleware {
  let collector: ValueCollector<TestedEvent<Action, Domain>>

  func handle(_ action: Action, from source: ActionSource, next: (Action) -> Void) {
    if case .effect = source { collector.append(.action(action)) }
    next(action)
  }
}
