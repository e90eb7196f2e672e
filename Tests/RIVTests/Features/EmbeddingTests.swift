import RIV
import RIVTesting
import Reactive
import Testing

@Suite @MainActor struct EmbeddingTests {
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
      embed(counter, at: \.counter)
    }

    func interact(with action: Action) {
      switch action {
      case .counter(let action): counter.interact(with: action)
      case .open: update { $0.counter = .init(count: 100) }
      case .close: update { $0.counter = nil }
      case .rename(let name): update { $0.name = name }
      }
    }
  }

  let book = BookInteractor()

  @Test func `a child begins with what its parent has for it, and both change as one`() {
    #expect(book.counter.domain.count == 5)
    var pairs: [[Int?]] = []
    let one = book.domainStream.dropFirst().sink { [book] in
      pairs.append([$0.counter?.count, book.counter.domain.count])
    }
    let two = book.counter.domainStream.dropFirst().sink { [book] in
      pairs.append([book.domain.counter?.count, $0.count])
    }
    book.interact(with: .counter(.add(1)))
    #expect(pairs == [[6, 6], [6, 6]])
    withExtendedLifetime((one, two)) {}
  }

  @Test func `a child does not hear of what is not its own`() {
    var states: [Int] = []
    let token = book.counter.domainStream.sink { states.append($0.count) }
    book.interact(with: .rename("work"))
    book.interact(with: .open)
    #expect(states == [5, 100])
    token.cancel()
  }

  @Test func `a child's effect commits into its part of the parent's state as that is by then`() async {
    book.interact(with: .counter(.addSlowly(1)))
    #expect(book.effectsUnderWay == ["slow"])
    await turns(until: { !book.counter.doors.isEmpty })
    book.interact(with: .rename("work"))
    book.interact(with: .counter(.add(10)))
    book.counter.doors[0].open()
    await book.settled()
    #expect(book.domain == Book(name: "work", counter: .init(count: 16)))
  }

  @Test func `when a child goes away its effects are cancelled, and it does nothing until it is back`() async {
    book.interact(with: .counter(.addSlowly(1)))
    await turns(until: { !book.counter.doors.isEmpty })
    book.interact(with: .close)
    #expect(book.effectsUnderWay == [])
    book.interact(with: .counter(.add(1)))
    book.interact(with: .counter(.addSlowly(1)))
    #expect(book.effectsUnderWay == [])
    #expect(book.domain.counter == nil)
    book.counter.doors[0].open()
    book.interact(with: .open)
    book.interact(with: .counter(.add(1)))
    await book.settled()
    #expect(book.domain.counter?.count == 101)
    #expect(book.counter.domain.count == 101)
  }

  @Test func `a child's effects end with the parent, also when somebody keeps the child`() async {
    var parent: BookInteractor? = BookInteractor()
    let counter = parent!.counter
    parent?.interact(with: .counter(.addSlowly(1)))
    await turns(until: { !counter.doors.isEmpty })
    parent = nil
    #expect(counter.effectsUnderWay == [])
    counter.doors[0].open()
  }

  @Test func `grandchildren too`() {
    struct Shelf: Equatable { var book = Book() }
    final class ShelfInteractor: BaseInteractor<Action, Shelf>, Interactor {
      let book = BookInteractor()
      init() {
        super.init(Shelf(book: Book(name: "top", counter: .init(count: 1))))
        embed(book, at: \.book)
      }
      func interact(with action: Action) { book.interact(with: action) }
    }
    let shelf = ShelfInteractor()
    #expect(shelf.book.counter.domain.count == 1)
    shelf.interact(with: .counter(.add(1)))
    #expect(shelf.domain.book == Book(name: "top", counter: .init(count: 2)))
    #expect(shelf.book.domain == shelf.domain.book)
  }

  @Test func `a part of a feature sends by way of the whole`() {
    struct Name: Reducer { func reduce(_ domain: Book) -> String { domain.name } }
    struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }
    var lines: [String] = []
    let whole = Feature(book, Name(), middleware: [ActionLog { lines.append($0) }])
    let part = Feature(of: whole, action: Action.counter, book.counter, Count())
    part.send(.add(2))
    #expect(part.viewState == 7)
    #expect(book.domain.counter?.count == 7)
    #expect(lines.count == 3)
    #expect(lines[1].contains("counter"))
  }
}
