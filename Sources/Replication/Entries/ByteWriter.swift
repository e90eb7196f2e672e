import Persistence

/// Writes values as bytes: numbers with a variable length, texts and lists after their lengths.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small numbers of either sign are short.
  mutating func write(_ number: Int64) { write(UInt64(bitPattern: number << 1 ^ number >> 63)) }

  mutating func write(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  mutating func write(_ data: [UInt8]) {
    write(UInt64(data.count))
    bytes.append(contentsOf: data)
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 {
      write(UInt64($0.count))
      bytes.append(contentsOf: $0)
    }
  }

  mutating func write(_ machine: MachineID) { write(raw: machine.bytes) }

  mutating func write<Element>(_ elements: some Collection<Element>, _ body: (inout ByteWriter, Element) -> Void) {
    write(UInt64(elements.count))
    for element in elements { body(&self, element) }
  }

  mutating func write(_ value: StoredValue) {
    switch value {
    case .null: write(0 as UInt64)
    case .integer(let integer):
      write(1 as UInt64)
      write(integer)
    case .real(let real):
      write(2 as UInt64)
      write(raw: (0..<8).map { UInt8(truncatingIfNeeded: real.bitPattern >> (8 * $0)) })
    case .text(let text):
      write(3 as UInt64)
      write(text)
    case .blob(let blob):
      write(4 as UInt64)
      write(blob)
    }
  }
}
