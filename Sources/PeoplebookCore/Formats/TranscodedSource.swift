import Glibc

/// A source that converts text from a named encoding to UTF-8.
struct TranscodedSource: ByteSource {
  private var source: any ByteSource
  private let converter: Converter
  /// The first bytes of a character that continues in the next chunk.
  private var rest: [UInt8] = []
  private var isAtEnd = false

  /// - Returns: `nil` when the system does not know the encoding.
  init?(_ source: some ByteSource, encoding: String) {
    guard let converter = Converter(encoding) else { return nil }
    self.source = source
    self.converter = converter
  }

  mutating func nextChunk() throws(FileError) -> [UInt8]? {
    while !isAtEnd {
      let chunk = try source.nextChunk()
      isAtEnd = chunk == nil
      let text = converter.convert(rest + (chunk ?? []), isLast: isAtEnd, rest: &rest)
      if !text.isEmpty { return text }
    }
    return nil
  }

  /// One of the C library's converters.
  private final class Converter {
    private let handle: iconv_t

    init?(_ encoding: String) {
      // `iconv_open` reads suffixes such as //TRANSLIT, and returns (iconv_t)-1 when it fails.
      guard !encoding.isEmpty, encoding.utf8.allSatisfy({ $0 != 0x2F && $0 > 0x20 && $0 < 0x7F }),
        let handle = iconv_open("UTF-8", encoding), Int(bitPattern: handle) != -1
      else { return nil }
      self.handle = handle
    }

    deinit {
      iconv_close(handle)
    }

    /// The text of `bytes`, with U+FFFD for bytes that are not in the encoding.
    ///
    /// - Parameter rest: Receives the bytes of an unfinished character at the end, unless these bytes are the last.
    func convert(_ bytes: [UInt8], isLast: Bool, rest: inout [UInt8]) -> [UInt8] {
      var input = bytes
      var output: [UInt8] = []
      var left = input.count
      input.withUnsafeMutableBytes { inputBytes in
        var next = inputBytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        while left > 0 {
          let step = convert(&next, &left, into: &output)
          guard step == EILSEQ || step == EINVAL else { continue }
          if step == EINVAL, !isLast { return }
          output += [0xEF, 0xBF, 0xBD]
          next = next?.advanced(by: 1)
          left -= 1
        }
      }
      rest = Array(bytes.suffix(left))
      return output
    }

    /// Converts until the buffer is full, the input is empty, or it does not go on; returns why, as an error number.
    private func convert(
      _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into output: inout [UInt8]
    ) -> Int32 {
      withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 1) { buffer in
        var target = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var room = buffer.count
        let result = iconv(handle, &next, &left, &target, &room)
        let reason = result == Int(bitPattern: UInt.max) ? errno : 0
        output.append(contentsOf: buffer[..<(buffer.count - room)])
        return reason
      }
    }
  }
}
