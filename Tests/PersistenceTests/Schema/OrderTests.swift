import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct OrderTests {
  let folder = Folder()

  @Test func `records that are first precede the letters under a star`() throws {
    let order = Order<Friend>("first", first: { $0.age > 90 }, fields: { [$0.first] })
    let collator = try #require(Collator(locale: ""))
    let initials = Initials(collator)
    func key(_ friend: Friend) -> [UInt8] { order.key(of: friend, collator) }
    let keys = [Friend("Zoë", age: 99), Friend("007"), Friend("Ada"), Friend("Zoë")].map(key)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(keys.map { initials.labels[initials.index(ofKey: .blob($0))] } == ["★", "#", "A", "Z"])
    #expect(initials.labels[initials.index(ofKey: .null)] == "#")
  }

  @Test func `a list in a computed order follows changes`() async throws {
    let store = try folder.openStore()
    let order = Order<Friend>("age", expression: "friend.age")
    let watcher = Watcher(store.objects(Query<Friend>().sorted(by: order)))
    let ages = [30, 10, 20]
    let friends = try await store.write { transaction in
      try ages.map { try transaction.insert(Friend("\($0)", age: $0)) }
    }
    await watcher.wait { $0.last?.map(\.age) == [10, 20, 30] }
    var youngest = friends[0]
    youngest.age = 5
    try await store.write { [youngest] in _ = try $0.update(youngest) }
    await watcher.wait { $0.last?.map(\.age) == [5, 10, 20] }
    try await store.write { try $0.delete(friends[1]) }
    await watcher.wait { $0.last?.map(\.age) == [5, 20] }
    #expect(watcher.replayed == watcher.last?.map(\.row))
    let found = store.objects(Query<Friend>().search("30").sorted(by: order))
    #expect(found.items.map(\.age) == [5] && !order.isDivided)
    #expect(store.objects(Query<Friend>().sorted(by: order.reversed)).items.map(\.age) == [20, 5])
  }
}
