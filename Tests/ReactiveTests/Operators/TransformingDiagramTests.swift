import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct TransformingDiagramTests {
  @Test func `a transforming operator calls its closure once`() {
    var calls = 0
    #expect(
      marbles("ab-c|") { source, _ in
        source.map {
          calls += 1
          return $0.uppercased()
        }
      } == "AB-C|")
    #expect(calls == 3)
    #expect(marbles("ab-c|") { source, _ in source.filter { $0 != "b" } } == "a--c|")
    #expect(marbles("1x-3|") { source, _ in source.compactMap { Int($0) } } == "1--3|")
    #expect(marbles("ab-c|") { source, _ in source.scan("", +) } == "a'ab'-'abc'|")
    #expect(marbles("ab#") { source, _ in source.map(\.count) } == "11#")
  }

  @Test func `a closure runs once for each value and subscriber`() {
    var calls = 0
    let source = Subject<Int, Never>()
    func counted(_ value: Int) -> Int {
      calls += 1
      return value
    }
    let operators: [AnyPublisher<Int, Never>] = [
      source.map(counted).eraseToAnyPublisher(), source.compactMap { counted($0) }.eraseToAnyPublisher(),
      source.filter { counted($0) > 0 }.eraseToAnyPublisher(), source.scan(0) { $0 + counted($1) },
    ]
    for operation in operators {
      calls = 0
      let tokens = [operation.sink { _ in }, operation.sink { _ in }]
      for number in 1...3 { source.send(number) }
      #expect(calls == 6)
      withExtendedLifetime(tokens) {}
    }
  }

  @Test func `tryMap fails with the thrown error and cancels upstream`() {
    let ledger = LifetimeLedger()
    #expect(
      marbles("abc|") { source, _ in
        source.counted(by: ledger).tryMap { value -> String in
          if value == "b" { throw MarbleError() }
          return value
        }
      } == "a#")
    #expect(ledger.subscriptions == 0)
    #expect(marbles("ab|") { source, _ in source.tryFilter { $0 == "b" } } == "-b|")
    #expect(marbles("ab|") { source, _ in source.tryCompactMap { $0 == "b" ? nil : $0 } } == "a-|")
    #expect(marbles("ab|") { source, _ in source.tryScan("") { $0 + $1 } } == "a'ab'|")
  }

  @Test func `removeDuplicates compares with the last delivered value`() {
    #expect(marbles("aab-ba|") { source, _ in source.removeDuplicates() } == "a-b--a|")
    var pairs: [String] = []
    _ = marbles("abcd|") { source, _ in
      source.removeDuplicates {
        pairs.append($0 + $1)
        return $1 != "d"
      }
    }
    #expect(pairs == ["ab", "ac", "ad"])
  }

  @Test func `prefix finishes with the n-th value`() {
    let ledger = LifetimeLedger()
    #expect(marbles("abc|") { source, _ in source.counted(by: ledger).prefix(2) } == "a(b|)")
    #expect(marbles("abc|") { source, _ in source.counted(by: ledger).prefix(0) } == "|")
    #expect(ledger.subscriptionsEver == 1)
    #expect(marbles("abc|") { source, _ in source.prefix { $0 != "c" } } == "ab|")
    #expect(marbles("abc|") { source, _ in source.first() } == "(a|)")
    #expect(marbles("abc|") { source, _ in source.first { $0 == "b" } } == "-(b|)")
    #expect(marbles("abc-|") { source, _ in source.output(at: 1) } == "-(b|)")
    #expect(marbles("abcd|") { source, _ in source.output(in: 1...2) } == "-b(c|)")
  }

  @Test func `dropFirst and drop(while:) skip the first values`() {
    #expect(marbles("abc|") { source, _ in source.dropFirst() } == "-bc|")
    #expect(marbles("abc|") { source, _ in source.dropFirst(5) } == "---|")
    #expect(marbles("abac|") { source, _ in source.drop { $0 == "a" } } == "-bac|")
  }

  @Test func `the until family follows another publisher`() {
    #expect(marbles("abcd|", "--x") { $0.prefix(untilOutputFrom: $1).mapped($2) } == "ab(c|)")
    #expect(marbles("abcd|", "--x") { $0.drop(untilOutputFrom: $1).mapped($2) } == "---d|")
    #expect(marbles("abcd|", "-|") { $0.drop(untilOutputFrom: $1).mapped($2) } == "-|")
  }

  @Test func `reducing operators deliver at the end, unless it fails`() {
    #expect(marbles("ab|") { source, _ in source.reduce("", +) } == "--('ab'|)")
    #expect(marbles("ab#") { source, _ in source.reduce("", +) } == "--#")
    #expect(marbles("ab|") { source, _ in source.collect().map { $0.joined() } } == "--('ab'|)")
    #expect(marbles("abc|") { source, _ in source.collect(2).map { $0.joined() } } == "-'ab'-(c|)")
    #expect(marbles("ab|") { source, _ in source.count() } == "--(2|)")
    #expect(marbles("ab|") { source, _ in source.last() } == "--(b|)")
    #expect(marbles("|") { source, _ in source.last() } == "|")
    #expect(marbles("ab|") { source, _ in source.last { $0 == "a" } } == "--(a|)")
    #expect(marbles("ab|") { source, _ in source.ignoreOutput() } == "--|")
  }

  @Test func `a verdict is final`() {
    #expect(marbles("abc|") { source, _ in source.contains("b").map { $0 ? 1 : 0 } } == "-(1|)")
    #expect(marbles("abc|") { source, _ in source.contains("x").map { $0 ? 1 : 0 } } == "---(0|)")
    #expect(marbles("abc|") { source, _ in source.allSatisfy { $0 == "a" }.map { $0 ? 1 : 0 } } == "-(0|)")
    #expect(marbles("aa|") { source, _ in source.allSatisfy { $0 == "a" }.map { $0 ? 1 : 0 } } == "--(1|)")
  }

  @Test func `replacements are delivered for missing values`() {
    #expect(marbles("--|") { source, _ in source.replaceEmpty(with: "x") } == "--(x|)")
    #expect(marbles("a|") { source, _ in source.replaceEmpty(with: "x") } == "a|")
    #expect(marbles("a#") { source, _ in source.replaceError(with: "x") } == "a(x|)")
    #expect(marbles("1x|") { source, _ in source.map { Int($0) }.replaceNil(with: 7) } == "17|")
  }

  @Test func `prepend and append keep order`() {
    #expect(marbles("-a|") { source, _ in source.prepend("x", "y") } == "(xy)a|")
    #expect(marbles("a|") { source, _ in source.append("x") } == "a(x|)")
    #expect(marbles("a#") { source, _ in source.append("x") } == "a#")
    #expect(marbles("ab|", "--xy|") { first, second, _ in first.append(second) } == "abxy|")
  }

  @Test func `handleEvents sees every event in order`() {
    var log: [String] = []
    let output = marbles("a|") { source, _ in
      source.handleEvents(
        receiveSubscription: { log.append("subscription") },
        receiveOutput: { log.append("output \($0)") },
        receiveCompletion: { log.append("completion \($0)") },
        receiveCancel: { log.append("cancel") })
    }
    #expect(output == "a|")
    #expect(log == ["subscription", "output a", "completion finished"])
    final class Page: TextOutputStream {
      var text = ""
      func write(_ string: String) { text += string }
    }
    let page = Page()
    #expect(marbles("a#", { source, _ in source.print("p", to: page) }) == "a#")
    #expect(page.text == "p: receive subscription\np: receive value: (a)\np: receive error: (MarbleError())\n")
    page.text = ""
    #expect(marbles("|", { source, _ in source.print(to: page) }) == "|")
    #expect(page.text == "receive subscription\nreceive finished\n")
  }
}

extension Publisher {
  /// Takes the clock, so that a closure with two inputs may use it or not.
  fileprivate func mapped<C>(_ clock: C) -> Self { self }
}
