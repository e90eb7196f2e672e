import RIV
import Reactive
import Time

/// The first difference between a replay and its recording.
public enum ReplayError: Error, Equatable, CustomStringConvertible {
  /// An entry, counted from 0, has another state.
  case different(entry: Int, recorded: String, seen: String, fields: [FieldDifference])
  /// The state of an entry has not arrived.
  case missing(entry: Int, recorded: String)
  /// A state has arrived after the last recorded one.
  case unexpected(seen: String)

  public var description: String {
    switch self {
    case .different(let entry, let recorded, let seen, let fields):
      "Entry \(entry) of the recording differs."
        + (fields.isEmpty ? "\n  recorded \(recorded)\n  seen     \(seen)" : fields.map { "\n  \($0)" }.joined())
    case .missing(let entry, let recorded):
      "Entry \(entry) of the recording has not arrived.\n  recorded \(recorded)"
    case .unexpected(let seen):
      "The recording has no more states, but another one has arrived.\n  seen     \(seen)"
    }
  }
}

extension Recording where Domain: Equatable {
  /// Sends the recorded actions to an interactor, and compares its states with the recorded ones.
  ///
  /// An action is sent as soon as the states before it have arrived, so the states of effects keep their places.
  /// Actions that an effect has sent are not sent again: the effect of the interactor sends them. After the last entry,
  /// the replay lets the pending jobs of the main actor run, and checks once that no further state has arrived. States
  /// that effects lead to later are ignored, since an effect need not end.
  ///
  /// - Parameters:
  ///   - interactor: An interactor in the state in which the recording begins.
  ///   - timeout: The longest real time to wait for each state.
  /// - Throws: ``ReplayError`` at the first difference.
  /// - Complexity: O(*n*), where *n* is the number of entries.
  @MainActor
  public func replay(
    on interactor: some Interactor<Action, Domain>, timeout: Duration = .seconds(600)
  ) async throws(ReplayError) {
    let collector = ValueCollector(
      interactor.domainStream, effects: interactor as? any RunsEffects, includeFirst: true)
    var seen = 0
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .action(let action, from: .caller):
        interactor.send(action)
      case .action(_, from: .effect):
        break
      case .state(let recorded, _):
        _ = await collector.wait(for: seen, until: MainScheduler.shared.now + timeout)
        guard collector.values.count > seen else { throw .missing(entry: index, recorded: "\(recorded)") }
        let state = collector.values[seen]
        guard state == recorded else {
          throw .different(
            entry: index, recorded: "\(recorded)", seen: "\(state)",
            fields: differences(expected: recorded, seen: state))
        }
        seen += 1
      }
    }
    // Several turns: an effect needs some to start and to deliver its first value.
    for _ in 0..<16 where collector.values.count == seen && !collector.effectsUnderWay.isEmpty {
      await Task.yield()
    }
    if collector.values.count > seen { throw .unexpected(seen: "\(collector.values[seen])") }
  }
}
