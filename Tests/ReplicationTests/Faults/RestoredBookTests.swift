import Algorithms
import FoundationEssentials
import Glibc
import Persistence
import TestSupport
import Testing

@testable import Replication

/// Books that were restored from a backup.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RestoredBookTests {
  private let relay = MemoryRelay()

  @Test func `a copy takes a new identity, and nothing is lost`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    // A change that is in no entry yet.
    try await ada.edit("1") { $0.note = "unsent" }
    let copy = try await ada.restored("copy")
    #expect(copy.book.state.machine != ada.book.state.machine)
    try await copy.edit("1") { $0.age = 2 }
    try await ada.add("2", "Bob")
    try await copy.add("3", "Grace")
    try await settle([ada, copy, ada])
    #expect(try copy.contents == ada.contents)
    #expect(try ada.contents.map(\.first) == ["Ada", "Bob", "Grace"])
    #expect(try ada.friend("1")?.note == "unsent")
    #expect(try ada.friend("1")?.age == 2)
  }

  @Test func `an older copy of the book in its place is noticed`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    await ada.store.close()
    let backup = try Data(contentsOf: URL(filePath: ada.path))
    try await ada.restart()
    try await ada.add("1", "Ada")
    try await settle([ada, bob])
    await ada.store.close()
    try backup.write(to: URL(filePath: ada.path))
    try await ada.restart()
    let machine = ada.book.state.machine
    try await ada.add("2", "Bob")
    try await settle([ada, bob])
    #expect(ada.book.state.machine != machine)
    #expect(try ada.contents == bob.contents)
    #expect(try bob.contents.map(\.first) == ["Ada", "Bob"])
  }

  @Test func `a machine restored together with its relay folder loses nothing`() async throws {
    let (one, other, backup) = (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
    let id = Sodium.random(16)
    var carrier = FolderCarrier(random: SeededGenerator(seed: 1))
    let ada = try await Machine.sharing("ada", FolderRelay(folder: one.path, book: id))
    try carrier.carry(from: one.path, to: other.path, share: 1)
    let bob = try await Machine.joining("bob", ada, FolderRelay(folder: other.path, book: id))
    func exchange() async throws {
      for machine in [ada, bob] {
        try await machine.synchronize()
        try carrier.carry(from: one.path, to: other.path, share: 1)
        try carrier.carry(from: other.path, to: one.path, share: 1)
      }
    }
    try await exchange()
    await ada.store.close()
    let book = try Data(contentsOf: URL(filePath: ada.path))
    try carrier.carry(from: one.path, to: backup.path, share: 1)
    try await ada.restart()
    try await ada.add("1", "One")
    try await exchange()
    await ada.store.close()
    try book.write(to: URL(filePath: ada.path))
    for name in one.names { try FileManager.default.removeItem(atPath: "\(one.path)/\(name)") }
    try carrier.carry(from: backup.path, to: one.path, share: 1)
    try await ada.restart()
    // The same numbers again, before anything arrives; a file that exists is not carried.
    for (number, name) in [("2", "Two"), ("3", "Six"), ("4", "Ten")] {
      try await ada.add(number, name)
      try await ada.synchronize()
    }
    for _ in 0..<4 { try await exchange() }
    #expect(try ada.contents.map(\.first) == ["One", "Two", "Six", "Ten"])
    #expect(try bob.contents == ada.contents)
    let machine = ada.book.state.machine
    for _ in 0..<2 { try await exchange() }
    #expect(ada.book.state.machine == machine)
    #expect(try await ada.synchronize().refused == [])
  }

  @Test func `a machine learns of the snapshot with what it has lost`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    let (backup, content) = (try await ada.backup(), await relay.content)
    try await ada.add("1", "Lost")
    try await settle([ada, bob])
    await relay.restore(content)
    try await ada.restore(backup, withKeys: false)
    // The second of them shows that the first is not the one that the others have.
    for (number, name) in [("2", "New"), ("3", "Newer")] {
      try await ada.add(number, name)
      try await ada.synchronize()
    }
    try await bob.synchronize()
    #expect(await relay.isSnapshotAnnounced)
    try await settle([ada, bob, ada])
    #expect(try ada.contents.map(\.first) == ["Lost", "New", "Newer"])
    #expect(try bob.contents == ada.contents)
  }

  @Test func `a restored machine that writes nothing itself passes what it has lost`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    let (backup, content) = (try await ada.backup(), await relay.content)
    for number in 1...4 {
      try await ada.add("\(number)", "Lost")
      try await settle([ada, bob])
    }
    let machine = ada.book.state.machine
    let last = ada.book.state.seen[machine]
    await relay.restore(content)
    try await ada.restore(backup, withKeys: false)
    #expect(ada.book.state.machine == machine && ada.book.state.seen[machine] < last)
    try await bob.add("5", "Bob’s")
    // Without a snapshot, from which it would learn the same.
    _ = try await bob.book.exchange([])
    let heads = try await relay.heads()
    try await relay.append(try await bob.book.outgoing(after: heads))
    try await ada.synchronize()
    #expect(ada.book.state.seen[machine] > last)
  }

  @Test func `a deletion is erased once the other machines can learn of it`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await ada.add("1", "Ada")
    try await settle([ada, bob])
    let friend = try #require(try ada.friend("1"))
    try await ada.store.write { try $0.delete(friend) }
    let row = friend.row
    let early = try await ada.store.write { try $0.eraseDeleted(Friend.self, rows: [row]) }
    #expect(early == ErasureResult(unexported: 1))
    try await settle([ada, bob])
    #expect(try bob.contents.isEmpty)
    let late = try await ada.store.write { try $0.eraseDeleted(Friend.self, rows: [row]) }
    #expect(late == ErasureResult(erased: 1))
  }

  @Test(arguments: [(1, 1), (3, 1), (3, 3), (2, 5)], [true, false])
  func `a machine restored together with its relay loses nothing`(
    _ counts: (lost: Int, new: Int), isAcknowledged: Bool
  ) async throws {
    let (lost, new) = counts
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    let carol = try await Machine.joining("carol", ada)
    try await ada.add("0", "Both")
    try await settle([ada, bob, carol])
    let (backup, content) = (try await ada.backup(), await relay.content)
    for number in 1...lost {
      try await ada.add("lost \(number)", "Lost \(number)")
      try await ada.edit("0") { $0.age = number }
      try await settle([ada, bob])
    }
    try await bob.edit("0") { $0.tags = ["bob"] }
    if isAcknowledged {
      for machine in [bob, carol, ada] {
        try await machine.synchronize()
        try await machine.book.acknowledge()
      }
      try await settle([ada, bob])
    }
    await relay.restore(content)
    try await ada.restore(backup, withKeys: false)
    for number in 1...new {
      try await ada.add("new \(number)", "New \(number)")
      try await ada.edit("0") { $0.note = "note \(number)" }
      try await settle([ada, carol])
    }
    try await bob.edit("0") { $0.first = "Bob’s" }
    let names = (1...lost).map { "Lost \($0)" } + (1...new).map { "New \($0)" }
    try await settle([bob, carol, ada, bob])
    // Bob notices it by the next entry.
    try await ada.synchronizer.acknowledge()
    try await expectHealthy([ada, bob, carol], having: names + ["Bob’s"])
    let friend = try #require(try carol.friend("0"))
    #expect(friend.age == lost && friend.note == "note \(new)" && friend.tags == ["bob"])
    let machine = ada.book.state.machine
    try await settle([ada, bob, carol])
    #expect(ada.book.state.machine == machine)
  }

  @Test func `the keys of another book are refused`() async throws {
    let ada = try await Machine.sharing("ada", relay, [Friend("Ada")])
    let other = try await Machine.sharing("other", MemoryRelay())
    await ada.store.close()
    let keys = try Data(contentsOf: URL(filePath: ada.path + ".keys"))
    try Data(contentsOf: URL(filePath: other.path + ".keys")).write(to: URL(filePath: ada.path + ".keys"))
    await #expect(throws: SharingError.otherKeys(path: ada.path + ".keys")) { try await ada.restart() }
    // An earlier version has not noted the book.
    let store = try Store.open(at: ada.path, Friend.format, author: "ada")
    try await store.write { transaction in
      var state = try #require(try SharingTables(transaction: transaction).state())
      state.book = []
      try SharingTables(transaction: transaction).save(state)
    }
    await store.close()
    await #expect(throws: SharingError.otherKeys(path: ada.path + ".keys")) { try await ada.restart() }
    try keys.write(to: URL(filePath: ada.path + ".keys"))
    try await ada.restart()
    try await expectHealthy([ada], having: ["Ada"])
  }

  @Test func `a removal by a restored machine is made again`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let (bob, mallory) = (try await Machine.joining("bob", ada), try await Machine.joining("mallory", ada))
    try await settle([ada, bob, mallory])
    await ada.store.close()
    let backup = try Data(contentsOf: URL(filePath: ada.path))
    try await ada.restart()
    try await ada.add("1", "After the backup")
    try await settle([ada, bob])
    await ada.store.close()
    try backup.write(to: URL(filePath: ada.path))
    try await ada.restart()
    try await ada.book.remove(member: "mallory")
    try await ada.add("2", "After the restoration")
    try await settle([ada, bob, ada, bob])
    #expect(try bob.contents.map(\.first) == ["After the backup", "After the restoration"])
    #expect(try ada.contents == bob.contents)
    #expect(bob.book.secrets.keys.epoch == ada.book.secrets.keys.epoch)
    #expect(!bob.book.members.contains { $0.name == "mallory" })
  }

  @Test func `keys from before a removal are refused`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let (bob, mallory) = (try await Machine.joining("bob", ada), try await Machine.joining("mallory", ada))
    try await settle([ada, bob, mallory])
    let path = URL(filePath: ada.path + ".keys")
    let old = try Data(contentsOf: path)
    try await ada.book.remove(member: "mallory")
    await ada.store.close()
    let new = try Data(contentsOf: path)
    try old.write(to: path)
    await #expect(throws: SharingError.otherKeys(path: path.path)) { try await ada.restart() }
    try new.write(to: path)
    try await ada.restart()
    try await ada.add("1", "Ada’s")
    try await expectHealthy([ada, bob], having: ["Ada’s"])
  }

  @Test(arguments: [true, false])
  func `a backup from before a removal is brought up to date`(isInPlace: Bool) async throws {
    let ada = try await Machine.sharing("ada", relay)
    let (bob, mallory) = (try await Machine.joining("bob", ada), try await Machine.joining("mallory", ada))
    try await ada.add("0", "Both")
    try await settle([ada, bob, mallory])
    await bob.store.close()
    let files = [bob.path, bob.path + ".keys"].map { URL(filePath: $0) }
    let backup = try files.map { try Data(contentsOf: $0) }
    try await bob.restart()
    try await bob.add("1", "After the backup")
    try await bob.synchronize()
    try await ada.book.remove(member: "mallory")
    try await settle([ada, bob])
    await bob.store.close()
    for (file, data) in zip(files, backup) {
      if !isInPlace { try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".old") }
      try data.write(to: file)
    }
    try await bob.restart()
    try await bob.add("2", "After the restoration")
    // The later one counts, although the other is written again afterwards.
    try await bob.edit("0") { $0.age = 1 }
    _ = try await bob.book.exchange([])
    try await ada.edit("0") { $0.age = 2 }
    try await ada.synchronize()
    try await settle([bob, ada, bob])
    #expect(try ada.contents.map(\.first) == ["Both", "After the backup", "After the restoration"])
    #expect(try ada.friend("0")?.age == 2)
    #expect(try bob.contents == ada.contents)
    #expect(bob.book.secrets.keys.epoch == ada.book.secrets.keys.epoch)
    #expect(try await ada.synchronize().refused == [])
  }

  @Test func `a backup from before a removal is updated after its entry is gone`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let (bob, mallory) = (try await Machine.joining("bob", ada), try await Machine.joining("mallory", ada))
    try await settle([ada, bob, mallory])
    let backup = try await bob.backup()
    try await ada.book.remove(member: "mallory")
    for number in 0..<3 {
      try await ada.add("\(number)", "Friend \(number)")
      try await settle([ada, bob])
    }
    try await bob.synchronizer.acknowledge()
    try await expectPruning(by: ada, of: relay)
    try await bob.restore(backup, withKeys: false)
    try await bob.add("9", "Restored")
    try await expectHealthy([bob, ada], having: ["Friend 0", "Friend 2", "Restored"])
  }

  @Test func `two machines restored from one backup keep the changes of all`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await ada.add("1", "Before")
    try await settle([ada, bob])
    // A change that the backup has, and no other machine.
    try await ada.add("2", "Unsent")
    let first = try await ada.restored("first")
    let second = try await ada.restored("second")
    // The original goes on for a while, and is lost.
    try await ada.add("3", "Later")
    try await ada.synchronize()
    try await first.add("4", "First")
    try await second.add("5", "Second")
    try await second.edit("1") { $0.note = "second" }
    try await expectHealthy([first, second, bob], having: ["Before", "Unsent", "Later", "First", "Second"])
    #expect(first.book.state.machine != second.book.state.machine)
    #expect(try bob.friend("1")?.note == "second")
    #expect(try bob.contents.count == 5)
  }

  @Test func `two running copies of one machine both keep their changes`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    let secrets = ada.book.secrets
    let digest = ada.book.state.digest
    let copy = try await ada.restored("copy")
    // The copy of a whole machine, which has even the place of the file.
    try await copy.book.perform { session in
      session.secrets = secrets
      session.state.machine = secrets.machine.machine
      session.state.digest = digest
      session.noteChange()
    }
    try await ada.add("1", "Ada")
    try await copy.add("2", "Copy")
    // Both make entries before they see each other's.
    _ = try await copy.book.exchange([])
    try await ada.synchronize()
    try await settle([copy, bob, ada, copy, bob])
    #expect(try bob.contents.map(\.first) == ["Ada", "Copy"])
    #expect(try ada.contents == bob.contents)
    #expect(try copy.contents == bob.contents)
  }

  @Test func `a machine with a later key is introduced again`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let machine = ada.book.state.machine
    try await ada.book.perform { session in
      session.secrets.keys.add(Sodium.random(Sodium.keySize), epoch: 1 << 32)
      session.state.holders = []
      try session.introduceAgain()
    }
    #expect(ada.book.state.machine != machine)
  }

  @Test func `the keys are needed, and only their owner may read them`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let path = SharingSecrets.path(book: ada.path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: SharingError.noKeys(path: path)) { try await ada.restart() }
  }
}
