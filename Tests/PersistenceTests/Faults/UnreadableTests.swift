import Reactive
import Testing

@testable import Persistence

extension Engine {
  /// The number of observed records and feeds.
  fileprivate var feedCount: Int { queries?.feeds.count ?? 0 }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct UnreadableTests {
  let folder = Folder()

  /// A store with tables that were deleted after it had opened the book.
  private func unreadableStore() async throws -> (store: Store, ada: Friend) {
    let ada = try await folder.openStore().write { try $0.insert(Friend("Ada")) }
    let store = try folder.openStore()
    try Shell(folder.book).run("ALTER TABLE friend RENAME TO hidden")
    return (store, ada)
  }

  /// The first event that a new subscriber receives.
  private func first<Change>(_ publisher: AnyPublisher<Change, Never>, _ isFailure: @escaping (Change) -> Bool)
    -> [Bool]
  {
    var events: [Bool] = []
    publisher.sink { events.append(isFailure($0)) }.cancel()
    return events
  }

  @Test func `sections and items repeat a failure to late subscribers`() async throws {
    let store = try await unreadableStore().store
    let list = store.objects(Friend.self)
    let sections = store.objects(Friend.self).sectioned()
    let items = store.objects(Friend.self).asObservableArray(\.first)
    for _ in 0..<2 {
      #expect(first(list.changesetPublisher) { if case .failure = $0 { true } else { false } } == [false, true])
      #expect(first(sections.changesetPublisher) { if case .failure = $0 { true } else { false } } == [false, true])
      #expect(first(items.changesetPublisher) { if case .failure = $0 { true } else { false } } == [false, true])
    }
    #expect(list.failure != nil)
    var failures: [StoreError?] = []
    list.failurePublisher.sink { failures.append($0) }.cancel()
    #expect(failures == [list.failure])
  }

  @Test func `a record that cannot be read is not deleted`() async throws {
    let (store, ada) = try await unreadableStore()
    var completion: Completion<StoreError>?
    let token = store.publisher(of: ada).sink {
      completion = $0
    } receiveValue: { _ in
    }
    #expect(isFailure(completion))
    token.cancel()
  }

  private func isFailure(_ completion: Completion<StoreError>?) -> Bool {
    if case .failure = completion { true } else { false }
  }

  @Test func `an unreadable record fails its property and the commits`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    let record = End(store.propertyValuePublisher(\.first, of: ada))
    let commits = End(store.changes(of: Friend.self))
    // The store's queue has started both observations by then.
    try await store.write { _ in }
    try Shell(folder.book).run("UPDATE friend SET first = 'Eve'; ALTER TABLE friend RENAME TO hidden;")
    #expect(isFailure(await record.wait()))
    #expect(isFailure(await commits.wait()))
  }

  /// Waits for a publisher's completion.
  @MainActor
  private final class End {
    private var completion: Completion<StoreError>?
    private var waiting: CheckedContinuation<Completion<StoreError>, Never>?
    private var token: AnyCancellable?

    init<Value>(_ publisher: AnyPublisher<Value, StoreError>) {
      token = publisher.sink { [weak self] completion in
        self?.completion = completion
        self?.waiting?.resume(returning: completion)
        self?.waiting = nil
      } receiveValue: { _ in
      }
    }

    isolated deinit {}

    func wait() async -> Completion<StoreError> {
      if let completion { return completion }
      return await withCheckedContinuation { waiting = $0 }
    }
  }

  @Test func `subscribers of one record share one observation`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    var names: [[String]] = [[], [], []]
    var tokens: [AnyCancellable] = []
    for index in names.indices {
      store.propertyValuePublisher(\.first, of: ada).sink { _ in
      } receiveValue: {
        names[index].append($0)
      }.store(in: &tokens)
    }
    #expect(await store.engine.feedCount == 1)
    try await store.write { transaction in
      var changed = ada
      changed.first = "Augusta"
      try transaction.update(changed)
    }
    #expect(names == Array(repeating: ["Ada", "Augusta"], count: 3))
    tokens = []
    #expect(await store.engine.feedCount == 0)
  }

  @Test func `a new record in a deleted record's row is another record`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    var names: [String] = []
    var isOver = false
    let token = store.propertyValuePublisher(\.first, of: ada).sink { _ in
      isOver = true
    } receiveValue: {
      names.append($0)
    }
    let list = Watcher(store.objects(Friend.self))
    try Shell(folder.book).run("INSERT OR REPLACE INTO friend(row, id, first) VALUES (\(ada.row), 'new', 'Bob')")
    await list.wait { !$0.changesets.isEmpty || $0.initials > 1 }
    #expect(names == ["Ada"])
    #expect(isOver)
    token.cancel()
  }

  @Test func `a list that has failed is not loaded again`() async throws {
    let store = try await unreadableStore().store
    let list = store.objects(Friend.self)
    await #expect(throws: StoreError.self) { try await list.load() }
    let failure = try #require(list.failure)
    try Shell(folder.book).run("ALTER TABLE hidden RENAME TO friend")
    await #expect(throws: failure) { try await list.load() }
    #expect(list.items.isEmpty)
    #expect(store.objects(Friend.self).items.map(\.first) == ["Ada"])
  }
}
