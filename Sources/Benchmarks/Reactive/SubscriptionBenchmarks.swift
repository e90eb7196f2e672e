import Reactive

/// The cost of subscribing, of a live subscription, and of cancelling.
func reactiveSubscriptionBenchmarks() -> [ReactiveFigure] {
  [subscribeAndCancel(among: 0), subscribeAndCancel(among: 1000), bytes()]
}

private func subscribeAndCancel(among others: Int) -> ReactiveFigure {
  let count = 300_000
  var sum = 0
  let subject = Subject<Int, Never>()
  let tokens = (0..<others).map { _ in subject.sink { sum &+= $0 } }
  let plain = PlainSubject()
  for _ in 0..<others { _ = plain.subscribe { sum &+= $0 } }
  let cost = ReactiveStopwatch().compare(count: count) {
    for _ in 0..<count { subject.sink { sum &+= $0 }.cancel() }
  } baseline: {
    for _ in 0..<count { plain.cancel(plain.subscribe { sum &+= $0 }) }
  }
  reactiveUse(tokens)
  return ReactiveFigure(
    name: others == 0 ? "subscribe and cancel" : "subscribe and cancel among \(others)", value: cost.ours, unit: "ns",
    baseline: cost.baseline, baselineName: "array, binary search", goal: .ratioAtMost(2.5))
}

private func bytes() -> ReactiveFigure {
  let count = 500_000
  let subject = Subject<Int, Never>()
  var sum = 0
  var tokens: [AnyCancellable?] = Array(repeating: nil, count: count)
  let before = reactiveResidentBytes()
  for index in 0..<count { tokens[index] = subject.sink { sum &+= $0 } }
  let used = (reactiveResidentBytes() - before) / Double(count)
  reactiveUse(tokens)
  return ReactiveFigure(
    name: "a subscription", value: used, unit: "bytes",
    baseline: Double(MemoryLayout<PlainSubject.Subscription>.stride), baselineName: "the stride of an array's entry",
    goal: .valueAtMost(100))
}
