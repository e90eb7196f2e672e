import Testing

@testable import Replication

@Suite struct IncomingEntriesTests {
  private let keys = BookKeys()
  private let ada = MachineKeys()
  private let bob = MachineKeys()

  private func entry(
    _ machine: MachineKeys, _ number: Int64, seen: [MachineID: Int64] = [:], _ content: Entry.Content
  ) -> Entry {
    Entry(id: EntryID(machine: machine.machine, number: number), seen: VersionVector(seen), content: content)
  }

  /// Both machines, or those that remain after bob was removed.
  private func membership(isBobRemoved: Bool = false) -> Membership {
    var membership = Membership()
    membership.apply(entry(ada, 1, .introduction(.init(name: "a", publicKey: ada.publicKey))))
    membership.apply(entry(bob, 1, .introduction(.init(name: "b", publicKey: bob.publicKey))))
    if isBobRemoved {
      membership.apply(entry(ada, 2, .rotation(Entry.Rotation(removed: bob.machine, epoch: 2, keys: [:]))))
    }
    return membership
  }

  @Test(arguments: [true, false])
  func `the reports of a removed machine do not count`(isRemoved: Bool) {
    let fork = Entry.Fork(machine: ada.machine, digests: [1: [7]])
    let report = entry(bob, 2, seen: [ada.machine: 1], .fork(fork))
    let incoming = IncomingEntries([SealedEntry(report, keys, bob)], keys, membership(isBobRemoved: isRemoved))
    #expect(incoming.entries == [report])
    #expect(incoming.forks == (isRemoved ? [] : [fork]))
    #expect(incoming.lastMerged(of: ada.machine, through: 1) == (isRemoved ? 0 : 1))
  }

  @Test func `the last merged entry is one through the number`() {
    let sealed = ([(2, 3), (3, 5)] as [(Int64, Int64)]).map { number, seen in
      SealedEntry(entry(bob, number, seen: [ada.machine: seen], .commits([])), keys, bob)
    }
    let incoming = IncomingEntries(sealed, keys, membership())
    for (last, expected) in [(2, 0), (3, 3), (4, 3), (5, 5), (6, 5)] as [(Int64, Int64)] {
      #expect(incoming.lastMerged(of: ada.machine, through: last) == expected, "\(last)")
    }
  }

  @Test func `only a key of a later removal is one that is lacking`() {
    let removal: Int64 = 1 << 32
    let rows: [(own: Int64, other: Int64, isLacking: Bool)] = [
      (1, 5, false), (1, removal, true), (removal, removal + 1, false), (removal, 2 * removal, true),
    ]
    for (own, other, isLacking) in rows {
      let known = BookKeys(book: keys.book, keys: [own: Sodium.random(Sodium.keySize)])
      let others = BookKeys(book: keys.book, keys: [other: Sodium.random(Sodium.keySize)])
      let introduction = entry(ada, 1, .introduction(.init(name: "a", publicKey: ada.publicKey)))
      let incoming = IncomingEntries([SealedEntry(introduction, others, ada)], known, Membership())
      #expect(incoming.refused == [isLacking ? .unknownKey(epoch: other) : .voidLink(introduction.id)])
    }
  }
}
