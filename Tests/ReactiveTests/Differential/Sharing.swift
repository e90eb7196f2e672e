import Reactive
import ReactiveTesting

/// A subscriber of a shared publisher: when it subscribes, when it cancels, and after how many values it cancels
/// itself.
struct Visitor {
  let first: Int
  let last: Int
  let limit: Int
}

/// A way to serve several subscribers from one subscription.
enum Sharing: CaseIterable {
  case share, replay, autoconnect

  func apply(_ stream: Stream) -> Stream {
    switch self {
    case .share: stream.share().eraseToAnyPublisher()
    case .replay: stream.share(replay: 2).eraseToAnyPublisher()
    case .autoconnect: stream.makeConnectable().autoconnect()
    }
  }

  /// The timelines of the visitors, which subscribe and cancel at the end of their steps.
  func model(_ model: ReferenceModel, _ chain: Chain, _ visitors: [Visitor]) -> [Timeline] {
    var logs: [Timeline] = visitors.map { _ in [] }
    var present: [Int] = []
    var connection: Timeline?
    var replayed: [StreamEvent] = []
    var completion: StreamEvent?

    func leave(_ index: Int) {
      present.removeAll { $0 == index }
      guard present.isEmpty, completion == nil else { return }
      connection = nil
      replayed = []
    }
    func deliver(_ event: StreamEvent, to index: Int, in step: Int) {
      logs[index].append(Moment(step: step, event: event))
      if logs[index].count == visitors[index].limit, !event.isCompletion {
        logs[index].append(Moment(step: step, event: .finished))
        leave(index)
      }
    }
    func play(_ step: Int) {
      for event in connection?.events(in: step) ?? [] where connection != nil {
        if event.isCompletion { completion = event } else { replayed = Array((replayed + [event]).suffix(2)) }
        for index in present { deliver(event, to: index, in: step) }
        if event.isCompletion { present = [] }
      }
    }
    func join(_ index: Int, _ step: Int) {
      present.append(index)
      if self == .replay {
        for event in replayed where present.contains(index) { deliver(event, to: index, in: step) }
      }
      guard present.contains(index) else { return }
      if let completion {
        logs[index].append(Moment(step: step, event: completion))
        present = []
      } else if connection == nil {
        connection = model.timeline(of: chain, from: step)
        play(step)
      }
    }

    for step in 0...model.script.steps {
      if step > 0 { play(step) }
      for (index, visitor) in visitors.enumerated() {
        if visitor.first == step { join(index, step) }
        if visitor.last == step { leave(index) }
      }
    }
    return logs
  }
}
