import Reactive
import ReactiveTesting
import Time

/// An operator at the end of a chain that moves events in time; the clock runs until it is idle after each step.
enum Timing: CaseIterable {
  case none, receiveOn, subscribeOn, delay, debounce, throttle

  func apply(_ stream: Stream, _ clock: ManualScheduler) -> Stream {
    switch self {
    case .none: stream
    case .receiveOn: stream.receive(on: clock)
    case .subscribeOn: stream.subscribe(on: clock)
    case .delay: stream.delay(for: .ticks(1), scheduler: clock)
    case .debounce: stream.debounce(for: .ticks(1), scheduler: clock)
    case .throttle: stream.throttle(for: .ticks(1), scheduler: clock, latest: true)
    }
  }

  /// Divides the events of one step into those delivered at once and those delivered when the clock runs.
  func model(_ events: [StreamEvent], in step: Int) -> (atOnce: [StreamEvent], later: [StreamEvent]) {
    let values = events.filter { !$0.isCompletion }
    let completion = events.filter(\.isCompletion)
    switch self {
    case .none: return (events, [])
    case .receiveOn, .delay: return ([], events)
    case .subscribeOn: return step == 0 ? ([], events) : (events, [])
    case .debounce:
      if completion.isEmpty { return ([], values.suffix(1)) }
      return (completion == [.failed] ? completion : values.suffix(1) + completion, [])
    case .throttle:
      let pending = values.dropFirst().suffix(1)
      return completion.isEmpty
        ? (Array(values.prefix(1)), Array(pending)) : (values.prefix(1) + pending + completion, [])
    }
  }

  /// The timeline of a subscription that is cancelled in a step, before the clock runs.
  func model(_ timeline: Timeline, cancelledIn last: Int) -> Timeline {
    (0...last).flatMap { step in
      let (atOnce, later) = model(timeline.events(in: step), in: step)
      return (step < last ? atOnce + later : atOnce).map { Moment(step: step, event: $0) }
    }
  }
}
