import FoundationEssentials
import Persistence
import TestSupport
import Testing

@testable import Replication

/// A machine with a shared book in a folder of its own.
@MainActor
final class Machine {
  let folder: TemporaryFolder
  let name: String
  let relay: any Relay
  private(set) var store: Store
  private(set) var synchronizer: Synchronizer<Friend>!

  var path: String { folder.path + "/book.db" }
  var book: SharedBook<Friend> { synchronizer.book }

  private init(_ name: String, _ relay: any Relay, _ folder: TemporaryFolder = TemporaryFolder()) throws {
    self.folder = folder
    self.name = name
    self.relay = relay
    store = try Store.open(at: folder.path + "/book.db", Friend.format, author: name)
  }

  /// A machine that shares a book with some friends.
  static func sharing(_ name: String = "ada", _ relay: any Relay, _ friends: [Friend] = []) async throws -> Machine {
    let machine = try Machine(name, relay)
    try await machine.store.write { for friend in friends { try $0.insert(friend) } }
    machine.synchronizer = try await .share(
      machine.store, Friend.self, relay: "/relay", name: name, makeRelay: { _ in relay })
    return machine
  }

  /// A machine that joins the book of another.
  static func joining(_ name: String, _ other: Machine, _ relay: (any Relay)? = nil) async throws -> Machine {
    let relay = relay ?? other.relay
    let machine = try Machine(name, relay)
    machine.synchronizer = try await .join(
      machine.store, Friend.self, other.book.link, name: name, makeRelay: { _ in relay })
    return machine
  }

  /// Opens the book again, as after the end of the program.
  func restart(_ format: StoreFormat = Friend.format) async throws {
    store = try Store.open(at: path, format, author: name)
    let relay = relay
    synchronizer = try await .open(store, Friend.self, makeRelay: { _ in relay })
  }

  /// The bytes of the book and its keys, for a restoration.
  func backup() async throws -> [Data] {
    await store.close()
    let backup = try [path, path + ".keys"].map { try Data(contentsOf: URL(filePath: $0)) }
    try await restart()
    return backup
  }

  /// Puts a backup of the book in its place, with or without that of its keys, and opens it.
  func restore(_ backup: [Data], withKeys: Bool = true) async throws {
    await store.close()
    try backup[0].write(to: URL(filePath: path))
    if withKeys { try backup[1].write(to: URL(filePath: path + ".keys"), options: .atomic) }
    try await restart()
  }

  /// A copy of the book and its keys in another folder, opened there.
  func restored(_ name: String) async throws -> Machine {
    await store.close()
    let copy = TemporaryFolder()
    for file in folder.names {
      try FileManager.default.copyItem(atPath: "\(folder.path)/\(file)", toPath: "\(copy.path)/\(file)")
    }
    let machine = try Machine(name, relay, copy)
    let relay = relay
    machine.synchronizer = try await .open(machine.store, Friend.self, makeRelay: { _ in relay })
    try await restart()
    return machine
  }

  /// Exchanges entries with the relay.
  @discardableResult
  func synchronize() async throws -> SynchronizationReport { try await synchronizer.synchronize() }

  // MARK: The book

  var friends: [Friend] {
    get throws { try store.fetch(Query<Friend>()).sorted { $0.id < $1.id } }
  }

  /// The friends without their rows, which are each book's own.
  var contents: [Friend] {
    get throws {
      try friends.map { friend in
        var friend = friend
        friend.row = 0
        return friend
      }
    }
  }

  func friend(_ id: String) throws -> Friend? { try store.get(Friend.self, id: id) }

  func add(_ id: String, _ first: String, note: String = "", tags: [String] = []) async throws {
    try await store.write { transaction in
      var friend = Friend(first, note: note, tags: tags)
      friend.id = id
      try transaction.insert(friend)
    }
  }

  func edit(_ id: String, _ change: @escaping @Sendable (inout Friend) -> Void) async throws {
    try await store.write { transaction in
      guard var friend = try transaction.get(Friend.self, id: id) else { return }
      change(&friend)
      try transaction.update(friend)
    }
  }

  func delete(_ id: String) async throws {
    try await store.write { transaction in
      if let friend = try transaction.get(Friend.self, id: id) { try transaction.delete(friend) }
    }
  }
}

/// Lets machines exchange entries until none has news.
@MainActor
func settle(_ machines: [Machine]) async throws {
  for _ in 0..<2 { for machine in machines { try await machine.synchronize() } }
}

/// Lets a machine delete the entries from its relay that all members have, and expects that there are some.
@MainActor
func expectPruning(
  by machine: Machine, of relay: MemoryRelay, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let count = await relay.stored.count
  machine.synchronizer.snapshotInterval = 1
  try await machine.synchronize()
  #expect(await relay.stored.count < count, sourceLocation: sourceLocation)
}

/// Lets machines exchange entries, and expects that afterwards nothing is wrong with any of them.
///
/// Their books are equal, have all friends that were confirmed, and are undamaged; their relay has the same entries,
/// and none is refused.
@MainActor
func expectHealthy(
  _ machines: [Machine], having names: some Sequence<String> = [String](),
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await settle(machines + machines)
  let contents = try machines[0].contents
  #expect(Set(names).subtracting(contents.map(\.first)) == [], sourceLocation: sourceLocation)
  for machine in machines {
    #expect(try machine.contents == contents, sourceLocation: sourceLocation)
    #expect(try await machine.store.check() == [], sourceLocation: sourceLocation)
    let relay = machine.relay
    let examination = try await RelayExamination(machine.store, Friend.self, makeRelay: { _ in relay })
    var findings: [RelayFinding] = []
    await examination.run { findings.append($0) }
    #expect(findings.count == 5 && findings.allSatisfy(\.isGood), "\(findings)", sourceLocation: sourceLocation)
    #expect(
      findings.contains { $0.text.contains("have the same entries") }, "\(findings)", sourceLocation: sourceLocation)
  }
}
