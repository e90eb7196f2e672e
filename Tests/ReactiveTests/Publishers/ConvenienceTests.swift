import Reactive
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .leavesNothing) struct ConvenienceTests {
  private func events<P: Publisher>(_ publisher: P) -> [String] {
    var log: [String] = []
    let token = publisher.sink {
      if case .finished = $0 { log.append("finished") } else { log.append("failed") }
    } receiveValue: {
      log.append("\($0)")
    }
    withExtendedLifetime(token) {}
    return log
  }

  @Test func `an optional delivers its value, if any, and finishes`() {
    #expect(events(Optional(1).publisher) == ["1", "finished"])
    #expect(events(Int?.none.publisher) == ["finished"])
  }

  @Test func `a result delivers its value and finishes, or fails`() {
    #expect(events(Result<Int, MarbleError>.success(1).publisher) == ["1", "finished"])
    #expect(events(Result<Int, MarbleError>.failure(MarbleError()).publisher) == ["failed"])
  }

  @Test func `assertNoFailure stops the program at a failure`() async {
    #expect(events(Just(1).assertNoFailure()) == ["1", "finished"])
    await #expect(processExitsWith: .failure) {
      let token = Fail(outputType: Int.self, failure: MarbleError()).assertNoFailure("never").sink { _ in }
      withExtendedLifetime(token) {}
    }
  }

  @Test func `an empty publisher finishes at once, or never`() {
    #expect(events(Empty<Int, MarbleError>()) == ["finished"])
    #expect(events(Empty(outputType: Int.self, failureType: MarbleError.self)) == ["finished"])
    #expect(events(Empty<Int, MarbleError>(completeImmediately: false)) == [])
    #expect(
      events(Empty(completeImmediately: false, outputType: Int.self, failureType: MarbleError.self)) == [])
  }

  @Test func `a publisher of fixed values delivers them and ends`() {
    #expect(events(Just(1)) == ["1", "finished"])
    #expect(events([1, 2, 3].publisher) == ["1", "2", "3", "finished"])
    #expect(events([Int]().publisher) == ["finished"])
    #expect(events(Fail<Int, MarbleError>(error: MarbleError())) == ["failed"])
  }

  @Test func `a subscription that has ended already receives nothing`() {
    var log: [String] = []
    func attach<P: Publisher>(_ publisher: P) {
      let token = AnyCancellable()
      token.cancel()
      publisher.attach(Observer { _ in log.append("\(P.self)") }, to: token)
    }
    attach(Just(1))
    attach([1, 2].publisher)
    attach(Empty<Int, Never>())
    attach(Fail<Int, MarbleError>(error: MarbleError()))
    attach(Just(1).prefix(0))
    attach(CurrentValue(1))
    #expect(log == [])
  }
}
