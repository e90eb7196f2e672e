import Reactive
import ReactiveTesting
import Testing
import Time

@Suite struct DiagramTests {
  @Test(arguments: ["", "a", "a-b", "--a-(bc)-'long'|", "a#", "(a|)", "'('-'-'", "ab!"])
  func `a diagram is drawn as it was read`(text: String) throws {
    #expect(try Diagram(parsing: text).description == text)
  }

  @Test func `spaces and trailing dashes are ignored`() {
    #expect(Diagram("a - b |---") == "a-b|")
    #expect(Diagram("").lastTick == -1 && Diagram("-a-").lastTick == 1)
  }

  @Test func `a group takes one tick`() {
    let diagram: Diagram = "(ab)c"
    #expect(diagram.events == [0: [.value("a"), .value("b")], 1: [.value("c")]])
  }

  @Test func `an invalid diagram is reported`() {
    #expect(throws: Diagram.ParseError.unfinished("a group")) { try Diagram(parsing: "(a") }
    #expect(throws: Diagram.ParseError.unfinished("a quotation")) { try Diagram(parsing: "'a") }
    #expect(throws: Diagram.ParseError.unexpected(")", at: 1)) { try Diagram(parsing: "a)") }
    #expect(throws: Diagram.ParseError.unexpected("-", at: 1)) { try Diagram(parsing: "(-)") }
  }

  @Test func `an expression without operators gives its input`() {
    #expect(marbles("a-(bc)-|") { source, _ in source } == "a-(bc)-|")
    #expect(marbles("a-#") { source, _ in source } == "a-#")
  }

  @Test func `a wrong expectation is not equal`() {
    #expect(marbles("a-b|") { source, _ in source } != "ab|")
    #expect(marbles("a-b|") { source, _ in source } != "a-b#")
    #expect(marbles("a-b|") { source, _ in source } != "a-c|")
    #expect(marbles("a-b|") { source, _ in source } != "a-b")
  }

  @Test func `the inputs share one clock`() {
    #expect(marbles("a-c|", "-b-d|") { first, second, _ in first.merge(with: second) } == "abcd|")
  }

  @Test func `a cancelled subscriber receives no more events`() {
    #expect(marbles("abcdef|", cancelAt: 2) { source, _ in source } == "ab(c!)")
  }
}

@Suite struct LifetimeLedgerTests {
  @Test func `counts subscriptions until they end, either way`() {
    let ledger = LifetimeLedger()
    let subject = Subject<Int, Never>()
    let first = subject.counted(by: ledger).sink { _ in }
    let second = subject.counted(by: ledger).sink { _ in }
    #expect(ledger.subscriptions == 2)
    first.cancel()
    first.cancel()
    #expect(ledger.subscriptions == 1)
    subject.send(completion: .finished)
    #expect(ledger.subscriptions == 0)
    #expect(ledger.subscriptionsEver == 2)
    withExtendedLifetime(second) {}
  }

  @Test func `a witness counts as long as a closure keeps it`() {
    let ledger = LifetimeLedger()
    var closure: (() -> Void)? = { [witness = ledger.witness()] in withExtendedLifetime(witness) {} }
    #expect(ledger.witnesses == 1)
    closure?()
    closure = nil
    #expect(ledger.witnesses == 0)
  }
}
