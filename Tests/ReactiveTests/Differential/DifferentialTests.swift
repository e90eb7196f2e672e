import Algorithms
import Reactive
import ReactiveTesting
import Testing

/// Random chains against a model over arrays that knows nothing of the library.
///
/// A failure names the seed of its case: the same seed makes the same chain and the same events.
@Suite(.leavesNothing) struct DifferentialTests {
  static let steps = 12
  static let batches = 4

  @Test(arguments: 0..<batches) func `random chains deliver what the model says, and leave nothing`(batch: Int) {
    for seed in batch * 1000..<(batch + 1) * 1000 {
      var generator = ChainGenerator(random: SeededGenerator(seed: UInt64(seed)))
      let script = generator.script(steps: Self.steps)
      let chain = generator.root(depth: 4)
      let timing = generator.chance(3) ? generator.pick(Timing.allCases) : .none
      let last = generator.pick(0...Self.steps)
      let stage = Stage(script)
      var log: Timeline = []
      let publisher = timing.apply(chain.publisher(from: stage.supply), stage.clock)
      let token = stage.subscribe(to: publisher) { log.append($0) }
      while stage.step < last {
        stage.clock.run()
        stage.advance()
      }
      token.cancel()
      stage.clock.run()
      while stage.step < Self.steps { stage.advance() }
      let expected = timing.model(ReferenceModel(script).timeline(of: chain, from: 0), cancelledIn: last)
      #expect(log == expected, "seed \(seed): \(chain), \(timing); sources \(script.sources)")
      #expect(stage.isEmptyAtEnd(), "seed \(seed): \(chain), \(timing)")
      guard log == expected else { return }
    }
  }

  @Test(arguments: 0..<3) func `shared chains serve subscribers at any time`(batch: Int) {
    for seed in batch * 1000..<(batch + 1) * 1000 {
      var generator = ChainGenerator(random: SeededGenerator(seed: UInt64(seed)))
      let script = generator.script(steps: Self.steps)
      let chain = generator.root(depth: 3, allowsShared: false)
      let visitors = (0..<4).map { _ in
        let first = generator.pick(0...Self.steps)
        return Visitor(
          first: first, last: generator.pick(first...Self.steps),
          limit: generator.chance(2) ? generator.pick(1...3) : .max)
      }
      let sharing = generator.pick(Sharing.allCases)
      let stage = Stage(script)
      let publisher = sharing.apply(chain.publisher(from: stage.supply))
      var logs: [Timeline] = visitors.map { _ in [] }
      var tokens: [AnyCancellable?] = visitors.map { _ in nil }
      while true {
        for (index, visitor) in visitors.enumerated() {
          if visitor.first == stage.step {
            let limited = visitor.limit == .max ? publisher : publisher.prefix(visitor.limit).eraseToAnyPublisher()
            tokens[index] = stage.subscribe(to: limited) { logs[index].append($0) }
          }
          if visitor.last == stage.step { tokens[index] = nil }
        }
        if stage.step == Self.steps { break }
        stage.advance()
      }
      let expected = sharing.model(ReferenceModel(script), chain, visitors)
      #expect(logs == expected, "seed \(seed): \(chain), \(sharing), \(visitors); sources \(script.sources)")
      #expect(stage.isEmptyAtEnd(), "seed \(seed): \(chain), \(sharing)")
      guard logs == expected else { return }
    }
  }
}
