import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct RetryTests {
  @Test func `subscribing reports no cancellation, cancelling one`() {
    var cancellations = 0
    let token = Empty<Int, MarbleError>(completeImmediately: false)
      .handleEvents(receiveCancel: { cancellations += 1 })
      .retry(1)
      .sink(receiveCompletion: { _ in }) { _ in }
    #expect(cancellations == 0)
    token.cancel()
    #expect(cancellations == 1)
  }

  @Test func `flatMap's inner publisher survives its own subscription`() {
    var cancellations = 0
    let idle = Empty<Int, Never>(completeImmediately: false).handleEvents(receiveCancel: { cancellations += 1 })
    let token = Just(0).flatMap { _ in idle }.sink { _ in }
    #expect(cancellations == 0)
    token.cancel()
    #expect(cancellations == 1)
  }

  @Test func `a failed attempt that was marked does not block a join`() {
    let source = Subject<Int, MarbleError>()
    var log: [[Int]] = []
    let flaky = source.tryMap { value in
      if value == 1 { throw MarbleError() }
      return value
    }
    .mapError { _ in MarbleError() }.retry(3)
    let token = flaky.combineLatest(source).sink(receiveCompletion: { _ in }) { log.append([$0, $1]) }
    for value in [0, 1, 2] { source.send(value) }
    #expect(log == [[0, 0], [0, 1], [2, 2]])
    withExtendedLifetime(token) {}
  }
}
