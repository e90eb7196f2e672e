import Persistence

/// A record's state as the bytes that are kept beside the record.
///
/// What the record itself has is left out, if it was written by the same write as most of it: usually everything.
extension RecordState {
  private static let version: UInt64 = 1

  private struct Mark: Hashable {
    var entry: EntryID
    var moment: Moment
  }

  /// The bytes of the state.
  ///
  /// - Parameter content: The content of the record in the book, which is not repeated.
  func bytes(besides content: RecordContent) -> [UInt8] {
    var marks = Marks(self)
    var body = ByteWriter()
    body.write(life.versions) { $0.write(marks.index(of: $1)) }
    var written = fields.filter { name, register in
      !(marks.isCommon(register) && register.value == content.fields[name])
    }
    // Without versions: what is not written is read as if the common write had made it.
    for name in content.fields.keys where fields[name] == nil { written[name] = Register() }
    body.write(written.sorted { $0.key < $1.key }) { writer, field in
      writer.write(field.key)
      writer.write(field.value.versions) { writer, version in
        writer.write(marks.index(of: version))
        writer.write(version.value)
      }
    }
    var changed = lists.filter { name, list in !(marks.isCommon(list) && list.values == content.lists[name]) }
    for name in content.lists.keys where lists[name] == nil { changed[name] = ListState() }
    body.write(changed.sorted { $0.key < $1.key }) { writer, list in
      writer.write(list.key)
      writer.write(list.value.order.versions) { writer, version in
        writer.write(marks.index(of: version))
        writer.write(version.value) { $0.write($1) }
      }
      writer.write(list.value.elements.sorted { $0.key < $1.key }) { writer, element in
        writer.write(element.key)
        writer.write(element.value.versions) { writer, version in
          writer.write(marks.index(of: version))
          writer.write(version.value.rank)
          writer.write(version.value.parts) { $0.write($1) }
        }
      }
    }
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(marks.all) { writer, mark in
      writer.write(mark.entry.machine)
      writer.write(mark.entry.number)
      writer.write(mark.moment)
    }
    writer.write(raw: body.bytes)
    return writer.bytes
  }

  /// Reads the bytes of a state.
  ///
  /// - Parameter content: The content of the record in the book when the bytes were written.
  init(bytes: [UInt8], besides content: RecordContent) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    guard try reader.number() == Self.version else { throw MalformedBytes() }
    let marks = try reader.list { (reader) throws(MalformedBytes) in
      let entry = EntryID(machine: try reader.machine(), number: try reader.integer())
      return Mark(entry: entry, moment: try reader.moment())
    }
    guard let common = marks.first else { throw MalformedBytes() }
    func mark(_ reader: inout ByteReader) throws(MalformedBytes) -> Mark {
      let index = try reader.number()
      guard index < UInt64(marks.count) else { throw MalformedBytes() }
      return marks[Int(index)]
    }
    let life = try reader.list { (reader) throws(MalformedBytes) in
      let mark = try mark(&reader)
      return Register<NoValue>.Version(entry: mark.entry, moment: mark.moment, value: .none)
    }
    // What is not written is as the record has it.
    var fields = content.fields.mapValues {
      Register([.init(entry: common.entry, moment: common.moment, value: $0)])
    }
    for (name, register) in try reader.list({ (reader) throws(MalformedBytes) in
      let name = try reader.text()
      let versions = try reader.list { (reader) throws(MalformedBytes) in
        let mark = try mark(&reader)
        return Register<StoredValue>.Version(entry: mark.entry, moment: mark.moment, value: try reader.value())
      }
      return (name, Register(versions))
    }) {
      fields[name] = register
    }
    var lists = content.lists.mapValues { ListState($0, entry: common.entry, moment: common.moment) }
    for (name, list) in try reader.list({ (reader) throws(MalformedBytes) in
      let name = try reader.text()
      let orders = try reader.list { (reader) throws(MalformedBytes) in
        let mark = try mark(&reader)
        let keys = try reader.list { (reader) throws(MalformedBytes) in try reader.key() }
        return Register<[ElementKey]>.Version(entry: mark.entry, moment: mark.moment, value: keys)
      }
      var elements: [ElementKey: Register<ListState.Element>] = [:]
      for (key, register) in try reader.list({ (reader) throws(MalformedBytes) in
        let key = try reader.key()
        let versions = try reader.list { (reader) throws(MalformedBytes) in
          let mark = try mark(&reader)
          let rank = try reader.integer()
          let parts = try reader.list { (reader) throws(MalformedBytes) in try reader.value() }
          return Register<ListState.Element>.Version(
            entry: mark.entry, moment: mark.moment, value: .init(parts: parts, rank: rank))
        }
        return (key, Register(versions))
      }) {
        elements[key] = register
      }
      return (name, ListState(elements: elements, order: Register(orders)))
    }) {
      lists[name] = list
    }
    try reader.end()
    self.init(life: Register(life), fields: fields, lists: lists)
  }

  /// The writes of a state, numbered; that of most fields is the first.
  private struct Marks {
    private(set) var all: [Mark] = []
    private var indices: [Mark: UInt64] = [:]

    init(_ state: RecordState) {
      var counts: [Mark: Int] = [:]
      for version in state.life.versions { counts[Self.mark(version), default: 0] += 1 }
      for register in state.fields.values where register.versions.count == 1 {
        counts[Self.mark(register.versions[0]), default: 0] += 1
      }
      for list in state.lists.values {
        for register in list.elements.values where register.versions.count == 1 {
          counts[Self.mark(register.versions[0]), default: 0] += 1
        }
      }
      let most = counts.max { ($0.value, $1.key.entry, $1.key.moment) < ($1.value, $0.key.entry, $0.key.moment) }
      add(most?.key ?? Mark(entry: .origin, moment: .beginning))
    }

    private static func mark<Value>(_ version: Register<Value>.Version) -> Mark {
      Mark(entry: version.entry, moment: version.moment)
    }

    private mutating func add(_ mark: Mark) {
      indices[mark] = UInt64(all.count)
      all.append(mark)
    }

    mutating func index<Value>(of version: Register<Value>.Version) -> UInt64 {
      let mark = Self.mark(version)
      if indices[mark] == nil { add(mark) }
      return indices[mark] ?? 0
    }

    func isCommon<Value>(_ register: Register<Value>) -> Bool {
      register.versions.count == 1 && Self.mark(register.versions[0]) == all[0]
    }

    /// Whether a list was written as it is by the common write.
    func isCommon(_ list: ListState) -> Bool {
      list.order.versions.isEmpty && list.elements.values.allSatisfy { isCommon($0) }
        && list == ListState(list.values, entry: all[0].entry, moment: all[0].moment)
    }
  }
}
