import CounterFeature
import RIV
import RIVTesting
import Reactive
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct EmbeddedInteractorTests {
  enum Action: Equatable {
    case counter(CounterInteractor.Action)
    case open, close, rename(String)
  }

  struct Book: Equatable {
    var name = "family"
    var counter: CounterInteractor.Counter? = .init(count: 5)
  }

  final class BookInteractor: BaseInteractor<Action, Book>, Interactor {
    let counter = CounterInteractor()

    init() {
      super.init(Book())
      embed(
        counter, at: \.counter,
        action: CasePath(Action.counter) { if case .counter(let action) = $0 { action } else { nil } })
    }

    func interact(with action: Action) {
      switch action {
      case .counter: break
      case .open: update { $0.counter = .init(count: 100) }
      case .close: update { $0.counter = nil }
      case .rename(let name): update { $0.name = name }
      }
    }
  }

  struct Name: Reducer { func reduce(_ domain: Book) -> String { domain.name } }
  struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }

  let book = BookInteractor()

  @Test func `a child takes over its part, and both change as one`() {
    #expect(book.counter.domain.count == 5)
    var pairs: [[Int?]] = []
    let one = book.domainStream.dropFirst().sink { [book] in
      pairs.append([$0.counter?.count, book.counter.domain.count])
    }
    let two = book.counter.domainStream.dropFirst().sink { [book] in
      pairs.append([book.domain.counter?.count, $0.count])
    }
    book.send(.counter(.add(1)))
    #expect(pairs == [[6, 6], [6, 6]])
    withExtendedLifetime((one, two)) {}
  }

  @Test func `an action reaches the first child that it is for, and no other`() {
    struct Pair: Equatable { var first = 0, second = 0, third = 0 }
    enum PairAction { case first(Int), second(Int) }
    final class Number: BaseInteractor<Int, Int>, Interactor {
      func interact(with action: Int) { update { $0 += action } }
    }
    final class Parent: BaseInteractor<PairAction, Pair>, Interactor {
      let (first, second, third) = (Number(0), Number(0), Number(0))
      init() {
        super.init(Pair())
        let path = CasePath(PairAction.second) { if case .second(let number) = $0 { number } else { nil } }
        embed(
          first, at: \.first, action: CasePath(PairAction.first) { if case .first(let n) = $0 { n } else { nil } })
        embed(second, at: \.second, action: path)
        embed(third, at: \.third, action: path)
      }
      func interact(with action: PairAction) {}
    }
    let parent = Parent()
    parent.send(.first(1))
    parent.send(.second(2))
    #expect(parent.domain == Pair(first: 1, second: 2, third: 0))
  }

  @Test func `a join of parent and child emits once`() {
    var pairs: [[Int?]] = []
    let token = book.domainStream.combineLatest(book.counter.domainStream).sink {
      pairs.append([$0.counter?.count, $1.count])
    }
    book.send(.counter(.add(1)))
    #expect(pairs == [[5, 5], [6, 6]])
    token.cancel()
  }

  @Test func `a child emits only changes of its own part`() {
    var states: [Int] = []
    let token = book.counter.domainStream.sink { states.append($0.count) }
    book.send(.rename("work"))
    book.send(.open)
    #expect(states == [5, 100])
    token.cancel()
  }

  @Test func `a child's effect commits into the parent's state`() async {
    book.send(.counter(.addSlowly(1)))
    #expect(book.effectsUnderWay == ["slow"])
    await yield(until: { !book.counter.gates.isEmpty })
    book.send(.rename("work"))
    book.send(.counter(.add(10)))
    book.counter.gates[0].open()
    await book.settled()
    #expect(book.domain == Book(name: "work", counter: .init(count: 16)))
  }

  @Test func `an absent child does nothing`() async {
    book.send(.counter(.addSlowly(1)))
    await yield(until: { !book.counter.gates.isEmpty })
    book.send(.close)
    #expect(book.effectsUnderWay == [])
    book.send(.counter(.add(1)))
    book.send(.counter(.addSlowly(1)))
    #expect(book.effectsUnderWay == [])
    #expect(book.domain.counter == nil)
    book.counter.gates[0].open()
    book.send(.open)
    book.send(.counter(.add(1)))
    await book.settled()
    #expect(book.domain.counter?.count == 101)
    #expect(book.counter.domain.count == 101)
  }

  @Test func `a child ends with its parent, also when it is kept`() async {
    var parent: BookInteractor? = BookInteractor()
    let counter = BookInteractor().counter
    let kept = parent?.counter
    parent?.send(.counter(.addSlowly(1)))
    await yield(until: { kept?.gates.isEmpty == false })
    parent = nil
    #expect(kept?.effectsUnderWay == [])
    kept?.gates[0].open()
    counter.interact(with: .add(1))
    counter.interact(with: .addSlowly(1))
    #expect(counter.domain.count == 5)
    #expect(counter.effectsUnderWay == [])
  }

  @Test func `a child embedded during a delivery is notified`() {
    final class LateParent: BaseInteractor<Int, Book>, Interactor {
      let first = CounterInteractor()
      let late = CounterInteractor()
      init() {
        super.init(Book())
        embed(first, at: \.counter)
      }
      func interact(with action: Int) { update { $0.counter?.count = action } }
    }
    let parent = LateParent()
    var isEmbedded = false
    let token = parent.domainStream.dropFirst().sink { [parent] _ in
      if !isEmbedded { parent.embed(parent.late, at: \.counter) }
      isEmbedded = true
    }
    parent.send(1)
    var states: [Int] = []
    let late = parent.late.domainStream.sink { states.append($0.count) }
    parent.send(2)
    #expect(states == [1, 2])
    withExtendedLifetime((token, late)) {}
  }

  // MARK: Actions

  @Test func `the feature of a child sends through its parents`() {
    var lines: [String] = []
    let whole = Feature(book, Name(), middleware: [ActionLog { lines.append($0) }])
    let part = Feature(book.counter, Count())
    part.send(.add(2))
    #expect(part.viewState == 7)
    #expect(book.domain.counter?.count == 7)
    #expect(lines.count == 3)
    #expect(lines[1] == "→ \(Action.counter(.add(2)))")
    #expect(whole.viewState == "family")
  }

  @Test func `a child's middleware receives a parent's actions`() {
    var lines: [String] = []
    let part = Feature(book.counter, Count(), middleware: [ActionLog { lines.append($0) }])
    book.send(.counter(.add(2)))
    part.send(.add(1))
    #expect(lines.map { $0.prefix(1) } == ["=", "→", "=", "→", "="])
  }

  @Test func `a parent's log names the effects of its children`() async {
    var lines: [String] = []
    let whole = Feature(book, Name(), middleware: [ActionLog { lines.append($0) }])
    whole.send(.counter(.load(1)))
    await book.settled()
    whole.send(.counter(.count(to: 1)))
    await book.settled()
    #expect(lines.contains { $0.hasPrefix("→ counter") && $0.hasSuffix("[load]") })
    #expect(lines.contains { $0.hasPrefix("⋯") && $0.hasSuffix("[count]") })
    #expect(book.domain.counter?.count == 1)
  }

  @Test func `a parent's view state is current after a child's send`() {
    struct Sum: Reducer { func reduce(_ domain: Book) -> Int { domain.counter?.count ?? 0 } }
    let whole = Feature(book, Sum())
    let part = Feature(book.counter, Count())
    var inside: [Int] = []
    let token = whole.viewStates.dropFirst().sink { state in
      guard state == 6 else { return }
      part.send(.add(10))
      inside += [whole.viewState, part.viewState]
    }
    whole.send(.counter(.add(1)))
    #expect(inside == [16, 16])
    token.cancel()
  }

  // MARK: Identity

  struct Selection: Equatable {
    struct Person: Equatable, Identifiable {
      var id: Int
      var counter = 0
    }
    var person: Person? = Person(id: 1)
  }

  final class PersonInteractor: BaseInteractor<Int, Selection.Person>, Interactor {
    let gate = Gate()
    private(set) var commits: [Bool] = []
    func interact(with number: Int) {
      run(
        effect(id: "person") { [weak self, gate] commit in
          await gate.pass()
          let isMade = commit { $0.counter += number }
          self?.commits.append(isMade)
        })
    }
  }

  final class SelectionInteractor: BaseInteractor<Int, Selection>, Interactor {
    let person = PersonInteractor(Selection.Person(id: 0))
    init() {
      super.init(Selection())
      embed(person, at: \.person)
    }
    func interact(with id: Int) { update { $0.person = Selection.Person(id: id) } }
  }

  @Test func `a replaced child's effects never commit`() async {
    let selection = SelectionInteractor()
    selection.person.send(5)
    selection.send(2)
    #expect(selection.effectsUnderWay == [])
    selection.person.gate.open()
    selection.person.send(7)
    await selection.settled()
    #expect(selection.domain.person == Selection.Person(id: 2, counter: 7))
  }

  @Test func `the effects of a child that only changes continue`() async {
    let selection = SelectionInteractor()
    selection.person.send(5)
    selection.update { $0.person?.counter = 1 }
    selection.person.gate.open()
    await selection.settled()
    #expect(selection.domain.person?.counter == 6)
  }

  // MARK: Enums

  enum Screen: Equatable {
    case counter(CounterInteractor.Counter)
    case person(Selection.Person)
  }

  struct Window: Equatable { var screen: Screen? = .counter(.init(count: 1)) }

  final class ScreenInteractor: BaseInteractor<Screen, Screen>, Interactor {
    let counter = CounterInteractor()
    let person = PersonInteractor(Selection.Person(id: 0))
    init() {
      super.init(.counter(.init(count: 1)))
      embed(counter, at: CasePath(Screen.counter) { if case .counter(let counter) = $0 { counter } else { nil } })
      embed(person, at: CasePath(Screen.person) { if case .person(let person) = $0 { person } else { nil } })
    }
    func interact(with screen: Screen) { update { $0 = screen } }
  }

  final class WindowInteractor: BaseInteractor<Screen?, Window>, Interactor {
    let counter = CounterInteractor()
    init() {
      super.init(Window())
      embed(
        counter, at: \.screen,
        case: CasePath(Screen.counter) { if case .counter(let counter) = $0 { counter } else { nil } })
    }
    func interact(with screen: Screen?) { update { $0.screen = screen } }
  }

  struct Page: Equatable { var screen = Screen.counter(.init(count: 1)) }

  final class PageInteractor: BaseInteractor<Screen, Page>, Interactor {
    let counter = CounterInteractor()
    init() {
      super.init(Page())
      embed(
        counter, at: \.screen,
        case: CasePath(Screen.counter) { if case .counter(let counter) = $0 { counter } else { nil } })
    }
    func interact(with screen: Screen) { update { $0.screen = screen } }
  }

  @Test func `a child has a case of an enum`() {
    let screen = ScreenInteractor()
    screen.counter.send(.add(1))
    #expect(screen.domain == .counter(.init(count: 2)))
    screen.send(.person(Selection.Person(id: 3)))
    #expect(screen.person.domain.id == 3)
    screen.counter.send(.add(1))
    screen.counter.send(.addSlowly(1))
    #expect(screen.effectsUnderWay == [])
    #expect(screen.domain == .person(Selection.Person(id: 3)))
    screen.send(.counter(.init(count: 7)))
    #expect(screen.counter.domain.count == 7)
  }

  @Test func `a child has a case of an enum in a property`() {
    let page = PageInteractor()
    page.counter.send(.add(1))
    #expect(page.domain.screen == .counter(.init(count: 2)))
    page.send(.person(Selection.Person(id: 3)))
    page.counter.send(.add(1))
    #expect(page.domain.screen == .person(Selection.Person(id: 3)))
    page.send(.counter(.init(count: 4)))
    #expect(page.counter.domain.count == 4)
  }

  @Test func `a child has a case of an optional enum in a property`() {
    let window = WindowInteractor()
    window.counter.send(.add(1))
    #expect(window.domain.screen == .counter(.init(count: 2)))
    window.send(nil)
    window.counter.send(.add(1))
    #expect(window.domain.screen == nil)
    window.send(.counter(.init(count: 4)))
    #expect(window.counter.domain.count == 4)
  }
}
