import Glibc
import Synchronization

/// The first byte of a file that is not in the encoding which the user named.
final class DecodingFailure: Sendable {
  private let line = Atomic(0)

  /// The line of the byte, counted from 1; `nil` without one.
  var firstLine: Int? {
    let line = line.load(ordering: .relaxed)
    return line == 0 ? nil : line
  }

  /// Remembers the first of the lines.
  func note(line number: Int) {
    if firstLine == nil { line.store(number, ordering: .relaxed) }
  }
}

/// A source that converts text from a named encoding to UTF-8.
struct TranscodedSource: ByteSource {
  private var source: any ByteSource
  private let converter: Converter
  /// The first bytes of a character that continues in the next chunk.
  private var rest: [UInt8] = []
  private var isAtEnd = false
  private let failure: DecodingFailure?
  /// The number of the line in which the next chunk begins.
  private var line = 1

  /// - Parameter failure: Learns of a byte that is not in the encoding.
  /// - Returns: `nil` when the system does not know the encoding.
  init?(_ source: some ByteSource, encoding: String, failure: DecodingFailure? = nil) {
    self.failure = failure
    guard let converter = Converter(encoding) else { return nil }
    self.source = source
    self.converter = converter
  }

  mutating func nextChunk() throws(FileAccessError) -> [UInt8]? {
    while !isAtEnd {
      let chunk = try source.nextChunk()
      isAtEnd = chunk == nil
      var firstFailure: Int?
      let text = converter.convert(rest + (chunk ?? []), isLast: isAtEnd, rest: &rest, firstFailure: &firstFailure)
      if let firstFailure { failure?.note(line: line + Self.lineEnds(in: text[..<firstFailure])) }
      line += Self.lineEnds(in: text[...])
      if !text.isEmpty { return text }
    }
    return nil
  }

  private static func lineEnds(in text: ArraySlice<UInt8>) -> Int { text.count { $0 == 0x0A } }

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
    /// - Parameters:
    ///   - rest: Receives the bytes of an unfinished character at the end, unless these bytes are the last.
    ///   - firstFailure: Receives the place of the first U+FFFD.
    func convert(_ bytes: [UInt8], isLast: Bool, rest: inout [UInt8], firstFailure: inout Int?) -> [UInt8] {
      var input = bytes
      var output: [UInt8] = []
      var left = input.count
      input.withUnsafeMutableBytes { inputBytes in
        var next = inputBytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        while left > 0 {
          let step = convert(&next, &left, into: &output)
          guard step == EILSEQ || step == EINVAL else { continue }
          if step == EINVAL, !isLast { return }
          firstFailure = firstFailure ?? output.count
          output += [0xEF, 0xBF, 0xBD]
          next = next?.advanced(by: 1)
          left -= 1
        }
      }
      rest = Array(bytes.suffix(left))
      if isLast { flush(into: &output) }
      return output
    }

    /// Appends the last letter, which some encodings buffer, because a combining mark may follow.
    private func flush(into output: inout [UInt8]) {
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
        var target = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var room = buffer.count
        iconv(handle, nil, nil, &target, &room)
        output.append(contentsOf: buffer[..<(buffer.count - room)])
      }
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
