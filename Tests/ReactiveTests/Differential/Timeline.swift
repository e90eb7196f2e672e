import Reactive
import ReactiveTesting

/// An event that a subscriber receives.
enum StreamEvent: Hashable {
  case value(Int)
  case finished
  case failed

  var value: Int? { if case .value(let value) = self { value } else { nil } }
  var isCompletion: Bool { value == nil }

  init(_ completion: Completion<MarbleError>) {
    if case .finished = completion { self = .finished } else { self = .failed }
  }
}

/// An event in a step of a script.
///
/// Step 0 is the subscription; in each later step at most one source sends.
struct Moment: Hashable {
  let step: Int
  let event: StreamEvent
}

typealias Timeline = [Moment]

extension Array<Moment> {
  /// The completion, if there is one.
  var completion: Moment? { last.flatMap { $0.event.isCompletion ? $0 : nil } }

  /// The moments without the completion.
  var values: Timeline { filter { !$0.event.isCompletion } }

  func events(in step: Int) -> [StreamEvent] { filter { $0.step == step }.map(\.event) }

  /// The events that `body` returns for each event, up to the first completion.
  func expand(_ body: (StreamEvent) -> [StreamEvent]) -> Timeline {
    var result: Timeline = []
    for moment in self {
      for event in body(moment.event) {
        result.append(Moment(step: moment.step, event: event))
        if event.isCompletion { return result }
      }
    }
    return result
  }

  /// The moments up to the first completion.
  var cut: Timeline { expand { [$0] } }
}

/// Several timelines in one: by step, and within a step by input.
func interleave(_ inputs: [Timeline]) -> [(step: Int, input: Int, event: StreamEvent)] {
  let last = inputs.compactMap(\.last?.step).max() ?? 0
  return (0...last).flatMap { step in
    inputs.indices.flatMap { input in inputs[input].events(in: step).map { (step, input, $0) } }
  }
}

/// The script of one source.
struct SourceScript {
  /// The first value of a `CurrentValue`; `nil` for a `Subject`.
  let initial: Int?
  var events: [Int: StreamEvent] = [:]
}

/// The script of one case: the events of the sources, and the chains behind the shared publishers.
struct Script {
  var sources: [SourceScript]
  let steps: Int
  var shared: [(chain: Chain, replays: Bool)] = []

  func event(in step: Int) -> StreamEvent? { sources.lazy.compactMap { $0.events[step] }.first }
}
