import Testing

@testable import Replication

@Suite struct SealedEntryTests {
  private let keys = BookKeys()
  private let ada = MachineKeys()

  private func entry(_ number: Int64 = 1, of machine: MachineKeys? = nil) -> Entry {
    let machine = machine ?? ada
    let content: Entry.Content =
      number == 1
      ? .introduction(.init(name: "laptop", publicKey: machine.publicKey))
      : .commits([.init(moment: Moment(time: 5), author: "ada", changes: [])])
    return Entry(
      id: EntryID(machine: machine.machine, number: number), seen: VersionVector(), previous: [], content: content)
  }

  private func open(_ bytes: [UInt8], _ other: BookKeys? = nil) throws -> Entry? {
    try SealedEntry(bytes: bytes)?.entry(other ?? keys) { $0 == ada.machine ? ada.publicKey : nil }
  }

  @Test func `a member opens what another has sealed`() throws {
    for number in [1, 2] as [Int64] {
      let sealed = SealedEntry(entry(number), keys, ada)
      #expect(try open(sealed.bytes) == entry(number))
      #expect(SealedEntry(bytes: sealed.bytes) == sealed)
    }
  }

  @Test func `sealing the same entry twice gives different bytes`() {
    #expect(SealedEntry(entry(2), keys, ada).bytes != SealedEntry(entry(2), keys, ada).bytes)
  }

  @Test func `an entry with any altered bit is refused`() throws {
    let bytes = SealedEntry(entry(2), keys, ada).bytes
    for index in bytes.indices {
      var altered = bytes
      altered[index] ^= 1 << UInt8(index % 8)
      let opened: Entry?
      do { opened = try open(altered) } catch is SealError { continue }
      #expect(opened == nil, "byte \(index)")
    }
  }

  @Test func `a number that no machine writes is refused`() {
    let greatest = EntryID.greatestNumber
    let rows: [(number: Int64, isRead: Bool)] = [(0, false), (1, true), (greatest, true), (greatest + 1, false)]
    for (number, isRead) in rows {
      let sealed = SealedEntry(entry(number), keys, ada)
      #expect((SealedEntry(bytes: sealed.bytes) != nil) == isRead, "\(number)")
    }
  }

  @Test func `no part of an entry is accepted`() throws {
    let bytes = SealedEntry(entry(2), keys, ada).bytes
    for length in bytes.indices {
      let opened: Entry?
      do { opened = try open(Array(bytes[..<length])) } catch is SealError { continue }
      #expect(opened == nil, "\(length) bytes")
    }
  }

  @Test func `another key opens nothing`() {
    let bytes = SealedEntry(entry(2), keys, ada).bytes
    let wrong = BookKeys(book: keys.book, keys: [1: Sodium.random(Sodium.keySize)])
    #expect(throws: SealError.altered(entry(2).id)) { try open(bytes, wrong) }
    #expect(throws: SealError.otherBook) { try open(bytes, BookKeys()) }
    #expect(throws: SealError.unknownKey(epoch: 1)) { try open(bytes, BookKeys(book: keys.book, keys: [:])) }
  }

  @Test func `a member cannot sign for another machine`() {
    let mallory = MachineKeys()
    let forged = SealedEntry(entry(2), keys, mallory)
    #expect(throws: SealError.altered(entry(2).id)) { try open(forged.bytes) }
    // An introduction with another key than that of the machine.
    var introduction = entry(1)
    introduction.content = .introduction(.init(name: "laptop", publicKey: mallory.publicKey))
    #expect(throws: SealError.altered(introduction.id)) { try open(SealedEntry(introduction, keys, mallory).bytes) }
  }

  @Test func `an entry of an unknown machine is refused`() {
    let mallory = MachineKeys()
    let sealed = SealedEntry(entry(2, of: mallory), keys, mallory)
    #expect(throws: SealError.unknownMachine(sealed.id)) { try open(sealed.bytes) }
  }

  @Test func `a part of a snapshot is not accepted as an entry`() {
    let sealed = SealedEntry(.snapshot, entry(2).id, entry(2).bytes, keys, ada)
    #expect(throws: SealError.altered(sealed.id)) { try open(sealed.bytes) }
  }

  @Test func `a changed field takes at most 400 bytes`() {
    let change = RecordChange(
      entity: "person", id: "0c5bb2e2-2d0f-4c63-b1f6-1f4bd4b44f5a", kind: .edit,
      fields: [.init(name: "organisation", value: .text("Bletchley Park"))])
    let commit = Entry.Commit(moment: Moment(time: 1_700_000_000_000), author: "ada@laptop", changes: [change])
    let seen = VersionVector((1...5).reduce(into: [:]) { $0[MachineID(high: $1, low: 0)] = 1_000 })
    let entry = Entry(
      id: EntryID(machine: ada.machine, number: 1_000), seen: seen, previous: Sodium.digest([]),
      content: .commits([commit]))
    #expect(SealedEntry(entry, keys, ada).bytes.count <= 400)
  }
}
