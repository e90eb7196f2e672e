import Persistence
import Testing

@testable import Replication

@Suite struct EntryCodingTests {
  private let machine = MachineID(high: 1, low: 2)
  private var id: EntryID { EntryID(machine: machine, number: 7) }

  private var contents: [Entry.Content] {
    let change = RecordChange(
      entity: "person", id: "1", kind: .edit,
      fields: [.init(name: "first", value: .text("Ada")), .init(name: "age", value: .integer(-36))],
      lists: [
        ListChange(
          name: "mail",
          writes: [.init(key: ElementKey(value: .text("a@b"), occurrence: 1), parts: [.text("home"), .text("a@b")])],
          removals: [ElementKey(value: .null)], order: [ElementKey(value: .blob([1, 2]))])
      ])
    return [
      .introduction(.init(name: "Ada's laptop", publicKey: [1, 2, 3])),
      .introduction(
        .init(name: "Ada's laptop", publicKey: [1], former: .init(machine: machine, signature: [2, 3]))),
      .commits([.init(moment: Moment(time: 1_700_000_000_000, counter: 2), author: "ada", changes: [change])]),
      .rotation(.init(removed: machine, epoch: 2, keys: [machine: [9, 9], .origin: []])),
      .departure, .acknowledgement(time: 1_700_000_000_000),
      .fork(Entry.Fork(machine: machine, digests: [5: [1, 2], 6: []])), .unknown(kind: 99, [1, 2, 3]),
    ]
  }

  private func entries() -> [Entry] {
    contents.map { Entry(id: id, seen: VersionVector([machine: 6, .origin: 2]), previous: [5], content: $0) }
  }

  @Test func `every kind of entry is read as it was written`() throws {
    for entry in entries() { #expect(try Entry(id: id, bytes: entry.bytes) == entry) }
  }

  @Test(arguments: [StoredValue.null, .integer(.min), .real(-0.1), .text("é"), .blob([0, 255])])
  func `every kind of value is read as it was written`(value: StoredValue) throws {
    var writer = ByteWriter()
    writer.write(value)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.value() == value)
    try reader.end()
  }

  @Test func `an acknowledgement of an earlier version has no time`() throws {
    let entry = Entry(id: id, seen: VersionVector(), previous: [5], content: .departure)
    let bytes = entry.bytes.dropLast() + [0]
    #expect(try Entry(id: id, bytes: Array(bytes)).content == .acknowledgement(time: 0))
  }

  @Test func `no part of an entry is read as an entry`() {
    for entry in entries().dropLast() {
      for length in 0..<entry.bytes.count {
        #expect(throws: MalformedBytes.self) { try Entry(id: id, bytes: Array(entry.bytes[..<length])) }
      }
      #expect(throws: MalformedBytes.self) { try Entry(id: id, bytes: entry.bytes + [0]) }
    }
  }

  @Test(arguments: [Int64.min, -1, EntryID.greatestNumber + 1, .max])
  func `numbers and moments that no machine reaches are refused`(number: Int64) {
    let machine = id.machine
    var vector = ByteWriter()
    vector.write([machine]) { writer, machine in
      writer.write(machine)
      writer.write(number)
    }
    #expect(throws: MalformedBytes.self) {
      var reader = ByteReader(vector.bytes)
      _ = try reader.vector()
    }
    var digests = ByteWriter()
    digests.write([number: [1]] as [Int64: [UInt8]])
    #expect(throws: MalformedBytes.self) {
      var reader = ByteReader(digests.bytes)
      _ = try reader.digests()
    }
    var moment = ByteWriter()
    moment.write(Moment(time: 0, counter: number))
    #expect(throws: MalformedBytes.self) {
      var reader = ByteReader(moment.bytes)
      _ = try reader.moment()
    }
  }

  @Test(arguments: [Moment(time: Moment.limit, counter: Moment.limit), Moment(time: -Moment.limit)])
  func `the latest and the earliest moment are read as written`(moment: Moment) throws {
    var writer = ByteWriter()
    writer.write(moment)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.moment() == moment)
  }

  @Test func `a count beyond the end is refused before memory is taken`() {
    var writer = ByteWriter()
    writer.write(UInt64.max >> 1)
    var reader = ByteReader(writer.bytes)
    #expect(throws: MalformedBytes.self) { try reader.data() }
    var other = ByteReader([0x80, 0x00])
    #expect(throws: MalformedBytes.self) { try other.number() }
  }

  @Test func `a list cannot have more elements than bytes are left`() throws {
    var reader = ByteReader([0, 2, 7])
    #expect(try reader.number() == 0)
    #expect(throws: MalformedBytes.self) { try reader.list { (_) throws(MalformedBytes) in 0 } }
  }

  @Test func `the change of a single field takes few bytes`() {
    let change = RecordChange(
      entity: "person", id: "0c5bb2e2-2d0f-4c63-b1f6-1f4bd4b44f5a", kind: .edit,
      fields: [.init(name: "organisation", value: .text("Bletchley Park"))])
    let commit = Entry.Commit(moment: Moment(time: 1_700_000_000_000), author: "ada@laptop", changes: [change])
    let seen = VersionVector((1...5).reduce(into: [:]) { $0[MachineID(high: $1, low: 0)] = 1_000 })
    let entry = Entry(id: id, seen: seen, previous: Array(repeating: 1, count: 16), content: .commits([commit]))
    #expect(entry.bytes.count < 240)
  }
}
