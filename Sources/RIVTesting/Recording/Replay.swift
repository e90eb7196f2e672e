import RIV
import Reactive
import Time

/// Where a replay leaves its recording.
public enum ReplayError: Error, Equatable, CustomStringConvertible {
  /// The entry, counted from 0, has another state.
  case different(entry: Int, recorded: String, seen: String)
  /// The state of that entry did not come.
  case missing(entry: Int, recorded: String)

  public var description: String {
    switch self {
    case .different(let entry, let recorded, let seen):
      "Entry \(entry) of the recording differs.\n  recorded \(recorded)\n  seen     \(seen)"
    case .missing(let entry, let recorded):
      "Entry \(entry) of the recording did not come.\n  recorded \(recorded)"
    }
  }
}

extension Recording where Domain: Equatable {
  /// Sends the recorded actions to an interactor, and holds what it does against the recorded states.
  ///
  /// An action is sent as soon as the states before it have come, so that the states of effects keep their places.
  @MainActor
  public func replay(
    on interactor: some Interactor<Action, Domain>, timeout: Duration = .seconds(60)
  ) async throws(ReplayError) {
    let news = News(interactor.domainStream, effects: interactor as? any RunsEffects, includeFirst: true)
    var seen = 0
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .action(let action):
        interactor.interact(with: action)
      case .state(let recorded, _):
        _ = await news.wait(for: seen, until: MainScheduler.shared.now + timeout)
        guard news.values.count > seen else { throw .missing(entry: index, recorded: "\(recorded)") }
        guard news.values[seen] == recorded else {
          throw .different(entry: index, recorded: "\(recorded)", seen: "\(news.values[seen])")
        }
        seen += 1
      }
    }
  }
}
