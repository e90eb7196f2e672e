import Reactive
import Testing

@Suite(.timeLimit(.minutes(5)), .leavesNothing) struct DeliveryOrderTests {
  @Test func `a value sent without subscribers is dropped`() {
    let subject = Subject<Int, Never>()
    subject.send(1)
    var log: [Int] = []
    let token = subject.sink { log.append($0) }
    subject.send(2)
    #expect(log == [2])
    withExtendedLifetime(token) {}
  }

  @Test func `a current value calls the sink once before sink returns`() {
    let value = CurrentValue(1)
    var log: [Int] = []
    let token = value.sink { log.append($0) }
    #expect(log == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `in a sink of a current value, value is the delivered one`() {
    let value = CurrentValue(1)
    var pairs: [[Int]] = []
    let token = value.sink { pairs.append([$0, value.value]) }
    value.value = 2
    value.send(3)
    #expect(pairs == [[1, 1], [2, 2], [3, 3]])
    withExtendedLifetime(token) {}
  }

  @Test func `setting equals sending, and an equal value is delivered`() {
    let value = CurrentValue(1)
    var log: [Int] = []
    let token = value.sink { log.append($0) }
    value.value = 1
    value.send(1)
    #expect(log == [1, 1, 1])
    withExtendedLifetime(token) {}
  }

  @Test func `subscribers get each value in the order of subscription`() {
    let subject = Subject<Int, Never>()
    var log: [String] = []
    var tokens = (0..<8).map { number in subject.sink { log.append("\(number):\($0)") } }
    subject.send(1)
    #expect(log == (0..<8).map { "\($0):1" })
    tokens.remove(at: 3)
    tokens.append(subject.sink { log.append("new:\($0)") })
    log = []
    subject.send(2)
    #expect(log == [0, 1, 2, 4, 5, 6, 7].map { "\($0):2" } + ["new:2"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `all subscribers see one sequence`() {
    let value = CurrentValue(0)
    var logs: [[Int]] = [[], [], []]
    let tokens = (0..<3).map { number in
      value.sink {
        logs[number].append($0)
        if number == 1, $0 < 5 { value.value = $0 + 1 }
      }
    }
    value.value = 3
    #expect(logs[1] == [0, 1, 2, 3, 4, 5, 3, 4, 5])
    #expect(logs[0] == logs[1])
    #expect(logs[2] == [5, 3, 4, 5])
    withExtendedLifetime(tokens) {}
  }

  @Test func `after a completion nothing is delivered`() {
    let value = CurrentValue<Int, Never>(1)
    var log: [String] = []
    let token = value.sink {
      log.append("\($0)")
    } receiveValue: {
      log.append("\($0)")
    }
    value.send(completion: .finished)
    value.send(2)
    value.value = 3
    value.send(completion: .finished)
    #expect(log == ["1", "finished"])
    #expect(value.value == 1)
    withExtendedLifetime(token) {}
  }

  @Test func `a late subscriber receives the completion`() {
    let value = CurrentValue<Int, Never>(1)
    let subject = Subject<Int, Never>()
    value.send(completion: .finished)
    subject.send(completion: .finished)
    var log: [String] = []
    let tokens = [
      value.sink {
        log.append("\($0)")
      } receiveValue: {
        log.append("\($0)")
      },
      subject.sink {
        log.append("\($0)")
      } receiveValue: {
        log.append("\($0)")
      },
    ]
    #expect(log == ["finished", "finished"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `freeing a subject ends its subscriptions`() {
    var subject: Subject<Int, Never>? = Subject()
    final class Thing {}
    var thing: Thing? = Thing()
    weak let weakThing = thing
    var ended = false
    let token = subject?.sink(receiveCompletion: { _ in ended = true }) { [thing] _ in withExtendedLifetime(thing) {} }
    thing = nil
    #expect(weakThing != nil)
    subject = nil
    #expect(weakThing == nil)
    #expect(!ended)
    withExtendedLifetime(token) {}
  }

  @Test func `a send inside a delivery waits until all have the value`() {
    let subject = Subject<Int, Never>()
    var log: [String] = []
    let first = subject.sink {
      log.append("a\($0)")
      if $0 == 1 { subject.send(2) }
      log.append("a-after")
    }
    let second = subject.sink { log.append("b\($0)") }
    subject.send(1)
    #expect(log == ["a1", "a-after", "b1", "a2", "a-after", "b2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a send inside a first value waits as well`() {
    let value = CurrentValue(1)
    var log: [String] = []
    let token = value.sink {
      log.append("\($0)")
      if $0 == 1 { value.value = 2 }
      log.append("after")
    }
    #expect(log == ["1", "after", "2", "after"])
    withExtendedLifetime(token) {}
  }

  @Test func `after a delivery, the value is the last delivered one`() {
    let value = CurrentValue(0)
    var last = [Int](repeating: -1, count: 4)
    let tokens = (0..<4).map { number in
      value.sink {
        last[number] = $0
        if number == 0, $0 == 1 { value.value = 2 }
        if number == 3, $0 == 2 { value.value = 3 }
      }
    }
    value.value = 1
    #expect(last == [3, 3, 3, 3])
    #expect(value.value == 3)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a value set inside a delivery can be read back at once`() {
    let value = CurrentValue(0)
    var isFirst = true
    let token = value.sink { _ in
      guard isFirst else { return }
      isFirst = false
      value.value += 1
      value.value += 1
    }
    #expect(value.value == 2)
    withExtendedLifetime(token) {}
  }

  @Test func `a million nested sends do not deepen the stack`() {
    let subject = Subject<Int, Never>()
    var last = 0
    let token = subject.map { $0 + 1 }.filter { $0 <= 1_000_000 }.sink {
      last = $0
      subject.send($0)
    }
    subject.send(0)
    #expect(last == 1_000_000)
    withExtendedLifetime(token) {}
  }

  @Test func `a completion sent inside a delivery follows the value`() {
    let subject = Subject<Int, Never>()
    var log: [String] = []
    let tokens = (0..<2).map { number in
      subject.sink {
        log.append("\(number):\($0)")
      } receiveValue: {
        log.append("\(number):\($0)")
        if number == 0 {
          subject.send(completion: .finished)
          subject.send(9)
        }
      }
    }
    subject.send(1)
    #expect(log == ["0:1", "1:1", "0:finished", "1:finished"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a subscription inside a delivery receives later values only`() {
    let subject = Subject<Int, Never>()
    var log: [Int] = []
    var late: AnyCancellable?
    let token = subject.sink { _ in if late == nil { late = subject.sink { log.append($0) } } }
    subject.send(1)
    #expect(log == [])
    subject.send(2)
    #expect(log == [2])
    withExtendedLifetime((token, late)) {}
  }

  @Test func `a current value arrives once inside a delivery`() {
    let value = CurrentValue(0)
    var log: [Int] = []
    var late: AnyCancellable?
    let token = value.sink { if $0 == 1, late == nil { late = value.sink { log.append($0) } } }
    value.value = 1
    #expect(log == [1])
    withExtendedLifetime((token, late)) {}
  }

  @Test(arguments: [true, false])
  func `queued sends keep program order with subscriptions`(sendsFirst: Bool) {
    let subject = Subject<Int, Never>()
    var log: [Int] = []
    var late: AnyCancellable?
    let token = subject.sink {
      guard $0 == 1 else { return }
      if sendsFirst { subject.send(2) }
      late = subject.sink { log.append($0) }
      if !sendsFirst { subject.send(2) }
    }
    subject.send(1)
    #expect(log == (sendsFirst ? [] : [2]))
    withExtendedLifetime((token, late)) {}
  }

  @Test func `sends from operators' closures follow the same rules`() {
    let subject = Subject<Int, Never>()
    var log: [String] = []
    let tokens = [
      subject.map { value -> Int in
        if value == 1 { subject.send(2) }
        return value
      }.sink { log.append("a\($0)") },
      subject.filter { value in
        if value == 2 { subject.send(3) }
        return true
      }.sink { log.append("b\($0)") },
    ]
    subject.send(1)
    #expect(log == ["a1", "b1", "a2", "b2", "a3", "b3"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `an output that makes another input send is delivered first`() {
    let a = Subject<Int, Never>()
    let b = Subject<Int, Never>()
    var log: [String] = []
    let token = a.merge(with: b).sink {
      log.append("\($0)")
      if $0 == 1 { b.send(2) }
      log.append("after")
    }
    a.send(1)
    #expect(log == ["1", "after", "2", "after"])
    withExtendedLifetime(token) {}
  }

  @Test func `a source pushes every value to each subscriber`() {
    let subject = Subject<Int, Never>()
    var counts = [0, 0]
    let tokens = counts.indices.map { number in subject.sink { _ in counts[number] += 1 } }
    for number in 0..<10_000 { subject.send(number) }
    #expect(counts == [10_000, 10_000])
    withExtendedLifetime(tokens) {}
  }
}
