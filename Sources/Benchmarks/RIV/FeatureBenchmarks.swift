import RIV
import Reactive

/// The cost of sending an action to a feature, compared with the same code by hand.
@MainActor
enum FeatureBenchmarks {
  private final class Counter: BaseInteractor<Int, Int>, Interactor {
    func interact(with step: Int) { update { $0 += step } }
  }

  private struct Text: Reducer {
    func reduce(_ domain: Int) -> Int { domain &* 2 }
  }

  static func run(_ bench: Bench) {
    let feature = Feature(Counter(0), Text())
    var seen = 0
    let token = feature.viewStates.sink { seen &+= $0 }
    let value = CurrentValue<Int, Never>(0)
    let plain = value.map { $0 &* 2 }.sink { seen &+= $0 }
    let count = 100_000
    bench.compare(
      "send → view state, counter", unit: "µs", goal: .valueAtMost(2), with: "a current value",
      baseline: { Bench.nanoseconds(each: count) { for _ in 0..<count { value.value += 1 } } / 1_000 },
      measure: { Bench.nanoseconds(each: count) { for _ in 0..<count { feature.send(1) } } / 1_000 })

    let before = reactiveResidentBytes()
    for _ in 0..<1_000_000 { feature.send(1) }
    bench.record(
      "memory grown by 1,000,000 sends", max(0, reactiveResidentBytes() - before) / 1024, unit: "KB",
      goal: .valueAtMost(256))
    reactiveUse(seen)
    token.cancel()
    plain.cancel()
  }

  /// Runs an effect from its action to its commit, through the main queue.
  static func runEffects(_ bench: Bench) async {
    final class Fetcher: BaseInteractor<Int, Int>, Interactor {
      func interact(with step: Int) {
        run(
          effect(id: "fetch") {
            step
          } commit: {
            $0 += (try? $1.get()) ?? 0
          })
      }
    }
    let fetcher = Fetcher(0)
    var times: [Double] = []
    for _ in 0..<2_000 {
      let start = Bench.now
      fetcher.interact(with: 1)
      await fetcher.settled()
      times.append(Double(Bench.now - start) / 1_000)
    }
    bench.record("effect → commit, with a turn of the main queue", times.median, unit: "µs")
  }
}
