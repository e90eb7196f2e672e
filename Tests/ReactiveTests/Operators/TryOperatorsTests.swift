import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct TryOperatorsTests {
  private func isB(_ value: String) throws -> Bool {
    if value == "x" { throw MarbleError() }
    return value == "b"
  }

  @Test func `without an error they equal the operators without try`() {
    #expect(marbles("aab|") { source, _ in source.tryRemoveDuplicates { $0 == $1 } } == "a-b|")
    #expect(marbles("bab|") { source, _ in source.tryDrop(while: isB) } == "-ab|")
    #expect(marbles("bab|") { source, _ in source.tryPrefix(while: isB) } == "b|")
    #expect(marbles("abb|") { source, _ in source.tryFirst(where: isB) } == "-(b|)")
    #expect(marbles("abb|") { source, _ in source.tryLast(where: isB) } == "---(b|)")
    #expect(marbles("ab-|") { source, _ in source.tryContains(where: isB).map { $0 ? 1 : 0 } } == "-(1|)")
    #expect(marbles("ba-|") { source, _ in source.tryAllSatisfy(isB).map { $0 ? 1 : 0 } } == "-(0|)")
    #expect(marbles("ab|") { source, _ in source.tryReduce("") { $0 + $1 } } == "--('ab'|)")
    #expect(marbles("|") { source, _ in source.tryReduce("z") { $0 + $1 } } == "(z|)")
    #expect(marbles("bac|") { source, _ in source.tryMin { $0 < $1 } } == "---(a|)")
    #expect(marbles("bac|") { source, _ in source.tryMax { $0 < $1 } } == "---(c|)")
    #expect(marbles("a#", "--xy|") { first, second, _ in first.tryCatch { _ in second } } == "a-xy|")
  }

  @Test func `an error ends them and cancels upstream`() {
    let ledger = LifetimeLedger()
    func check<P: Publisher>(_ operation: (AnyPublisher<String, MarbleError>) -> P, isNamed name: String) {
      let output = marbles("ax-b|") { source, _ in operation(source.counted(by: ledger).eraseToAnyPublisher()) }
      #expect("\(output)".hasSuffix("#"), "\(name)")
      #expect(ledger.subscriptions == 0, "\(name)")
    }
    check({ $0.tryRemoveDuplicates { try isB($0) && isB($1) || isB($1) } }, isNamed: "tryRemoveDuplicates")
    check({ $0.tryDrop { try !isB($0) } }, isNamed: "tryDrop")
    check({ $0.tryPrefix { try !isB($0) } }, isNamed: "tryPrefix")
    check({ $0.tryFirst(where: isB) }, isNamed: "tryFirst")
    check({ $0.tryLast(where: isB) }, isNamed: "tryLast")
    check({ $0.tryContains(where: isB) }, isNamed: "tryContains")
    check({ $0.tryAllSatisfy { try !isB($0) } }, isNamed: "tryAllSatisfy")
    check({ $0.tryReduce(0) { try isB($1) ? $0 : $0 } }, isNamed: "tryReduce")
    check({ $0.tryMin { try isB($0) || isB($1) } }, isNamed: "tryMin")
    check({ $0.tryMax { try isB($0) || isB($1) } }, isNamed: "tryMax")
    #expect(marbles("a#") { source, _ in source.tryCatch { error -> Just<String> in throw error } } == "a#")
  }
}
