import Algorithms
import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct GlitchTests {
  @Test func `a diamond gives one output per value`() {
    let source = CurrentValue(1)
    var log: [String] = []
    let token = source.map { $0 * 10 }.combineLatest(source.map { $0 * 100 }).sink { log.append("\($0) \($1)") }
    source.value = 2
    source.value = 3
    #expect(log == ["10 100", "20 200", "30 300"])
    withExtendedLifetime(token) {}
  }

  @Test func `a filter in one arm does not block the join`() {
    let source = CurrentValue(1)
    var log: [String] = []
    let even = source.filter { $0.isMultiple(of: 2) }
    let tens = source.map { $0 / 10 }.removeDuplicates()
    let token = source.combineLatest(even, tens).sink { log.append("\($0) \($1) \($2)") }
    for value in [2, 3, 14, 15] { source.value = value }
    #expect(log == ["2 2 0", "3 2 0", "14 14 1", "15 14 1"])
    withExtendedLifetime(token) {}
  }

  @Test func `joins of joins, and of four, give one output`() {
    let source = CurrentValue(1)
    var log: [Int] = []
    let sum = source.combineLatest(source.map { $0 * 2 }) { $0 + $1 }
    let token = sum.combineLatest(source, sum.map { $0 * 10 }, source.combineLatest(sum) { $0 * $1 }) {
      $0 + $1 + $2 + $3
    }
    .sink { log.append($0) }
    source.value = 2
    #expect(log == [3 + 1 + 30 + 3, 6 + 2 + 60 + 12])
    withExtendedLifetime(token) {}
  }

  @Test func `a join of any number of inputs gives one output`() {
    let source = CurrentValue(1)
    let other = CurrentValue(0)
    var log: [[Int]] = []
    let inputs = (0..<12).map { number in
      number == 10 ? other.eraseToAnyPublisher() : source.map { $0 * number }.eraseToAnyPublisher()
    }
    let token = combineLatest(inputs).map { [$0[1], $0[10], $0[11]] }.sink { log.append($0) }
    source.value = 2
    other.value = 5
    source.value = 3
    #expect(log == [[1, 0, 11], [2, 0, 22], [2, 5, 22], [3, 5, 33]])
    withExtendedLifetime(token) {}
  }

  @Test func `merge, switch, flatMap and share do not glitch`() {
    let source = CurrentValue(1)
    var log: [String] = []
    let shared = source.map { $0 * 10 }.share()
    let tokens = [
      source.combineLatest(source.map { $0 * 2 }.merge(with: source.map { $0 * 3 })).sink {
        log.append("m\($0) \($1)")
      },
      source.combineLatest(source.map { Just($0 * 5) }.switchToLatest()).sink { log.append("s\($0) \($1)") },
      source.combineLatest(source.flatMap { Just($0 * 7) }).sink { log.append("f\($0) \($1)") },
      source.combineLatest(shared.map { $0 + 1 }, shared.map { $0 + 2 }).sink { log.append("h\($0) \($1) \($2)") },
    ]
    log = []
    source.value = 2
    #expect(log == ["m2 6", "s2 10", "f2 14", "h2 21 22"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a transaction over several sources gives one output`() {
    let a = CurrentValue(1)
    let b = CurrentValue(1)
    var log: [String] = []
    let token = a.combineLatest(b).sink { log.append("\($0) \($1)") }
    transaction(a, b) {
      a.value = 2
      b.value = 2
      #expect(log == ["1 1"])
      #expect(a.value == 2)
    }
    #expect(log == ["1 1", "2 2"])
    withExtendedLifetime(token) {}
  }

  @Test func `a transaction delivers every value of its sources in order`() {
    let a = Subject<Int, Never>()
    let b = CurrentValue(0)
    let free = Subject<Int, Never>()
    var log: [String] = []
    let tokens = [
      a.sink { log.append("a\($0)") }, b.dropFirst().sink { log.append("b\($0)") }, free.sink { log.append("f\($0)") },
    ]
    transaction(a, b) {
      b.value = 1
      a.send(1)
      free.send(1)
      a.send(2)
      b.value = 2
    }
    #expect(log == ["f1", "a1", "a2", "b1", "b2"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `transactions nest, and may throw`() {
    let a = CurrentValue(1)
    let b = CurrentValue(1)
    var log: [String] = []
    let token = a.combineLatest(b).sink { log.append("\($0) \($1)") }
    transaction(a) {
      transaction(a, b) {
        a.value = 2
        b.value = 2
      }
      #expect(log == ["1 1"])
    }
    #expect(log == ["1 1", "2 2"])
    #expect(throws: MarbleError.self) {
      try transaction(a, b) {
        a.value = 3
        throw MarbleError()
      }
    }
    #expect(log == ["1 1", "2 2", "3 2"])
    withExtendedLifetime(token) {}
  }

  @Test func `a transaction inside a queued delivery does not glitch`() {
    let (a, b) = (CurrentValue(0), CurrentValue(0))
    let sender = a.dropFirst().sink { value in
      if value == 1 { a.value = 2 }
      if value == 2 {
        transaction(a, b) {
          a.value = 3
          b.value = 3
        }
      }
    }
    var log: [[Int]] = []
    let token = a.combineLatest(b).sink { log.append([$0, $1]) }
    a.value = 1
    #expect(log == [[0, 0], [1, 0], [3, 3]])
    withExtendedLifetime((sender, token)) {}
  }

  @Test func `a transaction inside a delivery does not glitch`() {
    let trigger = Subject<Int, Never>()
    let a = CurrentValue(0)
    let b = CurrentValue(0)
    var log: [String] = []
    let token = a.combineLatest(b).sink { log.append("\($0) \($1)") }
    let link = trigger.sink { number in
      transaction(a, b) {
        a.value = number
        b.value = number
      }
    }
    let nested = a.sink { number in
      guard number == 5 else { return }
      transaction(a, b) {
        a.value = 6
        b.value = 6
      }
    }
    trigger.send(5)
    #expect(log == ["0 0", "6 6"])
    withExtendedLifetime((token, link, nested)) {}
  }

  @Test func `a published pair changes as one`() {
    struct Model {
      @Published var first = "Ada"
      @Published var last = "Lovelace"
    }
    let model = Model()
    var log: [String] = []
    let token = model.$first.combineLatest(model.$last) { "\($0) \($1)" }.sink { log.append($0) }
    transaction(model.$first, model.$last) {
      model.first = "Grace"
      model.last = "Hopper"
    }
    #expect(log == ["Ada Lovelace", "Grace Hopper"])
    withExtendedLifetime(token) {}
  }

  @Test func `removeDuplicates drops an equal result`() {
    let a = CurrentValue(1)
    let b = CurrentValue(2)
    var log: [Int] = []
    let token = a.combineLatest(b, +).removeDuplicates().sink { log.append($0) }
    transaction(a, b) {
      a.value = 2
      b.value = 1
    }
    #expect(log == [3])
    withExtendedLifetime(token) {}
  }

  @Test func `an arm that was switched away from does not fire`() {
    let which = CurrentValue(true)
    let left = CurrentValue("l1")
    let right = CurrentValue("r1")
    var log: [String] = []
    let token = which.map { $0 ? left : right }.switchToLatest().sink { log.append($0) }
    right.value = "r2"
    which.value = false
    left.value = "l2"
    right.value = "r3"
    #expect(log == ["l1", "r2", "r3"])
    #expect(left.subscriberCount == 0)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: 0..<30)
  func `subscribing and cancelling does not glitch`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = CurrentValue(0)
    var tokens: [Int: AnyCancellable] = [:]
    var failures = 0
    var last: [Int: Int] = [:]
    func subscribe(_ key: Int) {
      last[key] = nil
      let arm = source.filter { _ in true }.map { $0 * 2 }.removeDuplicates()
      tokens[key] = source.combineLatest(arm).sink {
        if $1 != $0 * 2 { failures += 1 }
        last[key] = $0
      }
    }
    let changer = source.sink { _ in
      let key = Int.random(in: 0..<6, using: &generator)
      if tokens[key] == nil { subscribe(key) } else { tokens[key] = nil }
    }
    for number in 1...200 { source.value = number }
    #expect(failures == 0)
    let present = Set(tokens.keys)
    source.value = 1000
    for key in present where tokens[key] != nil { #expect(last[key] == 1000) }
    withExtendedLifetime(changer) {}
  }

  @Test func `withLatest of the same source pairs with the new value`() {
    let source = Subject<Int, Never>()
    var log: [String] = []
    let token = source.withLatest(from: source) { "\($0) \($1)" }.sink { log.append($0) }
    let derived = source.withLatest(from: source.map { $0 * 2 }) { "\($0) \($1)" }.sink { log.append($0) }
    source.send(1)
    source.send(2)
    #expect(log.sorted() == ["1 1", "1 2", "2 2", "2 4"])
    withExtendedLifetime((token, derived)) {}
  }
}
