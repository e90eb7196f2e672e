import Reactive
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .leavesNothing) struct CombiningDiagramTests {
  @Test func `combineLatest waits for every side and ends with all`() {
    #expect(marbles("a--b|", "-x---y|") { a, b, _ in a.combineLatest(b) { $0 + $1 } } == "-'ax'-'bx'-'by'|")
    #expect(marbles("a-#", "-x|") { a, b, _ in a.combineLatest(b) { $0 + $1 } } == "-'ax'#")
    #expect(marbles("a|", "|") { a, b, _ in a.combineLatest(b) { $0 + $1 } } == "-|")
    #expect(
      marbles(["a", "-b", "--c", "---d|"]) { all, _ in
        all[0].combineLatest(all[1], all[2], all[3]) { $0 + $1 + $2 + $3 }
      }
        == "---'abcd'")
    #expect(
      marbles(["a|", "-b|", "--c|"]) { all, _ in all[0].combineLatest(all[1], all[2]) { $0 + $1 + $2 } } == "--'abc'|")
  }

  @Test func `combineLatest and zip take any number of inputs`() {
    let a = CurrentValue(1)
    let b = CurrentValue("x")
    let c = CurrentValue(2.5)
    let d = CurrentValue(true)
    let e = CurrentValue(Character("c"))
    var log: [String] = []
    let latest: AnyPublisher<(Int, String, Double, Bool, Character), Never> = combineLatest(a, b, c, d, e)
    let zipped: AnyPublisher<(Int, String, Double, Bool, Character), Never> = zip(a, b, c, d, e)
    let tokens = [latest.sink { log.append("l\($0)") }, zipped.sink { log.append("z\($0)") }]
    transaction(a, d) {
      a.value = 2
      d.value = false
    }
    #expect(log == [#"l(1, "x", 2.5, true, "c")"#, #"z(1, "x", 2.5, true, "c")"#, #"l(2, "x", 2.5, false, "c")"#])
    withExtendedLifetime(tokens) {}
  }

  @Test func `combineLatest takes an array of inputs`() {
    #expect(marbles(["a-d|", "-b|", "--c|"]) { all, _ in combineLatest(all).map { $0.joined() } } == "--'dbc'|")
    let numbers = (0..<3).map { CurrentValue<Int?, Never>($0) }
    var log: [[Int?]] = []
    let token = combineLatest(numbers).sink { log.append($0) }
    numbers[1].value = nil
    transaction(numbers[0], numbers[2]) {
      numbers[0].value = 5
      numbers[2].value = 7
    }
    #expect(log == [[0, 1, 2], [0, nil, 2], [5, nil, 7]])
    var isFinished = false
    let none = combineLatest([CurrentValue<Int, Never>]()).sink(
      receiveCompletion: { _ in isFinished = true }, receiveValue: { _ in })
    #expect(isFinished)
    withExtendedLifetime([token, none]) {}
  }

  @Test func `zip pairs n-th values`() {
    #expect(marbles("ab-c|", "--xy-|") { a, b, _ in a.zip(b) { $0 + $1 } } == "--'ax''by'-|")
    #expect(marbles("a|", "-x-y") { a, b, _ in a.zip(b) { $0 + $1 } } == "-('ax'|)")
    #expect(marbles("ab|", "x-#") { a, b, _ in a.zip(b) { $0 + $1 } } == "'ax'-#")
    #expect(marbles(["a", "-b", "--c"]) { all, _ in all[0].zip(all[1], all[2]).map { $0 + $1 + $2 } } == "--'abc'")
    #expect(
      marbles(["a", "-b", "--c", "d"]) { all, _ in all[0].zip(all[1], all[2], all[3]).map { $0 + $1 + $2 + $3 } }
        == "--'abcd'")
  }

  @Test func `merge keeps the order of each side`() {
    #expect(marbles("a-b|", "-x-y|") { a, b, _ in a.merge(with: b) } == "axby|")
    #expect(marbles("a-#", "-x-y|") { a, b, _ in a.merge(with: b) } == "ax#")
    #expect(marbles(["a|", "-b|", "--c|"]) { all, _ in all.merged() } == "abc|")
    #expect(marbles([]) { all, _ in all.merged() } == "|")
  }

  @Test func `switchToLatest drops the old inner publisher`() {
    let inners: [Diagram] = ["a--b", "a--b|", "-1-2-3-4|", "----x-y|"]
    #expect(
      marbles(inners) { all, _ in all[1].map { $0 == "a" ? all[2] : all[3] }.switchToLatest() } == "-1--x-y|")
    #expect(marbles("a#") { source, _ in source.map { _ in source.dropFirst(9) }.switchToLatest() } == "-#")
  }

  @Test func `a switch drops values of the old inner in delivery`() {
    let inner = Subject<Int, Never>()
    let outer = Subject<Int, Never>()
    var log: [Int] = []
    // The first subscriber of `inner` switches away before the value reaches the second one.
    let switcher = inner.sink { _ in outer.send(2) }
    let token = outer.map {
      $0 == 1 ? inner.eraseToAnyPublisher() : Empty(completeImmediately: false).eraseToAnyPublisher()
    }
    .switchToLatest().sink { log.append($0) }
    outer.send(1)
    inner.send(10)
    #expect(log == [])
    #expect(inner.subscriberCount == 1)
    withExtendedLifetime((switcher, token)) {}
  }

  @Test func `flatMap limits its live inner publishers`() {
    var live = 0
    var most = 0
    let inners = (0..<5).map { _ in Subject<Int, Never>() }
    var log: [Int] = []
    var finished = false
    let token = (0..<5).publisher.flatMap(maxPublishers: 2) { number in
      inners[number].handleEvents(
        receiveSubscription: {
          live += 1
          most = max(most, live)
        },
        receiveCompletion: { _ in live -= 1 })
    }
    .sink { _ in
      finished = true
    } receiveValue: {
      log.append($0)
    }
    for number in 0..<5 {
      inners[number].send(number)
      inners[number].send(completion: .finished)
    }
    #expect(log == [0, 1, 2, 3, 4])
    #expect(most == 2)
    #expect(finished)
    withExtendedLifetime(token) {}
  }

  @Test func `flatMap releases a value that has started`() {
    final class Item {}
    let source = Subject<Item, Never>()
    let inner = Subject<Int, Never>()
    let token = source.flatMap(maxPublishers: 1) { _ in inner.prefix(1) }.sink { _ in }
    weak var second: Item?
    source.send(Item())
    do {
      let item = Item()
      second = item
      source.send(item)
    }
    source.send(Item())
    #expect(second != nil)
    inner.send(1)
    #expect(second == nil)
    withExtendedLifetime(token) {}
  }

  @Test func `merge releases delivered values`() {
    final class Item {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let first = Subject<Item, Never>()
    let second = Subject<Item, Never>()
    weak var queued: Item?
    var isReleased = false
    var log: [Int] = []
    let token = first.merge(with: second).sink { item in
      log.append(item.number)
      if item.number == 2 { queued = item }
      if item.number == 4 { isReleased = queued == nil }
      if item.number < 5 { second.send(Item(item.number + 1)) }
    }
    first.send(Item(1))
    #expect(log == [1, 2, 3, 4, 5])
    #expect(isReleased)
    withExtendedLifetime(token) {}
  }

  @Test func `flatMap without room for a publisher stops the program`() async {
    await #expect(processExitsWith: .failure) {
      withExtendedLifetime(Just(1).flatMap(maxPublishers: 0) { Just($0) }.sink { _ in }) {}
    }
  }

  @Test func `flatMap ends with an inner's failure, not with its end`() {
    #expect(marbles("a-b-|") { s, _ in s.flatMap { Just($0).setFailureType(to: MarbleError.self) } } == "a-b-|")
    #expect(marbles("a-b-|") { s, _ in s.flatMap { _ in Fail<String, MarbleError>(error: MarbleError()) } } == "#")
  }

  @Test func `flatMap of 100,000 inners does not deepen the stack`() {
    var count = 0
    let token = (0..<100_000).publisher.flatMap(maxPublishers: 1) { Just($0) }.sink { _ in count += 1 }
    #expect(count == 100_000)
    withExtendedLifetime(token) {}
  }

  @Test func `withLatest samples, and ends with the main side`() {
    #expect(marbles("a-b-c|", "-x-y|") { a, b, _ in a.withLatest(from: b) { $0 + $1 } } == "--'bx'-'cy'|")
    #expect(marbles("a-b|", "-#") { a, b, _ in a.withLatest(from: b) } == "-#")
  }

  @Test func `catch replaces a publisher, retry repeats it`() {
    #expect(marbles("ab#", "---x|") { a, b, _ in a.catch { _ in b } } == "ab-x|")
    var attempts = 0
    let failing = Deferred {
      attempts += 1
      return Fail<Int, MarbleError>(error: MarbleError())
    }
    var log: [String] = []
    let token = failing.retry(3).sink {
      log.append("\($0)")
    } receiveValue: { _ in
    }
    #expect(attempts == 4)
    #expect(log == ["failure(ReactiveTesting.MarbleError())"])
    attempts = 0
    let deep = failing.retry(100_000).sink { _ in
    } receiveValue: { _ in
    }
    #expect(attempts == 100_001)
    withExtendedLifetime((token, deep)) {}
  }

  @Test func `share subscribes once`() {
    let ledger = LifetimeLedger()
    let source = Subject<Int, Never>()
    var calls = 0
    let shared = source.map { value -> Int in
      calls += 1
      return value
    }.counted(by: ledger).share()
    var log: [String] = []
    var tokens = [shared.sink { log.append("a\($0)") }, shared.sink { log.append("b\($0)") }]
    source.send(1)
    #expect(calls == 1 && ledger.subscriptions == 1)
    #expect(log == ["a1", "b1"])
    tokens = []
    #expect(tokens.isEmpty && ledger.subscriptions == 0)
    let again = shared.sink { log.append("c\($0)") }
    source.send(2)
    #expect(log == ["a1", "b1", "c2"])
    #expect(ledger.subscriptionsEver == 2)
    withExtendedLifetime(again) {}
  }

  @Test func `share(replay:) repeats the last values`() {
    let source = Subject<Int, Never>()
    let shared = source.share(replay: 2)
    var log: [String] = []
    let first = shared.sink { log.append("a\($0)") }
    for number in 1...3 { source.send(number) }
    let second = shared.sink { log.append("b\($0)") }
    source.send(completion: .finished)
    let third = shared.sink {
      log.append("c \($0)")
    } receiveValue: {
      log.append("c\($0)")
    }
    #expect(log == ["a1", "a2", "a3", "b2", "b3", "c2", "c3", "c finished"])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func `a connectable publisher starts when it is connected`() {
    let connectable = [1, 2].publisher.makeConnectable()
    var log: [String] = []
    let tokens = [connectable.sink { log.append("a\($0)") }, connectable.sink { log.append("b\($0)") }]
    #expect(log == [])
    let connection = connectable.connect()
    #expect(log == ["a1", "b1", "a2", "b2"])
    withExtendedLifetime((tokens, connection)) {}
  }

  @Test func `Just, Empty, Fail, Future and Deferred behave as named`() {
    #expect(marbles("") { _, _ in Just("a") } == "(a|)")
    #expect(marbles("") { _, _ in Empty<String, MarbleError>() } == "|")
    #expect(marbles("") { _, _ in Fail<String, MarbleError>(error: MarbleError()) } == "#")
    #expect(marbles("") { _, _ in ["a", "b"].publisher } == "(ab|)")
    var works = 0
    var promise: Future<Int, MarbleError>.Promise?
    let future = Future<Int, MarbleError> {
      works += 1
      promise = $0
    }
    #expect(works == 1)
    var log: [String] = []
    let early = future.sink {
      log.append("\($0)")
    } receiveValue: {
      log.append("e\($0)")
    }
    promise?(.success(1))
    promise?(.success(2))
    let late = future.sink {
      log.append("\($0)")
    } receiveValue: {
      log.append("l\($0)")
    }
    #expect(log == ["e1", "finished", "l1", "finished"])
    #expect(works == 1)
    withExtendedLifetime((early, late)) {}
  }

  @Test func `a Future that has failed fails for a later subscriber`() {
    let future = Future<Int, MarbleError> { $0(.failure(MarbleError())) }
    var completions: [Completion<MarbleError>] = []
    let token = future.sink {
      completions.append($0)
    } receiveValue: { _ in
    }
    #expect(completions == [.failure(MarbleError())])
    withExtendedLifetime(token) {}
  }

  @Test func `Future runs once, Deferred for each subscriber`() {
    var works = 0
    let future = Future<Int, Never> { promise in
      works += 1
      promise(.success(works))
    }
    var log: [String] = []
    for _ in 0..<2 { future.sink { log.append("future \($0)") }.cancel() }
    works = 0
    let deferred = Deferred {
      works += 1
      return Just(works)
    }
    #expect(works == 0)
    for _ in 0..<2 { deferred.sink { log.append("deferred \($0)") }.cancel() }
    #expect(log == ["future 1", "future 1", "deferred 1", "deferred 2"])
  }
}
