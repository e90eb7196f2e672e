import Persistence

/// An entry as bytes.
///
/// A member that runs an older version keeps what it does not understand: fields by their names, and entries of
/// another kind as they are.
extension Entry {
  private enum ContentKind: UInt64 {
    case introduction = 1
    case commits, rotation
    /// A departure; an acknowledgement without a time in entries of earlier versions.
    case departure
    case acknowledgement
    /// The number of an entry that was written twice, without what earlier versions reported of the others.
    case forkedNumber
    case fork
    /// An introduction of another identity of a member.
    case successor
  }

  // MARK: Writing

  /// The bytes without the identifier, which the envelope of a sealed entry has.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(previous)
    writer.write(seen)
    switch content {
    case .introduction(let introduction):
      let kind = introduction.former == nil ? ContentKind.introduction : .successor
      writer.write(kind.rawValue)
      writer.write(introduction.name)
      writer.write(introduction.publicKey)
      if let former = introduction.former {
        writer.write(former.machine)
        writer.write(former.signature)
      }
    case .commits(let commits):
      writer.write(ContentKind.commits.rawValue)
      writer.write(commits) { $0.write($1) }
    case .rotation(let rotation):
      writer.write(ContentKind.rotation.rawValue)
      writer.write(rotation.removed)
      writer.write(rotation.epoch)
      writer.write(rotation.keys.sorted { $0.key < $1.key }) { writer, key in
        writer.write(key.key)
        writer.write(key.value)
      }
    case .acknowledgement(let time):
      writer.write(ContentKind.acknowledgement.rawValue)
      writer.write(time)
    case .departure:
      writer.write(ContentKind.departure.rawValue)
      writer.write(1 as UInt64)
    case .fork(let fork):
      writer.write(ContentKind.fork.rawValue)
      writer.write(fork.machine)
      writer.write(fork.digests)
    case .unknown(let kind, let bytes):
      writer.write(kind)
      writer.write(raw: bytes)
    }
    return writer.bytes
  }

  // MARK: Reading

  init(id: EntryID, bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    self.id = id
    previous = try reader.data()
    seen = try reader.vector()
    let kind = try reader.number()
    switch ContentKind(rawValue: kind) {
    case .introduction:
      content = .introduction(Introduction(name: try reader.text(), publicKey: try reader.data()))
    case .successor:
      var introduction = Introduction(name: try reader.text(), publicKey: try reader.data())
      introduction.former = Introduction.Former(machine: try reader.machine(), signature: try reader.data())
      content = .introduction(introduction)
    case .commits:
      content = .commits(try reader.list { (reader) throws(MalformedBytes) in try reader.commit() })
    case .rotation:
      let removed = try reader.machine()
      let epoch = try reader.integer()
      var keys: [MachineID: [UInt8]] = [:]
      for (machine, key) in try reader.list({ (reader) throws(MalformedBytes) in
        (try reader.machine(), try reader.data())
      }) {
        keys[machine] = key
      }
      content = .rotation(Rotation(removed: removed, epoch: epoch, keys: keys))
    case .departure:
      content = try reader.number() == 1 ? .departure : .acknowledgement(time: 0)
    case .acknowledgement:
      content = .acknowledgement(time: try reader.integer())
    case .fork:
      content = .fork(Fork(machine: try reader.machine(), digests: try reader.digests()))
    case .forkedNumber, nil:
      content = .unknown(kind: kind, reader.rest)
      return
    }
    try reader.end()
  }
}

extension ByteWriter {
  /// Writes digests by the numbers of their entries.
  mutating func write(_ digests: [Int64: [UInt8]]) {
    write(digests.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  mutating func write(_ vector: VersionVector) {
    write(vector.sorted) { writer, entry in
      writer.write(entry.machine)
      writer.write(entry.number)
    }
  }

  mutating func write(_ moment: Moment) {
    write(moment.time)
    write(moment.counter)
  }

  mutating func write(_ key: ElementKey) {
    write(key.value)
    write(key.occurrence)
  }

  fileprivate mutating func write(_ commit: Entry.Commit) {
    write(commit.moment)
    write(commit.author)
    write(commit.isContinuation ? 1 : 0 as UInt64)
    write(commit.changes) { writer, change in
      writer.write(change.entity)
      writer.write(change.id)
      writer.write(UInt64(change.kind.rawValue))
      writer.write(change.fields) { writer, field in
        writer.write(field.name)
        writer.write(field.value)
      }
      writer.write(change.lists) { $0.write($1) }
    }
  }

  private mutating func write(_ list: ListChange) {
    write(list.name)
    write(list.writes) { writer, element in
      writer.write(element.key.occurrence)
      writer.write(element.parts) { $0.write($1) }
    }
    write(list.removals) { $0.write($1) }
    write(list.order == nil ? 0 : 1 as UInt64)
    if let order = list.order { write(order) { $0.write($1) } }
  }
}

extension ByteReader {
  mutating func digests() throws(MalformedBytes) -> [Int64: [UInt8]] {
    var digests: [Int64: [UInt8]] = [:]
    for (number, digest) in try list({ (reader) throws(MalformedBytes) in (try reader.integer(), try reader.data()) }) {
      guard 1...EntryID.greatestNumber ~= number else { throw MalformedBytes() }
      digests[number] = digest
    }
    return digests
  }

  mutating func vector() throws(MalformedBytes) -> VersionVector {
    var vector = VersionVector()
    for entry in try list({ (reader) throws(MalformedBytes) in
      EntryID(machine: try reader.machine(), number: try reader.integer())
    }) {
      guard 0...EntryID.greatestNumber ~= entry.number else { throw MalformedBytes() }
      vector[entry.machine] = entry.number
    }
    return vector
  }

  mutating func moment() throws(MalformedBytes) -> Moment {
    let moment = Moment(time: try integer(), counter: try integer())
    guard -Moment.limit...Moment.limit ~= moment.time, 0...Moment.limit ~= moment.counter else {
      throw MalformedBytes()
    }
    return moment
  }

  mutating func key() throws(MalformedBytes) -> ElementKey {
    ElementKey(value: try value(), occurrence: try integer())
  }

  fileprivate mutating func commit() throws(MalformedBytes) -> Entry.Commit {
    let moment = try moment()
    let author = try text()
    let isContinuation = try number() == 1
    let changes = try list { (reader) throws(MalformedBytes) in
      let (entity, id) = (try reader.text(), try reader.text())
      guard let kind = RecordChange.Kind(rawValue: UInt8(truncatingIfNeeded: try reader.number())) else {
        throw MalformedBytes()
      }
      let fields = try reader.list { (reader) throws(MalformedBytes) in
        RecordChange.FieldWrite(name: try reader.text(), value: try reader.value())
      }
      let lists = try reader.list { (reader) throws(MalformedBytes) in try reader.listChange() }
      return RecordChange(entity: entity, id: id, kind: kind, fields: fields, lists: lists)
    }
    return Entry.Commit(moment: moment, author: author, changes: changes, isContinuation: isContinuation)
  }

  private mutating func listChange() throws(MalformedBytes) -> ListChange {
    let name = try text()
    let writes = try list { (reader) throws(MalformedBytes) in
      let occurrence = try reader.integer()
      let parts = try reader.list { (reader) throws(MalformedBytes) in try reader.value() }
      return ListChange.Element(key: ElementKey(value: parts.last ?? .null, occurrence: occurrence), parts: parts)
    }
    let removals = try list { (reader) throws(MalformedBytes) in try reader.key() }
    let hasOrder = try number() == 1
    let order = hasOrder ? try list { (reader) throws(MalformedBytes) in try reader.key() } : nil
    return ListChange(name: name, writes: writes, removals: removals, order: order)
  }
}
