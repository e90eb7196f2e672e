import Persistence
import Reactive
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CancellingSubscriberTests {
  let folder = Folder()

  @Test func `a subscriber may cancel inside its own event`() async throws {
    let store = try folder.openStore()
    let friends = store.objects(Friend.self)
    var events: [String] = []
    let first = Watcher(friends)
    var token: AnyCancellable?
    token = friends.changesetPublisher.sink { change in
      guard case .update = change else { return }
      events.append("left")
      token = nil
    }
    let last = Watcher(friends)
    for name in ["Ada", "Bob", "Cyd"] { try await store.write { try $0.insert(Friend(name)) } }
    await last.wait { $0.replayed.count == 3 }
    #expect(events == ["left"])
    #expect(first.changesets.count == 3 && last.changesets.count == 3)
    #expect(token == nil)
  }

  @Test func `the last subscriber may release the store inside its event`() async throws {
    var store: Store? = try folder.openStore()
    var token: AnyCancellable?
    weak var list: Results<Friend>?
    var events = 0
    do {
      let friends = store?.objects(Friend.self)
      list = friends
      token = friends?.changesetPublisher.sink { change in
        events += 1
        guard case .update = change else { return }
        token = nil
        store = nil
      }
    }
    try await store?.write { try $0.insert(Friend("Ada")) }
    try await folder.openStore().write { try $0.insert(Friend("Bob")) }
    #expect(events == 2)
    #expect(token == nil && store == nil)
    #expect(list == nil)
    #expect(try folder.openStore().count(Friend.self) == 2)
  }

  @Test func `commits and properties can be cancelled during delivery`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    var commits = 0
    var ages: [Int] = []
    var tokens: [AnyCancellable?] = [nil, nil]
    tokens[0] = store.changes(of: Friend.self).sink { _ in
    } receiveValue: { _ in
      commits += 1
      tokens[0] = nil
    }
    tokens[1] = store.propertyValuePublisher(\.age, of: ada).sink { _ in
    } receiveValue: { age in
      ages.append(age)
      if age == 2 { tokens[1] = nil }
    }
    for age in 1...4 {
      try await store.write { transaction in
        var ada = ada
        ada.age = age
        try transaction.update(ada)
      }
    }
    #expect(commits == 1)
    #expect(ages == [0, 1, 2])
  }
}
