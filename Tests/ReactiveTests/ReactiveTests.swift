import Reactive
import Testing
import Time

struct FirstTests {
  @Test func `a send inside a delivery waits until everybody has the present value`() {
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

  @Test func `a diamond yields one output`() {
    let source = CurrentValue(1)
    var log: [String] = []
    let token = source.map { $0 * 10 }.combineLatest(source.filter { $0 != 3 }.map { $0 * 100 }).sink {
      log.append("\($0)")
    }
    source.value = 2
    source.value = 3
    #expect(log == ["(10, 100)", "(20, 200)", "(30, 200)"])
    withExtendedLifetime(token) {}
  }

  @Test func `a transaction yields one output`() {
    let a = CurrentValue(1)
    let b = CurrentValue(2)
    var log: [String] = []
    let token = a.combineLatest(b).sink { log.append("\($0)") }
    transaction(a, b) {
      a.value = 10
      b.value = 20
      #expect(a.value == 10)
    }
    #expect(log == ["(1, 2)", "(10, 20)"])
    withExtendedLifetime(token) {}
  }

  @Test func `an endless two-way binding is stopped and named`() {
    let a = CurrentValue(0, name: "left")
    let b = CurrentValue(0, name: "right")
    var cycles: [BindingCycle] = []
    let there = a.map { $0 + 1 }.assign(to: b) { cycles.append($0) }
    let back = b.map { $0 + 1 }.assign(to: a) { cycles.append($0) }
    #expect(cycles.count == 1)
    #expect(cycles.first.map { [$0.source, $0.target].sorted() } == ["left", "right"])
    withExtendedLifetime((there, back)) {}
  }

  @Test func `debounce waits for quiet`() {
    let clock = ManualScheduler()
    let subject = Subject<Int, Never>()
    var log: [Int] = []
    let token = subject.debounce(for: .seconds(1), scheduler: clock).sink { log.append($0) }
    subject.send(1)
    subject.send(2)
    clock.advance(by: .seconds(1))
    #expect(log == [2])
    withExtendedLifetime(token) {}
  }

  @Test func `a late subscriber of an array gets the current elements`() {
    let rows = MutableObservableArray([1, 2, 3])
    rows.items.append(4)
    var log: [[Int]] = []
    let token = rows.currentValuePublisher.sink { log.append(Array($0)) }
    rows.items = [4]
    #expect(log == [[1, 2, 3, 4], [4]])
    withExtendedLifetime(token) {}
  }

  @MainActor final class Model {
    @Published var name = "Ada"
  }

  @MainActor @Test func `a published property can be read in its sink`() {
    let model = Model()
    var log: [String] = []
    let token = model.$name.sink { [unowned model] in log.append($0 + model.name) }
    model.name = "Grace"
    #expect(log == ["AdaAda", "GraceGrace"])
    withExtendedLifetime(token) {}
  }

  @Test func `a mailbox delivers what another task posts`() async {
    let mailbox = Mailbox<Int>()
    Task.detached {
      for number in 0..<1000 { mailbox.post(number) }
      mailbox.finish()
    }
    var sum = 0
    for await number in mailbox { sum += number }
    #expect(sum == 499_500)
  }
}
