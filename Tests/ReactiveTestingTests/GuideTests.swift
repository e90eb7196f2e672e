import Reactive
import ReactiveTesting
import Testing

/// The examples of ReactiveTesting's page, compiled and run.
@Suite struct `The guide to ReactiveTesting` {
  @Test func `publishers as diagrams`() {
    #expect(marbles("a-(bc)-|") { source, _ in source.map { $0.uppercased() } } == "A-(BC)-|")
    #expect(marbles("a-c|", "-b-d|") { first, second, _ in first.merge(with: second) } == "abcd|")
    #expect(marbles("abcdef|", cancelAt: 2) { source, _ in source } == "ab(c!)")
  }

  @Test func `live objects are counted`() {
    let subject = Subject<Int, Never>()
    let ledger = LifetimeLedger()
    let token = subject.counted(by: ledger).sink { [witness = ledger.witness()] _ in withExtendedLifetime(witness) {} }
    #expect(ledger.subscriptions == 1)
    #expect(ledger.witnesses == 1)
    token.cancel()
    #expect(ledger.subscriptions == 0)
    #expect(ledger.witnesses == 0)
  }
}
