import Reactive

/// The cost of delivering a value, from the send to the sink.
func reactiveDeliveryBenchmarks() -> [ReactiveFigure] {
  [oneSink(), thousandSinks(), chain(), removeDuplicates(), combineLatest(), diamond()]
}

private let sends = 1_000_000

private func oneSink() -> ReactiveFigure {
  var sum = 0
  let subject = Subject<Int, Never>()
  let token = subject.sink { sum &+= $0 }
  var plainSum = 0
  let plain = PlainSubject()
  _ = plain.subscribe { plainSum &+= $0 }
  let cost = ReactiveStopwatch().compare(count: sends) {
    for number in 0..<sends { subject.send(number) }
  } baseline: {
    for number in 0..<sends { plain.send(number) }
  }
  precondition(sum == plainSum, "a chain loses values")
  reactiveUse(token)
  return ReactiveFigure(
    name: "send to 1 sink", value: cost.ours, unit: "ns",
    baseline: cost.baseline, baselineName: "array of entries", goal: .ratioAtMost(1.5))
}

private func thousandSinks() -> ReactiveFigure {
  var sum = 0
  let value = CurrentValue(0)
  let tokens = (0..<1000).map { _ in value.sink { sum &+= $0 } }
  var plainSum = 0
  let closures: [(Int) -> Void] = (0..<1000).map { _ in { plainSum &+= $0 } }
  let rounds = 2000
  let cost = ReactiveStopwatch().compare(count: rounds * 1000) {
    for number in 0..<rounds { value.value = number }
  } baseline: {
    for number in 0..<rounds { for closure in closures { closure(number) } }
  }
  precondition(sum == plainSum, "a chain loses values")
  reactiveUse(tokens)
  return ReactiveFigure(
    name: "current value to 1,000 sinks, a delivery", value: cost.ours, unit: "ns",
    baseline: cost.baseline, baselineName: "array of closures", goal: .ratioAtMost(1.5))
}

private func chain() -> ReactiveFigure {
  var sum = 0
  let subject = Subject<Int, Never>()
  let token = subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 3 }.sink { sum &+= $0 }
  var plainSum = 0
  let plain = PlainSubject()
  _ = plain.subscribe(
    PlainChain.map({ $0 &+ 1 }, PlainChain.filter({ $0 & 1 == 0 }, PlainChain.map({ $0 &* 3 }) { plainSum &+= $0 })))
  let cost = ReactiveStopwatch().compare(count: sends) {
    for number in 0..<sends { subject.send(number) }
  } baseline: {
    for number in 0..<sends { plain.send(number) }
  }
  precondition(sum == plainSum, "a chain loses values")
  reactiveUse(token)
  return ReactiveFigure(
    name: "map.filter.map.sink", value: cost.ours, unit: "ns",
    baseline: cost.baseline, baselineName: "composed closures", goal: .ratioAtMost(1.3))
}

private func removeDuplicates() -> ReactiveFigure {
  var sum = 0
  let subject = Subject<Int, Never>()
  let token = subject.removeDuplicates().sink { sum &+= $0 }
  var plainSum = 0
  var last: Int?
  let plain = PlainSubject()
  _ = plain.subscribe {
    if $0 != last {
      last = $0
      plainSum &+= $0
    }
  }
  let cost = ReactiveStopwatch().compare(count: sends) {
    for number in 0..<sends { subject.send(number) }
  } baseline: {
    for number in 0..<sends { plain.send(number) }
  }
  precondition(sum == plainSum, "a chain loses values")
  reactiveUse(token)
  return ReactiveFigure(
    name: "removeDuplicates.sink", value: cost.ours, unit: "ns",
    baseline: cost.baseline, baselineName: "a comparison in the closure", goal: .ratioAtMost(2))
}

private func combineLatest() -> ReactiveFigure {
  var outputs = 0
  let a = CurrentValue(0)
  let b = CurrentValue(0)
  let token = a.combineLatest(b).sink { outputs &+= $0 ^ $1 | 1 }
  let cost = ReactiveStopwatch().measure(count: sends) {
    for number in 0..<sends / 2 {
      a.value = number
      b.value = number
    }
  }
  precondition(outputs != 0, "the chain emits nothing")
  reactiveUse(token)
  return ReactiveFigure(name: "combineLatest of two, a send", value: cost, unit: "ns", goal: .valueAtMost(80))
}

private func diamond() -> ReactiveFigure {
  var outputs = 0
  let source = CurrentValue(0)
  let token = source.map { $0 &* 2 }.combineLatest(source.map { $0 &* 3 }).sink { _ in outputs += 1 }
  let cost = ReactiveStopwatch().measure(count: sends) {
    for number in 0..<sends { source.value = number }
  }
  precondition(outputs == 10 * sends + 1, "the chain emits too often or too rarely")
  reactiveUse(token)
  return ReactiveFigure(name: "diamond, an update with one output", value: cost, unit: "ns", goal: .valueAtMost(120))
}
