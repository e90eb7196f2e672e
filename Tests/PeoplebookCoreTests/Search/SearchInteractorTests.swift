import PeoplebookCore
import Persistence
import RIV
import RIVTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct SearchInteractorTests {
  let book: SlowBook
  let clock = TestClock()

  init() async throws {
    book = try await SlowBook()
  }

  @Test func `the typed text is searched for, and its list is shown`() async throws {
    let tester = InteractorTester(book.interactor(clock))
    try tester.send(.type("ada"), { $0.text = "ada" }, { $0.results = .loading })
    #expect(book.shown == [])
    await book.answer("ada")
    try await tester.receive {
      $0.results = .loaded(.init(text: "ada", count: 2, isWhole: true))
      $0.shown = "ada"
    }
    await book.rest()
    #expect(book.shown == [["Ada", "Adam"]])
    try await tester.finish()
  }

  @Test func `only the last text of a burst is searched for`() async throws {
    let search = book.interactor(clock)
    for text in ["a", "ad", "ada"] { search.interact(with: .type(text)) }
    await book.answer("ada")
    await search.settled()
    #expect(book.asked == ["ada"])
    #expect(book.shown == [["Ada", "Adam"]])
  }

  @Test func `an outdated result is neither shown nor an error`() async throws {
    let search = book.interactor(clock)
    var statuses: [Status<SearchDomain.OpenedResult>] = []
    let token = search.domainStream.sink { statuses.append($0.results) }
    search.interact(with: .type("ada"))
    await yield { !book.asked.isEmpty }
    search.interact(with: .type("bar"))
    await book.answer("bar")
    await search.settled()
    await book.answer("ada")
    await book.rest()
    #expect(book.asked == ["ada", "bar"])
    #expect(book.shown == [["Barbara"]])
    #expect(search.domain.shown == "bar")
    #expect(statuses.allSatisfy { $0.failure == nil })
    #expect(search.domain.results == .loaded(.init(text: "bar", count: 1, isWhole: true)))
    token.cancel()
  }

  @Test func `a late result does not replace a cleared search`() async throws {
    let search = book.interactor(clock)
    search.interact(with: .type("ada"))
    await yield { !book.asked.isEmpty }
    search.interact(with: .clear)
    await book.answer("")
    await search.settled()
    await book.answer("ada")
    await book.rest()
    #expect(search.domain == SearchDomain())
    #expect(book.shown == [["Ada", "Adam", "Barbara"]])
  }

  @Test func `the failure of an outdated search is not reported`() async throws {
    let search = book.interactor(clock)
    search.interact(with: .type("ada"))
    await yield { !book.asked.isEmpty }
    search.interact(with: .type("bar"))
    await book.answer("bar")
    await search.settled()
    book.failure = SlowBook.Refusal()
    await book.answer("ada")
    await book.rest()
    #expect(search.domain.results.failure == nil)
  }

  @Test func `a failure keeps the list and is reported until a refresh succeeds`() async throws {
    let search = book.interactor(clock)
    book.isFast = true
    book.failure = SlowBook.Refusal()
    search.interact(with: .type("ada"))
    await search.settled()
    #expect(search.domain.results == .failed("The disk is tired."))
    #expect(search.domain.shown == "")
    #expect(book.shown == [])
    #expect(SearchReducer().reduce(search.domain).problem == "The disk is tired.")
    book.failure = nil
    search.interact(with: .refresh)
    await search.settled()
    #expect(book.shown == [["Ada", "Adam"]])
    #expect(search.domain.shown == "ada")
  }

  @Test func `blanks around a search change only the field`() async throws {
    book.isFast = true
    let search = book.interactor(clock)
    search.interact(with: .type("ada"))
    await search.settled()
    search.interact(with: .type("ada "))
    search.interact(with: .type(" ada "))
    #expect(search.effectsUnderWay == [])
    #expect(search.domain.text == " ada ")
    #expect(book.asked == ["ada"])
  }

  @Test func `a slow search is reported after a while, and not before`() async throws {
    let search = book.interactor(clock)
    let waits = { SearchReducer().reduce(search.domain).isWaiting }
    search.interact(with: .type("a"))
    await clock.advance(by: .milliseconds(100))
    search.interact(with: .type("ad"))
    #expect(!waits())
    await clock.advance(by: .milliseconds(60))
    #expect(waits())
    await book.answer("ad")
    await search.settled()
    #expect(!waits())
    search.interact(with: .type("ada"))
    await book.answer("ada")
    await search.settled()
    await clock.advance(by: .seconds(1))
    #expect(!waits())
    #expect(clock.scheduler.isIdle)
  }

  @Test func `kept searches are listed once each, the last one first`() async throws {
    book.isFast = true
    let search = book.interactor(clock, recents: ["grace"])
    search.interact(with: .keep)
    for text in ["ada", "bar ", " ada"] {
      search.interact(with: .type(text))
      search.interact(with: .keep)
    }
    #expect(search.domain.recents == ["ada", "bar", "grace"])
    for number in 0..<20 {
      search.interact(with: .type("\(number)"))
      search.interact(with: .keep)
    }
    #expect(search.domain.recents.count == SearchInteractor.mostRecents)
    #expect(search.domain.recents.first == "19")
    #expect(SearchReducer().reduce(search.domain).recents == search.domain.recents)
    await search.settled()
  }

  @Test func `a search ends with its last reference`() async throws {
    weak var freed: SearchInteractor?
    do {
      let search = book.interactor(clock)
      search.interact(with: .type("ada"))
      await yield { !book.asked.isEmpty }
      freed = search
    }
    #expect(freed == nil)
    await book.answer("ada")
    await book.rest()
    #expect(book.shown == [])
  }

  @Test func `typing is recorded, and a replay finds the same`() async throws {
    var lines: [String] = []
    book.isFast = true
    let search = book.interactor(clock)
    let feature = Feature(search, SearchReducer(), middleware: [Recorder { lines.append($0) }])
    for text in ["a", "ad", "bar"] {
      feature.send(.type(text))
      if text != "a" { await search.settled() }
    }
    feature.send(.clear)
    await search.settled()
    let recording = try Recording<SearchAction, SearchDomain>(jsonLines: lines.joined(separator: "\n"))
    try await recording.replay(on: book.interactor(TestClock()))
  }

  @Test func `a new view state has no pending search`() {
    let state = SearchViewState()
    #expect(!state.isWaiting && !state.isPending)
  }
}
