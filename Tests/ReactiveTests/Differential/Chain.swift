import Reactive
import ReactiveTesting

/// A graph of publishers that a random case subscribes to.
indirect enum Chain {
  case source(Int)
  case shared(Int)
  case sequence([Int], StreamEvent?)
  case operation(Operation, Chain)
  case combineLatest([Chain])
  case zip([Chain])
  case merge([Chain])
  case withLatest(Chain, from: Chain)
  case append(Chain, Chain)
  case prepend([Int], Chain)
  case `catch`(Chain, Chain)
  case retry(Chain, Int)
  case flatMap(Chain, [Chain], max: Int)
  case switchToLatest(Chain, [Chain])
  case prefixUntil(Chain, Chain)
  case dropUntil(Chain, Chain)
}

extension Chain: CustomStringConvertible {
  var description: String {
    switch self {
    case .source(let index): "s\(index)"
    case .shared(let index): "shared\(index)"
    case .sequence(let values, let end): "\(values)\(end.map { "\($0)" } ?? "…")"
    case .operation(let operation, let chain): "\(chain).\(operation.name)"
    case .combineLatest(let chains): "combineLatest\(chains)"
    case .zip(let chains): "zip\(chains)"
    case .merge(let chains): "merge\(chains)"
    case .withLatest(let chain, let other): "\(chain).withLatest(\(other))"
    case .append(let chain, let other): "\(chain).append(\(other))"
    case .prepend(let values, let chain): "\(chain).prepend\(values)"
    case .catch(let chain, let other): "\(chain).catch(\(other))"
    case .retry(let chain, let count): "\(chain).retry(\(count))"
    case .flatMap(let chain, let inners, let max): "\(chain).flatMap(\(max), \(inners))"
    case .switchToLatest(let chain, let inners): "\(chain).switchToLatest(\(inners))"
    case .prefixUntil(let chain, let other): "\(chain).prefixUntil(\(other))"
    case .dropUntil(let chain, let other): "\(chain).dropUntil(\(other))"
    }
  }
}

/// The sources and shared publishers that a chain is built from.
struct Supply {
  let sources: [Stream]
  var shared: [Stream] = []
}

extension Chain {
  /// The publisher that this chain describes.
  func publisher(from supply: Supply) -> Stream {
    func make(_ chain: Chain) -> Stream { chain.publisher(from: supply) }
    func inner(_ chains: [Chain]) -> (Int) -> Stream { { make(chains[abs($0 % chains.count)]) } }
    switch self {
    case .source(let index): return supply.sources[index]
    case .shared(let index): return supply.shared[index]
    case .sequence(let values, let end):
      let elements = values.publisher.setFailureType(to: MarbleError.self)
      switch end {
      case .finished: return elements.eraseToAnyPublisher()
      case .failed: return elements.append(Fail(error: MarbleError())).eraseToAnyPublisher()
      default: return elements.append(Empty(completeImmediately: false)).eraseToAnyPublisher()
      }
    case .operation(let operation, let chain): return operation.apply(make(chain))
    case .combineLatest(let chains):
      let all = chains.map(make)
      switch all.count {
      case 2: return all[0].combineLatest(all[1]) { join([$0, $1]) }.eraseToAnyPublisher()
      case 3: return all[0].combineLatest(all[1], all[2]) { join([$0, $1, $2]) }.eraseToAnyPublisher()
      case 4: return all[0].combineLatest(all[1], all[2], all[3]) { join([$0, $1, $2, $3]) }.eraseToAnyPublisher()
      default:
        return Reactive.combineLatest(all[0], all[1], all[2], all[3], all[4])
          .map { join([$0.0, $0.1, $0.2, $0.3, $0.4]) }.eraseToAnyPublisher()
      }
    case .zip(let chains):
      let all = chains.map(make)
      switch all.count {
      case 2: return all[0].zip(all[1]) { join([$0, $1]) }.eraseToAnyPublisher()
      case 3: return all[0].zip(all[1], all[2]) { join([$0, $1, $2]) }.eraseToAnyPublisher()
      case 4: return all[0].zip(all[1], all[2], all[3]) { join([$0, $1, $2, $3]) }.eraseToAnyPublisher()
      default:
        return Reactive.zip(all[0], all[1], all[2], all[3], all[4])
          .map { join([$0.0, $0.1, $0.2, $0.3, $0.4]) }.eraseToAnyPublisher()
      }
    case .merge(let chains): return chains.map(make).merged().eraseToAnyPublisher()
    case .withLatest(let chain, let other): return make(chain).withLatest(from: make(other)) { join([$0, $1]) }
    case .append(let chain, let other): return make(chain).append(make(other)).eraseToAnyPublisher()
    case .prepend(let values, let chain): return make(chain).prepend(values).eraseToAnyPublisher()
    case .catch(let chain, let other):
      let replacement = make(other)
      return make(chain).catch { _ in replacement }.eraseToAnyPublisher()
    case .retry(let chain, let count): return make(chain).retry(count)
    case .flatMap(let chain, let inners, let max): return make(chain).flatMap(maxPublishers: max, inner(inners))
    case .switchToLatest(let chain, let inners):
      return make(chain).map(inner(inners)).switchToLatest().eraseToAnyPublisher()
    case .prefixUntil(let chain, let other): return make(chain).prefix(untilOutputFrom: make(other))
    case .dropUntil(let chain, let other): return make(chain).drop(untilOutputFrom: make(other))
    }
  }
}

/// The output of a join: different for different inputs and orders.
func join(_ values: [Int]) -> Int { values.reduce(1) { ($0 &* 31 &+ $1) % 10_007 } }
