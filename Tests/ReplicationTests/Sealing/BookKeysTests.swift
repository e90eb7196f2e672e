import Testing

@testable import Replication

@Suite struct BookKeysTests {
  @Test func `a removed machine does not get the new key`() {
    let (ada, bob, mallory) = (MachineKeys(), MachineKeys(), MachineKeys())
    var keys = [BookKeys()]
    keys += [keys[0], keys[0]]
    let rotation = keys[0].rotation(removing: mallory.machine, remaining: [ada.publicKey, bob.publicKey])
    for (index, machine) in [ada, bob, mallory].enumerated() { keys[index].apply(rotation, machine) }
    let epoch = keys[0].epoch
    #expect(epoch > 1)
    #expect(keys[0] == keys[1])
    #expect(keys[0][1] != keys[0][epoch])
    #expect(keys[2].epoch == 1)
    // Its own entry and those of others with the new key.
    let entry = Entry(id: EntryID(machine: ada.machine, number: 2), seen: VersionVector(), content: .commits([]))
    let sealed = SealedEntry(entry, keys[0], ada)
    #expect(throws: SealError.unknownKey(epoch: epoch)) { try sealed.entry(keys[2]) { _ in ada.publicKey } }
    #expect(throws: Never.self) { try sealed.entry(keys[1]) { _ in ada.publicKey } }
  }

  @Test func `keys after a limit are not written with`() {
    var keys = BookKeys()
    let key = keys.key
    keys.add(Sodium.random(Sodium.keySize), epoch: 5)
    #expect(keys.epoch == 5)
    keys.limit(to: 1)
    #expect(keys.epoch == 1)
    #expect(keys.key == key)
  }

  @Test func `the key of an epoch is not replaced`() {
    var keys = BookKeys()
    let key = keys.key
    keys.add(Sodium.random(Sodium.keySize), epoch: 1)
    keys.add([1, 2], epoch: 5)
    #expect(keys.key == key)
  }

  @Test func `another key of the same removal is concurrent`() {
    var keys = BookKeys()
    let epoch: Int64 = 1 << 32
    keys.add(Sodium.random(Sodium.keySize), epoch: epoch)
    #expect(!keys.hasConcurrentKey(with: epoch))
    #expect(keys.hasConcurrentKey(with: epoch + 1))
    #expect(!keys.hasConcurrentKey(with: 2 * epoch))
  }

  @Test func `a key may be at most 1000 rotations ahead`() {
    let rows: [(epoch: Int64, isPlausible: Bool)] = [
      (0, false), (1, true), (1_000 << 32 | 0xFFFF_FFFF, true), (1_001 << 32, false),
    ]
    for (epoch, isPlausible) in rows {
      var keys = BookKeys()
      #expect(keys.isPlausible(epoch: epoch) == isPlausible, "\(epoch)")
      keys.add(Sodium.random(Sodium.keySize), epoch: epoch)
      #expect((keys[epoch] != nil) == isPlausible, "\(epoch)")
    }
  }
}
