import Persistence
import Reactive
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MappedResultsTests {
  let folder = Folder()

  /// An item that is recreated on each change of its friend.
  private struct Label: ViewModelItem {
    let title: String
    init(_ model: Friend) { title = model.first.uppercased() }
  }

  /// An item that observes its own friend.
  private final class Card: StatefulViewModelItem {
    let row: Int64
    init(_ model: Friend) { row = model.row }
  }

  /// An item that shows the name of its friend while it observes it.
  private final class NameItem: StatefulViewModelItem {
    let id: String
    private(set) var name: String?
    private var token: AnyCancellable?
    static var store: Store?

    init(_ model: Friend) {
      id = model.id
      token = Self.store?.propertyValuePublisher(\.first, of: model).sink { [weak self] _ in
        self?.name = nil
      } receiveValue: { [weak self] in
        self?.name = $0
      }
    }
  }

  private func friends(_ store: Store, _ names: String...) async throws {
    try await store.write { transaction in for name in names { try transaction.insert(Friend(name)) } }
  }

  private func rename(_ old: String, _ new: String, in store: Store) async throws {
    try await store.write { transaction in
      guard var friend = try transaction.fetch(Query<Friend>().where(\.first == old)).first else { return }
      friend.first = new
      try transaction.update(friend)
    }
  }

  @Test func `items are made on access, again after a change`() async throws {
    let store = try folder.openStore()
    try await friends(store, "Ada", "Bob", "Cyd")
    var made: [String] = []
    let array = store.objects(Friend.self).asObservableArray { friend in
      made.append(friend.first)
      return friend.first.lowercased()
    }
    #expect(made.isEmpty && array.count == 3)
    #expect(array[1] == "bob" && array[1] == "bob")
    #expect(made == ["Bob"])
    var changesets: [Changeset] = []
    let token = array.changesetPublisher.sink { if let changeset = $0.changeset { changesets.append(changeset) } }
    let watcher = Watcher(store.objects(Friend.self))
    try await rename("Bob", "Bert", in: store)
    await watcher.wait { $0.changesets.count == 1 }
    #expect(Array(array.items) == ["ada", "bert", "cyd"])
    #expect(made == ["Bob", "Ada", "Bert", "Cyd"])
    #expect(changesets == [Changeset(modifications: [.init(old: 1, new: 1)])])
    token.cancel()
  }

  @Test func `a changed record replaces only stateless items`() async throws {
    let store = try folder.openStore()
    try await friends(store, "Ada", "Bob")
    let labels = store.objects(Friend.self).asObservableArray(of: Label.self)
    let cards = store.objects(Friend.self).asObservableArray(of: Card.self)
    let watcher = Watcher(store.objects(Friend.self))
    let bob = cards[1]
    #expect(labels.items.map(\.title) == ["ADA", "BOB"])
    try await rename("Bob", "Aaron", in: store)
    await watcher.wait { $0.changesets.count == 1 }
    #expect(labels.items.map(\.title) == ["AARON", "ADA"])
    #expect(cards[0] === bob)
  }

  @Test func `a stateful item is made again after a long deletion and its undo`() async throws {
    let store = try folder.openStore()
    NameItem.store = store
    defer { NameItem.store = nil }
    try await store.write { for number in 0..<20_001 { try $0.insert(Friend("F\(10_000 + number)")) } }
    let items = store.objects(Friend.self).asObservableArray(of: NameItem.self)
    let watcher = Watcher(store.objects(Friend.self))
    #expect(items[0].name == "F10000")
    try await store.write { try $0.delete(Friend.self, rows: Array(1...20_001)) }
    await watcher.wait { $0.last?.count == 0 }
    try await store.undo()
    await watcher.wait { $0.last?.count == 20_001 }
    #expect(watcher.changesets.isEmpty)
    #expect(items.count == 20_001)
    #expect(items[0].name == "F10000")
  }

  @Test func `another record in the row of an observed one is published itself`() async throws {
    let store = try folder.openStore()
    try await friends(store, "Ada")
    let ada = try #require(try store.fetch(Query<Friend>()).first)
    let first = store.publisher(of: ada).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    try Shell(folder.book).run(
      "INSERT OR REPLACE INTO friend(row, id, first, last, age) VALUES (\(ada.row), 'x', 'Xen', '', 10)")
    let xen = try #require(try store.fetch(Query<Friend>()).first)
    #expect(xen.row == ada.row)
    var names: [String] = []
    var isOver = false
    let second = store.publisher(of: xen).sink(
      receiveCompletion: { _ in isOver = true }, receiveValue: { names.append($0.first) })
    #expect(names == ["Xen"])
    try await rename("Xen", "Xenia", in: store)
    #expect(names == ["Xen", "Xenia"])
    #expect(!isOver)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a subscription cancelled by its first change receives no failure`() async throws {
    let store = try folder.openStore()
    try await friends(store, "Ada")
    let list = store.objects(Friend.self)
    let mapped = list.asObservableArray(\.first)
    let sections = list.sectioned()
    let watcher = Watcher(list)
    await store.close()
    await watcher.wait { !$0.failures.isEmpty }
    var received: [String] = []
    func receiveOnce<Change>(_ changes: AnyPublisher<Change, Never>, _ name: String) {
      let lifetime = AnyCancellable()
      changes.attach(
        Observer { _ in
          received.append(name)
          lifetime.cancel()
        }, to: lifetime)
    }
    receiveOnce(list.changesetPublisher, "list")
    receiveOnce(mapped.changesetPublisher, "mapped")
    receiveOnce(sections.changesetPublisher, "sections")
    #expect(received == ["list", "mapped", "sections"])
  }

  @Test func `a property is published until its record is deleted`() async throws {
    let store = try folder.openStore()
    let other = try folder.openStore(author: "other")
    try await friends(store, "Ada", "Bob")
    let ada = try #require(try store.fetch(Query<Friend>()).first)
    var names: [String] = []
    var isOver = false
    let token = store.propertyValuePublisher(\.first, of: ada).sink(
      receiveCompletion: { _ in isOver = true }, receiveValue: { names.append($0) })
    #expect(names == ["Ada"])
    let watcher = Watcher(store.objects(Friend.self))
    try await rename("Bob", "Bert", in: store)
    try await rename("Ada", "Augusta", in: other)
    await watcher.wait { $0.changesets.count == 2 }
    try Shell(folder.book).run("UPDATE friend SET age = 3 WHERE first = 'Augusta'")
    await watcher.wait { $0.changesets.count == 3 }
    try Shell(folder.book).run("UPDATE friend SET first = 'Lady' WHERE first = 'Augusta'")
    await watcher.wait { $0.changesets.count == 4 }
    #expect(names == ["Ada", "Augusta", "Lady"])
    #expect(!isOver)
    try await other.write { try $0.delete(ada) }
    await watcher.wait { $0.replayed.count == 1 }
    #expect(isOver)
    var isAbsent = false
    store.propertyValuePublisher(\.first, of: ada)
      .sink(
        receiveCompletion: { _ in isAbsent = true }, receiveValue: { _ in Issue.record("a value of a deleted record") }
      ).cancel()
    #expect(isAbsent)
    token.cancel()
  }

  @Test func `the collection is published after each change`() async throws {
    let store = try folder.openStore()
    var counts: [Int] = []
    let token = store.objects(Friend.self).collectionPublisher.sink { counts.append($0.count) }
    let watcher = Watcher(store.objects(Friend.self))
    try await friends(store, "Ada")
    try await friends(store, "Bob", "Cyd")
    await watcher.wait { $0.replayed.count == 3 }
    #expect(counts == [0, 1, 3])
    token.cancel()
  }
}
