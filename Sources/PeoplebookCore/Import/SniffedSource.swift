/// A source whose first bytes have been looked at.
public struct SniffedSource: ByteSource {
  private var first: [UInt8]?
  private let rest: FileByteSource

  public init(_ source: FileByteSource) throws(FileError) {
    rest = source
    first = try source.nextChunk()
    // A pipe may give less than a line.
    while let known = first, known.count < Self.limit, !known.contains(0x0A), let more = try source.nextChunk() {
      first = known + more
    }
  }

  /// So much of a file is looked at, when it has no lines.
  private static var limit: Int { 65_536 }

  /// JSON when the first thing in it is a bracket or a brace, a table when its first line has headings, else cards.
  public var format: PersonFormat {
    var source = UTF8Source(MemoryByteSource(first ?? []))
    var bytes: [UInt8] = []
    while let chunk = try? source.nextChunk() { bytes += chunk }
    let line = String(
      decoding: bytes.drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    if line.hasPrefix("{") || line.hasPrefix("[") { return .json }
    if line.uppercased().hasPrefix("BEGIN:VCARD") { return .vcard }
    return CSVColumn.areHeadings(line) ? .csv : .vcard
  }

  public mutating func nextChunk() throws(FileError) -> [UInt8]? {
    if let chunk = first {
      first = nil
      return chunk
    }
    return try rest.nextChunk()
  }
}
