import Algorithms
import Reactive
import Testing

@testable import Persistence

/// Lists that are divided by the texts of their records.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GroupCountsTests {
  let folder = Folder()

  private static let byLast = Order<Friend>.first.grouped(
    by: "last", text: "friend.last", rest: "None", first: "friend.age > 90")

  private func titles(_ list: SectionedResults<Friend>) -> [String] {
    list.snapshot.sections.map { "\($0.key): \($0.items.map(\.first).joined(separator: " "))" }
  }

  @Test func `groups are in the order of their texts`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for (first, last, age) in [
        ("Zoë", "Öl AG", 1), ("Ada", "öl ag", 1), ("Bob", "", 1), ("Cleo", "Zett", 1), ("Dora", "Äpfel", 1),
        ("Eve", "Zett", 99),
      ] {
        try transaction.insert(Friend(first, last, age: age))
      }
    }
    let list = store.objects(Query<Friend>().sorted(by: Self.byLast))
    try await list.load(findingSections: true)
    #expect(titles(list.sectioned()) == ["★: Eve", "Äpfel: Dora", "Öl AG: Ada Zoë", "Zett: Cleo", "None: Bob"])
    // A list of one page has them at once, each as its first record writes it.
    let other = store.objects(Query<Friend>().sorted(by: Self.byLast)).sectioned()
    #expect(titles(other) == ["★: Eve", "Äpfel: Dora", "öl ag: Ada Zoë", "Zett: Cleo", "None: Bob"])
  }

  @Test func `the first record of a group is not one of the group before`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for (first, last) in [("Ada", "A"), ("Bob", "A"), ("Cleo", "B"), ("Dora", "B")] {
        try transaction.insert(Friend(first, last, age: 1))
      }
    }
    let list = store.objects(Query<Friend>().sorted(by: Self.byLast))
    try await list.load(findingSections: true)
    let sections = list.sectioned()
    let token = sections.changesetPublisher.sink { _ in }
    let watcher = Watcher(list)
    let cleo = try #require(list.items.first { $0.first == "Cleo" })
    try await store.write { try $0.delete(cleo) }
    await watcher.wait { $0.replayed.count == 3 }
    #expect(titles(sections) == ["A: Ada Bob", "B: Dora"])
    token.cancel()
  }

  @Test func `counted groups follow records that arrive and move`() async throws {
    let store = try folder.openStore()
    let bob = try await store.write { transaction in
      for (first, last) in [("Ada", "A"), ("Cleo", "B")] { try transaction.insert(Friend(first, last, age: 1)) }
      return try transaction.insert(Friend("Bob", "A", age: 1))
    }
    let list = store.objects(Query<Friend>().sorted(by: Self.byLast))
    try await list.load(findingSections: true)
    let sections = list.sectioned()
    let token = sections.changesetPublisher.sink { _ in }
    let watcher = Watcher(list)
    try await store.write { transaction in
      for (first, last) in [("Dora", "B"), ("Eve", "C"), ("Fay", "C")] {
        try transaction.insert(Friend(first, last, age: 1))
      }
      var moved = bob
      moved.last = "B"
      _ = try transaction.update(moved)
    }
    await watcher.wait { $0.replayed.count == 6 }
    #expect(titles(sections) == ["A: Ada", "B: Bob Cleo Dora", "C: Eve Fay"])
    token.cancel()
  }

  @Test func `random changes lead to the groups of the book`() async throws {
    let store = try folder.openStore()
    let list = store.objects(Query<Friend>().sorted(by: Self.byLast))
    let sections = list.sectioned()
    let watcher = Watcher(list)
    let token = sections.changesetPublisher.sink { _ in }
    var generator = SeededGenerator(seed: 7)
    var friends: [Friend] = []
    for step in 0..<150 {
      var friend = Friend.random(using: &generator)
      let dice = Int.random(in: 0..<10, using: &generator)
      let index = friends.isEmpty ? nil : Int.random(in: 0..<friends.count, using: &generator)
      if dice > 3 || index == nil {
        friend.id = "\(step)"
        friends.append(try await store.write { [friend] in try $0.insert(friend) })
      } else if let index, dice > 1 {
        (friend.row, friend.id) = (friends[index].row, friends[index].id)
        friends[index] = friend
        try await store.write { [friend] in _ = try $0.update(friend) }
      } else if let index {
        let gone = friends.remove(at: index)
        try await store.write { try $0.delete(gone) }
      }
    }
    let fresh = store.objects(Query<Friend>().sorted(by: Self.byLast))
    try await fresh.load(findingSections: true)
    await watcher.wait { $0.replayed == fresh.items.map(\.row) }
    #expect(sections.snapshot.sections.map(\.items.count) == fresh.sectioned().snapshot.sections.map(\.items.count))
    #expect(
      sections.snapshot.sections.map { Folding.fold($0.key) }
        == fresh.sectioned().snapshot.sections.map { Folding.fold($0.key) })
    token.cancel()
  }

  @Test func `a longer list shows its first page, then all of it`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<200 { try transaction.insert(Friend("\(number)", "Group \(number % 5)")) }
    }
    let list = store.objects(Query<Friend>().where(\.age == 0).sorted(by: Self.byLast))
    let first = list.sectioned().snapshot
    #expect(first.items.count == 64 && !first.items.isComplete && first.sections.map(\.items.count) == [40, 24])
    let watcher = Watcher(list)
    await watcher.wait { $0.replayed.count == 200 }
    #expect(list.sectioned().snapshot.sections.map(\.items.count) == [40, 40, 40, 40, 40])
  }
}
