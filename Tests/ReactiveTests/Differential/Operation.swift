import Reactive
import ReactiveTesting

typealias Stream = AnyPublisher<Int, MarbleError>

/// An operator with one input, and its model on arrays.
struct Operation: Sendable {
  let name: String
  let apply: @Sendable (Stream) -> Stream
  /// Makes the model: a function from each event to the events that take its place.
  let model: @Sendable () -> (StreamEvent) -> [StreamEvent]

  private init(
    _ name: String, _ apply: @escaping @Sendable (Stream) -> any Publisher<Int, MarbleError>,
    model: @escaping @Sendable () -> (StreamEvent) -> [StreamEvent]
  ) {
    self.name = name
    self.apply = { stream in
      func erase(_ publisher: some Publisher<Int, MarbleError>) -> Stream { publisher.eraseToAnyPublisher() }
      return erase(apply(stream))
    }
    self.model = model
  }

  /// An operator that handles each value independently.
  private init(
    _ name: String, _ apply: @escaping @Sendable (Stream) -> any Publisher<Int, MarbleError>,
    values: @escaping @Sendable () -> (Int) -> [StreamEvent]
  ) {
    self.init(name, apply) {
      let body = values()
      return { event in event.value.map(body) ?? [event] }
    }
  }

  /// An operator that delivers a result of all values at the end.
  private init(
    _ name: String, _ apply: @escaping @Sendable (Stream) -> any Publisher<Int, MarbleError>,
    result: @escaping @Sendable ([Int]) -> Int?
  ) {
    self.init(name, apply) {
      var values: [Int] = []
      return { event in
        switch event {
        case .value(let value):
          values.append(value)
          return []
        case .finished: return (result(values).map { [.value($0)] } ?? []) + [.finished]
        case .failed: return [.failed]
        }
      }
    }
  }

  /// The operators that never deliver a value together with a completion.
  static let plain = all.filter { operation in
    [
      "map", "filter", "compactMap", "tryMap", "scan", "removeDuplicates", "dropFirst", "drop while", "prefix while",
      "handleEvents",
    ]
    .contains(operation.name)
  }

  static let all: [Operation] = [
    Operation("map", { $0.map { $0 &* 3 &+ 1 } }, values: { { [.value($0 &* 3 &+ 1)] } }),
    Operation("filter", { $0.filter { $0 % 2 == 0 } }, values: { { $0 % 2 == 0 ? [.value($0)] : [] } }),
    Operation(
      "compactMap", { $0.compactMap { $0 % 3 == 0 ? nil : $0 } }, values: { { $0 % 3 == 0 ? [] : [.value($0)] } }),
    Operation(
      "tryMap",
      { $0.tryMap { if $0 % 5 == 0 { throw MarbleError() } else { $0 &+ 1 } }.mapError { _ in MarbleError() } },
      values: { { $0 % 5 == 0 ? [.failed] : [.value($0 &+ 1)] } }),
    Operation("scan", { $0.scan(0, &+) }) {
      var sum = 0
      return { value in
        sum &+= value
        return [.value(sum)]
      }
    },
    Operation("removeDuplicates", { $0.map { $0 / 4 }.removeDuplicates() }) {
      var last: Int?
      return { value in
        defer { last = value / 4 }
        return last == value / 4 ? [] : [.value(value / 4)]
      }
    },
    Operation("dropFirst", { $0.dropFirst() }) {
      var count = 0
      return { value in
        count += 1
        return count > 1 ? [.value(value)] : []
      }
    },
    Operation("drop while", { $0.drop { $0 % 2 == 0 } }) {
      var isDropping = true
      return { value in
        isDropping = isDropping && value % 2 == 0
        return isDropping ? [] : [.value(value)]
      }
    },
    Operation("prefix", { $0.prefix(2) }) {
      var count = 0
      return { value in
        count += 1
        return count < 2 ? [.value(value)] : [.value(value), .finished]
      }
    },
    Operation("first", { $0.first() }, values: { { [.value($0), .finished] } }),
    Operation(
      "prefix while", { $0.prefix { $0 % 3 != 0 } }, values: { { $0 % 3 == 0 ? [.finished] : [.value($0)] } }),
    Operation(
      "contains", { $0.contains { $0 % 3 == 0 }.map { $0 ? 1 : 0 } },
      model: {
        { event in
          switch event {
          case .value(let value): value % 3 == 0 ? [.value(1), .finished] : []
          case .finished: [.value(0), .finished]
          case .failed: [.failed]
          }
        }
      }),
    Operation("reduce", { $0.reduce(7, &+) }, result: { $0.reduce(7, &+) }),
    Operation("count", { $0.count() }, result: \.count),
    Operation("last", { $0.last() }, result: \.last),
    Operation("min", { $0.min() }, result: { $0.min() }),
    Operation("max", { $0.tryMax { $0 < $1 }.mapError { _ in MarbleError() } }, result: { $0.max() }),
    Operation("collect", { $0.collect().map(\.count) }, result: \.count),
    Operation(
      "replaceEmpty", { $0.replaceEmpty(with: 5) },
      model: {
        var isEmpty = true
        return { event in
          if event.value != nil { isEmpty = false }
          return event == .finished && isEmpty ? [.value(5), .finished] : [event]
        }
      }),
    Operation(
      "replaceError", { $0.replaceError(with: 9).setFailureType(to: MarbleError.self) },
      model: { { $0 == .failed ? [.value(9), .finished] : [$0] } }),
    Operation("handleEvents", { $0.handleEvents(receiveOutput: { _ in }) }, values: { { [.value($0)] } }),
    Operation(
      "collect(2)", { $0.collect(2).map { $0.reduce(0, &+) } },
      model: {
        var waiting: [Int] = []
        return { event in
          if let value = event.value { waiting.append(value) }
          guard event == .finished && !waiting.isEmpty || waiting.count == 2 else {
            return event.isCompletion ? [event] : []
          }
          defer { waiting = [] }
          return [.value(waiting.reduce(0, &+))] + (event.isCompletion ? [event] : [])
        }
      }),
  ]
}
