import Persistence

/// The error for bytes that are not what a ``ByteWriter`` has written.
struct MalformedBytes: Error, Hashable, CustomStringConvertible {
  var description: String { "what is kept for sharing is damaged, or from a newer version: update Peoplebook" }
}

/// Reads what a ``ByteWriter`` has written; every count is checked before anything is allocated.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Throws unless everything has been read.
  func end() throws(MalformedBytes) {
    guard position == bytes.count else { throw MalformedBytes() }
  }

  /// The bytes that have not been read.
  var rest: [UInt8] { Array(bytes[position...]) }

  mutating func number() throws(MalformedBytes) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
      guard position < bytes.count else { throw MalformedBytes() }
      let byte = bytes[position]
      position += 1
      let part = UInt64(byte & 0x7F)
      // A number has one form: the last byte is neither zero nor beyond 64 bits.
      guard (part << shift) >> shift == part, byte != 0 || shift == 0 else { throw MalformedBytes() }
      number |= part << shift
      if byte & 0x80 == 0 { return number }
    }
    throw MalformedBytes()
  }

  mutating func integer() throws(MalformedBytes) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func raw(_ count: Int) throws(MalformedBytes) -> [UInt8] { Array(try slice(count)) }

  /// The next bytes, which are then read.
  private mutating func slice(_ count: Int) throws(MalformedBytes) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw MalformedBytes() }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// A count of elements, each of which has at least one byte.
  private mutating func count() throws(MalformedBytes) -> Int {
    let number = try number()
    guard number <= UInt64(bytes.count - position) else { throw MalformedBytes() }
    return Int(number)
  }

  mutating func data() throws(MalformedBytes) -> [UInt8] { try raw(try count()) }

  mutating func text() throws(MalformedBytes) -> String {
    guard let text = String(validating: try slice(try count()), as: UTF8.self) else { throw MalformedBytes() }
    return text
  }

  mutating func machine() throws(MalformedBytes) -> MachineID {
    guard let machine = MachineID(bytes: try raw(MachineID.size)) else { throw MalformedBytes() }
    return machine
  }

  mutating func list<Element>(
    _ body: (inout ByteReader) throws(MalformedBytes) -> Element
  ) throws(MalformedBytes) -> [Element] {
    let count = try count()
    var list: [Element] = []
    for _ in 0..<count { list.append(try body(&self)) }
    return list
  }

  mutating func value() throws(MalformedBytes) -> StoredValue {
    switch try number() {
    case 0: return .null
    case 1: return .integer(try integer())
    case 2:
      let bits = try raw(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      return .real(Double(bitPattern: bits))
    case 3: return .text(try text())
    case 4: return .blob(try data())
    default: throw MalformedBytes()
    }
  }
}
