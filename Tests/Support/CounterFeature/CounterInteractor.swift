import RIV

/// A counter with slow additions that wait until the test opens their gates, one by one.
package final class CounterInteractor: BaseInteractor<CounterInteractor.Action, CounterInteractor.Counter>, Interactor {
  package enum Action: Codable, Equatable {
    case add(Int)
    case addSlowly(Int, id: String = "slow")
    case count(to: Int)
    case load(Int)
    case loaded(Int)
    case fail
    case stop(id: String = "slow")
  }

  package struct Counter: Codable, Equatable {
    package var count = 0
    package var failure: String?

    package init(count: Int = 0, failure: String? = nil) {
      self.count = count
      self.failure = failure
    }
  }

  package struct Refusal: Error {}

  package var policy = EffectPolicy.latest
  /// The gates at which slow additions wait, in the order in which they began.
  package private(set) var gates: [Gate] = []

  package init(_ count: Int = 0) {
    super.init(Counter(count: count))
  }

  package func interact(with action: Action) {
    switch action {
    case .add(let number), .loaded(let number):
      update { $0.count += number }
    case .addSlowly(let number, let id):
      run(
        effect(id: id, policy: policy) { [weak self] in
          let gate = Gate()
          self?.gates.append(gate)
          await gate.pass()
          return number
        } commit: { counter, result in
          if case .success(let number) = result { counter.count += number }
        })
    case .count(let limit):
      run(
        effect(id: "count") { commit in
          for number in 1...limit { commit { $0.count = number } }
        })
    case .load(let number):
      run(
        effect(id: "load") {
          number
        } send: { result in
          .loaded((try? result.get()) ?? 0)
        })
    case .fail:
      run(
        effect(id: "failing") {
          throw Refusal()
        } commit: { (counter, result: Result<Int, any Error>) in
          counter.failure = Status(result).failure
        })
    case .stop(let id):
      cancelEffects(id: id)
    }
  }
}

/// A task waits here until the gate is opened.
///
/// Cancelling the task does not open it.
@MainActor
package final class Gate {
  private var isOpen = false
  private var waiting: CheckedContinuation<Void, Never>?

  package init() {}

  package func pass() async {
    if !isOpen { await withCheckedContinuation { waiting = $0 } }
  }

  package func open() {
    isOpen = true
    waiting?.resume()
    waiting = nil
  }
}

/// Lets the jobs of the main actor run until `condition` holds, or until the task is cancelled.
@MainActor
package func yield(until condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}
