import Algorithms
import Persistence
import Reactive
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized) struct MappedHistoryTests {
  let folder = Folder()

  /// An item that observes its own friend.
  private final class NameItem: StatefulViewModelItem {
    let id: String
    private(set) var name = ""
    private(set) var isOver = false
    private var token: AnyCancellable?
    static var store: Store?

    init(_ model: Friend) {
      id = model.id
      token = Self.store?.propertyValuePublisher(\.first, of: model).sink { [weak self] _ in
        self?.isOver = true
      } receiveValue: { [weak self] in
        self?.name = $0
      }
    }
  }

  private struct NameLabel: ViewModelItem {
    let name: String
    init(_ model: Friend) { name = model.first }
  }

  @Test(arguments: 0..<6) func `items of a filtered list follow any history`(seed: UInt64) async throws {
    let store = try folder.openStore()
    NameItem.store = store
    defer { NameItem.store = nil }
    try await store.write { for number in 0..<8 { try $0.insert(Friend("F\(number)", age: number * 9 % 40)) } }
    var query = Query<Friend>().where(\.age < 20)
    let queries = [query, Query(), Query().search("s"), Query().where(\.age < 20).sorted(by: Order.first.reversed)]
    let lists = (0..<3).map { _ in store.objects(query) }
    let stateful = lists[0].asObservableArray(of: NameItem.self)
    let stateless = lists[1].asObservableArray(of: NameLabel.self)
    // Lists may follow a change one after the other; those of the items have watchers behind the items.
    let watchers = lists.map { Watcher($0) }
    let shell = try Shell(folder.book)
    var generator = SeededGenerator(seed: seed)
    var undoable = 0
    for step in 0..<40 {
      let friends = try store.fetch(Query<Friend>())
      let number = Int.random(in: 0..<13, using: &generator)
      let name = "S\(step)"
      switch (number, friends.randomElement(using: &generator)) {
      case (0, _):
        try await store.write { try $0.insert(Friend(name, age: 10)) }
        undoable += 1
      case (1...2, let friend?):
        try await store.write { try $0.delete(friend) }
        undoable += 1
      case (3...4, var friend?):
        friend.first = name
        try await store.write { [friend] in try $0.update(friend) }
        undoable += 1
      case (5...6, var friend?):
        friend.age = (friend.age + 20) % 40
        try await store.write { [friend] in try $0.update(friend) }
        undoable += 1
      case (7, let friend?):
        // Puts another record into the same row.
        try shell.run(
          "INSERT OR REPLACE INTO friend(row, id, first, last, age) "
            + "VALUES (\(friend.row), '\(name)', '\(name)', '', 10)"
        )
        try await store.write { try $0.insert(Friend("after \(name)", age: 30)) }
        undoable = 0
      case (8...9, _) where undoable > 0:
        try await store.undo()
        undoable = 0
      case (10..., _):
        query = queries[Int.random(in: 0..<4, using: &generator)]
        for list in lists { list.query = query }
      default: continue
      }
      let wanted = try store.fetch(query)
      for watcher in watchers {
        await watcher.wait { [query] in $0.replayed == wanted.map(\.row) && $0.last?.query == query }
      }
      #expect(stateless.items.map(\.name) == wanted.map(\.first), "step \(step)")
      #expect(stateful.items.map(\.id) == wanted.map(\.id), "step \(step)")
      #expect(stateful.items.map(\.name) == wanted.map(\.first), "step \(step)")
      #expect(stateful.items.allSatisfy { !$0.isOver }, "step \(step)")
    }
  }

  @Test func `a subscriber inside an earlier sink gets each update once`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let list = store.objects(Friend.self)
    var late: [Int] = []
    var tokens: [AnyCancellable] = []
    weak var array: MappedResults<Friend, String>?
    var hasSubscribed = false
    list.changesetPublisher.sink { change in
      guard change.changeset != nil, !hasSubscribed, let array else { return }
      hasSubscribed = true
      array.changesetPublisher.sink { late.append($0.items?.count ?? -1) }.store(in: &tokens)
    }.store(in: &tokens)
    let mapped = list.asObservableArray(\.first)
    array = mapped
    try await store.write { try $0.insert(Friend("Bob")) }
    #expect(late == [1, 2])
    tokens = []
  }
}
