import Reactive
import ReactiveTesting
import Testing

/// Inputs of a join that end, or answer, while others are about to change.
@Suite(.leavesNothing) struct OpenMarksTests {
  @Test(arguments: 0..<4) func `an input that ends while others change answers for itself alone`(rotation: Int) {
    let (source, other) = (CurrentValue(1), CurrentValue(1))
    let arms = [
      source.eraseToAnyPublisher(), source.prefix { $0 < 2 }.eraseToAnyPublisher(), other.eraseToAnyPublisher(),
      other.map { $0 * 10 }.eraseToAnyPublisher(),
    ]
    func arm(_ number: Int) -> AnyPublisher<Int, Never> { arms[(number + rotation) % 4] }
    var log: [[Int]] = []
    let token = arm(0).combineLatest(arm(1), arm(2), arm(3)) { [$0, $1, $2, $3].sorted() }.sink { log.append($0) }
    transaction(source, other) {
      source.value = 2
      other.value = 3
    }
    #expect(log == [[1, 1, 1, 10], [1, 2, 3, 30]])
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [0, 7, 8, 11]) func `an input that ends while a join of many waits lets it go on`(place: Int) {
    let source = CurrentValue(1)
    let inputs = (0..<12).map { number in
      switch number {
      case place: source.prefix { $0 < 2 }.eraseToAnyPublisher()
      case 5: source.eraseToAnyPublisher()
      default: Just(0).append(Empty(completeImmediately: false)).eraseToAnyPublisher()
      }
    }
    var log: [Int] = []
    let token = combineLatest(inputs).sink { log.append($0.reduce(0, +)) }
    source.value = 2
    source.value = 3
    #expect(log == [2, 3, 4])
    withExtendedLifetime(token) {}
  }

  @Test func `subjects that change as one give one output`() {
    let (first, last) = (Subject<String, Never>(), Subject<String, Never>())
    var log: [String] = []
    let token = first.combineLatest(last).sink { log.append("\($0) \($1)") }
    for (one, two) in [("Ada", "Lovelace"), ("Grace", "Hopper")] {
      transaction(first, last) {
        first.send(one)
        last.send(two)
      }
    }
    #expect(log == ["Ada Lovelace", "Grace Hopper"])
    withExtendedLifetime(token) {}
  }

  @Test func `a value that zip keeps does not answer for its other side`() {
    let (b, c) = (CurrentValue(1), CurrentValue(1))
    // Its values come without marks.
    var a: Observer<Int, Never>?
    var log: [[Int]] = []
    let token = AnyPublisher { observer, _ in a = observer }.zip(b).combineLatest(c)
      .sink { log.append([$0.0, $0.1, $1]) }
    a?.send(1)
    let keeping = c.dropFirst().sink { a?.send($0) }
    transaction(c, b) {
      c.value = 2
      b.value = 2
    }
    #expect(log == [[1, 1, 1], [2, 2, 2]])
    withExtendedLifetime((token, keeping)) {}
  }

  @Test func `withLatest waits for a value that is about to come`() {
    let (main, other) = (CurrentValue(1), CurrentValue(1))
    var log: [[Int]] = []
    let token = main.withLatest(from: other) { [$0, $1] }.sink { log.append($0) }
    transaction(main, other) {
      main.value = 2
      other.value = 2
    }
    #expect(log == [[1, 1], [2, 2]])
    withExtendedLifetime(token) {}
  }

  @Test func `sections and the array that they are made from change as one`() {
    let numbers = MutableObservableArray([1, 2])
    var log: [[Int]] = []
    let sections = Deferred { numbers.sectioned { $0 % 2 }.changesetPublisher }
    let token = numbers.changesetPublisher.combineLatest(sections).sink { change, sectioned in
      log.append([change.items?.count ?? 0, sectioned.snapshot?.items.count ?? 0])
    }
    numbers.append(3)
    #expect(log == [[2, 2], [3, 3]])
    withExtendedLifetime(token) {}
  }
}
