/// A source whose first bytes have been looked at.
public struct SniffedSource: ByteSource {
  private var first: [UInt8]?
  private let rest: FileByteSource

  public init(_ source: FileByteSource) throws(FileError) {
    rest = source
    first = try source.nextChunk()
  }

  /// JSON when the first thing in it is a bracket or a brace, else cards.
  public var format: PersonFormat {
    let mark = first?.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFF, 0xFE].contains($0) }
    return mark == UInt8(ascii: "{") || mark == UInt8(ascii: "[") ? .json : .vcard
  }

  public mutating func nextChunk() throws(FileError) -> [UInt8]? {
    if let chunk = first {
      first = nil
      return chunk
    }
    return try rest.nextChunk()
  }
}
