import Persistence
import TestSupport
import Testing

@testable import Replication

/// Entries of a machine that was removed, and members that depend on them.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RemovedMachineTests {
  private let relay = MemoryRelay()

  private func four() async throws -> (ada: Machine, bob: Machine, carol: Machine, mallory: Machine) {
    let ada = try await Machine.sharing("ada", relay)
    let others = [
      try await Machine.joining("bob", ada), try await .joining("carol", ada), try await .joining("mallory", ada),
    ]
    try await settle([ada] + others)
    return (ada, others[0], others[1], others[2])
  }

  /// Removes the entries of a machine from the relay, as a user may do who deletes its folder.
  private func removeEntries(of machine: Machine) async throws {
    let id = machine.book.state.machine
    try await relay.removeEntries(of: id, through: machine.book.state.seen[id])
  }

  @Test func `the new link works as soon as a machine is removed`() async throws {
    let (ada, bob, carol, _) = try await four()
    try await ada.add("1", "Friend")
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    let dora = try await Machine.joining("dora", ada)
    #expect(try dora.contents.map(\.first) == ["Friend"])
    try await expectHealthy([ada, bob, carol, dora], having: ["Friend"])
  }

  @Test func `a member merges what others have merged of a removed machine`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await mallory.add("1", "Mallory’s")
    try await mallory.synchronize()
    try await bob.synchronize()
    try await bob.add("2", "Bob’s")
    // Ada does not know that entry when she removes the machine.
    try await ada.book.remove(member: "mallory")
    try await bob.synchronize()
    try await expectHealthy([ada, bob, carol], having: ["Mallory’s", "Bob’s"])
  }

  @Test func `entries of a removed machine that are gone stall no member`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await mallory.add("1", "Mallory’s")
    try await mallory.synchronize()
    try await bob.synchronize()
    try await bob.add("2", "Bob’s")
    try await bob.synchronize()
    try await ada.book.remove(member: "mallory")
    try await removeEntries(of: mallory)
    try await expectHealthy([ada, bob, carol], having: ["Mallory’s", "Bob’s"])
  }

  @Test func `entries that the remover has stall no member either`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await mallory.add("1", "Mallory’s")
    try await settle([mallory, ada])
    try await ada.add("2", "Ada’s")
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    try await removeEntries(of: mallory)
    try await expectHealthy([ada, bob, carol], having: ["Mallory’s", "Ada’s"])
  }

  @Test(arguments: [true, false])
  func `a machine that joins during a removal gets the new key`(isMergedByRemover: Bool) async throws {
    let (ada, bob, carol, _) = try await four()
    try await ada.book.remove(member: "mallory")
    // No other machine knows the removal.
    let tina = try await Machine.joining("tina", bob)
    try await bob.synchronize()
    if isMergedByRemover {
      try await bob.add("1", "Bob’s")
      try await bob.synchronize()
    }
    try await ada.synchronize()
    try await ada.add("2", "Ada’s")
    let machines = [ada, bob, carol, tina]
    try await settle(machines)
    try await tina.add("3", "Tina’s")
    try await expectHealthy(machines, having: ["Ada’s", "Tina’s"])
    #expect(Set(machines.map(\.book.members.count)) == [4])
    #expect(Set(machines.map(\.book.secrets.keys.epoch)).count == 1)
  }

  @Test func `a guest of a machine that was removed since is ignored`() async throws {
    let (ada, bob, carol, _) = try await four()
    try await ada.add("1", "Friend")
    try await ada.book.remove(member: "bob")
    // Bob does not know it yet, and begins another key, which his guest has.
    try await bob.book.remove(member: "mallory")
    try await bob.synchronize()
    let dora = try await Machine.joining("dora", bob)
    try await dora.add("2", "Dora’s")
    try await dora.synchronize()
    for machine in [ada, carol] {
      let report = try await machine.synchronize()
      #expect(report.refused == [])
      #expect(report.ignored.contains { $0.contains("not valid here") }, "\(report.ignored)")
    }
    try await expectHealthy([ada, carol], having: ["Friend"])
  }

  @Test func `an earlier link makes no member of a removed machine’s user`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    let relay = relay
    let link = mallory.book.link
    let folder = TemporaryFolder()
    let store = try Store.open(at: folder.path + "/book.db", Friend.format, author: "again")
    // It has loaded the snapshot before the removal, and introduces itself after it.
    await relay.set(fails: { $0 > 3 ? .unreachable("gone") : nil })
    let again = try await Synchronizer.join(store, Friend.self, link, name: "again", makeRelay: { _ in relay })
    await relay.set(fails: { _ in nil })
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    try await bob.synchronize()
    try await store.write { try $0.insert(Friend("Forged")) }
    try await again.synchronize()
    for machine in [ada, bob, carol, ada, bob] {
      let report = try await machine.synchronize()
      #expect(report.refused == [])
      #expect(report.ignored.map { $0.contains(again.book.state.machine.prefix) } == [true], "\(report.ignored)")
      #expect(try machine.contents == [])
      #expect(machine.book.members.map(\.name) == ["ada", "bob", "carol"])
    }
  }

  @Test func `a machine that joined while another was removed stays a member`() async throws {
    let (ada, bob, carol, _) = try await four()
    let dora = try await Machine.joining("dora", ada)
    try await dora.add("1", "Dora’s")
    try await dora.synchronize()
    // Carol has not seen the removal yet.
    try await carol.synchronize()
    try await carol.add("2", "Carol’s")
    try await carol.synchronize()
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    for machine in [bob, carol, ada, bob] { try await machine.synchronize() }
    #expect(try ada.contents.map(\.first) == ["Dora’s", "Carol’s"])
    #expect(try bob.contents == ada.contents)
    #expect(bob.book.members.map(\.name) == ["ada", "bob", "carol", "dora"])
  }

  @Test func `a removed machine learns it, sends nothing more, and can leave`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await ada.add("1", "Friend")
    try await settle([ada, mallory])
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    try await ada.add("2", "Secret")
    try await ada.synchronize()
    try await mallory.add("3", "Late")
    let count = await relay.stored.count
    await #expect(throws: SharingError.removed) { try await mallory.synchronize() }
    try await mallory.restart()
    // Also while the relay cannot be reached.
    await relay.set(fails: { _ in .unreachable("gone") })
    await #expect(throws: SharingError.removed) { try await mallory.synchronize() }
    let relay = relay
    let reason = try await Synchronizer.leave(mallory.store, Friend.self, makeRelay: { _ in relay })
    #expect(reason == nil && !SharedBook<Friend>.isShared(mallory.store))
    #expect(try mallory.contents.map(\.first) == ["Friend", "Late"])
    await relay.set(fails: { _ in nil })
    #expect(await relay.stored.count == count)
    try await expectHealthy([ada, bob, carol], having: ["Friend", "Secret"])
  }

  @Test func `what a removed machine sends before it knows is ignored`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await ada.book.remove(member: "mallory")
    try await settle([ada, bob, carol])
    try await mallory.add("1", "Late")
    let known = mallory.book.state.seen
    _ = try await mallory.book.exchange([])
    try await relay.append(try await mallory.book.outgoing(after: known))
    for machine in [bob, carol, ada] {
      let report = try await machine.synchronize()
      #expect(report.refused == [])
      #expect(report.ignored.count == 1 && report.ignored[0].hasPrefix("“mallory” was removed"), "\(report.ignored)")
    }
    try await expectHealthy([ada, bob, carol])
    #expect(try ada.contents == [])
  }

  @Test func `a link that another removal has made void is refused`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await ada.book.remove(member: "mallory")
    let link = ada.book.link
    try await ada.synchronize()
    try await bob.book.remove(member: "carol")
    try await bob.synchronize()
    let relay = relay
    let store = try Store.open(at: TemporaryFolder().path + "/book.db", Friend.format, author: "late")
    await #expect(throws: SharingError.voidLink) {
      _ = try await Synchronizer.join(store, Friend.self, link, name: "late", makeRelay: { _ in relay })
    }
    #expect(!SharedBook<Friend>.isShared(store))
    try await expectHealthy([ada, bob])
    withExtendedLifetime((carol, mallory)) {}
  }

  @Test func `a removed machine cannot make a link void`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    let machine = mallory.book.secrets.machine
    let next = EntryID(machine: machine.machine, number: mallory.book.state.seen[machine.machine] + 1)
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    let keys = BookKeys(book: ada.book.secrets.keys.book, keys: [99: Sodium.random(Sodium.keySize)])
    try await relay.append([SealedEntry(Entry(id: next, seen: VersionVector(), content: .departure), keys, machine)])
    let late = try await Machine.joining("late", ada)
    #expect(try late.contents == ada.contents)
    withExtendedLifetime((bob, carol)) {}
  }

  @Test func `an examination names a removed machine that still writes`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    let (machine, keys) = (mallory.book.secrets.machine, mallory.book.secrets.keys)
    let next = EntryID(machine: machine.machine, number: mallory.book.state.seen[machine.machine] + 1)
    try await ada.book.remove(member: "mallory")
    try await ada.synchronize()
    try await relay.append([SealedEntry(Entry(id: next, seen: VersionVector(), content: .departure), keys, machine)])
    let relay = relay
    let examination = try await RelayExamination(ada.store, Friend.self, makeRelay: { _ in relay })
    var findings: [RelayFinding] = []
    await examination.run { findings.append($0) }
    let entries = try #require(findings.first { $0.topic == .entries })
    #expect(entries.isGood && entries.text.contains("“mallory” was removed"), "\(entries)")
    withExtendedLifetime((bob, carol)) {}
  }

  @Test func `a machine can join after two members removed the same third`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    let seen = ada.book.state.seen
    // Each stores a snapshot, and then writes with a key of its own.
    for machine in [ada, bob] {
      try await machine.book.remove(member: "mallory")
      try await machine.synchronize()
      try await machine.add(machine.name, "\(machine.name)’s")
      try await machine.synchronize()
      await relay.set(delivers: { $0.filter { seen.covers($0.id) } })
    }
    await relay.set(delivers: { $0 })
    try await settle([ada, bob, carol])
    for (number, inviter) in [ada, bob, carol].enumerated() {
      let new = try await Machine.joining("new \(number)", inviter)
      try await expectHealthy([ada, bob, carol, new], having: ["ada’s", "bob’s"])
    }
    withExtendedLifetime(mallory) {}
  }

  @Test(arguments: [true, false])
  func `a remover restored with its relay from before it stays a member`(isFirst: Bool) async throws {
    let (ada, bob, carol, mallory) = try await four()
    let (backup, content) = (try await ada.backup(), await relay.content)
    try await ada.book.remove(member: "mallory")
    try await settle([ada, bob, carol])
    await relay.restore(content)
    try await ada.restore(backup)
    try await ada.add("1", "Ada’s")
    try await settle(isFirst ? [ada, bob, carol] : [bob, carol, ada])
    try await bob.add("2", "Bob’s")
    for machine in [ada, bob, carol] {
      try await machine.synchronize()
      try await machine.book.acknowledge()
    }
    try await expectHealthy([ada, bob, carol], having: ["Ada’s", "Bob’s"])
    #expect(!ada.book.members.contains { $0.name == "mallory" })
    withExtendedLifetime(mallory) {}
  }

  @Test func `a removed machine cannot succeed itself`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await ada.book.remove(member: "mallory")
    try await settle([ada, bob, carol])
    // It does not know of its removal, and takes another identity.
    let copy = try await mallory.restored("copy")
    try await copy.add("1", "Mallory’s")
    try await settle([copy, ada, bob, carol])
    try await ada.add("2", "Ada’s")
    try await settle([ada, bob, carol])
    #expect(try ada.contents.map(\.first) == ["Ada’s"])
    #expect(ada.book.members.map(\.name) == ["ada", "bob", "carol"])
    #expect(try await !copy.synchronize().refused.isEmpty)
    withExtendedLifetime(mallory) {}
  }

  @Test func `a machine that others followed in its removal learns it`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await ada.book.remove(member: "bob")
    try await bob.book.remove(member: "ada")
    try await settle([bob, carol, mallory])
    for machine in [carol, mallory] { try await machine.book.acknowledge() }
    try await settle([carol, mallory, bob, ada])
    let reasons = try await ada.synchronize().refused
    #expect(reasons.contains { if case .mutualRemoval = $0 { true } else { false } }, "\(reasons)")
    #expect(try await bob.synchronize().refused == [])
    #expect(try await carol.synchronize().refused == [])
  }

  @Test func `members that remain after others removed each other refuse nothing`() async throws {
    let (ada, bob, carol, mallory) = try await four()
    try await ada.book.remove(member: "mallory")
    try await bob.book.remove(member: "ada")
    try await ada.synchronize()
    try await ada.add("1", "Ada’s")
    try await ada.synchronize()
    try await settle([bob, carol, bob])
    try await bob.add("2", "Bob’s")
    try await carol.add("3", "Carol’s")
    try await settle([bob, carol])
    #expect(try bob.contents == carol.contents)
    for machine in [bob, carol] {
      let report = try await machine.synchronize()
      #expect(report.refused == [])
      #expect(Set(try machine.contents.map(\.first)).isSuperset(of: ["Bob’s", "Carol’s"]))
    }
    withExtendedLifetime(mallory) {}
  }

  @Test func `a snapshot of a removed machine is not adopted`() async throws {
    let (ada, bob, _, mallory) = try await four()
    try await ada.book.remove(member: "mallory")
    try await settle([ada, bob])
    try await mallory.add("1", "Forged")
    let parts = try await mallory.book.snapshot()
    try await relay.store(snapshot: parts)
    // An entry after a gap makes the others look for a snapshot.
    var heads = mallory.book.state.seen
    heads[mallory.book.state.machine] -= 1
    try await relay.append(try await mallory.book.outgoing(after: heads))
    for machine in [bob, ada] {
      try await machine.synchronize()
      #expect(try machine.contents == [])
    }
  }

  @Test func `a snapshot under a former key is not noted`() async throws {
    let (ada, _, _, _) = try await four()
    let former = ada.book.secrets.keys.epoch
    try await ada.book.remove(member: "mallory")
    let (seen, present) = (ada.book.state.seen, ada.book.secrets.keys.epoch)
    let isFormerNoted = try await ada.book.note(snapshot: seen, epoch: former)
    #expect(!isFormerNoted)
    #expect(ada.book.state.snapshot.isEmpty)
    let isPresentNoted = try await ada.book.note(snapshot: seen, epoch: present)
    #expect(isPresentNoted)
    #expect(ada.book.state.snapshot == seen)
    let isFormerNotedLater = try await ada.book.note(snapshot: VersionVector(), epoch: former)
    #expect(!isFormerNotedLater)
    #expect(ada.book.state.snapshot == seen)
  }

  @Test func `a snapshot from before a removal is made again`() async throws {
    let (ada, bob, carol, _) = try await four()
    try await ada.add("1", "Friend")
    await relay.hold()
    let making = Task { try await ada.synchronizer.makeSnapshot() }
    await yield { await relay.waitingCount > 0 }
    // Another program of this machine removes a member before the relay has the snapshot.
    let store = try Store.open(at: ada.path, Friend.format, author: "other")
    try await SharedBook.open(store, Friend.self).remove(member: "mallory")
    await relay.release()
    let snapshot = try await making.value
    #expect(snapshot == nil)
    try await ada.synchronize()
    let dora = try await Machine.joining("dora", ada)
    try await expectHealthy([ada, bob, carol, dora], having: ["Friend"])
  }
}
