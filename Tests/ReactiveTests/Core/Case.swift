import Reactive
import ReactiveTesting
import Testing
import Time

/// An operator or a family of operators behind a common interface.
struct Case: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let apply: @Sendable (AnyPublisher<Int, MarbleError>, ManualScheduler) -> AnyPublisher<Int, MarbleError>

  init(
    _ name: String,
    _ apply: @escaping @Sendable (AnyPublisher<Int, MarbleError>, ManualScheduler) -> any Publisher<Int, MarbleError>
  ) {
    testDescription = name
    self.apply = { source, clock in
      func erase(_ publisher: some Publisher<Int, MarbleError>) -> AnyPublisher<Int, MarbleError> {
        publisher.eraseToAnyPublisher()
      }
      return erase(apply(source, clock))
    }
  }

  static let all: [Case] = [
    Case("map") { s, _ in s.map { $0 + 1 } },
    Case("tryMap") { s, _ in s.tryMap { $0 }.mapError { _ in MarbleError() } },
    Case("compactMap") { s, _ in s.compactMap { $0 } },
    Case("filter") { s, _ in s.filter { $0 > 0 } },
    Case("removeDuplicates") { s, _ in s.removeDuplicates() },
    Case("scan") { s, _ in s.scan(0, +) },
    Case("reduce") { s, _ in s.reduce(0, +) },
    Case("collect") { s, _ in s.collect(2).map(\.count) },
    Case("dropFirst") { s, _ in s.dropFirst() },
    Case("drop while") { s, _ in s.drop { $0 < 2 } },
    Case("prefix") { s, _ in s.prefix(100) },
    Case("prefix while") { s, _ in s.prefix { $0 < 1000 } },
    Case("first where") { s, _ in s.first { $0 > 1000 } },
    Case("last") { s, _ in s.last() },
    Case("prepend") { s, _ in s.prepend(0) },
    Case("append") { s, _ in s.append(0) },
    Case("combineLatest") { s, _ in s.combineLatest(s).map(\.0) },
    Case("combineLatest of four") { s, _ in s.combineLatest(s, s, s).map(\.0) },
    Case("zip") { s, _ in s.zip(s).map(\.0) },
    Case("merge") { s, _ in s.merge(with: s) },
    Case("flatMap") { s, _ in s.flatMap { Just($0) } },
    Case("switchToLatest") { s, _ in s.map { Just($0).setFailureType(to: MarbleError.self) }.switchToLatest() },
    Case("withLatest") { s, _ in s.withLatest(from: s) },
    Case("catch") { s, _ in s.catch { Fail<Int, MarbleError>(error: $0) } },
    Case("retry") { s, _ in s.retry(1) },
    Case("replaceEmpty") { s, _ in s.replaceEmpty(with: 0) },
    Case("debounce") { s, clock in s.debounce(for: .ticks(1), scheduler: clock) },
    Case("throttle") { s, clock in s.throttle(for: .ticks(1), scheduler: clock, latest: true) },
    Case("delay") { s, clock in s.delay(for: .ticks(1), scheduler: clock) },
    Case("timeout") { s, clock in s.timeout(.ticks(1000), scheduler: clock) },
    Case("receive on") { s, clock in s.receive(on: clock) },
    Case("share") { s, _ in s.share() },
    Case("share with replay") { s, _ in s.share(replay: 2) },
    Case("multicast") { s, _ in s.makeConnectable().autoconnect() },
    Case("handleEvents") { s, _ in s.handleEvents(receiveOutput: { _ in }) },
    Case("contains") { s, _ in s.contains(-1).map { $0 ? 1 : 0 } },
    Case("all satisfy") { s, _ in s.allSatisfy { $0 < 1000 }.map { $0 ? 1 : 0 } },
    Case("prefix until output") { s, _ in s.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)) },
    Case("drop until output") { s, _ in s.drop(untilOutputFrom: Just(0).setFailureType(to: MarbleError.self)) },
    Case("map of key paths") { s, _ in s.map(\.bitWidth, \.self).map(\.1) },
    Case("mapError") { s, _ in s.mapError { $0 } },
    Case("setFailureType") { s, _ in s.replaceError(with: -1).setFailureType(to: MarbleError.self) },
    Case("replaceNil") { s, _ in s.map { Optional($0) }.replaceNil(with: 0) },
    Case("tryFilter") { s, _ in s.tryFilter { $0 > 0 }.mapError { _ in MarbleError() } },
    Case("tryCompactMap") { s, _ in s.tryCompactMap { $0 }.mapError { _ in MarbleError() } },
    Case("tryScan") { s, _ in s.tryScan(0) { $0 + $1 }.mapError { _ in MarbleError() } },
    Case("removeDuplicates by") { s, _ in s.removeDuplicates { $0 == $1 } },
    Case("collect all") { s, _ in s.collect().map(\.count) },
    Case("count") { s, _ in s.count() },
    Case("last where") { s, _ in s.last { $0 > 0 } },
    Case("ignoreOutput") { s, _ in s.ignoreOutput().map(number) },
    Case("output at") { s, _ in s.output(at: 1000) },
    Case("output in") { s, _ in s.output(in: 0..<1000) },
    Case("combineLatest of three") { s, _ in s.combineLatest(s, s).map(\.0) },
    Case("combineLatest of any number") { s, _ in combineLatest(s, s, s, s, s).map { $0.0 } },
    Case("combineLatest of an array") { s, _ in combineLatest([s, s, s]).map { $0[0] } },
    Case("zip of four") { s, _ in s.zip(s, s, s).map(\.0) },
    Case("zip of any number") { s, _ in zip(s, s, s, s, s).map { $0.0 } },
    Case("merged") { s, _ in [s, s, s].merged() },
    Case("flatMap, one at a time") { s, _ in s.flatMap(maxPublishers: 1) { Just($0) } },
    Case("throttle, the oldest") { s, clock in s.throttle(for: .ticks(1), scheduler: clock, latest: false) },
    Case("print") { s, _ in s.print(to: Nowhere()) },
    Case("tryRemoveDuplicates") { s, _ in s.tryRemoveDuplicates { $0 == $1 }.mapError { _ in MarbleError() } },
    Case("tryDrop while") { s, _ in s.tryDrop { $0 < 2 }.mapError { _ in MarbleError() } },
    Case("tryPrefix while") { s, _ in s.tryPrefix { $0 < 1000 }.mapError { _ in MarbleError() } },
    Case("tryFirst where") { s, _ in s.tryFirst { $0 > 1000 }.mapError { _ in MarbleError() } },
    Case("tryLast where") { s, _ in s.tryLast { $0 > 0 }.mapError { _ in MarbleError() } },
    Case("tryContains") { s, _ in s.tryContains { $0 > 1000 }.map { $0 ? 1 : 0 }.mapError { _ in MarbleError() } },
    Case("tryAllSatisfy") { s, _ in s.tryAllSatisfy { $0 < 1000 }.map { $0 ? 1 : 0 }.mapError { _ in MarbleError() } },
    Case("tryReduce") { s, _ in s.tryReduce(0) { $0 + $1 }.mapError { _ in MarbleError() } },
    Case("tryMin") { s, _ in s.tryMin { $0 < $1 }.mapError { _ in MarbleError() } },
    Case("tryMax") { s, _ in s.tryMax { $0 < $1 }.mapError { _ in MarbleError() } },
    Case("tryCatch") { s, _ in
      s.tryCatch { Fail<Int, MarbleError>(error: $0) }.mapError { _ in MarbleError() }
    },
    Case("min") { s, _ in s.min() },
    Case("max") { s, _ in s.max() },
    Case("zip of three") { s, _ in s.zip(s, s).map(\.0) },
    Case("assertNoFailure") { s, _ in
      s.replaceError(with: 0).assertNoFailure().setFailureType(to: MarbleError.self)
    },
    Case("measureInterval") { s, clock in s.measureInterval(using: clock).map { Int($0.nanoseconds) } },
    Case("subscribe on") { s, clock in
      s.subscribe(on: clock).merge(with: s)
    },
    Case("collect by time") { s, clock in s.collect(.byTime(clock, .ticks(1))).map(\.count) },
    Case("encode and decode") { s, _ in
      s.encode(encoder: IntCoder()).decode(type: Int.self, decoder: IntCoder()).mapError { _ in MarbleError() }
    },
    Case("an erased chain") { s, _ in s.map { $0 }.eraseToAnyPublisher().filter { _ in true }.eraseToAnyPublisher() },
  ]

  private static func number(_ none: Never) -> Int {}

  private struct Nowhere: TextOutputStream {
    func write(_ text: String) {}
  }

  /// Operators that deliver nothing before the end, whatever they receive.
  static let silent: Set = [
    "reduce", "last", "first where", "contains", "all satisfy", "collect all", "count", "last where", "ignoreOutput",
    "output at", "tryFirst where", "tryLast where", "tryContains", "tryAllSatisfy", "tryReduce", "tryMin", "tryMax",
    "min",
    "max",
  ]
  /// Operators that answer each value at once with one value.
  static let prompt: Set = [
    "map", "tryMap", "compactMap", "filter", "removeDuplicates", "scan", "share", "withLatest", "map of key paths",
    "mapError", "setFailureType", "replaceNil", "tryFilter", "tryCompactMap", "tryScan", "removeDuplicates by", "catch",
    "retry", "handleEvents", "print", "share with replay", "multicast", "combineLatest", "combineLatest of three",
    "combineLatest of four", "combineLatest of any number", "an erased chain", "timeout",
    "prefix", "prefix while", "output in", "prefix until output", "drop until output", "replaceEmpty", "zip",
    "zip of three", "zip of four", "tryRemoveDuplicates", "tryPrefix while", "tryCatch", "assertNoFailure",
    "measureInterval", "encode and decode", "zip of any number", "flatMap", "flatMap, one at a time", "switchToLatest",
    "append",
  ]
}
