import Persistence
import Reactive
import Testing

struct Dog: Model {
  var row: Int64 = 0
  var id = ""
  var name = ""
  var age = 0
  var tricks: [String] = []

  static let table = Table<Dog>(
    "dog",
    columns: [Column("name", \.name), Column("age", \.age)],
    lists: [List("trick", \.tricks)],
    orders: [.name],
    searchText: { [$0.name] + $0.tricks })
}

extension Order<Dog> {
  static let name = Order("name") { [$0.name] }
}

let dogs = StoreFormat(applicationID: 0x446F_6773, version: 1, models: [Dog.self])

struct AddDog: Mutation {
  static let name = "add-dog"
  var id: String
  var dogName: String

  private var dog: Dog {
    var dog = Dog()
    dog.id = id
    dog.name = dogName
    return dog
  }

  func start(in transaction: Transaction) throws {
    try transaction.insert(dog)
  }

  func perform(as id: String, with server: Server) async throws -> String {
    try await server.register(dogName, request: id)
  }

  func commit(_ answer: String, in transaction: Transaction) throws {
    var registered = dog
    registered.name = answer
    try transaction.merge(registered, editedFrom: dog)
  }

  func rollBack(in transaction: Transaction) throws {
    try transaction.delete(dog)
  }
}

/// Plays the server of the guide.
actor Server {
  private var isOpen = true
  func close() { isOpen = false }
  func register(_ name: String, request: String) throws -> String {
    guard isOpen else { throw CancellationError() }
    return "\(name) of Sherwood"
  }
}

/// The guide's examples, compiled and run.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct `The guide to Persistence` {
  let folder = Folder()

  @Test func `opens, observes, writes and undoes`() async throws {
    let path = folder.book
    var printed: [String] = []
    func print(_ line: String) { printed.append(line) }
    let store = try Store.open(at: path, dogs)
    let pack = store.objects(Dog.self)
    let token = pack.changesetPublisher.sink { change in
      switch change {
      case .initial(let dogs): print("\(dogs.count) dogs")
      case .update(let dogs, let changes): print("\(dogs.map(\.name)) \(changes)")
      case .failure(let error): print("\(error)")
      }
    }

    var rex = Dog()
    rex.name = "Rex"
    rex.tricks = ["chase"]
    let saved = try await store.write { [rex] in try $0.insert(rex) }
    try await store.undo()
    #expect(saved.id.count == 36)
    #expect(printed == ["0 dogs", "[\"Rex\"] +[0]", "[] −[0]"])
    token.cancel()
  }

  @Test func `filters a list`() async throws {
    let store = try Store.open(at: folder.book, dogs)
    try await store.write { transaction in
      for (name, age) in [("Rex", 3), ("Asta", 12), ("Änne", 14)] {
        var dog = Dog()
        dog.name = name
        dog.age = age
        dog.tricks = ["chase"]
        try transaction.insert(dog)
      }
    }
    let old = store.objects(Dog.self).where(\.age > 10).sorted(by: .name.reversed)
    let found = store.objects(Dog.self).search("chas as")
    let names = old.asObservableArray { dog in "\(dog.name), \(dog.age)" }
    #expect(Array(names.items) == ["Asta, 12", "Änne, 14"])
    #expect(found.items.map(\.name) == ["Asta"])
  }

  @Test func `merges two edits`() async throws {
    let store = try Store.open(at: folder.book, dogs)
    let original = try await store.write { try $0.insert(Dog()) }
    try await store.write { transaction in
      var other = original
      other.age = 4
      try transaction.update(other)
    }
    var edited = original
    edited.name = "Rex"
    let merged = try await store.write { [edited] in
      try $0.update(edited, editedFrom: original)
    }
    #expect(merged.name == "Rex" && merged.age == 4)
  }

  @Test func `adds a dog at once and confirms it with the server later`() async throws {
    let store = try Store.open(at: folder.book, dogs)
    let server = Server()
    var failed: [String] = []
    func show(_ failure: MutationFailure) { failed.append(failure.name) }
    let manager = try MutationManager(store, [MutationKind(AddDog.self, with: server)])
    let token = manager.failures.sink { show($0) }
    try await manager.resume()
    try await manager.start(AddDog(id: "rex", dogName: "Rex"))
    let watch = ManagerWatch(manager)
    await watch.waitUntilIdle()
    #expect(try store.get(Dog.self, id: "rex")?.name == "Rex of Sherwood")
    await server.close()
    try await manager.start(AddDog(id: "asta", dogName: "Asta"))
    await watch.waitUntilIdle()
    #expect(failed == ["add-dog"])
    #expect(try store.count(Dog.self) == 1)
    token.cancel()
  }
}
