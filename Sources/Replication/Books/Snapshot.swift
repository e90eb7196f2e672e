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
  }

  struct Record: Hashable {
    var id: String
    var state: [UInt8]
  }

  /// The records in one part.
  static let partSize = 1_000

  private static let version: UInt64 = 1

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
    return writer.bytes
  }

  static func bytes(_ records: [Record], part index: Int) -> [UInt8] {
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
    header = try Self.header(try first.content(keys))
    guard let author = header.membership.machines[first.id.machine], author.isMember else {
      throw SealError.unknownMachine(first.id)
    }
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

  private static func header(_ bytes: [UInt8]) throws(MalformedBytes) -> Header {
    var reader = ByteReader(bytes)
    guard try reader.number() == version else { throw MalformedBytes() }
    let seen = try reader.vector()
    let moment = try reader.moment()
    let membership = try reader.membership()
    var keys: [Int64: [UInt8]] = [:]
    for (epoch, key) in try reader.list({ (reader) throws(MalformedBytes) in
      (try reader.integer(), try reader.data())
    }) {
      keys[epoch] = key
    }
    try reader.end()
    return Header(seen: seen, lastMoment: moment, membership: membership, keys: keys)
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
