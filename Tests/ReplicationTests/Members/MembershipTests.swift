import Testing

@testable import Replication

@Suite struct MembershipTests {
  private let ada = MachineKeys()
  private let bob = MachineKeys()

  private func entry(
    _ machine: MachineKeys, _ number: Int64, seen: [MachineID: Int64] = [:], _ content: Entry.Content
  ) -> Entry {
    Entry(id: EntryID(machine: machine.machine, number: number), seen: VersionVector(seen), content: content)
  }

  private func both() -> Membership {
    var membership = Membership()
    membership.apply(entry(ada, 1, .introduction(.init(name: "a", publicKey: ada.publicKey))))
    membership.apply(entry(bob, 1, .introduction(.init(name: "b", publicKey: bob.publicKey))))
    return membership
  }

  @Test func `machines of the same name have different labels`() {
    let keys = (0..<4).map { _ in MachineKeys() }
    var membership = Membership()
    for (name, key) in zip(["laptop", "laptop", "desk", "desk"], keys) {
      membership.add(Entry.Introduction(name: name, publicKey: key.publicKey))
    }
    membership.apply(
      Entry(id: EntryID(machine: keys[3].machine, number: 1), seen: VersionVector(), content: .departure))
    let labels = keys.map { membership.label(of: $0.machine) }
    #expect(labels[0] == "laptop \(keys[0].machine.prefix)" && labels[0] != labels[1])
    // The other “desk” has left.
    #expect(labels[2] == "desk")
    #expect(labels[3] == "desk \(keys[3].machine.prefix)")
  }

  @Test func `a time that lies ahead counts as that of the arrival`() {
    var membership = both()
    let commit = Entry.Commit(moment: Moment(time: 9_000, counter: 0), author: "", changes: [])
    membership.apply(entry(ada, 2, .commits([commit])), at: 5_000)
    membership.apply(entry(bob, 2, .acknowledgement(time: 9_000)), at: 6_000)
    #expect(membership.machines[ada.machine]?.lastChange == 5_000)
    #expect(membership.machines[bob.machine]?.lastReport == 6_000)
    membership.apply(entry(ada, 3, .commits([commit])), at: 10_000)
    #expect(membership.machines[ada.machine]?.lastChange == 9_000)
  }

  @Test func `what all members have is stable`() {
    var membership = both()
    #expect(membership.stable == VersionVector())
    membership.apply(entry(ada, 2, seen: [bob.machine: 1], .commits([])))
    #expect(membership.stable == VersionVector([bob.machine: 1]))
    membership.apply(entry(bob, 2, seen: [ada.machine: 2], .acknowledgement(time: 1_700_000_000_000)))
    #expect(membership.stable == VersionVector([ada.machine: 2, bob.machine: 1]))
  }

  @Test func `a machine that leaves keeps nothing from being pruned`() {
    var membership = both()
    membership.apply(entry(bob, 2, .departure))
    #expect(membership.members.map(\.id) == [ada.machine])
    #expect(membership.stable == VersionVector([ada.machine: 1]))
  }

  @Test func `entries that a removed machine writes later are refused`() throws {
    var membership = both()
    let rotation = Entry.Rotation(removed: bob.machine, epoch: 2, keys: [:])
    membership.apply(entry(ada, 2, seen: [bob.machine: 3], .rotation(rotation)))
    try membership.check(EntryID(machine: bob.machine, number: 3))
    let late = EntryID(machine: bob.machine, number: 4)
    #expect(throws: SealError.removedMachine(late)) { try membership.check(late) }
    try membership.check(EntryID(machine: ada.machine, number: 9))
    // Another member removes it, too, without knowing of the first removal.
    membership.apply(entry(ada, 3, seen: [bob.machine: 9], .rotation(rotation)))
    #expect(throws: SealError.removedMachine(late)) { try membership.check(late) }
  }

  @Test func `ignored entries of a removed machine are counted`() {
    var membership = both()
    membership.apply(entry(ada, 2, .rotation(Entry.Rotation(removed: bob.machine, epoch: 2, keys: [:]))))
    let late = (1...2 as ClosedRange<Int64>).map { number in
      SealError.removedMachine(EntryID(machine: bob.machine, number: number))
    }
    for (count, text) in [(1, "1 entry is"), (2, "2 entries are")] {
      let ignored = membership.divided(Array(late.prefix(count))).ignored
      #expect(ignored == ["“b” was removed, and has sent more since: \(text) ignored."])
    }
  }

  @Test func `a snapshot brings a removal, and takes none back`() {
    let known = both()
    var removed = known
    let rotation = Entry.Rotation(removed: bob.machine, epoch: 2, keys: [:])
    removed.apply(entry(ada, 2, seen: [bob.machine: 3], .rotation(rotation)))
    let late = EntryID(machine: bob.machine, number: 4)
    for (present, snapshot) in [(known, removed), (removed, known)] {
      var membership = present
      membership.merge(snapshot)
      #expect(membership.members.map(\.id) == [ada.machine])
      #expect(throws: SealError.removedMachine(late)) { try membership.check(late) }
    }
  }

  @Test func `a snapshot makes no removed machine of one that has left`() {
    var left = both()
    left.apply(entry(bob, 2, .departure))
    for (present, snapshot) in [(left, both()), (both(), left), (left, left)] {
      var membership = present
      membership.merge(snapshot)
      #expect(membership.machines[bob.machine]?.isMember == false)
      #expect(membership.machines[bob.machine]?.isRemoved == false)
    }
  }

  @Test func `a snapshot adds what it knows of a machine's entries`() {
    var (membership, other) = (both(), both())
    let commit = Entry.Commit(moment: Moment(time: 9_000, counter: 0), author: "", changes: [])
    membership.apply(entry(ada, 2, .commits([commit])))
    other.apply(entry(ada, 2, seen: [bob.machine: 7], .commits([])))
    membership.merge(other)
    #expect(membership.machines[ada.machine]?.seen == VersionVector([ada.machine: 2, bob.machine: 7]))
    #expect(membership.machines[ada.machine]?.lastChange == 9_000)
    other.merge(membership)
    #expect(other.machines[ada.machine]?.lastChange == 9_000)
  }
}
