import RIV
import Reactive

/// A counter whose slow additions wait until the test lets them go, one at a time, by their names.
final class CounterInteractor: BaseInteractor<CounterInteractor.Action, CounterInteractor.Counter>, Interactor {
  enum Action: Codable, Equatable {
    case add(Int)
    case addSlowly(Int, id: String = "slow")
    case count(to: Int)
    case fail
    case stop(id: String = "slow")
  }

  struct Counter: Codable, Equatable {
    var count = 0
    var failure: String?
  }

  struct Refusal: Error {}

  var policy = EffectPolicy.latest
  /// Doors that slow additions wait at, in the order in which they came.
  private(set) var doors: [Door] = []

  init(_ count: Int = 0) {
    super.init(Counter(count: count))
  }

  func interact(with action: Action) {
    switch action {
    case .add(let number):
      update { $0.count += number }
    case .addSlowly(let number, let id):
      run(
        effect(id: id, policy: policy) { [weak self] in
          let door = Door()
          self?.doors.append(door)
          await door.pass()
          return number
        } commit: { counter, result in
          if case .success(let number) = result { counter.count += number }
        })
    case .count(let limit):
      run(
        effect(id: "count") { commit in
          for number in 1...limit { commit { $0.count = number } }
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

/// Somebody waits here until the door is opened; cancelling does not open it.
@MainActor
final class Door {
  private var isOpen = false
  private var waiting: CheckedContinuation<Void, Never>?

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting = $0 } }
  }

  func open() {
    isOpen = true
    waiting?.resume()
    waiting = nil
  }
}

/// Lets what is in line for the main actor run until `condition` holds.
@MainActor
func turns(until condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
