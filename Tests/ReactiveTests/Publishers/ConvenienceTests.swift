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
}
