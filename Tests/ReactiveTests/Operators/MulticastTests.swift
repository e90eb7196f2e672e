import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct MulticastTests {
  @Test func `autoconnect disconnects when its subscriber ends`() {
    let value = CurrentValue(0)
    let shared = value.multicast { Subject() }.autoconnect()
    var log: [Int] = []
    let first = shared.first().sink { log.append($0) }
    #expect(value.subscriberCount == 0)
    let second = shared.sink { log.append($0) }
    value.value = 1
    #expect(log == [0, 0, 1])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `autoconnect connects again after all cancelled`() {
    let value = CurrentValue(0)
    let shared = value.makeConnectable().autoconnect()
    var log: [Int] = []
    shared.sink { log.append($0) }.cancel()
    shared.sink { log.append($0) }.cancel()
    #expect(log == [0, 0])
    #expect(value.subscriberCount == 0)
  }

  @Test func `autoconnect does not connect again after the completion`() {
    var connections = 0
    let shared = Just(1).handleEvents(receiveSubscription: { connections += 1 }).makeConnectable().autoconnect()
    var completions = 0
    let tokens = (0..<2).map { _ in shared.sink(receiveCompletion: { _ in completions += 1 }) { _ in } }
    #expect(connections == 1)
    #expect(completions == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a connection that ends between mark and value frees a join`() {
    let source = Subject<Int, Never>()
    let shared = source.makeConnectable()
    var log: [[Int]] = []
    let join = shared.combineLatest(source).sink { log.append([$0, $1]) }
    // Subscribed before the connection: its sink runs when `shared` is marked and has no value yet.
    var connection: AnyCancellable?
    let breaker = source.sink { if $0 == 2 { connection?.cancel() } }
    connection = shared.connect()
    source.send(1)
    source.send(2)
    source.send(3)
    #expect(log == [[1, 1], [1, 2], [1, 3]])
    withExtendedLifetime((join, breaker)) {}
  }
}
