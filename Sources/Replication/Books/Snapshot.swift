import Persistence

/// A whole book at one time, from which a machine starts that lacks the entries before.
///
/// A snapshot has the states of all records, also of deleted ones. Changes that are made while it is written may be in
/// it too; merging their entries again changes nothing.
struct Snapshot {
  /// The first part of a snapshot.
  struct Header: Hashable {
    /// The entries that it has.
    var seen: VersionVector
    var lastMoment: Moment
    var membership: Membership
    /// All keys, since entries after the snapshot may be encrypted with an earlier one.
    var keys: [Int64: [UInt8]]
    /// The number of parts with records; `nil` in the first version.
    var partCount: Int?
    /// The digests of the last entries of each machine by their numbers.
    var digests: [MachineID: [Int64: [UInt8]]] = [:]

    /// The most digests of a machine.
    static let digestLimit: Int64 = 1_000
  }

  struct Record: Hashable {
    var id: String
    var state: [UInt8]
  }

  /// The most records in one part.
  static let partSize = 1_000
  /// The bytes after which a part has no further record.
  private static let partBytes = 4 << 20

  /// The first version had neither digests nor the number of parts.
  private static let version: UInt64 = 2

  static func bytes(_ header: Header) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(version)
    writer.write(header.seen)
    writer.write(header.lastMoment)
    writer.write(header.membership)
    writer.write(header.keys.sorted { $0.key < $1.key }) { writer, key in
      writer.write(key.key)
      writer.write(key.value)
    }
    writer.write(UInt64(header.partCount ?? 0))
    writer.write(header.digests.sorted { $0.key < $1.key }) { writer, machine in
      writer.write(machine.key)
      writer.write(machine.value)
    }
    return writer.bytes
  }

  /// Divides records with many bytes, such as photos, among several parts.
  static func divided(_ records: [Record]) -> [ArraySlice<Record>] {
    var (parts, rest, bytes) = ([ArraySlice<Record>](), records[...], 0)
    for index in records.indices {
      bytes += records[index].state.count
      guard bytes >= partBytes else { continue }
      parts.append(rest[...index])
      (rest, bytes) = (rest[(index + 1)...], 0)
    }
    return rest.isEmpty ? parts : parts + [rest]
  }

  static func bytes(_ records: some Collection<Record>, part index: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt64(index))
    writer.write(records) { writer, record in
      writer.write(record.id)
      writer.write(record.state)
    }
    return writer.bytes
  }

  let id: EntryID
  let header: Header
  /// The parts with the records.
  let parts: [[UInt8]]

  /// Opens a snapshot; one member has signed all of its parts.
  init(_ sealed: [SealedEntry], _ keys: BookKeys) throws {
    guard let first = sealed.first else { throw SharingError.noSnapshot }
    id = first.id
    header = try Self.header(of: first, keys)
    // Another snapshot may replace it while its parts are read: those that are missing would delete records.
    guard header.partCount ?? sealed.count - 1 == sealed.count - 1 else { throw SharingError.noSnapshot }
    guard let author = header.membership.machines[first.id.machine] else { throw SealError.unknownMachine(first.id) }
    // Parts of another snapshot, or in another order, are not those that the author has signed under this number.
    let contents = try sealed.enumerated().map { index, part in
      guard part.kind == .snapshot, part.id == first.id else { throw SealError.altered(part.id) }
      try part.check(publicKey: author.publicKey)
      let content = try part.content(keys)
      if index > 0 {
        var reader = ByteReader(content)
        guard try reader.number() == UInt64(index) else { throw SealError.altered(part.id) }
      }
      return content
    }
    parts = Array(contents.dropFirst())
  }

  /// Opens the first part of a snapshot, which a member has made.
  static func header(of first: SealedEntry, _ keys: BookKeys) throws -> Header {
    let header = try header(try first.content(keys))
    guard header.membership.machines[first.id.machine]?.isMember == true else {
      throw SealError.unknownMachine(first.id)
    }
    return header
  }

  private static func header(_ bytes: [UInt8]) throws(MalformedBytes) -> Header {
    var reader = ByteReader(bytes)
    let version = try reader.number()
    guard 1...Self.version ~= version else { throw MalformedBytes() }
    let seen = try reader.vector()
    let moment = try reader.moment()
    let membership = try reader.membership()
    var keys: [Int64: [UInt8]] = [:]
    for (epoch, key) in try reader.list({ (reader) throws(MalformedBytes) in
      (try reader.integer(), try reader.data())
    }) {
      keys[epoch] = key
    }
    var digests: [MachineID: [Int64: [UInt8]]] = [:]
    var partCount: Int?
    if version > 1 {
      partCount = Int(clamping: try reader.number())
      for (machine, known) in try reader.list({ (reader) throws(MalformedBytes) in
        (try reader.machine(), try reader.digests())
      }) {
        digests[machine] = known
      }
    }
    try reader.end()
    return Header(
      seen: seen, lastMoment: moment, membership: membership, keys: keys, partCount: partCount, digests: digests)
  }

  /// Whether a machine that has some entries can have lost as many of its own as the snapshot has.
  func isPlausible(for machine: MachineID, after seen: VersionVector) -> Bool {
    header.seen[machine] <= seen[machine] + Entry.Fork.limit
  }

  /// Reads the records of a part.
  func records(ofPart number: Int) throws(MalformedBytes) -> [Record] {
    var reader = ByteReader(parts[number])
    _ = try reader.number()
    let records = try reader.list { (reader) throws(MalformedBytes) in
      Record(id: try reader.text(), state: try reader.data())
    }
    try reader.end()
    return records
  }
}
