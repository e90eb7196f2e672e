import Persistence

/// What a machine knows about the sharing of its book, kept in the book: it changes with the records, in the same
/// transactions.
struct SharingState: Hashable, Sendable {
  /// The machine that the book belongs to.
  var machine: MachineID
  /// The last entry of the change log that is in an entry, or came from one.
  var position: Int64
  /// The entries that were merged, the machine's own included.
  var seen = VersionVector()
  /// The latest moment that was issued or received.
  var lastMoment = Moment.beginning
  /// The digest of the machine's last entry.
  var digest: [UInt8] = []
  var membership = Membership()
  /// The names of the model's fields; when they change, fields that were unknown may be known.
  var fields: [String] = []
  /// The number of entries merged since this machine's last entry, which others wait to see acknowledged.
  var unacknowledged: Int64 = 0
  /// The entries in the newest snapshot that this machine knows; empty when it has to make one.
  var snapshot = VersionVector()
  /// The identifier of the shared book; empty where an earlier version has not noted it.
  var book: [UInt8] = []
  /// The number of the newest key; 0 where an earlier version has not noted it.
  var epoch: Int64 = 0
  /// The machines for which the newest key was encrypted; empty for the first key.
  var holders: Set<MachineID> = []

  /// Whether another member has removed this machine.
  var isRemoved: Bool { membership.machines[machine]?.isRemoved == true }

  /// Whether this machine makes a snapshot at the next exchange, however few entries it has more than the last one.
  var isSnapshotNeeded: Bool {
    get { snapshot.isEmpty }
    set { if newValue { snapshot = VersionVector() } }
  }
}

extension SharingState {
  private static let version: UInt64 = 4

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(machine)
    writer.write(position)
    writer.write(seen)
    writer.write(lastMoment)
    writer.write(digest)
    writer.write(membership)
    writer.write(fields) { $0.write($1) }
    writer.write(unacknowledged)
    writer.write(snapshot)
    writer.write(membership.machines.sorted { $0.key < $1.key }) { $0.write($1.value.lastReport) }
    writer.write(book)
    writer.write(epoch)
    writer.write(holders.sorted()) { $0.write($1) }
    return writer.bytes
  }

  init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    let version = try reader.number()
    guard (1...Self.version).contains(version) else { throw MalformedBytes() }
    machine = try reader.machine()
    position = try reader.integer()
    seen = try reader.vector()
    lastMoment = try reader.moment()
    digest = try reader.data()
    membership = try reader.membership()
    fields = try reader.list { (reader) throws(MalformedBytes) in try reader.text() }
    unacknowledged = try reader.integer()
    snapshot = try reader.vector()
    if version > 1 {
      let reports = try reader.list { (reader) throws(MalformedBytes) in try reader.integer() }
      membership.setLastReports(reports)
    }
    if version > 2 {
      book = try reader.data()
      epoch = try reader.integer()
      holders = Set(try reader.list { (reader) throws(MalformedBytes) in try reader.machine() })
    }
    // The digests of the last entries, which have a table of their own now.
    if version == 3 {
      _ = try reader.list { (reader) throws(MalformedBytes) in
        (try reader.machine(), try reader.integer(), try reader.data())
      }
    }
    try reader.end()
  }
}

extension ByteWriter {
  mutating func write(_ membership: Membership) {
    write(membership.machines.sorted { $0.key < $1.key }) { writer, machine in
      writer.write(machine.value.name)
      writer.write(machine.value.publicKey)
      writer.write(machine.value.seen)
      writer.write(machine.value.lastChange)
      writer.write(machine.value.end ?? -1)
      writer.write(machine.value.isRemoved ? 1 : 0 as UInt64)
    }
  }
}

extension ByteReader {
  mutating func membership() throws(MalformedBytes) -> Membership {
    var machines: [MachineID: Membership.Machine] = [:]
    for machine in try list({ (reader) throws(MalformedBytes) in
      var machine = Membership.Machine(name: try reader.text(), publicKey: try reader.data())
      machine.seen = try reader.vector()
      machine.lastChange = try reader.integer()
      let end = try reader.integer()
      machine.end = end < 0 ? nil : end
      machine.isRemoved = try reader.number() == 1 && machine.end != nil
      return machine
    }) {
      machines[MachineID(publicKey: machine.publicKey)] = machine
    }
    return Membership(machines: machines)
  }
}
