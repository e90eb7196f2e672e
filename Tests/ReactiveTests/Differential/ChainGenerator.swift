import Algorithms
import ReactiveTesting

/// Creates random chains with an outcome that the documentation defines.
///
/// The order of events within one step is defined for inputs that have no source in common, and for those that
/// subscribe to all their sources at once (static), where it is the order of subscription. Joins of other inputs share
/// only sources that never end, so that each step is one delivery.
struct ChainGenerator {
  /// The constructs that a chain may use.
  struct Limits {
    var sources: [Int]
    /// At most one value in a step in which a source sends one.
    var isSingle = false
    /// No subscription after the first.
    var isStatic = false
    /// No value in a step in which it completes: a shared chain delivers such a pair to its subscribers one by one.
    var isPlain = false
    var allowsShared = true
  }

  /// Sources 0 and 1 may end, 2 and 3 never do; 1 and 3 have a current value.
  static let endless = [2, 3]
  /// The sources behind each shared publisher.
  static let sharedSources = [[0, 1], endless]

  var random: SeededGenerator

  mutating func script(steps: Int) -> Script {
    var script = Script(sources: (0..<4).map { SourceScript(initial: $0 % 2 == 1 ? pick(0..<12) : nil) }, steps: steps)
    var open = [0, 1, 2, 3]
    for step in 1...steps {
      let source = pick(open)
      let ends = !Self.endless.contains(source) && chance(6)
      script.sources[source].events[step] = ends ? (chance(2) ? .finished : .failed) : .value(pick(0..<12))
      if ends { open.removeAll { $0 == source } }
    }
    for sources in Self.sharedSources {
      let limits = Limits(sources: sources, isSingle: true, isStatic: true, isPlain: true, allowsShared: false)
      script.shared.append((chain(depth: 2, limits), chance(2)))
    }
    return script
  }

  /// A chain of all sources.
  ///
  /// Every other one is a join, where a mark that is never answered shows.
  mutating func root(depth: Int, allowsShared: Bool = true) -> Chain {
    let limits = Limits(sources: [0, 1, 2, 3], allowsShared: allowsShared)
    guard chance(2) else { return chain(depth: depth, limits) }
    return .combineLatest(joined(depth: depth - 1, limits, count: 2))
  }

  mutating func chain(depth: Int, _ limits: Limits) -> Chain {
    guard depth > 0 else { return leaf(limits) }
    let depth = depth - 1
    switch pick(0..<16) {
    case 0...3: return .operation(operation(limits), chain(depth: depth, limits))
    case 4, 5: return .combineLatest(joined(depth: depth, limits, count: pick(2...5)))
    case 6:
      let inputs = joined(depth: depth, limits, count: 2)
      return .withLatest(inputs[0], from: inputs[1])
    case 7 where !limits.isPlain: return .zip(ordered(depth: depth, limits, count: pick(2...5)))
    case 8: return .merge(ordered(depth: depth, limits, count: pick(2...3), isMerge: true))
    case 9 where !limits.isSingle && !limits.isStatic:
      return .append(chain(depth: depth, limits), chain(depth: depth, limits))
    case 10 where !limits.isSingle: return .prepend([pick(0..<12), pick(0..<12)], chain(depth: depth, limits))
    case 11 where !limits.isStatic: return .catch(chain(depth: depth, limits), inner(depth: depth, limits))
    case 12 where !limits.isStatic: return .retry(inner(depth: depth, limits), pick(1...2))
    case 13 where !limits.isSingle && !limits.isStatic:
      let (outer, rest) = split(limits)
      var inner = rest
      inner.isStatic = true
      inner.allowsShared = false
      let inners = (0..<pick(1...3)).map { _ in chain(depth: min(depth, 1), inner) }
      return .flatMap(chain(depth: depth, outer), inners, max: chance(2) ? 1 : .max)
    case 14 where !limits.isStatic:
      let (outer, rest) = split(limits)
      let inners = (0..<pick(1...3)).map { _ in inner(depth: depth, rest) }
      return .switchToLatest(chain(depth: depth, outer), inners)
    case 15:
      let (first, second) = split(limits)
      let inputs = (chain(depth: depth, first), chain(depth: depth, second))
      return chance(2) ? .prefixUntil(inputs.0, inputs.1) : .dropUntil(inputs.0, inputs.1)
    default: return .operation(operation(limits), chain(depth: depth, limits))
    }
  }

  /// A chain for a subscription in the middle of a step: with `isSingle`, it delivers at most one value at once.
  private mutating func inner(depth: Int, _ limits: Limits) -> Chain {
    guard limits.isSingle else { return chain(depth: depth, limits) }
    let leaf = leaf(limits)
    return chance(2) ? .operation(operation(limits), leaf) : leaf
  }

  private mutating func operation(_ limits: Limits) -> Operation {
    pick(limits.isPlain ? Operation.plain : Operation.all)
  }

  private mutating func leaf(_ limits: Limits) -> Chain {
    let shared = Self.sharedSources.indices.filter { index in
      limits.allowsShared && Self.sharedSources[index].allSatisfy(limits.sources.contains)
    }
    if let index = shared.randomElement(using: &random), chance(3) { return .shared(index) }
    if let source = limits.sources.randomElement(using: &random), !chance(6) { return .source(source) }
    let values = (0..<(limits.isSingle ? pick(0...1) : pick(0...3))).map { _ in pick(0..<12) }
    let ends: [StreamEvent?] = limits.isSingle && !values.isEmpty ? [.finished, nil] : [.finished, .failed, nil]
    return .sequence(values, pick(ends))
  }

  /// Inputs of a join that waits for all of them in a step.
  private mutating func joined(depth: Int, _ limits: Limits, count: Int) -> [Chain] {
    var limits = limits
    limits.isSingle = true
    switch pick(0..<3) {
    case 0: return apart(depth: depth, limits, count: count)
    case 1: limits.sources = limits.sources.filter(Self.endless.contains)
    default:
      limits.isStatic = true
      limits.allowsShared = false
    }
    return (0..<count).map { _ in chain(depth: depth, limits) }
  }

  /// Inputs of an operator that handles each of their events by itself.
  private mutating func ordered(depth: Int, _ limits: Limits, count: Int, isMerge: Bool = false) -> [Chain] {
    if isMerge && limits.isSingle || chance(2) { return apart(depth: depth, limits, count: count) }
    var limits = limits
    limits.isStatic = true
    limits.allowsShared = false
    return (0..<count).map { _ in chain(depth: depth, limits) }
  }

  /// Inputs that have no source in common.
  private mutating func apart(depth: Int, _ limits: Limits, count: Int) -> [Chain] {
    var limits = limits
    let sources = limits.sources.shuffled(using: &random)
    return (0..<count).map { input in
      limits.sources = sources.indices.filter { $0 % count == input }.map { sources[$0] }
      return chain(depth: depth, limits)
    }
  }

  private mutating func split(_ limits: Limits) -> (Limits, Limits) {
    var first = limits
    var second = limits
    let sources = limits.sources.shuffled(using: &random)
    first.sources = Array(sources.prefix((sources.count + 1) / 2))
    second.sources = Array(sources.dropFirst(first.sources.count))
    return (first, second)
  }

  mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[pick(0..<elements.count)] }
  /// True once in `times`.
  mutating func chance(_ times: Int) -> Bool { pick(0..<times) == 0 }
}
