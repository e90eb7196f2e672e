/// Takes marks of encoding off a source and turns UTF-16 into UTF-8; all other bytes pass as they are.
///
/// It hides the type of its source: generic readers, specialised at run time, would be slower.
struct UTF8Source {
  private enum Encoding { case unknown, bytes, utf16(bigEndian: Bool) }

  private var source: any ByteSource
  private var encoding = Encoding.unknown
  /// A byte or a high surrogate that waits for its other half.
  private var rest: [UInt8] = []
  private(set) var bytesRead = 0

  init(_ source: some ByteSource) {
    self.source = source
  }

  mutating func nextChunk() throws(FileAccessError) -> [UInt8]? {
    while true {
      let chunk = try source.nextChunk()
      bytesRead += chunk?.count ?? 0
      switch encoding {
      case .bytes: return chunk
      case .unknown:
        rest += chunk ?? []
        // Four bytes identify the encoding; a shorter input is plain.
        if rest.count < 4, chunk != nil { continue }
        if rest.isEmpty { return nil }
        if let text = start(atEnd: chunk == nil) { return text }
      case .utf16(let bigEndian):
        guard let chunk else {
          defer { rest = [] }
          return rest.isEmpty ? nil : Array("\u{FFFD}".utf8)
        }
        rest += chunk
        if let text = transcode(bigEndian: bigEndian) { return text }
      }
    }
  }

  private mutating func start(atEnd: Bool) -> [UInt8]? {
    if rest.starts(with: [0xFF, 0xFE]) {
      encoding = .utf16(bigEndian: false)
      rest.removeFirst(2)
    } else if rest.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16(bigEndian: true)
      rest.removeFirst(2)
    } else if rest.count >= 4, rest[0] == 0, rest[2] == 0, rest[1] != 0, rest[3] != 0 {
      encoding = .utf16(bigEndian: true)
    } else if rest.count >= 4, rest[1] == 0, rest[3] == 0, rest[0] != 0, rest[2] != 0 {
      encoding = .utf16(bigEndian: false)
    } else {
      encoding = .bytes
      if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
      defer { rest = [] }
      return rest.isEmpty ? nil : rest
    }
    guard case .utf16(let bigEndian) = encoding else { return nil }
    return transcode(bigEndian: bigEndian)
  }

  /// Takes all whole characters from `rest`; `nil` when there is none.
  private mutating func transcode(bigEndian: Bool) -> [UInt8]? {
    var units: [UInt16] = []
    units.reserveCapacity(rest.count / 2)
    for index in stride(from: 0, to: rest.count - 1, by: 2) {
      let (high, low) = bigEndian ? (rest[index], rest[index + 1]) : (rest[index + 1], rest[index])
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest.removeFirst(units.count * 2)
    return units.isEmpty ? nil : Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
