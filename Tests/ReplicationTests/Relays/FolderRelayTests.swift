import Algorithms
import FoundationEssentials
import Glibc
import Persistence
import TestSupport
import Testing

@testable import Replication

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FolderRelayTests {
  private let folder = TemporaryFolder()
  private let book = Sodium.random(16)
  private let relay: FolderRelay
  private let keys = BookKeys()
  private let machine = MachineKeys()

  init() async throws {
    relay = FolderRelay(folder: folder.path, book: book)
    try await relay.create()
  }

  private func entries(_ numbers: ClosedRange<Int64>, size: Int = 0) -> [SealedEntry] {
    numbers.map { number in
      let id = EntryID(machine: machine.machine, number: number)
      let content = Entry.Content.unknown(kind: 99, [UInt8](repeating: 7, count: size))
      return SealedEntry(Entry(id: id, seen: VersionVector(), content: content), keys, machine)
    }
  }

  @Test func `entries are read since a position`() async throws {
    let all = entries(1...7)
    try await relay.append(Array(all[0..<3]))
    try await relay.append(Array(all[3...]))
    #expect(try await relay.heads() == VersionVector([machine.machine: 7]))
    #expect(try await relay.entries(after: VersionVector()) == all)
    #expect(try await relay.entries(after: VersionVector([machine.machine: 5])) == Array(all[5...]))
    #expect(try await relay.entries(after: VersionVector([machine.machine: 7])) == [])
    try await relay.removeEntries(of: machine.machine, through: 4)
    #expect(try await relay.entries(after: VersionVector()) == Array(all[3...]))
  }

  @Test func `large entries are read in parts`() async throws {
    let all = entries(1...4, size: 3 << 20)
    for entry in all { try await relay.append([entry]) }
    #expect(try await relay.entries(after: VersionVector()) == Array(all[..<2]))
    #expect(try await relay.entries(after: VersionVector([machine.machine: 2])) == Array(all[2...]))
  }

  @Test func `an entry is stored once, and another in its place refused`() async throws {
    let all = entries(1...3)
    try await relay.append(all)
    try await relay.append(all)
    #expect(try await relay.entries(after: VersionVector()) == all)
    await #expect(throws: RelayError.taken(all[1].id)) { try await relay.append([entries(2...2)[0]]) }
  }

  @Test func `other files, and parts of files, are passed over`() async throws {
    let all = entries(1...3)
    try await relay.append(all)
    let place = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)"
    let data = try Data(contentsOf: URL(filePath: "\(place)/entries-1-3"))
    try data.write(to: URL(filePath: "\(place)/entries-1-3.sync-conflict"))
    try data.write(to: URL(filePath: "\(place)/entries-1-3-copy"))
    try Data("no".utf8).write(to: URL(filePath: "\(place)/entries-1-x"))
    try Data("no".utf8).write(to: URL(filePath: "\(place)/entries-9-9"))
    try data.write(to: URL(filePath: "\(place)/entries-0-9223372036854775807"))
    try data.write(to: URL(filePath: "\(place)/entries-0-2"))
    try data.dropLast(20).write(to: URL(filePath: "\(place)/entries-1-3"))
    #expect(try await relay.entries(after: VersionVector()) == Array(all[..<2]))
  }

  @Test func `a file with another name than its machine gave it is named`() async throws {
    try await relay.append(entries(1...1))
    try await relay.append(entries(2...3))
    let place = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)"
    try FileManager.default.copyItem(atPath: "\(place)/entries-2-3", toPath: "\(place)/entries-4-5")
    try FileManager.default.moveItem(atPath: "\(place)/entries-1-1", toPath: "\(place)/entries-1-500")
    _ = try await relay.entries(after: VersionVector())
    let names = await relay.unreadable.map { $0.split(separator: " ")[0] }
    #expect(names == ["\(place)/entries-1-500", "\(place)/entries-4-5"])
  }

  @Test func `a file whose numbers are not in order is named`() async throws {
    try await relay.append(entries(1...1))
    let path = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)/entries-5-3"
    try Data().write(to: URL(filePath: path))
    #expect(try await relay.entries(after: VersionVector()).map(\.id.number) == [1])
    #expect(await relay.unreadable == ["\(path) has a name that no machine has given it: delete it."])
  }

  @Test func `a file with merged entries alone is not read again`() async throws {
    try await relay.append(entries(1...2))
    let path = URL(filePath: "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)/entries-1-2")
    try Data(contentsOf: path).dropLast(20).write(to: path)
    for (seen, count) in [(1, 1), (2, 0)] as [(Int64, Int)] {
      _ = try await relay.entries(after: VersionVector([machine.machine: seen]))
      #expect(await relay.unreadable.count == count)
    }
  }

  @Test func `an entry may have the greatest number`() async throws {
    let last = entries(EntryID.greatestNumber...EntryID.greatestNumber)
    try await relay.append(last)
    #expect(try await relay.heads() == VersionVector([machine.machine: EntryID.greatestNumber]))
    #expect(try await relay.entries(after: VersionVector()) == last)
  }

  @Test func `a file without room for it is not kept open`() async throws {
    try await relay.append(entries(1...1))
    let place = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)"
    for _ in 0..<20 {
      try FileManager.default.createSymbolicLink(
        atPath: "\(place)/.entries-2-2.\(getpid())", withDestinationPath: "/dev/full")
      await #expect(throws: RelayError.full(place)) { try await relay.append(entries(2...2)) }
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == "/dev/full"
    }
    // Tests that run at the same time have some open.
    #expect(open.count < 20)
  }

  @Test func `old unfinished files are deleted`() async throws {
    try await relay.append(entries(1...1))
    let place = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)"
    // The last one is of a process that may still be writing.
    let drafts = [".entries-2-3.17", ".snapshot-1-0-2.17", ".entries-4-5.17"]
    let others = [".entries-2-3", ".entries-2-3.tmp", ".syncthing.entries-2-3.17", "entries-2-3.17"]
    for name in drafts + others { try Data().write(to: URL(filePath: "\(place)/\(name)")) }
    let time = Date(timeIntervalSinceNow: -3_600)
    for name in drafts.dropLast() + others {
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: "\(place)/\(name)")
    }
    try await relay.append(entries(2...2))
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(names.sorted() == (others + [drafts[2], "entries-1-1", "entries-2-2"]).sorted())
  }

  @Test func `a disk that takes no larger file is full`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = TemporaryFolder()
      let (keys, machine) = (BookKeys(), MachineKeys())
      let relay = FolderRelay(folder: folder.path, book: keys.book)
      try await relay.create()
      let id = EntryID(machine: machine.machine, number: 1)
      let entry = SealedEntry(Entry(id: id, seen: VersionVector(), content: .departure), keys, machine)
      let place = "\(folder.path)/\(Hexadecimal.text(of: keys.book))/\(machine.machine)"
      limitFiles(to: 0)
      await #expect(throws: RelayError.full(place)) { try await relay.append([entry]) }
      limitFiles(to: nil)
      try await relay.append([entry])
    }
  }

  @Test func `a failed write is no refusal`() async throws {
    let place = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)"
    try FileManager.default.createDirectory(atPath: "\(place)/snapshot-4-0-1", withIntermediateDirectories: true)
    let part = SealedEntry(.snapshot, EntryID(machine: machine.machine, number: 4), [7], keys, machine)
    let error = RelayError.unwritable("\(place): Is a directory")
    await #expect(throws: error) { try await relay.store(snapshot: [part]) }
    #expect(error.isTemporary)
  }

  @Test func `a snapshot counts when all its parts have arrived`() async throws {
    let id = EntryID(machine: machine.machine, number: 4)
    let parts = (0..<3).map { SealedEntry(.snapshot, id, [UInt8($0)], keys, machine) }
    try await relay.store(snapshot: parts)
    #expect(try await relay.snapshots() == [id])
    #expect(try await relay.snapshot(id) == parts)
    let path = "\(folder.path)/\(Hexadecimal.text(of: book))/\(machine.machine)/snapshot-4-1-3"
    try FileManager.default.removeItem(atPath: path)
    #expect(try await relay.snapshots() == [])
  }

  @Test func `its files show nothing of the book`() async throws {
    let place = TemporaryFolder()
    let relay = FolderRelay(folder: place.path, book: Sodium.random(16))
    var friend = Friend("Wilhelmina", note: "We met in Heidelberg.", tags: ["+44 20 7946 0018"])
    friend.id = "1"
    let ada = try await Machine.sharing("ada", relay, [friend])
    let bob = try await Machine.joining("bob", ada)
    try await ada.add("2", "Bartholomew", note: "He plays the oboe.", tags: ["+1 415 555 0132"])
    try await bob.edit("1") { $0.note = "She moved to Bologna." }
    try await settle([ada, bob])
    try await ada.synchronizer.makeSnapshot()
    #expect(try bob.contents == ada.contents)
    let texts = [
      "Wilhelmina", "We met in", "+44 20 7946 0018", "Bartholomew", "plays the oboe", "+1 415 555 0132", "Bologna",
    ]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: place.path)
    for kind in ["/entries-", "/snapshot-"] { #expect(paths.contains { $0.contains(kind) }) }
    for path in paths {
      let bytes = (try? Data(contentsOf: URL(filePath: "\(place.path)/\(path)"))) ?? Data()
      let shown = texts.filter { text in path.contains(text) || bytes.withUnsafeBytes { $0.contains(text) } }
      #expect(shown == [], "\(path)")
    }
  }

  @Test func `a folder that is not mounted is an unreachable relay`() async throws {
    let missing = FolderRelay(folder: folder.path + "/missing", book: book)
    await #expect(throws: RelayError.unreachable(folder.path + "/missing")) { _ = try await missing.heads() }
  }

  @Test func `a mount point without its disk is not written to`() async throws {
    let point = TemporaryFolder()
    let relay = FolderRelay(folder: point.path, book: book)
    await #expect(throws: RelayError.noBook(point.path)) { _ = try await relay.heads() }
    await #expect(throws: RelayError.noBook(point.path)) { try await relay.append(entries(1...1)) }
    #expect(point.names == [])
    try await relay.create()
    try await relay.append(entries(1...1))
    #expect(try await relay.heads() == VersionVector([machine.machine: 1]))
  }

  @Test func `the folder of a book may be there already`() async throws {
    try await relay.append(entries(1...1))
    try await relay.create()
    #expect(try await relay.heads() == VersionVector([machine.machine: 1]))
  }

  @Test func `a new file is news`() async throws {
    try await relay.append(entries(1...1))
    let news = try await relay.news()
    try await relay.append(entries(2...2))
    #expect(await news.next())
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `two folders that are synchronised late and in parts`(seed: UInt64) async throws {
    var carrier = FolderCarrier(random: SeededGenerator(seed: seed))
    let (one, other) = (TemporaryFolder(), TemporaryFolder())
    let store = try Store.open(at: one.path + "/book.db", Friend.format, author: "ada")
    try await store.write { try $0.insert(Friend("Ada")) }
    let relays = (one.path + "/relay", other.path + "/relay")
    for path in [relays.0, relays.1] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let ada = try await Synchronizer.share(store, Friend.self, relay: relays.0, name: "ada")
    try carrier.carry(from: relays.0, to: relays.1, share: 1)
    let second = try Store.open(at: other.path + "/book.db", Friend.format, author: "bob")
    let bob = try await Synchronizer.join(second, Friend.self, ada.book.link, relay: relays.1, name: "bob")
    for step in 0..<20 {
      try await (step.isMultiple(of: 2) ? store : second).write { try $0.insert(Friend("Friend \(step)")) }
      try await (step.isMultiple(of: 2) ? ada : bob).synchronize()
      try carrier.carry(from: relays.0, to: relays.1)
      try carrier.carry(from: relays.1, to: relays.0)
      try await (step.isMultiple(of: 3) ? ada : bob).synchronize()
    }
    for _ in 0..<2 {
      try carrier.carry(from: relays.0, to: relays.1, share: 1)
      try carrier.carry(from: relays.1, to: relays.0, share: 1)
      try await ada.synchronize()
      try await bob.synchronize()
    }
    #expect(try store.count(Friend.self) == 21)
    let names = try store.fetch(Query<Friend>()).map(\.first).sorted()
    #expect(try second.fetch(Query<Friend>()).map(\.first).sorted() == names)
    #expect(try await second.check() == [])
  }

  @Test func `an entry that no member could read is not written`() async throws {
    let large = entries(1...1, size: RelayFile.largestBlock)
    await #expect(throws: RelayError.tooLarge(size: 65, limit: 64)) {
      try await relay.append(large)
    }
    #expect(try await relay.heads().isEmpty)
  }
}
