import CounterFeature
import RIV
import RIVTesting
import Testing

/// The examples on the pages of RIV and RIVTesting, compiled and run.
@Suite(.timeLimit(.minutes(5))) @MainActor struct `The guides to RIV` {
  @Test func `a feature is an interactor and a reducer`() {
    final class Counter: BaseInteractor<Int, Int>, Interactor {
      func interact(with step: Int) { update { $0 += step } }
    }

    struct Words: Reducer {
      func reduce(_ domain: Int) -> String { "\(domain) people" }
    }

    let feature = Feature(Counter(1), Words())
    feature.send(2)
    let text = feature.viewState
    #expect(text == "3 people")
  }

  @Test func `an effect is a value with a name`() async {
    struct Domain: Codable, Equatable { var results: Status<[String]> = .idle }
    struct Names {
      func names(like text: String) async throws -> [String] { ["Ada", "Grace"].filter { $0.hasPrefix(text) } }
    }
    final class Search: BaseInteractor<String, Domain>, Interactor {
      let store = Names()
      func interact(with text: String) {
        run(
          effect(id: "search") { [store] in
            try await store.names(like: text)
          } commit: { domain, result in
            domain.results = Status(result)
          })
      }
    }
    let search = Search(Domain())
    search.interact(with: "A")
    await search.settled()
    #expect(search.domain.results == .loaded(["Ada"]))
  }

  @Test func `a tester accounts for every state`() async throws {
    let counter = CounterInteractor()
    let tester = InteractorTester(counter)
    try tester.send(.add(1)) { $0.count = 1 }
    try tester.send(.count(to: 2))
    try await tester.receive { $0.count = 2 }
    try await tester.finish()
  }

  @Test func `a child is embedded in one place`() {
    struct Counter: Equatable { var count = 0 }
    struct Book: Equatable { var counter: Counter? = Counter() }
    enum Action {
      case counter(Int)
      case close
    }
    final class CounterInteractor: BaseInteractor<Int, Counter>, Interactor {
      func interact(with step: Int) { update { $0.count += step } }
    }
    final class BookInteractor: BaseInteractor<Action, Book>, Interactor {
      let counter = CounterInteractor(Counter())

      init() {
        super.init(Book())
        embed(
          counter, at: \.counter,
          action: CasePath(Action.counter) { if case .counter(let step) = $0 { step } else { nil } })
      }

      func interact(with action: Action) {
        switch action {
        case .counter: break
        case .close: update { $0.counter = nil }
        }
      }
    }
    struct Count: Reducer { func reduce(_ domain: Counter) -> Int { domain.count } }
    struct IsOpen: Reducer { func reduce(_ domain: Book) -> Bool { domain.counter != nil } }

    let book = BookInteractor()
    let whole = Feature(book, IsOpen())
    let part = Feature(book.counter, Count())
    part.send(2)
    #expect(part.viewState == 2)
    whole.send(.close)
    #expect(book.domain.counter == nil)
  }

  @Test func `an effect commits, or sends an action`() async {
    enum Action: Equatable {
      case load, loaded(Int)
    }
    final class Loader: BaseInteractor<Action, Int>, Interactor {
      func interact(with action: Action) {
        switch action {
        case .load:
          run(
            effect(id: "load") {
              3
            } send: { result in
              .loaded((try? result.get()) ?? 0)
            })
        case .loaded(let number): update { $0 = number }
        }
      }
    }
    let loader = Loader(0)
    loader.send(.load)
    await loader.settled()
    #expect(loader.domain == 3)
  }
}
