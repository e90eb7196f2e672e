/// Computes from arrays alone which events a subscription to a chain receives.
struct ReferenceModel {
  let script: Script
  /// The events that the shared publishers deliver to a subscriber from the start.
  private(set) var shared: [Timeline] = []

  init(_ script: Script) {
    self.script = script
    for (chain, _) in script.shared { shared.append(timeline(of: chain, from: 0)) }
  }

  /// The timeline of a subscription that is made in `start`.
  func timeline(of chain: Chain, from start: Int) -> Timeline {
    func run(_ chain: Chain, from step: Int = start) -> Timeline { timeline(of: chain, from: step) }
    func end(_ chain: Chain, with end: StreamEvent, continueWith next: (Int) -> Timeline) -> Timeline {
      let first = run(chain)
      guard let completion = first.completion, completion.event == end else { return first }
      return first.values + next(completion.step)
    }
    switch chain {
    case .source(let index): return source(index, from: start)
    case .shared(let index): return sharedTimeline(index, from: start)
    case .sequence(let values, let end):
      return (values.map { .value($0) } + (end.map { [$0] } ?? [])).map { Moment(step: start, event: $0) }
    case .operation(let operation, let chain): return run(chain).expand(operation.model())
    case .combineLatest(let chains): return combineLatest(chains.map { run($0) }, from: start)
    case .zip(let chains): return zip(chains.map { run($0) })
    case .merge(let chains): return merge(chains.map { run($0) })
    case .withLatest(let chain, let other): return withLatest(run(chain), run(other), from: start)
    case .append(let chain, let other): return end(chain, with: .finished) { run(other, from: $0) }
    case .prepend(let values, let chain): return values.map { Moment(step: start, event: .value($0)) } + run(chain)
    case .catch(let chain, let other): return end(chain, with: .failed) { run(other, from: $0) }
    case .retry(let chain, let count):
      guard count > 0 else { return run(chain) }
      return end(chain, with: .failed) { run(.retry(chain, count - 1), from: $0) }
    case .flatMap(let chain, let inners, let max): return flatMap(run(chain), inners, max: max, from: start)
    case .switchToLatest(let chain, let inners): return switchToLatest(run(chain), inners, from: start)
    case .prefixUntil(let chain, let other):
      guard let stop = run(other).values.first?.step else { return run(chain) }
      return (run(chain).filter { $0.step < stop } + [Moment(step: stop, event: .finished)]).cut
    case .dropUntil(let chain, let other):
      let gate = run(other)
      guard let open = gate.values.first?.step else {
        guard let end = gate.completion else { return run(chain).filter(\.event.isCompletion) }
        return (run(chain).filter { $0.event.isCompletion && ($0.step < end.step) } + [end]).cut
      }
      return run(chain).filter { $0.event.isCompletion || $0.step >= open }
    }
  }

  private func source(_ index: Int, from start: Int) -> Timeline {
    let source = script.sources[index]
    let moments = source.events.sorted { $0.key < $1.key }.map { Moment(step: $0.key, event: $0.value) }
    let past = moments.filter { $0.step <= start }
    if let completion = past.completion { return [Moment(step: start, event: completion.event)] }
    var result: Timeline = []
    if let initial = source.initial { result = [Moment(step: start, event: past.last?.event ?? .value(initial))] }
    return result + moments.filter { $0.step > start }
  }

  private func sharedTimeline(_ index: Int, from start: Int) -> Timeline {
    let past = shared[index].filter { $0.step <= start }
    var present: [StreamEvent] = []
    if script.shared[index].replays, let last = past.values.last { present = [last.event] }
    if let completion = past.completion { present.append(completion.event) }
    return present.map { Moment(step: start, event: $0) } + shared[index].filter { $0.step > start }
  }

  private func merge(_ inputs: [Timeline]) -> Timeline {
    var running = inputs.count
    return interleave(inputs).map { step, _, event in
      if event == .finished { running -= 1 }
      return Moment(step: step, event: event)
    }
    .filter { $0.event != .finished }
    .finished(when: running == 0, after: inputs)
  }

  private func zip(_ inputs: [Timeline]) -> Timeline {
    var waiting = inputs.map { _ in [Int]() }
    var isFinished = inputs.map { _ in false }
    var result: Timeline = []
    for (step, input, event) in interleave(inputs) {
      switch event {
      case .value(let value): waiting[input].append(value)
      case .finished: isFinished[input] = true
      case .failed: return result + [Moment(step: step, event: .failed)]
      }
      if waiting.allSatisfy({ !$0.isEmpty }) {
        result.append(Moment(step: step, event: .value(join(waiting.map { $0[0] }))))
        for index in waiting.indices { waiting[index].removeFirst() }
      }
      if waiting.indices.contains(where: { isFinished[$0] && waiting[$0].isEmpty }) {
        return result + [Moment(step: step, event: .finished)]
      }
    }
    return result
  }

  /// The events that form one delivery: all of a step in which a source sends a value, else each by itself.
  private func deliveries(_ inputs: [Timeline], from start: Int) -> [(
    step: Int, events: [(input: Int, event: StreamEvent)]
  )] {
    var result: [(step: Int, events: [(input: Int, event: StreamEvent)])] = []
    for (step, input, event) in interleave(inputs) {
      let isJoined = step > start && script.event(in: step)?.value != nil
      if isJoined, result.last?.step == step {
        result[result.count - 1].events.append((input, event))
      } else {
        result.append((step, [(input, event)]))
      }
    }
    return result
  }

  private func combineLatest(_ inputs: [Timeline], from start: Int) -> Timeline {
    var latest = inputs.map { _ in Int?.none }
    var running = inputs.count
    var result: Timeline = []
    for (step, events) in deliveries(inputs, from: start) {
      for (input, event) in events { latest[input] = event.value ?? latest[input] }
      running -= events.count { $0.event == .finished }
      if events.contains(where: { $0.event == .failed }) { return result + [Moment(step: step, event: .failed)] }
      let present = latest.compactMap { $0 }
      if present.count == inputs.count, events.contains(where: { $0.event.value != nil }) {
        result.append(Moment(step: step, event: .value(join(present))))
      }
      if running == 0 { return result + [Moment(step: step, event: .finished)] }
    }
    return result
  }

  private func withLatest(_ main: Timeline, _ other: Timeline, from start: Int) -> Timeline {
    var latest: Int?
    var result: Timeline = []
    // `other` is subscribed to first.
    for (step, events) in deliveries([other, main], from: start) {
      for (input, event) in events where input == 0 {
        latest = event.value ?? latest
        if event == .failed { return result + [Moment(step: step, event: .failed)] }
      }
      for (input, event) in events where input == 1 {
        guard let value = event.value else { return result + [Moment(step: step, event: event)] }
        if let latest { result.append(Moment(step: step, event: .value(join([value, latest])))) }
      }
    }
    return result
  }

  private func flatMap(_ outer: Timeline, _ inners: [Chain], max: Int, from start: Int) -> Timeline {
    var live: [Timeline] = []
    var waiting: [Int] = []
    var isFinished = false
    var result: Timeline = []
    for step in start...script.steps {
      /// Delivers an event of this step; `true` at a failure.
      func deliver(_ event: StreamEvent) -> Bool {
        result.append(Moment(step: step, event: event))
        return event == .failed
      }
      func startWaiting() -> Bool {
        while live.count < max, !waiting.isEmpty {
          let inner = timeline(of: inners[abs(waiting.removeFirst() % inners.count)], from: step)
          for event in inner.events(in: step) where event != .finished { if deliver(event) { return true } }
          if inner.completion?.step != step { live.append(inner) }
        }
        return false
      }
      for inner in live {
        for event in inner.events(in: step) where event != .finished { if deliver(event) { return result } }
      }
      live.removeAll { $0.completion?.step == step }
      if startWaiting() { return result }
      for event in outer.events(in: step) {
        switch event {
        case .value(let value):
          waiting.append(value)
          if startWaiting() { return result }
        case .finished: isFinished = true
        case .failed: return result + [Moment(step: step, event: .failed)]
        }
      }
      if isFinished, live.isEmpty, waiting.isEmpty { return result + [Moment(step: step, event: .finished)] }
    }
    return result
  }

  private func switchToLatest(_ outer: Timeline, _ inners: [Chain], from start: Int) -> Timeline {
    var inner: Timeline?
    var isFinished = false
    var result: Timeline = []
    for step in start...script.steps {
      for event in inner?.events(in: step) ?? [] where event != .finished {
        result.append(Moment(step: step, event: event))
        if event == .failed { return result }
      }
      if inner?.completion?.step == step { inner = nil }
      for event in outer.events(in: step) {
        switch event {
        case .value(let value):
          let next = timeline(of: inners[abs(value % inners.count)], from: step)
          for event in next.events(in: step) where event != .finished {
            result.append(Moment(step: step, event: event))
            if event == .failed { return result }
          }
          inner = next.completion?.step == step ? nil : next
        case .finished: isFinished = true
        case .failed: return result + [Moment(step: step, event: .failed)]
        }
      }
      if isFinished, inner == nil { return result + [Moment(step: step, event: .finished)] }
    }
    return result
  }
}

extension Array<Moment> {
  /// These moments up to the first failure, or finished in the last step of `inputs` when all of them have ended.
  fileprivate func finished(when allHaveFinished: Bool, after inputs: [Timeline]) -> Timeline {
    let failed = cut
    guard allHaveFinished, failed.completion == nil else { return failed }
    return failed + [Moment(step: inputs.compactMap(\.last?.step).max() ?? 0, event: .finished)]
  }
}
