import RIV
import RIVTesting
import Testing

/// What the pages of RIV and RIVTesting show, compiled and run.
@Suite @MainActor struct `The guides to RIV` {
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

  @Test func `what takes time is a value with a name`() async {
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

  @Test func `everything is accounted for`() async throws {
    let counter = CounterInteractor()
    let tester = InteractorTester(counter)
    try tester.send(.add(1)) { $0.count = 1 }
    try tester.send(.count(to: 2))
    try await tester.receive { $0.count = 1 }
    try await tester.receive { $0.count = 2 }
    try tester.finish()
  }
}
